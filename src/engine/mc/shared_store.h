// The states that several threads have met together, exactly or by hashes: one table for all of
// them, in which states are looked up and inserted without locks.
//
// As in Laarman, van de Pol and Weber, "Boosting multi-core reachability performance with shared
// hash tables" (FMCAD 2010), a table is an array of 64-bit entries with open addressing, and an
// entry has a part of the hash, so that most others are told apart without a look at the state. The
// states lie in an arena, as in the store of one thread (store.h), and an entry says where. So
// there is no moment in which an entry is taken and its state not yet written, for which theirs
// has a bit: a thread writes the state into memory of its own, and publishes it by
// compare-and-swap of the empty entry. If another thread was faster, the entry is looked at again,
// and if it was the same state, the memory is used for the next one.
//
// Long states are folded into trees whose nodes are interned in a second table in the same way.
//
// When a table is nearly full, one thread makes a larger one while the others stop (gate.h). No
// table is ever full: threads draw quotas of insertions beforehand.
//
// Each state has a note of 64 bits for the search.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/mc/gate.h"
#include "engine/mc/table.h"

namespace mc {

// Cells of 64 bits in chunks that never move; threads take chunks, and cells from those.
class CellArena {
 public:
  static constexpr std::uint32_t kChunkBits = 18;  // a chunk of 2^18 cells is 2 MiB
  static constexpr std::uint32_t kChunkCells = 1U << kChunkBits;
  static constexpr std::uint64_t kChunkBytes = std::uint64_t{kChunkCells} * 8;

  // What a thread has left of its chunk. Index 0 is never given out.
  struct Cursor {
    std::uint32_t next = 0;
    std::uint32_t left = 0;
  };

  CellArena();

  // A new chunk for the cursor; false if there are too many.
  bool refill(Cursor& cursor);
  std::uint64_t* at(std::uint32_t index) const {
    return chunks_[index >> kChunkBits].load(std::memory_order_relaxed) +
           (index & (kChunkCells - 1));
  }
  // 32-bit words from the cell to the end of its chunk.
  std::span<const std::uint32_t> tail(std::uint32_t index) const {
    return {words(index), std::size_t{2} * (kChunkCells - (index & (kChunkCells - 1)))};
  }
  std::uint32_t* words(std::uint32_t index) const {
    return reinterpret_cast<std::uint32_t*>(at(index));
  }
  std::uint64_t bytes() const { return count_.load(std::memory_order_relaxed) * kChunkBytes; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << (32 - kChunkBits);

  std::mutex mutex_;
  std::vector<Pages> pages_;  // under the lock
  std::unique_ptr<std::atomic<std::uint64_t*>[]> chunks_;
  std::atomic<std::uint64_t> count_{0};
};

class SharedStore {
 public:
  // Names a state for as long as the store lives: the place of its record. 0: none.
  using Id = std::uint32_t;

  struct Inserted {
    Id id = 0;
    bool is_new = false;
  };

  class User;

  // The store will not take more than `limit` bytes; 0: no limit. Tables begin with `size` entries;
  // there are at most `users` users at a time.
  SharedStore(bool hashes_only, std::uint32_t users, std::uint64_t limit = 0,
              std::uint64_t size = kFirstSize);
  SharedStore(const SharedStore&) = delete;
  SharedStore& operator=(const SharedStore&) = delete;

  // To be held by a thread that inserts, while others may.
  Gate& gate() { return gate_; }

  // The search's note of a state; threads may change it at the same time.
  std::atomic_ref<std::uint64_t> note(Id id) const {
    return std::atomic_ref<std::uint64_t>(*records_.at(id));
  }

  // These may be called at any time.
  void set_limit(std::uint64_t bytes) { limit_.store(bytes, std::memory_order_relaxed); }
  void close() { is_full_.store(true, std::memory_order_relaxed); }
  bool is_full() const { return is_full_.load(std::memory_order_relaxed); }
  std::uint64_t bytes() const;  // taken from the system

  // These while no thread inserts.
  std::uint64_t size() const { return states_.count; }
  std::uint64_t used_bytes() const;  // with what users have left
  double fill() const;
  double odds() const;  // that some two states were taken for one

 private:
  static constexpr std::uint64_t kFirstSize = 1 << 8;

  // A table, and how many of its entries are given out.
  struct Table {
    explicit Table(std::uint64_t size) : entries(size), bytes(entries.bytes()) {}
    EntryTable entries;
    std::atomic<std::uint64_t> bytes;
    std::atomic<std::uint64_t> promised{0};  // insertions, done or still to be done
    std::uint64_t most = 0;                  // that may be promised; changed by one thread alone
    std::uint64_t count = 0;                 // insertions done by users that are gone
  };

  bool promise(Table& table, std::uint64_t quota);
  void grow(Table& table, std::uint64_t quota);
  bool allows(std::uint64_t more) const {
    std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    return limit == 0 || bytes() + more <= limit;
  }

  bool hashes_only_;
  std::atomic<std::uint64_t> limit_;
  std::atomic<bool> is_full_{false};
  Gate gate_;
  CellArena records_;
  CellArena nodes_;
  Table states_;
  Table trees_;
};

// A thread's way to the store. Its counts become part of the store's when it ends.
class SharedStore::User {
 public:
  explicit User(SharedStore& store) : store_(store) {}
  User(const User&) = delete;
  User& operator=(const User&) = delete;

  // The state, whose lowest four bits are zero, with the note if it is new. If the store is full,
  // nothing is inserted and is_full() holds from then on. The thread has a pass of the gate.
  Inserted insert(std::span<const std::uint32_t> words, std::uint64_t note);
  // 0 if the state is not there.
  Id find(std::span<const std::uint32_t> words);
  // The state; not for a store of hashes. It may be followed by other words. Valid until the next
  // call.
  std::span<const std::uint32_t> load(Id id);

  // States that this user has inserted. Safe from any thread.
  std::uint64_t count() const { return states_.count.load(std::memory_order_relaxed); }
  // These while no thread inserts: the counts go to the store; what is left of the user's chunks.
  void settle();
  std::uint64_t unused_bytes() const {
    return (std::uint64_t{states_.cursor.left} + trees_.cursor.left) * 8;
  }

 private:
  // What the user may still do with a table, and has done.
  struct Share {
    CellArena::Cursor cursor;
    std::uint64_t quota = 0;
    std::atomic<std::uint64_t> count{0};
  };

  Inserted look(std::span<const std::uint32_t> words, std::uint64_t note, bool adds);
  bool fold(std::span<const std::uint32_t> words, bool adds);
  std::uint32_t intern(std::uint32_t left, std::uint32_t right, bool adds);
  bool draw(Share& share, Table& table, std::uint64_t most);
  std::uint32_t allocate(Share& share, CellArena& arena, std::uint32_t cells);
  bool is_same(Id id, std::span<const std::uint32_t> record) const;
  void inserted(Share& share);

  SharedStore& store_;
  Share states_;
  Share trees_;
  std::vector<std::uint32_t> buffer_;
  std::uint32_t root_[2] = {};
};

}  // namespace mc
