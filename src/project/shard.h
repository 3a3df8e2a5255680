// A share of a project, so that many machines can verify it together.
//
// Everyone reads all programs and finds the same list of what there is to verify. Of N shards the
// first has the first of the list and every Nth after it, and so on: shares differ in size by one
// at most, no two of them overlap, and the methods of a file, which are often alike, go to
// different shards. Shares by a hash of the name would stay the same when a method is added, but
// be uneven; and the cache of verdicts, which shards may have in common, makes that worth little.
#pragma once

#include <cstddef>
#include <string>

#include <tl/expected.hpp>

namespace project {

struct Shard {
  std::size_t index = 0;  // from 1 on
  std::size_t count = 0;  // 0: there are no shards, and everything is in the share
};

inline constexpr std::size_t kMostShards = 1000000;

// Whether the one with this number, from 0 on, is in the share.
bool has(const Shard& shard, std::size_t number);
// How many of `all` are in the share.
std::size_t size_of(const Shard& shard, std::size_t all);

// Reads `3/16`. The error says what is wrong with the text.
tl::expected<Shard, std::string> shard_from(const std::string& text);

}  // namespace project
