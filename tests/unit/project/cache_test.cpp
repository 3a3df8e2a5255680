#include "project/cache.h"

#include <gtest/gtest.h>

#include "base/process.h"

namespace {

using project::decode_entry;
using project::encode_entry;

TEST(VerdictCache, KeepsWhatWasStored) {
  base::TemporaryFolder folder;
  project::VerdictCache cache(folder.path() + "/a/b", 1 << 20);
  EXPECT_FALSE(cache.find("key"));
  cache.store("key", "value");
  cache.store("other", "");
  EXPECT_EQ(cache.find("key"), "value");
  EXPECT_EQ(cache.find("other"), "");
  EXPECT_EQ(cache.problem(), "");
  cache.store("key", "newer");
  EXPECT_EQ(cache.find("key"), "newer");
}

TEST(VerdictCache, SaysWhyNothingCanBeKept) {
  project::VerdictCache cache("/proc/no/such/folder", 1 << 20);
  cache.store("key", "value");
  EXPECT_NE(cache.problem(), "");
  EXPECT_FALSE(cache.find("key"));
}

TEST(VerdictCache, TrimsToItsBound) {
  base::TemporaryFolder folder;
  project::VerdictCache cache(folder.path(), 4000);
  for (int i = 0; i < 20; ++i) cache.store(std::to_string(i), std::string(500, 'x'));
  cache.trim();
  int kept = 0;
  for (int i = 0; i < 20; ++i) kept += cache.find(std::to_string(i)) ? 1 : 0;
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, 8);
}

TEST(Entry, BelongsToItsKey) {
  std::string bytes = encode_entry("key", "value");
  EXPECT_EQ(decode_entry(bytes, "key"), "value");
  EXPECT_FALSE(decode_entry(bytes, "kez"));
  EXPECT_FALSE(decode_entry(bytes, "keyy"));
  EXPECT_FALSE(decode_entry(bytes, ""));
}

TEST(Entry, IsNoneIfAnyBitIsWrong) {
  const std::string bytes = encode_entry("a key of some length, length, length", "value");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      EXPECT_FALSE(decode_entry(damaged, "a key of some length, length, length"));
    }
    EXPECT_FALSE(decode_entry(bytes.substr(0, at), "a key of some length, length, length"));
  }
}

}  // namespace
