// Both searches for accepting cycles, against the components of random graphs.
#include "engine/mc/accepting_cycle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/run/random.h"
#include "logic/ltl/automaton.h"

namespace {

struct Explicit : mc::CycleGraph {
  std::vector<std::vector<Edge>> edges;
  std::uint64_t all = 1;

  std::uint64_t all_marks() const override { return all; }
  void successors(std::uint32_t node, const std::vector<bool>*, std::vector<Edge>& out) override {
    out.insert(out.end(), edges[node].begin(), edges[node].end());
  }
  bool is_expanded(std::uint32_t) const override { return true; }
  bool must_stop() override { return false; }

  // Whether a component that can be reached has all marks on its edges.
  bool has_cycle() const {
    std::vector<std::vector<std::uint32_t>> next(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (const Edge& e : edges[i]) next[i].push_back(e.target);
    }
    std::vector<std::uint32_t> component = ltl::components(next);
    std::vector<bool> reached(edges.size());
    std::vector<std::uint32_t> queue{0};
    reached[0] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (std::uint32_t t : next[queue[i]]) {
        if (!reached[t]) queue.push_back(t);
        reached[t] = true;
      }
    }
    std::vector<std::uint64_t> marks(edges.size(), 0);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (const Edge& e : edges[i]) {
        if (reached[i] && component[i] == component[e.target]) marks[component[i]] |= e.marks;
      }
    }
    return std::find(marks.begin(), marks.end(), all) != marks.end();
  }

  void expect_lasso(const mc::Lasso& lasso) const {
    std::uint32_t at = 0;
    auto follow = [&](const std::vector<mc::CycleStep>& steps) {
      std::uint64_t marks = 0;
      for (const mc::CycleStep& step : steps) {
        EXPECT_EQ(step.node, at);
        if (step.edge >= edges[step.node].size()) {
          ADD_FAILURE() << "no such edge";
          return marks;
        }
        at = edges[step.node][step.edge].target;
        marks |= edges[step.node][step.edge].marks;
      }
      return marks;
    };
    follow(lasso.stem);
    std::uint32_t start = at;
    EXPECT_FALSE(lasso.loop.empty());
    EXPECT_EQ(follow(lasso.loop), all);
    EXPECT_EQ(at, start);
  }
};

void fill(run::Random& random, bool by_node, Explicit& graph) {
  std::size_t n = 1 + random.below(9);
  graph.edges.resize(n);
  graph.all = by_node ? 1 : 7;
  for (auto& out : graph.edges) {
    std::uint64_t of_node = random.below(4) == 0 ? 1 : 0;
    for (std::uint64_t i = random.below(3); i > 0; --i) {
      std::uint64_t marks = by_node ? of_node : random.below(3) == 0 ? 1ULL << random.below(3) : 0;
      out.push_back({static_cast<std::uint32_t>(random.below(n)), marks});
    }
  }
}

TEST(AcceptingCycle, NestedSearchFindsOneExactlyIfThereIsOne) {
  run::Random random(5);
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    Explicit graph;
    fill(random, true, graph);
    auto lasso = mc::nested_search(graph);
    ASSERT_EQ(lasso.has_value(), graph.has_cycle()) << i;
    if (lasso) graph.expect_lasso(*lasso);
    found += lasso ? 1 : 0;
  }
  EXPECT_GT(found, 1000);
}

TEST(AcceptingCycle, ComponentSearchFindsOneExactlyIfThereIsOne) {
  run::Random random(6);
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    Explicit graph;
    fill(random, i % 2 == 0, graph);
    auto lasso = mc::component_search(graph);
    ASSERT_EQ(lasso.has_value(), graph.has_cycle()) << i;
    if (lasso) graph.expect_lasso(*lasso);
    found += lasso ? 1 : 0;
  }
  EXPECT_GT(found, 1000);
}

}  // namespace
