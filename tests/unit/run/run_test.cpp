#include "base/run/run.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "base/run/decision.h"
#include "base/run/random.h"

namespace {

TEST(Random, IsTheSameForTheSameSeed) {
  run::Random a(7);
  run::Random b(7);
  run::Random c(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    std::uint64_t x = a.next();
    EXPECT_EQ(x, b.next());
    differs |= x != c.next();
  }
  EXPECT_TRUE(differs);
}

// The reference values of SplitMix64 for seed 0.
TEST(Random, IsSplitMix64) {
  run::Random random(0);
  EXPECT_EQ(random.next(), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(random.next(), 0x6e789e6aa1b965f4ULL);
}

TEST(Random, BelowReachesExactlyTheNumbersBelow) {
  run::Random random(1);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 500; ++i) seen.insert(random.below(5));
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST(Run, GoesOnWithoutLimits) {
  run::Run run;
  run.stats.transitions = 1'000'000'000;
  for (int i = 0; i < 200; ++i) EXPECT_EQ(run.stop_reason(), std::nullopt);
}

TEST(Run, StopsAtTheStepLimit) {
  run::Run run({.seconds = {}, .memory_bytes = {}, .steps = 3});
  run.stats.transitions = 2;
  EXPECT_EQ(run.stop_reason(), std::nullopt);
  run.stats.transitions = 3;
  EXPECT_EQ(run.stop_reason(), "the limit of 3 steps was reached");
}

TEST(Run, IsCancelledWithTheRunThatItIsAPartOf) {
  run::Run whole;
  run::Run part({}, 0, &whole);
  part.cancel();
  EXPECT_FALSE(whole.is_cancelled());
  run::Run next({}, 0, &whole);
  EXPECT_EQ(next.stop_reason(), std::nullopt);
  whole.cancel();
  EXPECT_TRUE(next.is_cancelled());
  EXPECT_EQ(next.stop_reason(), "interrupted");
}

TEST(Run, StopsWhenCancelledFromAnotherThread) {
  run::Run run;
  std::thread other([&] { run.cancel(); });
  other.join();
  EXPECT_EQ(run.stop_reason(), "interrupted");
}

TEST(Run, SaysWhyItWasCancelled) {
  run::Run whole({.since = {}, .seconds = 7, .memory_bytes = 3 << 20, .steps = {}});
  run::Run part({}, 0, &whole);
  EXPECT_EQ(whole.cancel_reason(), "");
  whole.cancel(run::Cause::Time);
  whole.cancel(run::Cause::Memory);  // too late
  EXPECT_EQ(whole.stop_reason(), "the time limit of 7 s was reached");
  EXPECT_EQ(part.stop_reason(), "the time limit of 7 s was reached");
  run::Run other({.since = {}, .seconds = 7, .memory_bytes = 3 << 20, .steps = {}});
  other.cancel(run::Cause::Memory);
  EXPECT_EQ(other.cancel_reason(), "the memory limit of 3 MiB was reached");
}

TEST(Run, CountsItsTimeFromWhereItIsTold) {
  auto since = run::Clock::now() - std::chrono::hours(1);
  run::Run run({.since = since, .seconds = 60.0, .memory_bytes = {}, .steps = {}});
  EXPECT_GE(run.elapsed_seconds(), 3600);
  EXPECT_EQ(run.stop_reason(), "the time limit of 60 s was reached");
}

TEST(Run, PublishesItsCountersWhenItLooksAtTheClock) {
  run::Run run;
  run.stats.paths = 3;
  EXPECT_EQ(run.latest_statistics().paths, 0U);
  run.stop_reason_now();
  EXPECT_EQ(run.latest_statistics().paths, 3U);
}

TEST(Run, StopsAtTheTimeLimit) {
  run::Run run({.seconds = 0.0, .memory_bytes = {}, .steps = {}});
  EXPECT_EQ(run.stop_reason(), "the time limit of 0 s was reached");
}

TEST(Run, StopsAtTheMemoryLimit) {
  run::Run run({.seconds = {}, .memory_bytes = 1 << 20, .steps = {}});
  EXPECT_EQ(run.stop_reason(), "the memory limit of 1 MiB was reached");
}

TEST(Run, ReportsProgressNowAndThen) {
  run::Run run;
  int reports = 0;
  run.on_progress(0, [&](const run::Run& running) {
    EXPECT_EQ(&running, &run);
    ++reports;
  });
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(run.stop_reason(), std::nullopt);
  EXPECT_GT(reports, 0);
  EXPECT_LT(reports, 1000) << "not at every poll";
  run.on_progress(3600, [&](const run::Run&) { FAIL() << "too early"; });
  for (int i = 0; i < 1000; ++i) run.stop_reason();
  run.on_progress(0, nullptr);
  for (int i = 0; i < 1000; ++i) run.stop_reason();
}

TEST(Run, KnowsItsMemoryAndTime) {
  run::Run run;
  run::Statistics stats = run.finished_statistics();
  EXPECT_GT(stats.peak_memory_bytes, 0U);
  EXPECT_GE(stats.peak_memory_bytes, run::resident_bytes() / 2);
  EXPECT_GE(stats.seconds, 0.0);
}

TEST(Decision, HasAKeyword) {
  EXPECT_EQ(run::keyword(run::DecisionKind::Schedule), "schedule");
  EXPECT_EQ(run::keyword(run::DecisionKind::Notify), "notify");
}

}  // namespace
