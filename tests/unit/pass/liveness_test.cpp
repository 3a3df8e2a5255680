#include "pass/liveness.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/oox.h"

namespace {

// Names of the variables live where the statement that starts on `line` begins.
std::vector<std::string> live_at_line(const support::Oox& oox, const std::string& proc_name,
                                      std::uint32_t line) {
  const ir::Procedure& proc = oox.proc(proc_name);
  for (const ir::Transition& t : proc.transitions) {
    if (oox.sources.begin(t.span).line != line) continue;
    std::vector<std::string> names;
    for (ir::LocalId id : *proc.location(t.source).live) names.push_back(proc.local(id).name);
    std::sort(names.begin(), names.end());
    return names;
  }
  ADD_FAILURE() << "no transition on line " << line;
  return {};
}

using Names = std::vector<std::string>;

TEST(Liveness, AVariableIsDeadAfterItsLastRead) {
  support::Oox oox(
      "class Main { static int main(int a, int b) {\n"
      "int x := a + 1;\n"  // 2
      "int y := b;\n"      // 3
      "y := x + y;\n"      // 4
      "return y;\n"        // 5
      "} }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 2), (Names{"a", "b"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 3), (Names{"b", "x"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 4), (Names{"x", "y"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 5), (Names{"y"}));
}

TEST(Liveness, GoesAroundLoops) {
  support::Oox oox(
      "class Main { static int main(int n) {\n"
      "int i := 0;\n"       // 2
      "int unused := 7;\n"  // 3
      "while (i < n) {\n"   // 4
      "i := i + 1;\n"       // 5
      "}\n"
      "return i; } }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 5), (Names{"i", "n"}));
}

TEST(Liveness, TheTargetOfACallSurvivesIntoItsHandler) {
  support::Oox oox(
      "class Main { static int f() { throw; }\n"
      "static int main() {\n"
      "int x := 1;\n"                       // 3
      "try { x := Main.f(); } catch { }\n"  // 4
      "return x; } }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 4), (Names{"x"}));
}

TEST(Liveness, WhatExceptionalReadsIsLiveEverywhere) {
  support::Oox oox(
      "class Main { static void main(int a)\n"
      "exceptional (a > 0) {\n"
      "int x := 1;\n"  // 3
      "x := 2;\n"      // 4
      "} }");
  pass::annotate_liveness(oox.program);
  EXPECT_EQ(live_at_line(oox, "Main.main", 3), (Names{"a"}));
  EXPECT_EQ(live_at_line(oox, "Main.main", 4), (Names{"a"}));
}

}  // namespace
