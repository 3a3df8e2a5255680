// The states that a search has met, exactly or by hashes.
//
// An exact store keeps each state as a record in an arena, and an open-addressing table
// of 64-bit entries: the upper half is a hash of the state, the lower half where its
// record lies. The place of an entry is proportional to its hash, so that growing the
// table is one sweep through both tables in order.
//
// A short state is its own record. A long one is folded into a tree: pairs of words are
// interned as nodes, pairs of nodes again, until two are left (Laarman, van de Pol and
// Weber, "Parallel recursive state compression for free", 2011). Neighbouring states
// share most of their nodes, so that a state costs little more than its root.
//
// A store of hashes keeps 61 bits of each state: two states may be taken for one, with
// the odds that `odds` tells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/mc/table.h"

namespace mc {

// Words in chunks that never move. Index 0 is never given out.
class WordArena {
 public:
  static constexpr std::uint32_t kChunkBits = 19;  // a chunk of 2^19 words is 2 MiB
  static constexpr std::uint32_t kChunkWords = 1U << kChunkBits;

  // Room for `count` words in one chunk; 0 if there is none left.
  std::uint32_t allocate(std::uint32_t count);
  // Whether this would need a new chunk.
  bool needs_chunk(std::uint32_t count) const { return used_ + count > kChunkWords; }
  std::uint32_t* at(std::uint32_t index) { return words_of(index) + (index & (kChunkWords - 1)); }
  const std::uint32_t* at(std::uint32_t index) const {
    return words_of(index) + (index & (kChunkWords - 1));
  }
  // Words from the index to the end of its chunk.
  std::span<const std::uint32_t> tail(std::uint32_t index) const {
    return {at(index), kChunkWords - (index & (kChunkWords - 1))};
  }
  std::uint64_t bytes() const { return std::uint64_t{chunks_.size()} * kChunkWords * 4; }
  std::uint64_t used_bytes() const {
    return bytes() - (chunks_.empty() ? 0 : std::uint64_t{kChunkWords - used_} * 4);
  }

 private:
  std::uint32_t* words_of(std::uint32_t index) const {
    return static_cast<std::uint32_t*>(chunks_[index >> kChunkBits].data());
  }

  std::vector<Pages> chunks_;
  std::uint32_t used_ = kChunkWords;  // of the last chunk
};

class Store {
 public:
  // Names a state for as long as the store lives.
  using Id = std::uint64_t;
  static constexpr std::uint8_t kFlags = 7;  // three bits per state, for the search

  struct Inserted {
    Id id = 0;
    bool is_new = false;
  };

  // The store will not take more than `limit` bytes; 0: no limit.
  explicit Store(bool hashes_only, std::uint64_t limit = 0);

  // The state's lowest four bits are zero. If the store is full, nothing is inserted and
  // is_full() holds from then on.
  Inserted insert(std::span<const std::uint32_t> words);
  // 0 if the state is not there.
  Id find(std::span<const std::uint32_t> words);

  std::uint8_t flags(Id id) const;
  void set_flags(Id id, std::uint8_t flags);
  // The state; not for a store of hashes. It may be followed by other words. Valid until
  // the next call.
  std::span<const std::uint32_t> load(Id id);

  void set_limit(std::uint64_t bytes) { limit_ = bytes; }
  bool is_full() const { return is_full_; }
  std::uint64_t size() const { return count_; }
  std::uint64_t bytes() const;       // taken from the system
  std::uint64_t used_bytes() const;  // of the arenas only what is written
  double fill() const;               // of the table
  // The probability that some two states were taken for one.
  double odds() const;

 private:
  struct Record {
    std::uint32_t words[2];
  };

  Inserted look(std::span<const std::uint32_t> words, bool adds);
  Inserted look_hash(std::uint64_t hash, bool adds);
  bool is_same(std::uint32_t at, std::span<const std::uint32_t> record) const;
  std::span<const std::uint32_t> fold(std::span<const std::uint32_t> words);
  std::uint32_t intern(std::uint32_t left, std::uint32_t right);
  bool make_room(std::uint64_t nodes);
  std::uint64_t find_hash(Id id) const;
  bool allows(std::uint64_t more) const { return limit_ == 0 || bytes() + more <= limit_; }

  bool hashes_only_;
  std::uint64_t limit_;
  bool is_full_ = false;
  std::uint64_t count_ = 0;
  WordArena records_;
  EntryTable table_;
  WordArena nodes_;
  EntryTable node_table_;
  std::uint64_t node_count_ = 0;
  std::vector<std::uint32_t> buffer_;
  Record root_{};
};

}  // namespace mc
