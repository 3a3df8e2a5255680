#include "cli/progress.h"

#include <gtest/gtest.h>

namespace {

TEST(Progress, SaysHowFarARunIs) {
  run::Statistics stats;
  stats.paths = 1;
  stats.transitions = 340;
  stats.max_depth = 61;
  EXPECT_EQ(cli::progress_text(stats, 2.9, 8.6),
            "1 execution, 340 steps, depth 61, 9 queries/s, 2 s");
  stats.paths = 12;
  EXPECT_EQ(cli::progress_text(stats, 187, 0),
            "12 executions, 340 steps, depth 61, 0 queries/s, 3:07 min");
  EXPECT_EQ(cli::progress_text(stats, 3600 + 61, 0),
            "12 executions, 340 steps, depth 61, 0 queries/s, 1:01:01 h");
}

}  // namespace
