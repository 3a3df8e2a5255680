// Shapes that lowering must have. What the shapes mean is tested by running
// programs (tests/programs); here it is the number and kind of steps.
#include "lang/oox/lower.h"

#include <gtest/gtest.h>

#include "ir/printer.h"
#include "support/oox.h"

namespace {

std::string body(const support::Oox& oox, const std::string& name) {
  std::string result;
  const ir::Procedure& proc = oox.proc(name);
  for (const ir::Transition& t : proc.transitions) {
    result += proc.location(t.source).name + ":";
    for (const ir::Action& a : t.reads) {
      result += " read " + ir::print(oox.program, proc, a);
    }
    if (t.guard) result += " when " + ir::print(oox.program, proc, t.guard);
    for (const ir::Action& a : t.actions) result += " " + ir::print(oox.program, proc, a);
    result += " -> " + proc.location(t.target).name;
    if (t.except) result += " / " + proc.location(t.except).name;
    result += "\n";
  }
  return result;
}

std::size_t count(const support::Oox& oox, const std::string& name) {
  return oox.proc(name).transitions.size();
}

template <class Kind>
std::size_t count_actions(const support::Oox& oox, const std::string& name) {
  std::size_t n = 0;
  for (const ir::Transition& t : oox.proc(name).transitions) {
    for (const ir::Action& a : t.actions) n += std::holds_alternative<Kind>(a) ? 1 : 0;
  }
  return n;
}

TEST(Lower, OneStatementIsOneTransition) {
  support::Oox oox(support::main_with("int x := 1; x := x + 1; assert x == 2;"));
  EXPECT_EQ(count(oox, "Main.main"), 4U) << body(oox, "Main.main");  // and the return
}

TEST(Lower, AFieldCopyIsOneTransitionWithTwoAccesses) {
  support::Oox oox("class A { int f; static void m(A x, A y) { x.f := y.f; } }");
  const ir::Procedure& proc = oox.proc("A.m");
  std::size_t copies = 0;
  for (const ir::Transition& t : proc.transitions) {
    bool loads = !t.actions.empty() && std::holds_alternative<ir::LoadField>(t.actions[0]);
    if (loads && std::holds_alternative<ir::StoreField>(t.actions[1])) ++copies;
  }
  EXPECT_EQ(copies, 1U) << body(oox, "A.m");
  EXPECT_EQ(count_actions<ir::Throw>(oox, "A.m"), 2U);  // x and y may be null
}

TEST(Lower, ThisIsNeverNull) {
  support::Oox oox("class A { int f; void m() { this.f := 1; } }");
  EXPECT_EQ(count_actions<ir::Throw>(oox, "A.m"), 0U) << body(oox, "A.m");
}

TEST(Lower, AnIndexHasTwoWaysToFail) {
  support::Oox oox("class A { static int m(int[] a, int i) { int x := a[i]; return x; } }");
  EXPECT_EQ(count_actions<ir::Throw>(oox, "A.m"), 2U) << body(oox, "A.m");
}

TEST(Lower, ShortCircuitGuardsWhatItSkips) {
  support::Oox oox(
      "class A { static bool m(int[] a) { bool b := a != null && #a > 0; return b; } }");
  // #a is defined if a != null ==> a != null: the failing edge can never be taken,
  // but it must be there only for null arrays.
  std::string text = body(oox, "A.m");
  EXPECT_NE(text.find("==>"), std::string::npos) << text;
}

TEST(Lower, AMonitorIsReleasedOnEveryWayOut) {
  support::Oox oox(
      "class A { int f; static int m(A a, A b) { while (true) { lock (a) {"
      " int x := b.f; if (x == 0) { break; } if (x == 1) { continue; } if (x == 2) { return x; }"
      " } } return 0; } }");
  // break, continue, return, the end of the block, and the exception of b.f
  EXPECT_EQ(count_actions<ir::Exit>(oox, "A.m"), 5U) << body(oox, "A.m");
  EXPECT_EQ(count_actions<ir::Enter>(oox, "A.m"), 1U);
}

TEST(Lower, WaitIsTwoSteps) {
  support::Oox oox("class A { void m() { lock (this) { wait this; } } }");
  EXPECT_EQ(count_actions<ir::Wait>(oox, "A.m"), 1U);
  EXPECT_EQ(count_actions<ir::Unwait>(oox, "A.m"), 1U) << body(oox, "A.m");
}

TEST(Lower, AConditionWithAQuantifierIsEvaluatedIntoATemporary) {
  support::Oox oox(
      "class A { static int m(int[] a) { if (forall v, i : a : v > 0) { return 1; } return 0; } }");
  for (const ir::Transition& t : oox.proc("A.m").transitions) {
    EXPECT_FALSE(ir::reads_heap(oox.program, t.guard)) << body(oox, "A.m");
  }
}

TEST(Lower, EmptyLoopsKeepTheirStep) {
  support::Oox oox(support::main_with("while (true) { }"));
  EXPECT_EQ(count(oox, "Main.main"), 1U) << body(oox, "Main.main");
}

TEST(Lower, UnsignedSubtractionMayFailInMathematicalIntegersOnly) {
  const char* text = "class A { static uint m(uint a, uint b) { return a - b; } }";
  support::Oox math(text);
  support::Oox bits(text, ir::IntMode::Bits32);
  EXPECT_EQ(count_actions<ir::Throw>(math, "A.m"), 1U);
  EXPECT_EQ(count_actions<ir::Throw>(bits, "A.m"), 0U);
}

TEST(Lower, LiteralsWrapWithTheWidth) {
  support::Oox oox(support::main_with("int x := 4294967297;"), ir::IntMode::Bits32);
  EXPECT_NE(body(oox, "Main.main").find("x := 1"), std::string::npos) << body(oox, "Main.main");
}

TEST(Lower, ContractsAreCheckedAtEntryAndAtBothExits) {
  support::Oox oox(
      "class A { static int m(int x) requires (x > 0) ensures (retval > 0) exceptional (x > 1)"
      " { if (x == 3) { throw; } return x; } }");
  std::string text = body(oox, "A.m");
  EXPECT_EQ(count_actions<ir::CheckContract>(oox, "A.m"), 3U) << text;
  EXPECT_EQ(oox.proc("A.m").contract.size(), 3U);
}

TEST(Lower, AnOverridingMethodInheritsTheContract) {
  support::Oox oox(
      "class A { int m(int x) requires (x > 0) { return x; } }"
      "class B extends A { int m(int y) { return y; } }"
      "class C extends A { int m(int z) requires (z > 5) { return z; } }");
  const ir::Procedure& inherited = oox.proc("B.m");
  ASSERT_EQ(inherited.contract.size(), 1U);
  EXPECT_EQ(ir::print(oox.program, inherited, inherited.contract[0].condition), "y > 0");
  const ir::Procedure& own = oox.proc("C.m");
  ASSERT_EQ(own.contract.size(), 1U);
  EXPECT_EQ(ir::print(oox.program, own, own.contract[0].condition), "z > 5");
}

TEST(Lower, ConstructorsOfSuperclassesRunFirst) {
  support::Oox oox(
      "class A { int f; A() { this.f := 1; } }"
      "class B extends A { }"
      "class C extends B { C(int x) { this.f := x; } }"
      "class Main { static void main() { C c := new C(2); B b := new B(); } }");
  EXPECT_NE(body(oox, "C.new$1").find("B.new$0"), std::string::npos) << body(oox, "C.new$1");
  EXPECT_NE(body(oox, "B.new$0").find("A.new$0"), std::string::npos) << body(oox, "B.new$0");
}

TEST(Lower, AVariableKeepsItsValueUntilTheConstructorHasReturned) {
  support::Oox oox(
      "class A { A(A other) { } } class Main { static void main(A a) { a := new A(a); } }");
  std::string text = body(oox, "Main.main");
  EXPECT_NE(text.find("a := $t0"), std::string::npos) << text;
}

}  // namespace
