#include "ir/pass/drop.h"

#include <gtest/gtest.h>

#include "support/oox.h"

namespace {

// What is left of the statement on a line, exceptions aside.
struct Sliced : support::Oox {
  std::optional<ir::Program> slice;

  explicit Sliced(const std::string& text) : Oox(text) {
    program.entry = program.find_proc("Main.main");
    slice = pass::drop_irrelevant(program);
  }

  std::size_t actions_on(std::uint32_t line) const {
    const ir::Program& in = slice ? *slice : program;
    std::size_t result = 0;
    for (const ir::Procedure& proc : in.procs) {
      for (const ir::Transition& t : proc.transitions) {
        bool is_there = t.span.is_valid() && sources.begin(t.span).line == line;
        if (!is_there) continue;
        for (const ir::Action& a : t.actions)
          result += std::holds_alternative<ir::Throw>(a) ? 0 : 1;
      }
    }
    return result;
  }
  bool drops(std::uint32_t line) const { return actions_on(line) == 0; }
};

TEST(Drop, nothing_is_dropped_where_all_of_it_matters) {
  Sliced p("class Main { static int s; static void main() { int x := Main.s; assert x == 0; } }");
  EXPECT_FALSE(p.slice);
}

TEST(Drop, what_no_assertion_looks_at_goes_with_what_it_is_made_of) {
  Sliced p(
      "class Main { int f; static int s; static void main() {\n"
      "int x := Main.s;\n"  // 2
      "int y := x + 1;\n"   // 3
      "Main.s := y;\n"      // 4
      "int z := 1;\n"       // 5
      "assert z == 1;\n"    // 6
      "} }");
  ASSERT_TRUE(p.slice);
  EXPECT_TRUE(p.drops(2) && p.drops(3) && p.drops(4));
  EXPECT_FALSE(p.drops(5) || p.drops(6));
  // Every step stays.
  EXPECT_EQ(p.slice->procs.size(), p.program.procs.size());
  for (std::size_t i = 0; i < p.program.procs.size(); ++i) {
    EXPECT_EQ(p.slice->procs[i].transitions.size(), p.program.procs[i].transitions.size());
    EXPECT_EQ(p.slice->procs[i].locals.size(), p.program.procs[i].locals.size());
  }
}

TEST(Drop, guards_contracts_and_exceptional_clauses_matter) {
  Sliced p(
      "class Main { static int a; static int b; static int c; static int d;\n"
      "static void main() exceptional(false) {\n"
      "Main.a := 1;\n"  // 3: a branch reads it
      "Main.b := 1;\n"  // 4: a precondition
      "Main.c := 1;\n"  // 5: a divisor
      "Main.d := 1;\n"  // 6: nothing
      "int x := Main.a;\n"
      "if (x > 0) { int y := Main.b; Main.needs(y); }\n"
      "int z := Main.c; int q := 1 / z;\n"
      "} static void needs(int n) requires(n > 0) { } }");
  ASSERT_TRUE(p.slice);
  EXPECT_FALSE(p.drops(3) || p.drops(4) || p.drops(5));
  EXPECT_TRUE(p.drops(6));
}

TEST(Drop, locks_and_what_chooses_them_matter) {
  Sliced p(
      "class Main { Main other; int f; static void main() {\n"
      "Main m := new Main();\n"   // 2
      "m.other := new Main();\n"  // 3
      "m.f := 1;\n"               // 4
      "Main o := m.other;\n"      // 5
      "lock o;\n"                 // 6
      "} }");
  ASSERT_TRUE(p.slice);
  EXPECT_FALSE(p.drops(2) || p.drops(3) || p.drops(5) || p.drops(6));
  EXPECT_TRUE(p.drops(4));
}

TEST(Drop, floats_and_strings_matter_like_other_data) {
  Sliced p(
      "class Main { static float f; static string s; static float g; static void main() {\n"
      "Main.f := 1.5;\n"    // 2
      "Main.s := \"a\";\n"  // 3
      "Main.g := 2.5;\n"    // 4
      "float x := Main.f; assert x > 1.0;\n"
      "string t := Main.s; assert t == \"a\";\n"
      "} }");
  ASSERT_TRUE(p.slice);
  EXPECT_FALSE(p.drops(2) || p.drops(3));
  EXPECT_TRUE(p.drops(4));
}

TEST(Drop, what_may_need_too_much_memory_stays) {
  Sliced p(
      "class Main { static int s; static int t; static void main() {\n"
      "int n := 2000;\n"
      "int[] a := new int[n];\n"   // 3: of any size
      "int[] b := new int[10];\n"  // 4
      "int x := Main.s; Main.s := x * x;\n"
      "int y := Main.t; Main.t := y * 2;\n"
      "} }");
  ASSERT_TRUE(p.slice);
  EXPECT_FALSE(p.drops(3) || p.drops(5));
  EXPECT_TRUE(p.drops(4) && p.drops(6));
}

TEST(Drop, arguments_and_results_that_do_not_matter_need_no_value) {
  Sliced p(
      "class Main { static int s; static void main() {\n"
      "int k := Main.s;\n"  // 2
      "int n := Main.both(1, k + 1);\n"
      "assert n == 1;\n"
      "} static int both(int x, int y) {\n"
      "Main.s := y;\n"  // 6
      "return x; } }");
  ASSERT_TRUE(p.slice);
  EXPECT_TRUE(p.drops(2) && p.drops(6));
}

TEST(Drop, steps_that_do_nothing_are_invisible) {
  Sliced p(
      "class Main { static int s; static int t; static void main() {\n"
      "Main.s := 1;\n"  // 2
      "Main.t := 1;\n"  // 3
      "int x := Main.t; assert x == 1;\n"
      "} }");
  ASSERT_TRUE(p.slice);
  for (const ir::Transition& t : p.slice->proc(p.slice->entry).transitions) {
    if (p.sources.begin(t.span).line == 2) {
      EXPECT_TRUE(t.invisible);
    }
    if (p.sources.begin(t.span).line == 3) {
      EXPECT_FALSE(t.invisible);
    }
  }
}

}  // namespace
