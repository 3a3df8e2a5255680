#include "cli/schedule.h"

#include <gtest/gtest.h>

namespace {

using cli::parse_schedule;

TEST(Schedule, ReadsABareListOfDecisions) {
  auto schedule = parse_schedule(
      R"([{"kind": "schedule", "chosen": 1, "of": 3}, {"kind": "notify", "chosen": 0, "of": 2}])");
  ASSERT_TRUE(schedule.has_value()) << schedule.error();
  ASSERT_EQ(schedule->decisions.size(), 2U);
  EXPECT_EQ(schedule->decisions[0], (run::Decision{run::DecisionKind::Schedule, 1, 3}));
  EXPECT_EQ(schedule->decisions[1], (run::Decision{run::DecisionKind::Notify, 0, 2}));
  EXPECT_TRUE(schedule->inputs.is_null());
}

TEST(Schedule, TakesTheInputsOfAResultUnlessItsDecisionsChooseThem) {
  auto given =
      parse_schedule(R"({"counterexample": {"inputs": {"n": 3}, "heap": [], "decisions": []}})");
  ASSERT_TRUE(given.has_value()) << given.error();
  EXPECT_EQ(given->inputs.dump(), R"({"inputs":{"n":3},"heap":[]})");
  auto chosen = parse_schedule(
      R"({"counterexample": {"inputs": {"n": 3}, "decisions": [{"kind": "input", "chosen": 1, "of": 7}]}})");
  ASSERT_TRUE(chosen.has_value()) << chosen.error();
  EXPECT_TRUE(chosen->inputs.is_null());
}

TEST(Schedule, SaysWhatIsWrong) {
  auto error = [](const char* text) {
    auto schedule = parse_schedule(text);
    return schedule ? std::string("accepted") : schedule.error();
  };
  EXPECT_EQ(error("{"), "it is not JSON: it ends too early");
  EXPECT_EQ(error("{}"), "there is no list of decisions in it");
  EXPECT_EQ(error("[1]"), "decision 1 is malformed");
  EXPECT_EQ(error(R"([{"kind": "nothing", "chosen": 0, "of": 2}])"), "decision 1 is malformed");
  EXPECT_EQ(error(R"([{"kind": "schedule", "chosen": 2, "of": 2}])"), "decision 1 is malformed");
  EXPECT_EQ(error(R"([{"kind": "schedule", "chosen": -1, "of": 2}])"), "decision 1 is malformed");
}

}  // namespace
