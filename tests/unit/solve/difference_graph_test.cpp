// The incremental graph against Bellman and Ford, over random pushes and pops.
#include "logic/solve/difference_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/run/random.h"

namespace {

using solve::DifferenceGraph;
using Constraint = DifferenceGraph::Constraint;

bool has_solution(const std::vector<Constraint>& constraints, std::size_t nodes) {
  std::vector<std::int64_t> values(nodes, 0);
  for (std::size_t round = 0; round <= nodes; ++round) {
    bool is_changed = false;
    for (const Constraint& k : constraints) {
      if (values[k.u] > values[k.v] + k.c) {
        values[k.u] = values[k.v] + k.c;
        is_changed = true;
      }
    }
    if (!is_changed) return true;
  }
  return false;
}

TEST(DifferenceGraph, AgreesWithBellmanFord) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    run::Random random(seed);
    DifferenceGraph graph;
    std::vector<Constraint> bounds;
    for (std::uint32_t node = 1; node < 8; ++node) {
      graph.add_node(0, 9);
      bounds.push_back({node, 0, 9});
      bounds.push_back({0, node, 0});
    }
    std::vector<std::vector<Constraint>> levels(1, bounds);
    int conflicts = 0;
    for (int step = 0; step < 400; ++step) {
      std::uint64_t choice = random.below(8);
      if (choice == 0) {
        graph.push();
        levels.push_back(levels.back());
        continue;
      }
      if (choice == 1 && levels.size() > 1) {
        graph.pop();
        levels.pop_back();
        continue;
      }
      Constraint k{static_cast<std::uint32_t>(random.below(8)),
                   static_cast<std::uint32_t>(random.below(8)),
                   static_cast<std::int64_t>(random.below(12)) - 3};
      bool was_possible = !graph.has_conflict();
      levels.back().push_back(k);
      bool is_possible = graph.add(k);
      ASSERT_EQ(is_possible, has_solution(levels.back(), 8)) << seed << " " << step;
      if (was_possible && !is_possible) ++conflicts;
      if (!is_possible) continue;
      for (const Constraint& each : levels.back()) ASSERT_TRUE(graph.holds(each));
    }
    EXPECT_GT(conflicts, 0);
  }
}

// Solutions sink with every new constraint; they are lifted again in time.
TEST(DifferenceGraph, GreatConstantsDoNotOverflow) {
  constexpr std::int64_t kGreat = DifferenceGraph::kMaxConstant;
  DifferenceGraph graph;
  auto x = graph.add_node(std::nullopt, std::nullopt);
  std::int64_t deepest = 0;
  int lifted = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::int64_t before = graph.depth();
    graph.push();
    // x >= c pulls 0 down, x <= -c pulls x down.
    bool is_possible =
        graph.add(i % 2 == 0 ? Constraint{0, x, -kGreat} : Constraint{x, 0, -kGreat});
    bool is_right = i % 2 == 0 ? graph.value(x) >= kGreat : graph.value(x) <= -kGreat;
    if (!is_possible || !is_right) FAIL() << i;
    deepest = std::min(deepest, graph.depth());
    if (graph.depth() > before) ++lifted;
    graph.pop();
  }
  EXPECT_GT(lifted, 1);
  EXPECT_GT(deepest, DifferenceGraph::kDeepest - 2 * kGreat);
}

TEST(DifferenceGraph, NodesCanBeRemoved) {
  DifferenceGraph graph;
  auto x = graph.add_node(std::nullopt, std::nullopt);
  graph.push();
  auto y = graph.add_node(0, 1);
  EXPECT_TRUE(graph.add({x, y, -5}));
  graph.pop();
  graph.remove_nodes(2);
  EXPECT_EQ(graph.node_count(), 2U);
  EXPECT_TRUE(graph.add({0, x, -7}));
  EXPECT_EQ(graph.value(x), 7);
}

}  // namespace
