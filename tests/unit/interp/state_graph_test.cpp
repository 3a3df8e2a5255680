#include "engine/interp/state_graph.h"

#include <gtest/gtest.h>

namespace {

using interp::StateGraph;

TEST(StateGraph, AChainThatEndsIsNoTrap) {
  StateGraph graph;
  graph.add_step(0, 1);
  graph.add_step(1, 2);
  graph.add_end(2);
  EXPECT_EQ(graph.find_trap(), std::nullopt);
}

TEST(StateGraph, ALoopThatCanBeLeftIsNoTrap) {
  StateGraph graph;
  graph.add_step(0, 1);
  graph.add_step(1, 0);
  graph.add_step(1, 2);
  graph.add_end(2);
  EXPECT_EQ(graph.find_trap(), std::nullopt);
}

// States 2 and 3 are for ever; 1 leads there, and is not where an execution comes back to.
TEST(StateGraph, ALoopWithoutAWayOutIsFoundWhereItComesBack) {
  StateGraph graph;
  graph.add_step(0, 4);
  graph.add_step(0, 1);
  graph.add_step(1, 2);
  graph.add_step(2, 3);
  graph.add_step(3, 2);
  graph.add_end(4);
  EXPECT_EQ(graph.find_trap(), 2U);
}

TEST(StateGraph, AStateThatStepsToItselfIsATrap) {
  StateGraph graph;
  graph.add_step(0, 0);
  EXPECT_EQ(graph.find_trap(), 0U);
}

// What was not looked at further may end.
TEST(StateGraph, AStateWithoutStepsMayEnd) {
  StateGraph graph;
  graph.add_step(0, 1);
  EXPECT_EQ(graph.find_trap(), std::nullopt);
}

TEST(StateGraph, NothingIsNoTrap) { EXPECT_EQ(StateGraph().find_trap(), std::nullopt); }

}  // namespace
