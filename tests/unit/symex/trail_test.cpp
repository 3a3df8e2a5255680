#include "engine/symex/trail.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace symex {
namespace {

std::vector<std::uint32_t> threads(const Trail& trail) {
  std::vector<std::uint32_t> result;
  for (const verdict::Step& step : trail.schedule()) result.push_back(step.thread);
  return result;
}

using Threads = std::vector<std::uint32_t>;

TEST(Trail, tells_the_steps_in_their_order) {
  Trail trail;
  EXPECT_TRUE(trail.schedule().empty());
  for (std::uint32_t thread : {0U, 0U, 2U, 1U, 1U, 0U}) trail.add(thread, 0);
  EXPECT_EQ(threads(trail), (Threads{0, 0, 2, 1, 1, 0}));
}

TEST(Trail, copies_go_different_ways) {
  Trail a;
  a.add(0, 0);
  a.add(1, 0);
  Trail b = a;
  a.add(1, 0);
  b.add(2, 0);
  EXPECT_EQ(threads(a), (Threads{0, 1, 1}));
  EXPECT_EQ(threads(b), (Threads{0, 1, 2}));
  Trail c = std::move(a);
  b = c;
  c.add(0, 0);
  EXPECT_EQ(threads(b), (Threads{0, 1, 1}));
  EXPECT_EQ(threads(c), (Threads{0, 1, 1, 0}));
}

TEST(Trail, who_was_notified_belongs_to_one_step) {
  Trail trail;
  trail.add(1, 0);
  trail.add(1, 2);
  trail.add(1, 0);
  verdict::Steps steps = trail.schedule();
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_TRUE(steps[0].choices.empty());
  ASSERT_EQ(steps[1].choices.size(), 1U);
  EXPECT_EQ(steps[1].choices[0], 2U);
  EXPECT_TRUE(steps[2].choices.empty());
}

TEST(Trail, a_long_one_is_released) {
  Trail trail;
  for (std::uint32_t i = 0; i < 1'000'000; ++i) trail.add(i % 2, 0);
  Trail copy = trail;
  trail = Trail();
  EXPECT_EQ(copy.schedule().size(), 1'000'000U);
}

}  // namespace
}  // namespace symex
