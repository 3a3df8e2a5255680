#include "engine/symex/engine.h"

#include <gtest/gtest.h>

#include "support/verify.h"

namespace {

using support::Subject;
using verdict::VerdictKind;

const char* const kSort = R"(
class Main {
    static int[] sort(int[] cells)
        requires(cells != null)
        ensures(forall v, i : retval : forall w, j : retval : i < j ==> v <= w)
        exceptional(false)
    {
        bool done := false;
        while (!done) {
            done := true;
            int place := 1;
            while (place < #cells) {
                int here := cells[place];
                int left := cells[place - 1];
                if (here < left) {
                    cells[place] := left;
                    cells[place - 1] := here;
                    done := false;
                }
                place := place + 1;
            }
        }
        return cells;
    }
})";

// A chain of independent branches: 2 to the power of `count` paths.
std::string branches(int count) {
  std::string params;
  std::string body;
  for (int i = 0; i < count; ++i) {
    params += (i > 0 ? ", int a" : "int a") + std::to_string(i);
    body += "if (a" + std::to_string(i) + " > 0) { z := z + 1; }\n";
  }
  return "class Main { static int f(" + params + ") ensures(retval >= 0) { int z := 0;\n" + body +
         "return z; } }";
}

// One path per order of the elements, for each size: 1 + 1 + 2 + 6 + 24.
TEST(Engine, SortingHasOnePathPerOrder) {
  Subject subject(kSort, "Main.sort");
  symex::Options options;
  options.array_size = 4;
  options.unwind = 20;
  verdict::Result result = subject.verify(options).result;
  EXPECT_EQ(result.verdict, VerdictKind::Valid);
  EXPECT_EQ(result.stats.paths, 34U);
  EXPECT_EQ(result.bounds_hit(), std::vector<std::string>{"array-size"});
  EXPECT_FALSE(result.complete);
}

TEST(Engine, RandomOrderFindsTheSamePaths) {
  Subject subject(kSort, "Main.sort");
  symex::Options options;
  options.order = symex::SearchOrder::Random;
  EXPECT_EQ(subject.verify(options).result.stats.paths, 10U);
}

// Dropping the terms of finished paths changes nothing but memory.
TEST(Engine, RollbackChangesNothing) {
  Subject sort(kSort, "Main.sort");
  Subject many(branches(8), "Main.f");
  symex::Options always;
  always.rollback_terms = 0;
  symex::Options never;
  never.rollback_terms = 0xffffffffU;
  for (const Subject* subject : {&sort, &many}) {
    verdict::Result a = subject->verify(always).result;
    verdict::Result b = subject->verify(never).result;
    EXPECT_EQ(a.verdict, VerdictKind::Valid);
    EXPECT_EQ(a.verdict, b.verdict);
    EXPECT_EQ(a.stats.paths, b.stats.paths);
    EXPECT_EQ(a.stats.transitions, b.stats.transitions);
  }
}

TEST(Engine, BranchesAreCutWhenTheyCannotBe) {
  Subject subject(
      "class Main { static void f(int a) { int z := 0;"
      " if (a > 3) { z := 1; } if (a < 2) { z := z + 1; } assert z < 2; } }",
      "Main.f");
  verdict::Result result = subject.verify().result;
  EXPECT_EQ(result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.stats.paths, 3U);
}

// A split inside a step that was chosen among others must not undo the choice.
TEST(Engine, SplitsKeepTheChosenStep) {
  Subject subject(
      "class P { int v; P next; void t() { P n := this.next; if (n != null) { n.v := 1; } }"
      " static void m(P a, P b) requires(a != null && b != null) {"
      " fork a.t(); fork b.t(); join; } }",
      "P.m");
  verdict::Result result = subject.verify().result;
  EXPECT_EQ(result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(result.complete);
  EXPECT_LT(result.stats.paths, 2000U);  // 1679: decisions about inputs count as ordered
}

TEST(Engine, DepthCutsAndSaysSo) {
  Subject subject(branches(3), "Main.f");
  symex::Options options;
  options.depth = 4;
  verdict::Result result = subject.verify(options).result;
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.bounds_hit(), std::vector<std::string>{"depth"});
  EXPECT_EQ(result.stats.max_depth, 4U);
}

TEST(Engine, LoopsWithoutInputsNeedNoBound) {
  Subject subject(
      support::main_with("int i := 0; while (i < 500) { i := i + 1; } assert i == 500;"),
      "Main.main");
  symex::Options options;
  options.unwind = 1;
  EXPECT_TRUE(subject.verify(options).result.complete);
}

TEST(Engine, UnwindCountsIterationsThatInputsDecide) {
  Subject subject(
      "class Main { static void f(int n) { int i := 0; while (i < n) { i := i + 1; }"
      " assert i != 7; } }",
      "Main.f");
  symex::Options options;
  options.unwind = 6;
  EXPECT_EQ(subject.verify(options).result.verdict, VerdictKind::Valid);
  EXPECT_EQ(subject.verify(options).result.bounds_hit(), std::vector<std::string>{"unwind"});
  options.unwind = 7;
  EXPECT_EQ(subject.verify(options).result.verdict, VerdictKind::Invalid);
}

TEST(Engine, InnerLoopsStartAnew) {
  Subject subject(
      "class Main { static void f(int n) requires(0 <= n && n <= 2) {"
      " int i := 0; while (i < 5) { int j := 0; while (j < n) { j := j + 1; } i := i + 1; } } }",
      "Main.f");
  symex::Options options;
  options.unwind = 3;
  EXPECT_TRUE(subject.verify(options).result.complete);
}

// An execution that repeats a state never ends: nothing is cut by leaving it there.
TEST(Engine, EndlessLoopsThatRepeatAreComplete) {
  Subject subject(
      "class Main { static void f(int n) { bool on := true; int i := 0;"
      " while (n > 3) { i := (i + 1) % 6; on := !on; } assert i == 0; } }",
      "Main.f");
  symex::Options options;
  options.depth = 500;
  verdict::Result with = subject.verify(options).result;
  EXPECT_EQ(with.verdict, VerdictKind::Valid);
  EXPECT_TRUE(with.complete);
  options.repetitions = false;
  verdict::Result without = subject.verify(options).result;
  EXPECT_EQ(without.verdict, VerdictKind::Valid);
  EXPECT_EQ(without.bounds_hit(), std::vector<std::string>{"depth"});
  EXPECT_EQ(with.stats.paths, without.stats.paths);
}

TEST(Engine, LoopsThatChangeTheHeapDoNotRepeat) {
  Subject subject(
      "class Cell { int v; static int total; static void f(Cell c) requires(c != null) {"
      " c.v := 0; Cell.total := 0; bool go := true;"
      " while (go) { int v := c.v; c.v := v + 1; int t := Cell.total; Cell.total := t + 2;"
      " assert v != 50; } } }",
      "Cell.f");
  EXPECT_EQ(subject.verify().result.verdict, VerdictKind::Invalid);
}

TEST(Engine, DeepRecursionNeedsNoStack) {
  Subject subject(
      "class Main { static int down(int n) { if (n == 0) { return 0; }"
      " int r := Main.down(n - 1); return r + 1; }"
      " static void main() { int r := Main.down(5000); assert r == 5000; } }",
      "Main.main");
  verdict::Result result = subject.verify().result;
  EXPECT_EQ(result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(result.complete);
}

TEST(Engine, TenThousandStatements) {
  std::string body;
  for (int i = 0; i < 10'000; ++i) body += "x := x + " + std::to_string(i % 7) + ";\n";
  Subject subject("class Main { static int f(int x) ensures(retval >= 0) requires(x >= 0) {" +
                      body + "return x; } }",
                  "Main.f");
  EXPECT_TRUE(subject.verify().result.complete);
}

TEST(Engine, LimitsEndTheSearch) {
  Subject subject(branches(18), "Main.f");
  run::Limits limits;
  limits.steps = 100;
  verdict::Result result = subject.verify({}, limits).result;
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_EQ(result.reason, "the limit of 100 steps was reached");
  EXPECT_FALSE(result.complete);
}

TEST(Engine, UnansweredQuestionsAreNoProof) {
  // Fermat for the third power: true, and beyond any solver.
  Subject subject(
      "class Main { static void f(int x, int y, int z) requires(x > 0 && y > 0 && z > 0) {"
      " assert x * x * x + y * y * y != z * z * z; } }",
      "Main.f");
  symex::Options options;
  options.solver.query_seconds = 0.2;
  verdict::Result result = subject.verify(options).result;
  EXPECT_EQ(result.verdict, VerdictKind::Unknown);
  EXPECT_FALSE(result.reason.empty());
}

TEST(Engine, NoInputMeetsThePrecondition) {
  Subject subject("class Main { static void f(int n) requires(n > n) { assert false; } }",
                  "Main.f");
  verdict::Result result = subject.verify().result;
  EXPECT_EQ(result.verdict, VerdictKind::Valid);
  EXPECT_TRUE(result.vacuous);
}

TEST(Engine, CounterexamplesSpanTheHeap) {
  Subject subject(
      "class Node { int value; Node next; char letter; float size; string text; bool flag;"
      " static void f(Node n) requires(n != null) {"
      " Node m := n.next; if (m == null || m == n) { return; }"
      " Node o := m.next; if (o != n) { return; }"
      " int v := m.value; char c := m.letter; float x := m.size; string s := m.text;"
      " bool b := m.flag;"
      " assert !(v == 12 && c == 'q' && x == 2.5 && s == \"knot\" && b); } }",
      "Node.f");
  symex::Answer answer = subject.verify();
  ASSERT_EQ(answer.result.verdict, VerdictKind::Invalid);
  const verdict::Inputs& c = *answer.claim.inputs;
  ASSERT_EQ(c.heap.size(), 2U);
  EXPECT_EQ(c.inputs[0].second, verdict::Datum(verdict::HeapRef{1}));
  std::vector<std::pair<std::string, verdict::Datum>> expected{{"value", base::Integer(12)},
                                                               {"next", verdict::HeapRef{1}},
                                                               {"letter", U'q'},
                                                               {"size", 2.5},
                                                               {"text", std::string("knot")},
                                                               {"flag", true}};
  EXPECT_EQ(c.heap[1].fields, expected);
}

TEST(Engine, WordsInCounterexamplesHaveTheirSign) {
  Subject wide("class Main { static void f(int a) { assert a + 1 > a; } }", "Main.f",
               ir::IntMode::Bits32);
  symex::Answer answer = wide.verify();
  ASSERT_EQ(answer.result.verdict, VerdictKind::Invalid);
  EXPECT_EQ(answer.claim.inputs->inputs[0].second, verdict::Datum(base::Integer(2147483647)));
}

}  // namespace
