#include "engine/interp/chooser.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using run::DecisionKind;

// An activity with 2 + 3 outcomes: the second decision depends on the first.
std::string activity(interp::Chooser& chooser) {
  std::size_t first = chooser.choose(DecisionKind::Branch, 2);
  std::size_t second = chooser.choose(DecisionKind::Value, first == 0 ? 2 : 3);
  chooser.choose(DecisionKind::Value, 1);
  return std::to_string(first) + std::to_string(second);
}

TEST(Chooser, EnumeratesEachListOnce) {
  interp::EnumeratingChooser chooser;
  std::vector<std::string> seen;
  do {
    seen.push_back(activity(chooser));
  } while (chooser.advance());
  EXPECT_EQ(seen, (std::vector<std::string>{"00", "01", "10", "11", "12"}));
}

TEST(Chooser, AnActivityWithoutDecisionsIsEnumeratedOnce) {
  interp::EnumeratingChooser chooser;
  EXPECT_EQ(chooser.choose(DecisionKind::Value, 1), 0U);
  EXPECT_FALSE(chooser.advance());
}

TEST(Chooser, ReplayRepeatsARecording) {
  interp::RandomChooser random(3);
  for (int i = 0; i < 20; ++i) {
    interp::RecordingChooser recorder(random);
    std::string first = activity(recorder);
    EXPECT_EQ(recorder.decisions().size(), 2U);  // one alternative is no decision
    interp::ReplayChooser replay(recorder.decisions());
    EXPECT_EQ(activity(replay), first);
    EXPECT_TRUE(replay.is_finished());
    EXPECT_EQ(replay.problem(), std::nullopt);
  }
}

TEST(Chooser, ReplayTellsAMisfit) {
  interp::ReplayChooser wrong_kind({{DecisionKind::Schedule, 0, 2}});
  activity(wrong_kind);
  EXPECT_EQ(wrong_kind.problem(),
            "decision 1 is schedule 0 of 2, but a branch decision among 2 is needed");
  interp::ReplayChooser short_list({{DecisionKind::Branch, 1, 2}});
  EXPECT_EQ(activity(short_list), "10");
  EXPECT_EQ(short_list.problem(),
            "the list of 1 decisions is over, but a value decision is needed");
  EXPECT_EQ(short_list.position(), 1U);
}

TEST(Chooser, RandomReachesEveryOutcome) {
  interp::RandomChooser chooser(1);
  std::set<std::string> seen;
  for (int i = 0; i < 200; ++i) seen.insert(activity(chooser));
  EXPECT_EQ(seen.size(), 5U);
}

}  // namespace
