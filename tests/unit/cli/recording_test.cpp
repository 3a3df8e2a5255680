#include "cli/recording.h"

#include <gtest/gtest.h>

namespace {

using cli::parse_recording;

std::string error(const std::string& text) {
  auto recording = parse_recording(text);
  return recording ? "accepted" : recording.error();
}

TEST(Recording, ReadsAResult) {
  auto recording = parse_recording(
      R"({"entry": "Main.f", "verdict": "invalid",
          "options": {"int": "32", "join": "children", "deadlock": "main", "races": "on",
                      "array-size": "5"},
          "violation": {"kind": "assert"},
          "counterexample": {"inputs": {}, "decisions": [],
            "trace": [{"thread": 2, "method": "Main.f", "line": 4, "column": 5,
                       "updates": {"x": "1"}}, {"thread": 1}]}})");
  ASSERT_TRUE(recording.has_value()) << recording.error();
  EXPECT_EQ(recording->entry, "Main.f");
  EXPECT_EQ(recording->semantics.integers, ir::IntMode::Bits32);
  EXPECT_EQ(recording->semantics.join, ir::JoinMode::Children);
  EXPECT_EQ(recording->semantics.deadlock, ir::DeadlockMode::Main);
  EXPECT_TRUE(recording->semantics.races);
  EXPECT_EQ(recording->array_size, 5U);
  EXPECT_EQ(recording->violation, "assert");
  EXPECT_TRUE(recording->is_result);
  ASSERT_EQ(recording->steps.size(), 2U);
  EXPECT_EQ(recording->steps[0].thread, 2U);
  EXPECT_EQ(recording->steps[0].method, "Main.f");
  EXPECT_EQ(recording->steps[0].line, 4U);
  EXPECT_EQ(recording->steps[0].column, 5U);
  ASSERT_TRUE(recording->steps[0].updates);
  EXPECT_EQ(recording->steps[0].updates->front().first, "x");
  EXPECT_EQ(recording->steps[1].line, std::nullopt);
}

TEST(Recording, ReadsACounterexampleAlone) {
  auto recording = parse_recording(R"({"inputs": {"n": 3}, "heap": [], "decisions": []})");
  ASSERT_TRUE(recording.has_value()) << recording.error();
  EXPECT_EQ(recording->schedule.inputs.dump(), R"({"inputs":{"n":3},"heap":[]})");
  EXPECT_FALSE(recording->entry);
  EXPECT_FALSE(recording->is_result);
  EXPECT_TRUE(recording->steps.empty());
}

TEST(Recording, SaysWhatIsWrong) {
  EXPECT_EQ(error(""), "it is not JSON: it ends too early");
  EXPECT_EQ(error("{\"a\": 1,\n\"b\" 2}"), "it is not JSON: line 2 is wrong");
  EXPECT_EQ(error("[1e999]"), "a number in it is too large");
  EXPECT_EQ(error("[]"), "it is no result of `braid verify --format json`");
  EXPECT_EQ(error("{}"), "there is no list of decisions in it");
  EXPECT_EQ(error(R"({"verdict": "valid", "counterexample": null})"),
            "it holds no execution: its verdict is `valid`");
  EXPECT_EQ(error(R"({"counterexample": 1})"), "`counterexample` is no object");
  EXPECT_EQ(error(R"({"decisions": [{"kind": "schedule", "chosen": 4294967296, "of": 2}]})"),
            "decision 1 is malformed");
  EXPECT_EQ(error(R"({"decisions": [], "trace": {}})"), "`trace` is no list");
  EXPECT_EQ(error(R"({"decisions": [], "trace": [{"thread": 1}, 2]})"), "step 2 is no object");
  EXPECT_EQ(error(R"({"decisions": [], "trace": [{}]})"), "step 1 has no thread");
  EXPECT_EQ(error(R"({"decisions": [], "trace": [{"thread": -1}]})"),
            "`thread` of step 1 is no number of that kind");
  EXPECT_EQ(error(R"({"decisions": [], "trace": [{"thread": 1, "updates": {"x": 1}}]})"),
            "`x` of step 1 is no string");
  EXPECT_EQ(error(R"({"decisions": [], "entry": 1})"), "`entry` of the result is no string");
  EXPECT_EQ(error(R"({"decisions": [], "options": 1})"), "`options` is no object");
  EXPECT_EQ(error(R"({"decisions": [], "options": {"int": "33"}})"),
            "`33` is no value of the option `int`");
  EXPECT_EQ(error(R"({"decisions": [], "options": {"array-size": "-1"}})"),
            "`-1` is no value of the option `array-size`");
}

TEST(Recording, RefusesWhatIsNestedTooDeeply) {
  std::string deep(2000, '[');
  EXPECT_EQ(error(deep + std::string(2000, ']')), "it is nested more than 1000 levels deep");
  // Brackets in strings do not nest.
  EXPECT_EQ(error("{\"a\": \"\\\"" + deep + "\"}"), "there is no list of decisions in it");
}

}  // namespace
