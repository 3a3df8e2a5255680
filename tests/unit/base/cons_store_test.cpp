#include "base/cons_store.h"

#include <gtest/gtest.h>

#include <string>

#include "base/ids.h"

namespace {

using TextId = base::Id<struct TextTag>;

// Few hashes, so that most values collide.
struct PoorHash {
  std::size_t operator()(const std::string& text) const { return text.size(); }
};

TEST(ConsStore, KeepsEqualValuesOnce) {
  base::ConsStore<TextId, std::string, PoorHash> store;
  std::vector<TextId> ids;
  for (int i = 0; i < 1000; ++i) ids.push_back(store.make(std::to_string(i)));
  const std::string& first = store[ids[0]];
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(ids[i].index(), static_cast<std::uint32_t>(i)) << "in the order of construction";
    EXPECT_EQ(store.make(std::to_string(i)), ids[i]);
    EXPECT_EQ(store[ids[i]], std::to_string(i));
  }
  EXPECT_EQ(store.size(), 1000U);
  EXPECT_EQ(&store[ids[0]], &first);
}

// Nodes are removed in the reverse order and made again, over the growth of the table.
TEST(ConsTable, TakesBackWhatWasAddedLast) {
  std::vector<std::uint64_t> nodes;
  base::ConsTable table(4);
  auto hash_of = [](std::uint64_t value) { return value % 7; };
  auto make = [&](std::uint64_t value) {
    return table.find_or_add(
        hash_of(value), [&](std::uint32_t number) { return nodes[number] == value; },
        [&] {
          nodes.push_back(value);
          return static_cast<std::uint32_t>(nodes.size() - 1);
        },
        [&](std::uint32_t number) { return hash_of(nodes[number]); });
  };
  for (int round = 0; round < 5; ++round) {
    for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(make(i * 3), i);
    for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(make(i * 3), i) << "found again";
    while (nodes.size() > static_cast<std::size_t>(round) * 10) {
      table.remove_last(hash_of(nodes.back()), static_cast<std::uint32_t>(nodes.size() - 1));
      nodes.pop_back();
    }
  }
}

}  // namespace
