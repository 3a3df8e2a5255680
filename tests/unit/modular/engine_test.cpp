// Verdicts of the modular engine.
#include "modular/engine.h"

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
        auto good = sort_graph(modular_test::topological_sort(), "permutation", options);
        EXPECT_EQ(good.result.verdict, VerdictKind::Valid) << good.result.reason;
        auto bad = sort_graph(seeded_bug(), "in_degree", options);
        EXPECT_EQ(bad.result.verdict, VerdictKind::Invalid) << bad.result.reason;
      }
    }
  }
}

}  // namespace
