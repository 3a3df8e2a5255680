#include "engine/nusmv/smv_trace.h"

#include <gtest/gtest.h>

namespace {

// As NuSMV 2.6 prints it: values that stay are left out, and each state that the last one
// equals begins a loop.
const char* const kOutput =
    "*** This is NuSMV 2.6.0\n"
    "-- specification ( G trap = none ->  F done)  is false\n"
    "-- as demonstrated by the following execution sequence\n"
    "Trace Description: LTL Counterexample \n"
    "Trace Type: Counterexample \n"
    "  -> State: 1.1 <-\n"
    "    trap = none\n"
    "    x = 0\n"
    "  -> Input: 1.2 <-\n"
    "    runs = Main\n"
    "    branch = 0\n"
    "  -- Loop starts here\n"
    "  -> State: 1.2 <-\n"
    "    x = -1\n"
    "  -> Input: 1.3 <-\n"
    "    runs = Other_1\n"
    "  -- Loop starts here\n"
    "  -> State: 1.3 <-\n"
    "  -> Input: 1.4 <-\n"
    "  -> State: 1.4 <-\n"
    "-- invariant trap != error  is true\n"
    "-- invariant !deadlocked  is false\n"
    "-- as demonstrated by the following execution sequence\n"
    "Trace Description: AG alpha Counterexample \n"
    "Trace Type: Counterexample \n"
    "  -> State: 2.1 <-\r\n"
    "    x = 7\r\n";

TEST(SmvTrace, ReadsAnswersAndTraces) {
  std::vector<nusmv::SmvAnswer> answers = nusmv::read_smv_output(kOutput);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_FALSE(answers[0].is_invariant);
  EXPECT_FALSE(answers[0].holds);
  ASSERT_TRUE(answers[0].trace);
  const nusmv::SmvTrace& trace = *answers[0].trace;
  ASSERT_EQ(trace.states.size(), 4U);
  ASSERT_EQ(trace.inputs.size(), 3U);
  EXPECT_EQ(trace.states[0].at("x"), "0");
  EXPECT_EQ(trace.states[3].at("x"), "-1");
  EXPECT_EQ(trace.states[3].at("trap"), "none");
  EXPECT_EQ(trace.inputs[0].at("runs"), "Main");
  EXPECT_EQ(trace.inputs[1].at("runs"), "Other_1");
  EXPECT_EQ(trace.inputs[2].at("runs"), "Other_1");
  EXPECT_EQ(trace.inputs[2].at("branch"), "0");
  EXPECT_EQ(trace.loops, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(answers[1].spec, "trap != error");
  EXPECT_TRUE(answers[1].is_invariant);
  EXPECT_TRUE(answers[1].holds);
  EXPECT_FALSE(answers[1].trace);
  EXPECT_EQ(answers[2].spec, "!deadlocked");
  ASSERT_TRUE(answers[2].trace);
  EXPECT_EQ(answers[2].trace->states.size(), 1U);
  EXPECT_EQ(answers[2].trace->states[0].at("x"), "7");
  EXPECT_TRUE(answers[2].trace->loops.empty());
}

// nuXmv leaves out an empty list of inputs altogether.
TEST(SmvTrace, KeepsInputsThatAreNotPrintedAgain) {
  auto answers = nusmv::read_smv_output(
      "-- invariant p  is false\n  -> State: 1.1 <-\n    x = 0\n  -> Input: 1.2 <-\n"
      "    runs = A\n  -> State: 1.2 <-\n    x = 1\n  -> State: 1.3 <-\n    x = 2\n");
  ASSERT_EQ(answers.size(), 1U);
  ASSERT_TRUE(answers[0].trace);
  ASSERT_EQ(answers[0].trace->inputs.size(), 2U);
  EXPECT_EQ(answers[0].trace->inputs[1].at("runs"), "A");
  EXPECT_EQ(answers[0].trace->states[2].at("x"), "2");
}

TEST(SmvTrace, IgnoresEverythingElse) {
  EXPECT_TRUE(nusmv::read_smv_output("").empty());
  EXPECT_TRUE(nusmv::read_smv_output("WARNING: x = 3\n-- Loop starts here\n").empty());
  EXPECT_TRUE(nusmv::read_smv_output("-- invariant p is maybe\n").empty());
}

}  // namespace
