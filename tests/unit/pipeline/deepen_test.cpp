#include "pipeline/deepen.h"

#include <gtest/gtest.h>

namespace pipeline {
namespace {

// A search that would be complete with an unwinding of at least `enough`.
verdict::Result cut_below(const Request& options, std::uint32_t enough) {
  verdict::Result result;
  std::uint32_t unwind = options.unwind.value_or(10);
  result.verdict = verdict::VerdictKind::Valid;
  result.set_bound("unwind", std::to_string(unwind));
  if (unwind < enough) result.cut("unwind");
  result.complete = !result.is_cut();
  return result;
}

Request options_for(double seconds) {
  Request options;
  options.engine = Engine::Symex;
  options.deepen = seconds;
  return options;
}

TEST(Deepen, RaisesWhatCutsUntilNothingDoes) {
  run::Run run;
  Deepening done = deepen(run, options_for(60),
                          [](run::Run&, const Request& options) { return cut_below(options, 35); });
  EXPECT_TRUE(done.result.complete);
  EXPECT_EQ(done.rounds, 3U);  // 10, 20, 40
  EXPECT_EQ(done.round, 2U);
  ASSERT_EQ(done.result.bounds.size(), 1U);
  EXPECT_EQ(done.result.bounds[0].value, "40");
}

TEST(Deepen, WhatWasFinishedLastIsTheResultWhenTheTimeIsOver) {
  run::Run run;
  std::uint32_t searches = 0;
  Deepening done = deepen(run, options_for(60), [&](run::Run& round, const Request& options) {
    if (++searches < 3) return cut_below(options, 1000);
    round.cancel();
    verdict::Result stopped;
    stopped.reason = "interrupted";
    return stopped;
  });
  EXPECT_EQ(done.result.verdict, verdict::VerdictKind::Valid);
  EXPECT_FALSE(done.result.complete);
  EXPECT_EQ(done.result.bounds[0].value, "20");
  EXPECT_EQ(done.rounds, 2U);
  EXPECT_EQ(done.ended, "interrupted");
}

TEST(Deepen, BoundsThatCutEverythingAreRaised) {
  run::Run run;
  Deepening done = deepen(run, options_for(60), [](run::Run&, const Request& options) {
    verdict::Result result = cut_below(options, 20);
    if (result.is_cut()) result.verdict = verdict::VerdictKind::Unknown;
    return result;
  });
  EXPECT_TRUE(done.result.complete);
  EXPECT_EQ(done.rounds, 1U);
}

TEST(Deepen, GivenBoundsStay) {
  Request options = options_for(60);
  options.unwind = 4;
  options.given = {{"--unwind", {Engine::Symex}}};
  verdict::Result result = cut_below(options, 100);
  EXPECT_FALSE(raise_bounds(result, options));
  EXPECT_EQ(options.unwind, 4U);
}

TEST(Deepen, RangesGrowOnBothSides) {
  Request options = options_for(60);
  verdict::Result result;
  result.set_bound("range", "-1..72");
  result.cut("range");
  ASSERT_TRUE(raise_bounds(result, options));
  EXPECT_LT(options.bounds.low, -1);
  EXPECT_GT(options.bounds.high, 72);
  EXPECT_TRUE(options.bounds.given.contains("range"));
}

TEST(Deepen, EveryOptionHasALargestValue) {
  for (auto [name, value] : {std::pair("bitwidth", "12"),
                             {"scope", "64"},
                             {"threads", "30"},
                             {"depth", "1073741824"},
                             {"range", "-1..2147483648"}}) {
    Request options = options_for(60);
    verdict::Result result;
    result.set_bound(name, value);
    result.cut(name);
    EXPECT_FALSE(raise_bounds(result, options)) << name;
  }
}

}  // namespace
}  // namespace pipeline
