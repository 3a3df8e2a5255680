#include "engine/mc/store.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace mc {

namespace {

constexpr std::uint64_t kFirstSize = 1 << 8;

}  // namespace

// ---------------------------------------------------------------- memory

std::uint32_t WordArena::allocate(std::uint32_t count) {
  CHECK(count < kChunkWords, "a record of {} words", count);
  if (needs_chunk(count)) {
    if (chunks_.size() >= (std::size_t{1} << (32 - kChunkBits))) return 0;
    chunks_.emplace_back(std::uint64_t{kChunkWords} * 4);
    used_ = chunks_.size() == 1 ? 1 : 0;
  }
  auto index = static_cast<std::uint32_t>((chunks_.size() - 1) << kChunkBits) + used_;
  used_ += count;
  return index;
}

Store::Store(bool hashes_only, std::uint64_t limit)
    : hashes_only_(hashes_only), limit_(limit), table_(kFirstSize), node_table_(kFirstSize) {
  if (!hashes_only_) nodes_.allocate(1);  // pairs begin at even indices
}

std::uint64_t Store::bytes() const {
  return records_.bytes() + table_.bytes() + nodes_.bytes() + node_table_.bytes();
}
std::uint64_t Store::used_bytes() const {
  return records_.used_bytes() + table_.bytes() +
         (node_count_ > 0 ? nodes_.used_bytes() + node_table_.bytes() : 0);
}
double Store::fill() const {
  return static_cast<double>(count_) / static_cast<double>(table_.size());
}
double Store::odds() const {
  if (!hashes_only_) return 0;
  auto n = static_cast<double>(count_);
  return std::min(1.0, n * (n - 1) / 2 / std::pow(2.0, 61));
}

// ---------------------------------------------------------------- tables

// Grows the tables in time; without memory for that, fills them to the brim. `nodes` more
// nodes are to come.
bool Store::make_room(std::uint64_t nodes) {
  auto too_full = [](std::uint64_t count, std::uint64_t size) { return count * 5 >= size * 4; };
  auto to_the_brim = [](std::uint64_t count, std::uint64_t size) {
    return count * 32 >= size * 31;
  };
  for (auto [table, count] :
       {std::pair(&table_, count_), std::pair(&node_table_, node_count_ + nodes)}) {
    if (!too_full(count, table->size())) continue;
    std::uint64_t size = table->size() < (1U << 20) ? table->size() * 2 : table->size() * 3 / 2;
    while (too_full(count, size)) size *= 2;
    if (allows(size * 8)) {
      resize(*table, size);
    } else if (to_the_brim(count, table->size())) {
      is_full_ = true;
      return false;
    }
  }
  return true;
}

std::uint32_t Store::intern(std::uint32_t left, std::uint32_t right) {
  if (left == 0 && right == 0) return 0;
  std::uint32_t pair[2] = {left, right};
  std::uint32_t hash = upper(hash_of(pair));
  for (std::uint64_t at = node_table_.place(hash);;) {
    std::uint64_t entry = node_table_[at];
    if (entry == 0) {
      bool fits = !nodes_.needs_chunk(2) || allows(WordArena::kChunkWords * 4);
      std::uint32_t index = fits ? nodes_.allocate(2) : 0;
      std::uint32_t node = index / 2;
      if (index == 0 || node > kMaxNode) {
        is_full_ = true;
        return 0;
      }
      nodes_.at(index)[0] = left;
      nodes_.at(index)[1] = right;
      node_table_[at] = std::uint64_t{hash} << 32 | node;
      ++node_count_;
      return node;
    }
    if (upper(entry) == hash) {
      const std::uint32_t* node = nodes_.at(lower(entry) * 2);
      if (node[0] == left && node[1] == right) return lower(entry);
    }
    at = at + 1 == node_table_.size() ? 0 : at + 1;
  }
}

// The record of a state: itself, or the root of its tree.
std::span<const std::uint32_t> Store::fold(std::span<const std::uint32_t> words) {
  if (words.size() <= kShort || hashes_only_) return words;
  bool is_tight = (node_count_ + words.size()) * 5 >= node_table_.size() * 4;
  if (is_tight && !make_room(words.size())) return {};
  buffer_.assign(words.begin(), words.end());
  std::uint32_t level = 0;
  for (; buffer_.size() > 2; ++level) {
    if (buffer_.size() % 2 == 1) buffer_.push_back(0);
    for (std::size_t i = 0; i < buffer_.size(); i += 2) {
      buffer_[i / 2] = intern(buffer_[i], buffer_[i + 1]);
      if (is_full_) return {};
    }
    buffer_.resize(buffer_.size() / 2);
  }
  CHECK(level < 16, "a state of {} words", words.size());
  std::uint64_t root = root_of(level, buffer_[0], buffer_[1]);
  root_.words[0] = lower(root);
  root_.words[1] = upper(root);
  return root_.words;
}

// ---------------------------------------------------------------- states

bool Store::is_same(std::uint32_t at, std::span<const std::uint32_t> record) const {
  const std::uint32_t* known = records_.at(at);
  if ((known[0] & ~std::uint32_t{kFlags}) != record[0]) return false;
  // No record is the beginning of another, so nothing is read behind the known one.
  for (std::size_t i = 1; i < record.size(); ++i) {
    if (known[i] != record[i]) return false;
  }
  return true;
}

Store::Inserted Store::insert(std::span<const std::uint32_t> words) { return look(words, true); }
Store::Id Store::find(std::span<const std::uint32_t> words) { return look(words, false).id; }

Store::Inserted Store::look(std::span<const std::uint32_t> words, bool adds) {
  if (adds && count_ * 5 >= table_.size() * 4 && !make_room(0)) return {};
  if (hashes_only_) return look_hash(hash_of(words), adds);
  std::span<const std::uint32_t> record = fold(words);
  if (record.empty()) return {};
  std::uint32_t hash = upper(hash_of(record));
  for (std::uint64_t at = table_.place(hash);;) {
    std::uint64_t entry = table_[at];
    if (entry == 0) {
      if (!adds) return {};
      auto size = static_cast<std::uint32_t>(record.size());
      bool fits = !records_.needs_chunk(size) || allows(WordArena::kChunkWords * 4);
      std::uint32_t index = fits ? records_.allocate(size) : 0;
      if (index == 0) {
        is_full_ = true;
        return {};
      }
      std::copy(record.begin(), record.end(), records_.at(index));
      table_[at] = std::uint64_t{hash} << 32 | index;
      ++count_;
      return {index, true};
    }
    if (upper(entry) == hash && is_same(lower(entry), record)) return {lower(entry), false};
    at = at + 1 == table_.size() ? 0 : at + 1;
  }
}

Store::Inserted Store::look_hash(std::uint64_t hash, bool adds) {
  hash &= ~std::uint64_t{kFlags};
  if (hash == 0) hash = kFlags + 1;
  for (std::uint64_t at = table_.place(upper(hash));;) {
    std::uint64_t entry = table_[at];
    if (entry == 0) {
      if (!adds) return {};
      table_[at] = hash;
      ++count_;
      return {hash, true};
    }
    if ((entry & ~std::uint64_t{kFlags}) == hash) return {hash, false};
    at = at + 1 == table_.size() ? 0 : at + 1;
  }
}

std::uint64_t Store::find_hash(Id id) const {
  std::uint64_t at = table_.place(upper(id));
  while ((table_[at] & ~std::uint64_t{kFlags}) != id) {
    CHECK(table_[at] != 0, "a state is not in the store");
    at = at + 1 == table_.size() ? 0 : at + 1;
  }
  return at;
}

std::uint8_t Store::flags(Id id) const {
  std::uint64_t word =
      hashes_only_ ? table_[find_hash(id)] : *records_.at(static_cast<std::uint32_t>(id));
  return static_cast<std::uint8_t>(word & kFlags);
}

void Store::set_flags(Id id, std::uint8_t flags) {
  if (hashes_only_) {
    std::uint64_t& entry = table_[find_hash(id)];
    entry = (entry & ~std::uint64_t{kFlags}) | flags;
  } else {
    std::uint32_t& word = *records_.at(static_cast<std::uint32_t>(id));
    word = (word & ~std::uint32_t{kFlags}) | flags;
  }
}

std::span<const std::uint32_t> Store::load(Id id) {
  CHECK(!hashes_only_, "a store of hashes has no states");
  auto at = static_cast<std::uint32_t>(id);
  const std::uint32_t* record = records_.at(at);
  if ((record[0] & kTreeMark) == 0) return records_.tail(at);
  std::uint64_t root = record[0] | std::uint64_t{record[1]} << 32;
  buffer_ = {static_cast<std::uint32_t>(root >> 8 & kMaxNode),
             static_cast<std::uint32_t>(root >> 36)};
  for (std::uint64_t level = root >> 4 & 15; level > 0; --level) {
    std::vector<std::uint32_t> next;
    next.reserve(buffer_.size() * 2);
    for (std::uint32_t node : buffer_) {
      const std::uint32_t* pair = node == 0 ? nullptr : nodes_.at(node * 2);
      next.push_back(pair ? pair[0] : 0);
      next.push_back(pair ? pair[1] : 0);
    }
    buffer_ = std::move(next);
  }
  return buffer_;
}

}  // namespace mc
