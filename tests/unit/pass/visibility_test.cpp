#include "ir/pass/visibility.h"

#include <gtest/gtest.h>

#include "support/oox.h"

namespace {

// Whether each transition that starts on `line` is invisible: "i", "v", "iv" …
std::string marks(support::Oox& oox, const std::string& proc_name, std::uint32_t line) {
  std::string result;
  for (const ir::Transition& t : oox.proc(proc_name).transitions) {
    if (oox.sources.begin(t.span).line == line) result += t.invisible ? 'i' : 'v';
  }
  return result;
}

struct Marked : support::Oox {
  explicit Marked(const std::string& text) : Oox(text) {
    program.entry = program.find_proc("Main.main");
    pass::mark_visibility(program);
  }
};

TEST(Visibility, LocalStatementsAreInvisibleAndSharedOnesVisible) {
  Marked p(
      "class Main { int f; static int s; static void main() {\n"
      "int x := 1;\n"            // 2
      "Main m := new Main();\n"  // 3
      "Main.s := x;\n"           // 4
      "x := Main.s;\n"           // 5
      "assert x == 1;\n"         // 6
      "assume x == 1;\n"         // 7
      "fork Main.other();\n"     // 8
      "join;\n"                  // 9
      "} static void other() { } }");
  EXPECT_EQ(marks(p, "Main.main", 2), "i");
  EXPECT_EQ(marks(p, "Main.main", 3), "i");
  EXPECT_EQ(marks(p, "Main.main", 4), "v");
  EXPECT_EQ(marks(p, "Main.main", 5), "v");
  EXPECT_EQ(marks(p, "Main.main", 6), "i");
  EXPECT_EQ(marks(p, "Main.main", 7), "v");
  EXPECT_EQ(marks(p, "Main.main", 8), "v");
  EXPECT_EQ(marks(p, "Main.main", 9), "v");
}

TEST(Visibility, ThrowingOutOfTheProcedureIsVisible) {
  Marked p(
      "class Main { static void main() {\n"
      "try {\n"
      "throw;\n"  // 3: caught here
      "} catch { }\n"
      "throw;\n"  // 5: may end the execution
      "} }");
  EXPECT_EQ(marks(p, "Main.main", 3), "i");
  EXPECT_EQ(marks(p, "Main.main", 5), "v");
}

TEST(Visibility, OnlyReturnsThatMayEndAThreadAreVisible) {
  Marked p(
      "class Main { static void main() { Main.called(); fork Main.forked(); }\n"
      "static void called() {\n"
      "return;\n"  // 3
      "}\n"
      "static void forked() {\n"
      "return;\n"  // 6
      "} }");
  EXPECT_EQ(marks(p, "Main.called", 3), "i");
  EXPECT_EQ(marks(p, "Main.forked", 6), "v");
}

TEST(Visibility, QuantifiersReadSharedElements) {
  Marked p(
      "class Main { static void main() {\n"
      "int[] a := new int[2];\n"            // 2
      "assert #a == 2;\n"                   // 3
      "assert forall v, i : a : v == 0;\n"  // 4
      "} }");
  EXPECT_EQ(marks(p, "Main.main", 3), "vi");  // the failing edge leaves the procedure
  EXPECT_EQ(marks(p, "Main.main", 4), "vv");
}

// Without rule 5 an engine that runs invisible steps first never leaves this loop.
TEST(Visibility, EveryCycleKeepsAVisibleStep) {
  Marked p(
      "class Main { static void main() {\n"
      "int i := 0;\n"
      "while (true) {\n"
      "i := i + 1;\n"
      "} } }");
  const ir::Procedure& proc = p.proc("Main.main");
  std::size_t visible = 0;
  for (const ir::Transition& t : proc.transitions) visible += t.invisible ? 0 : 1;
  EXPECT_GE(visible, 1U);
}

TEST(Visibility, RecursiveCallsAreVisible) {
  Marked p(
      "class Main { static void main() {\n"
      "Main.f(3);\n"  // 2
      "} static void f(int n) {\n"
      "Main.f(n);\n"  // 4
      "} }");
  EXPECT_EQ(marks(p, "Main.main", 2), "i");
  EXPECT_EQ(marks(p, "Main.f", 4), "v");
}

}  // namespace
