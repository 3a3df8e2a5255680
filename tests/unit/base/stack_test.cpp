#include "base/stack.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace base {
namespace {

// Needs about a kilobyte of stack per level.
[[gnu::noinline]] int descend(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  if (depth == 0) return 0;
  return descend(depth - 1) + 1 + (frame[0] == static_cast<char>(depth) ? 0 : 1);
}

TEST(RunOnStack, ReturnsTheResult) {
  EXPECT_EQ(run_on_stack(1 << 20, [] { return 42; }), 42);
  EXPECT_EQ(run_on_stack(1 << 20, [] { return -1; }), -1);
}

TEST(RunOnStack, AllowsDeepRecursion) {
  // 60 MB at least: the usual 8 MB of a main thread do not hold it.
  EXPECT_EQ(run_on_stack(std::size_t{512} << 20, [] { return descend(60000); }), 60000);
}

TEST(RunOnStack, ExceptionsGoOnInTheCaller) {
  EXPECT_THROW(run_on_stack(1 << 20, []() -> int { throw std::runtime_error("x"); }),
               std::runtime_error);
}

TEST(RunOnStackDeathTest, RefusesAnImpossibleStack) {
  EXPECT_EXIT(run_on_stack(1, [] { return 0; }), testing::ExitedWithCode(6), "stack of 1 bytes");
}

}  // namespace
}  // namespace base
