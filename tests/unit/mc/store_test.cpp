#include "engine/mc/store.h"

#include <gtest/gtest.h>

#include "base/run/random.h"

namespace mc {
namespace {

// States of `words` words that differ in all of them; the length is in the first.
std::vector<std::uint32_t> state(std::uint32_t number, std::uint32_t words) {
  std::vector<std::uint32_t> result{words << 4};
  for (std::uint32_t i = 1; i < words; ++i) result.push_back(number / i);
  result.back() = number;
  return result;
}

class Stores : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Stores, RememberEachStateOnce) {
  Store store(false);
  std::vector<Store::Id> ids;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    auto found = store.insert(state(i, GetParam()));
    ASSERT_TRUE(found.is_new) << i;
    ids.push_back(found.id);
  }
  EXPECT_EQ(store.size(), 20'000U);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    auto found = store.insert(state(i, GetParam()));
    EXPECT_FALSE(found.is_new);
    EXPECT_EQ(found.id, ids[i]);
    EXPECT_EQ(store.find(state(i, GetParam())), ids[i]);
  }
  EXPECT_EQ(store.find(state(20'000, GetParam())), 0U);
}

TEST_P(Stores, GiveStatesBack) {
  Store store(false);
  std::vector<Store::Id> ids;
  for (std::uint32_t i = 0; i < 3000; ++i) ids.push_back(store.insert(state(i, GetParam())).id);
  for (std::uint32_t i = 0; i < 3000; ++i) {
    store.set_flags(ids[i], i % 8);
    auto words = store.load(ids[i]);
    auto expected = state(i, GetParam());
    ASSERT_GE(words.size(), expected.size());
    EXPECT_EQ(words[0] & ~15U, expected[0]);
    for (std::size_t k = 1; k < expected.size(); ++k) ASSERT_EQ(words[k], expected[k]) << i;
  }
  // Flags are no part of a state.
  for (std::uint32_t i = 0; i < 3000; ++i) {
    EXPECT_EQ(store.flags(ids[i]), i % 8);
    EXPECT_EQ(store.find(state(i, GetParam())), ids[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, Stores, testing::Values(2U, 3U, 8U, 9U, 16U, 40U, 100U));

TEST(Store, TellsStatesOfDifferentLengthsApart) {
  Store store(false);
  for (std::uint32_t words = 2; words < 60; ++words) {
    EXPECT_TRUE(store.insert(state(7, words)).is_new) << words;
  }
  for (std::uint32_t words = 2; words < 60; ++words) {
    EXPECT_FALSE(store.insert(state(7, words)).is_new) << words;
  }
}

// Long states that share most of their words cost little more than their roots.
TEST(Store, SharesWhatLongStatesHaveInCommon) {
  Store store(false);
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    std::vector<std::uint32_t> words(32, 0);
    words[3] = i % 300 << 4;
    words[20] = i / 300;
    ASSERT_TRUE(store.insert(words).is_new);
  }
  EXPECT_LT(static_cast<double>(store.used_bytes()) / 100'000, 40);
}

TEST(Store, KeepsHashesOnly) {
  Store store(true);
  std::vector<Store::Id> ids;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    auto found = store.insert(state(i, 5));
    ASSERT_TRUE(found.is_new);
    ids.push_back(found.id);
    store.set_flags(found.id, i % 8);
  }
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    EXPECT_FALSE(store.insert(state(i, 5)).is_new);
    EXPECT_EQ(store.flags(ids[i]), i % 8);
  }
  EXPECT_LT(static_cast<double>(store.used_bytes()) / 50'000, 25);
  EXPECT_GT(store.odds(), 0);
  EXPECT_LT(store.odds(), 1e-8);
}

TEST(Store, StopsAtItsLimit) {
  for (std::uint32_t words : {4U, 40U}) {
    Store store(false, 8 << 20);
    run::Random random(1);
    std::uint64_t inserted = 0;
    while (!store.is_full() && inserted < 10'000'000) {
      std::vector<std::uint32_t> state(words);
      for (auto& word : state) word = static_cast<std::uint32_t>(random.below(1U << 30)) << 1;
      state[0] = words << 4;
      if (store.insert(state).is_new) ++inserted;
    }
    EXPECT_TRUE(store.is_full());
    EXPECT_EQ(store.size(), inserted);
    EXPECT_GT(inserted, 5'000U);
    EXPECT_LE(store.bytes(), 9U << 20);
  }
}

}  // namespace
}  // namespace mc
