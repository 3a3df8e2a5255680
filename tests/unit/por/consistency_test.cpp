#include "engine/por/consistency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/run/random.h"

namespace por {
namespace {

constexpr std::uint32_t kInitial = HistoryEvent::kInitial;

using Events = std::vector<HistoryEvent>;

HistoryEvent event(std::vector<std::uint32_t> before, std::vector<HistoryEvent::Read> reads,
                   std::vector<std::uint64_t> writes) {
  return {std::move(before), std::move(reads), std::move(writes)};
}

// Whether the order is one that was asked for, by its definition.
bool is_right(const Events& events, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> last(8, kInitial);
  std::vector<bool> has_come(events.size());
  for (std::uint32_t i : order) {
    const HistoryEvent& e = events[i];
    for (std::uint32_t b : e.before) {
      if (!has_come[b]) return false;
    }
    for (const HistoryEvent::Read& r : e.reads) {
      std::uint32_t now = last[r.place];
      if (std::find(r.sources.begin(), r.sources.end(), now) == r.sources.end()) return false;
    }
    for (std::uint64_t place : e.writes) last[place] = i;
    has_come[i] = true;
  }
  return order.size() == events.size();
}

bool has_order(const Events& events) {
  std::vector<std::uint32_t> order(events.size());
  std::iota(order.begin(), order.end(), 0U);
  do {
    if (is_right(events, order)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

// Up to seven events of up to three threads, on three places. Reads have one source, or two.
Events random_events(run::Random& random) {
  std::size_t count = 2 + random.below(6);
  std::size_t threads = 1 + random.below(3);
  Events events(count);
  std::vector<std::optional<std::uint32_t>> latest(threads);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto& own = latest[random.below(threads)];
    if (own) events[i].before.push_back(*own);
    own = i;
    for (std::uint64_t place = 0; place < 3; ++place) {
      if (random.below(100) < 45) {
        std::vector<std::uint32_t> writers{kInitial};
        for (std::uint32_t w = 0; w < i; ++w) {
          const auto& written = events[w].writes;
          bool writes = std::find(written.begin(), written.end(), place) != written.end();
          if (writes) writers.push_back(w);
        }
        HistoryEvent::Read read{place, {}};
        std::size_t first = random.below(writers.size());
        read.sources.push_back(writers[first]);
        bool has_two = random.below(100) < 20 && first + 1 < writers.size();
        if (has_two) read.sources.push_back(writers[first + 1]);
        events[i].reads.push_back(read);
      }
      if (random.below(100) < 40) events[i].writes.push_back(place);
    }
  }
  return events;
}

TEST(Consistency, NothingIsConsistent) { EXPECT_EQ(linearize({}).answer, Consistency::Consistent); }

TEST(Consistency, TwoWritesOfWhichOneIsRead) {
  for (std::uint32_t source : {0U, 1U}) {
    Events events{event({}, {}, {0}), event({}, {}, {0}), event({0, 1}, {{0, {source}}}, {})};
    Linearization found = linearize(events);
    ASSERT_EQ(found.answer, Consistency::Consistent);
    EXPECT_TRUE(is_right(events, found.order));
  }
  Events initial{event({}, {}, {0}), event({0}, {{0, {kInitial}}}, {})};
  EXPECT_EQ(linearize(initial).answer, Consistency::Inconsistent);
}

// Store buffering: under sequential consistency not both miss the write of the other one.
TEST(Consistency, StoreBuffering) {
  auto with = [](std::uint32_t x, std::uint32_t y) {
    return Events{event({}, {}, {0}), event({}, {}, {1}), event({0}, {{1, {y}}}, {}),
                  event({1}, {{0, {x}}}, {})};
  };
  EXPECT_EQ(linearize(with(kInitial, kInitial)).answer, Consistency::Inconsistent);
  EXPECT_EQ(linearize(with(0, kInitial)).answer, Consistency::Consistent);
  EXPECT_EQ(linearize(with(kInitial, 1)).answer, Consistency::Consistent);
  EXPECT_EQ(linearize(with(0, 1)).answer, Consistency::Consistent);
}

// Independent readers that see two writes in opposite orders: what is derived is not a
// contradiction of two events at once.
TEST(Consistency, ReadersDisagreeAboutTheOrderOfWrites) {
  Events events{event({}, {}, {0}),        event({}, {}, {1}),
                event({}, {{0, {0}}}, {}), event({2}, {{1, {kInitial}}}, {}),
                event({}, {{1, {1}}}, {}), event({4}, {{0, {kInitial}}}, {})};
  EXPECT_EQ(linearize(events).answer, Consistency::Inconsistent);
}

TEST(Consistency, TwoUpdatesOfOneValue) {
  Events events{event({}, {{0, {kInitial}}}, {0}), event({}, {{0, {kInitial}}}, {0})};
  EXPECT_EQ(linearize(events).answer, Consistency::Inconsistent);
  events[1].reads[0].sources[0] = 0;
  EXPECT_EQ(linearize(events).answer, Consistency::Consistent);
}

TEST(Consistency, RandomEventsAgainstAllOrders) {
  int consistent = 0;
  int inconsistent = 0;
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    run::Random random(seed);
    Events events = random_events(random);
    bool expected = has_order(events);
    for (bool saturates : {true, false}) {
      LinearizationLimits limits;
      limits.saturates = saturates;
      Linearization found = linearize(events, limits);
      ASSERT_EQ(found.answer, expected ? Consistency::Consistent : Consistency::Inconsistent)
          << "seed " << seed << ", saturates " << saturates;
      if (expected) {
        EXPECT_TRUE(is_right(events, found.order)) << "seed " << seed;
      }
    }
    ++(expected ? consistent : inconsistent);
  }
  EXPECT_GT(consistent, 500);
  EXPECT_GT(inconsistent, 500);
}

TEST(Consistency, LimitsMakeTheAnswerUnknown) {
  Events events{event({}, {}, {0}), event({}, {}, {0}), event({0, 1}, {{0, {0}}}, {})};
  LinearizationLimits limits;
  limits.tries = 1;
  EXPECT_EQ(linearize(events, limits).answer, Consistency::Unknown);
}

}  // namespace
}  // namespace por
