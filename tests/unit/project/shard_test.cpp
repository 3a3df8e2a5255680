#include "project/shard.h"

#include <gtest/gtest.h>

#include <string>

#include "project/deflate.h"

namespace {

using project::Shard;

TEST(Shard, SharesAreDisjointCompleteAndEven) {
  for (std::size_t all = 0; all < 40; ++all) {
    for (std::size_t count = 1; count < 12; ++count) {
      std::size_t sum = 0;
      for (std::size_t index = 1; index <= count; ++index) {
        Shard shard{index, count};
        std::size_t own = 0;
        for (std::size_t i = 0; i < all; ++i) own += project::has(shard, i) ? 1 : 0;
        EXPECT_EQ(own, project::size_of(shard, all)) << index << "/" << count << " of " << all;
        EXPECT_LE(own, all / count + 1);
        EXPECT_GE(own, all / count);
        sum += own;
      }
      EXPECT_EQ(sum, all);
    }
  }
}

TEST(Shard, WithoutSharesEverythingIsIn) {
  EXPECT_TRUE(project::has({}, 0));
  EXPECT_TRUE(project::has({}, 17));
  EXPECT_EQ(project::size_of({}, 5), 5U);
}

TEST(Shard, IsRead) {
  auto shard = project::shard_from("3/16");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 3U);
  EXPECT_EQ(shard->count, 16U);
  for (const char* text : {"", "/", "3", "3/", "/3", "0/3", "4/3", "1/0", "a/b", "+1/3", "1/3 "}) {
    EXPECT_FALSE(project::shard_from(text)) << text;
  }
}

TEST(Deflate, KeepsAllBytes) {
  std::string bytes;
  for (std::uint64_t i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * i / 100);
  std::string packed = project::deflated(bytes);
  EXPECT_LT(packed.size(), bytes.size());
  EXPECT_EQ(project::inflated(packed, bytes.size()), bytes);
  EXPECT_FALSE(project::inflated(packed, bytes.size() - 1));
  EXPECT_FALSE(project::inflated(packed + "x", bytes.size()));
  EXPECT_FALSE(project::inflated(packed.substr(0, packed.size() - 1), bytes.size()));
  EXPECT_FALSE(project::inflated("", 10));
  EXPECT_EQ(project::inflated(project::deflated(""), 10), "");
}

}  // namespace
