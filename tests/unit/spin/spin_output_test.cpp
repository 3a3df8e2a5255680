#include "engine/spin/spin_output.h"

#include <gtest/gtest.h>

namespace {

using spin::SpinSearch;

TEST(SpinOutput, ReadsASearchThatFoundNothing) {
  SpinSearch search = spin::read_spin_search(
      "BRAID cut range\nBRAID cut instances\nBRAID cut range\n\n"
      "(Spin Version 6.5.2 -- 6 December 2019)\n"
      "State-vector 44 byte, depth reached 17, errors: 0\n"
      "       20 states, stored\n       12 states, matched\n"
      "       32 transitions (= stored+matched)\n"
      "    0.001\tequivalent memory usage for states (stored*(State-vector + overhead))\n"
      "    0.288\tactual memory usage for states\n");
  EXPECT_EQ(search.error, SpinSearch::Error::None);
  EXPECT_TRUE(search.is_complete);
  EXPECT_EQ(search.states, 20);
  EXPECT_EQ(search.transitions, 32);
  EXPECT_EQ(search.depth, 17);
  EXPECT_EQ(search.bytes_per_state, 44 + 16);
  EXPECT_EQ(search.cuts, (std::vector<std::string>{"instances", "range"}));
}

TEST(SpinOutput, KnowsTheMemoryOfManyStates) {
  SpinSearch search = spin::read_spin_search(
      "State-vector 200 byte, depth reached 17, errors: 0\n"
      "1048576 states, stored\n  20.000\tactual memory usage for states\n");
  EXPECT_EQ(search.bytes_per_state, 20);
}

TEST(SpinOutput, TellsErrorsApart) {
  auto error = [](const char* text) { return spin::read_spin_search(text).error; };
  EXPECT_EQ(error("pan:1: assertion violated 0 (at depth 4)\n"), SpinSearch::Error::Assertion);
  EXPECT_EQ(error("pan:1: invalid end state (at depth 5)\n"), SpinSearch::Error::Deadlock);
  EXPECT_EQ(error("pan:1: acceptance cycle (at depth 4)\n"), SpinSearch::Error::Cycle);
  EXPECT_EQ(error("pan:1: indexing x[3] - size is 3\n"), SpinSearch::Error::Other);
  EXPECT_EQ(error("pan: wrote model.pml.trail\n"), SpinSearch::Error::None);
}

TEST(SpinOutput, IsIncompleteIfAnythingWasLeftOut) {
  std::string end = "State-vector 44 byte, depth reached 9, errors: 0\n 3.2e+07 states, stored\n";
  EXPECT_TRUE(spin::read_spin_search(end).is_complete);
  EXPECT_EQ(spin::read_spin_search(end).states, 3.2e7);
  EXPECT_FALSE(spin::read_spin_search("error: max search depth too small\n" + end).is_complete);
  EXPECT_FALSE(spin::read_spin_search("pan: reached -DMEMLIM bound\n" + end).is_complete);
  EXPECT_TRUE(spin::read_spin_search("pan: reached -DMEMLIM bound\n" + end).lacks_memory);
  EXPECT_FALSE(spin::read_spin_search("Warning: Search not completed\n" + end).is_complete);
  EXPECT_FALSE(spin::read_spin_search("").is_complete);
}

TEST(SpinOutput, ReadsATrail) {
  auto trail = spin::read_spin_trail(
      "BRAID step 1 0 2\n  1:\tproc  1 (T_Main) m.pml:11 (state 11)\t[printf('BRAID step %d')]\n"
      "BRAID choice 1 3\n"
      "BRAID step 2 1 0\nBRAID notify 0 1\n"
      "<<<<<START OF CYCLE>>>>>\n"
      "\tBRAID step 1 0 3\nBRAID notify 1 2\nBRAID choice 0 2\n");
  ASSERT_TRUE(trail);
  ASSERT_EQ(trail->steps.size(), 3U);
  EXPECT_EQ(trail->steps[0].thread, 0U);
  EXPECT_EQ(trail->steps[0].transition, ir::TransId(2));
  EXPECT_EQ(trail->steps[0].choices, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(trail->steps[1].thread, 1U);
  EXPECT_EQ(trail->steps[1].proc, ir::ProcId(1));
  EXPECT_TRUE(trail->steps[1].choices.empty());
  EXPECT_EQ(trail->steps[2].choices, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(trail->values[2], (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(trail->loop, 2U);
  EXPECT_FALSE(trail->lacks_choices);
}

TEST(SpinOutput, RefusesATrailThatMakesNoSense) {
  EXPECT_FALSE(spin::read_spin_trail("BRAID choice 1 3\n"));
  EXPECT_FALSE(spin::read_spin_trail("BRAID step 0 0 0\n"));
  EXPECT_FALSE(spin::read_spin_trail("BRAID step one\n"));
}

}  // namespace
