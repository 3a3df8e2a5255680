// Verdicts of the modular engine.
#include "engine/modular/engine.h"

#include <gtest/gtest.h>

#include "unit/modular/support.h"

namespace {

using modular_test::bounds;
using modular_test::Program;
using verdict::VerdictKind;

modular::Answer sort_graph(const std::string& text, const char* property,
                           modular::Options options) {
  Program program(text);
  options.property = property;
  return program.verify("Graph.topologicalSort", options);
}

// The list is initialised from its second entry on.
std::string seeded_bug() {
  std::string text = modular_test::topological_sort();
  std::string right = "ListEntry c := l.head;\n";
  std::size_t at = text.find(right);
  CHECK(at != std::string::npos, "the program has changed");
  return text.insert(at + right.size(), "        c := c.next;\n");
}

TEST(TopologicalSort, IsAPermutationByTheSummariesAlone) {
  auto answer = sort_graph(modular_test::topological_sort(), "permutation", bounds(2, 3));
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
  ASSERT_EQ(answer.goals.size(), 1U);
  EXPECT_EQ(answer.goals[0].stats.refinements, 0U);
  EXPECT_GT(answer.goals[0].stats.calls, 0U);
  EXPECT_FALSE(answer.result.complete);
}

TEST(TopologicalSort, InDegreeNeedsRefinement) {
  auto answer = sort_graph(modular_test::topological_sort(), "in_degree", bounds(2, 3));
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
  EXPECT_GT(answer.goals[0].stats.refinements, 0U);
}

TEST(TopologicalSort, TheSeededBugIsFound) {
  auto answer = sort_graph(seeded_bug(), "in_degree", bounds(2, 3));
  EXPECT_EQ(answer.result.verdict, VerdictKind::Invalid) << answer.result.reason;
  ASSERT_TRUE(answer.result.violation);
  EXPECT_EQ(answer.result.violation->kind, verdict::ViolationKind::Property);
  ASSERT_TRUE(answer.result.counterexample);
  EXPECT_FALSE(answer.result.counterexample->trace.empty());
  EXPECT_NE(answer.dot.find("digraph"), std::string::npos);
}

TEST(TopologicalSort, StartsAndBudgetsAgree) {
  for (bool is_inlined : {true, false}) {
    for (auto start : {modular::Start::Summaries, modular::Start::Frames}) {
      for (std::uint32_t budget : {0U, 1U, 20U}) {
        modular::Options options = bounds(2, 3);
        options.refine.inline_calls = is_inlined;
        options.refine.start = start;
        options.refine.budget = budget;
        options.refine.inline_size = budget;
        options.refine.large_size = 100 * budget;
        auto good = sort_graph(modular_test::topological_sort(), "permutation", options);
        EXPECT_EQ(good.result.verdict, VerdictKind::Valid) << good.result.reason;
        auto bad = sort_graph(seeded_bug(), "in_degree", options);
        EXPECT_EQ(bad.result.verdict, VerdictKind::Invalid) << bad.result.reason;
      }
    }
  }
}

constexpr const char* kSchedule = R"(
class Name {
}
class Timer {
    Name name;
    Timer next;
    int due;
    bool marked;
}
class Schedule {
    Timer timers;
    int now;

    // What it tests is what it writes.
    void update() {
        Timer t := this.timers;
        while (t != null) {
            int d := t.due;
            int n := this.now;
            if (d == 0) {
                t.due := n;
            }
            t := t.next;
        }
    }
    Timer find(Name n) {
        Timer t := this.timers;
        while (t != null) {
            Name m := t.name;
            if (m == n) {
                break;
            }
            t := t.next;
        }
        return t;
    }
    void unmark() {
        Timer t := this.timers;
        while (t != null) {
            bool m := t.marked;
            if (m) {
                t.marked := false;
            }
            t := t.next;
        }
    }
    void run(Name n)
        property others { all t: Timer - this.timers.*next | t.due' = t.due }
        property unmarked { all t: this.timers.*next | t.marked' = false }
        property marked { all t: this.timers.*next | t.marked' = t.marked }
    {
        Timer t := this.find(n);
        if (t != null) {
            t.due := 1;
        }
        this.update();
        this.unmark();
    }
}
)";

modular::Answer schedule(const char* property) {
  Program program(kSchedule);
  modular::Options options = bounds(2, 3);
  options.property = property;
  return program.verify("Schedule.run", options);
}

TEST(Schedule, ALoopThatTestsWhatItWritesKeepsItsBound) {
  auto answer = schedule("others");
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
  EXPECT_EQ(answer.goals[0].stats.refinements, 0U);
}

// `find` cannot do what the solver makes it do, but that is not why the property seems violated.
TEST(Schedule, CallsThatDoNotMatterAreNotBlamed) {
  auto answer = schedule("unmarked");
  EXPECT_EQ(answer.result.verdict, VerdictKind::Valid) << answer.result.reason;
  EXPECT_GT(answer.goals[0].stats.refinements, 0U);
  for (const std::string& line : answer.goals[0].specifications) {
    EXPECT_EQ(line.find("Schedule.find: its body"), std::string::npos) << line;
  }
}

TEST(Schedule, AnExecutionIsPutRightRatherThanRefuted) {
  auto answer = schedule("marked");
  EXPECT_EQ(answer.result.verdict, VerdictKind::Invalid) << answer.result.reason;
  EXPECT_EQ(answer.goals[0].stats.refinements, 0U);
}

}  // namespace
