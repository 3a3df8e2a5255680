// Hash-consing: equal values are kept once, so that equality of values is equality of numbers.
// Numbers are dense and given in the order of first construction, never by hash, which keeps
// every run the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "base/check.h"

namespace base {

// Any hash, spread well in its low bits.
inline std::uint64_t spread(std::uint64_t hash) {
  hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

// The index of a store that keeps its nodes itself, in a layout of its own: from a hash to the
// numbers of the nodes that have it. Open addressing with linear probing.
class ConsTable {
 public:
  // `slots` is a power of two.
  explicit ConsTable(std::size_t slots = 64) : slots_(slots) {}

  // The number of the node with this hash for which `is_equal(number)` holds. If there is none,
  // `add()` makes it and returns its number, greater than all before. `hash_of(number)` is asked
  // for when the table grows. Hashes must be spread well (`spread`).
  template <class IsEqual, class Add, class HashOf>
  std::uint32_t find_or_add(std::uint64_t hash, IsEqual is_equal, Add add, HashOf hash_of) {
    if ((size_ + 1) * 3 > slots_.size() * 2) grow(hash_of);
    std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
      std::uint32_t number = slots_[slot] - 1;
      if (is_equal(number)) return number;
    }
    std::uint32_t number = add();
    slots_[slot] = number + 1;
    last_ = number;
    ++size_;
    return number;
  }

  // Removes the node that was added last and is still there. Nothing was put behind it because
  // of it, so no other node is lost when its slot is free again.
  void remove_last(std::uint64_t hash, std::uint32_t number) {
    std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != number + 1) slot = (slot + 1) & mask;
    slots_[slot] = 0;
    --size_;
  }

  // Bytes.
  std::size_t memory() const { return slots_.size() * sizeof(slots_[0]); }

 private:
  // Nodes go into the larger table in the order in which they were made: see remove_last.
  template <class HashOf>
  void grow(HashOf hash_of) {
    std::vector<bool> is_known(std::size_t{last_} + 1);
    for (std::uint32_t entry : slots_) {
      if (entry != 0) is_known[entry - 1] = true;
    }
    slots_.assign(slots_.size() * 2, 0);
    std::size_t mask = slots_.size() - 1;
    for (std::uint32_t number = 0; number < is_known.size(); ++number) {
      if (!is_known[number]) continue;
      std::size_t slot = hash_of(number) & mask;
      while (slots_[slot] != 0) slot = (slot + 1) & mask;
      slots_[slot] = number + 1;
    }
  }

  std::vector<std::uint32_t> slots_;  // a number plus one; 0: free
  std::size_t size_ = 0;
  std::uint32_t last_ = 0;  // no smaller than any number in the table
};

// A store of values of one type. References to them stay valid.
template <class Id, class Value, class Hash, class Equal = std::equal_to<Value>>
class ConsStore {
 public:
  const Value& operator[](Id id) const { return values_[id.index()]; }
  std::size_t size() const { return values_.size(); }

  Id make(Value value) {
    return Id(table_.find_or_add(
        spread(Hash()(value)),
        [&](std::uint32_t number) { return Equal()(values_[number], value); },
        [&] {
          CHECK(values_.size() < kMost, "more than {} values", kMost);
          values_.push_back(std::move(value));
          return static_cast<std::uint32_t>(values_.size() - 1);
        },
        [&](std::uint32_t number) { return spread(Hash()(values_[number])); }));
  }

 private:
  static constexpr std::size_t kMost = 0xfffffffe;

  std::deque<Value> values_;
  ConsTable table_;
};

}  // namespace base
