#include "engine/mc/shared_store.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace mc {

namespace {

constexpr std::uint64_t kQuota = 64;  // insertions that a thread may do before it asks again

std::uint64_t four_fifths(std::uint64_t size) { return size / 5 * 4; }
std::uint64_t to_the_brim(std::uint64_t size) { return size / 32 * 31; }

std::atomic_ref<std::uint64_t> entry_of(const EntryTable& table, std::uint64_t at) {
  return std::atomic_ref<std::uint64_t>(table[at]);
}

}  // namespace

// ---------------------------------------------------------------- memory

CellArena::CellArena() : chunks_(std::make_unique<std::atomic<std::uint64_t*>[]>(kMost)) {}

bool CellArena::refill(Cursor& cursor) {
  std::lock_guard lock(mutex_);
  std::size_t number = pages_.size();
  if (number >= kMost) return false;
  pages_.emplace_back(kChunkBytes);
  chunks_[number].store(static_cast<std::uint64_t*>(pages_.back().data()),
                        std::memory_order_relaxed);
  count_.store(number + 1, std::memory_order_relaxed);
  cursor.next = static_cast<std::uint32_t>(number << kChunkBits);
  cursor.left = kChunkCells;
  if (number == 0) ++cursor.next, --cursor.left;
  return true;
}

SharedStore::SharedStore(bool hashes_only, std::uint32_t users, std::uint64_t limit,
                         std::uint64_t size)
    : hashes_only_(hashes_only),
      limit_(limit),
      states_(std::max(size, users * kQuota * 2)),
      trees_(std::max(size, users * kQuota * 2)) {
  for (Table* table : {&states_, &trees_}) table->most = four_fifths(table->entries.size());
}

std::uint64_t SharedStore::bytes() const {
  return records_.bytes() + nodes_.bytes() + states_.bytes.load(std::memory_order_relaxed) +
         trees_.bytes.load(std::memory_order_relaxed);
}

std::uint64_t SharedStore::used_bytes() const {
  std::uint64_t trees = trees_.count == 0 ? 0 : trees_.entries.bytes();
  return records_.bytes() + nodes_.bytes() + states_.entries.bytes() + trees;
}

double SharedStore::fill() const {
  return static_cast<double>(states_.count) / static_cast<double>(states_.entries.size());
}

double SharedStore::odds() const {
  if (!hashes_only_) return 0;
  auto n = static_cast<double>(states_.count);
  return std::min(1.0, n * (n - 1) / 2 / std::pow(2.0, 61));
}

// ---------------------------------------------------------------- tables

// Room for so many more insertions; false: the store is full.
bool SharedStore::promise(Table& table, std::uint64_t quota) {
  while (!is_full()) {
    std::uint64_t before = table.promised.fetch_add(quota, std::memory_order_relaxed);
    if (before + quota <= table.most) return true;
    table.promised.fetch_sub(quota, std::memory_order_relaxed);
    gate_.alone([&] { grow(table, quota); });
  }
  return false;
}

// Makes a larger table; without memory for that, the one that there is may be filled to the brim.
void SharedStore::grow(Table& table, std::uint64_t quota) {
  std::uint64_t needed = table.promised.load(std::memory_order_relaxed) + quota;
  std::uint64_t old = table.entries.size();
  if (needed <= table.most) return;  // another thread was here before
  std::uint64_t size = old < (1U << 20) ? old * 2 : old * 3 / 2;
  while (needed > four_fifths(size)) size *= 2;
  if (allows(size * 8)) {
    resize(table.entries, size);
    table.bytes.store(table.entries.bytes(), std::memory_order_relaxed);
    table.most = four_fifths(size);
  } else if (needed <= to_the_brim(old)) {
    table.most = to_the_brim(old);
  } else {
    close();
  }
}

// ---------------------------------------------------------------- a thread

bool SharedStore::User::draw(Share& share, Table& table, std::uint64_t most) {
  if (share.quota >= most) return true;
  std::uint64_t more = std::max(kQuota, most);
  if (!store_.promise(table, more)) return false;
  share.quota += more;
  return true;
}

std::uint32_t SharedStore::User::allocate(Share& share, CellArena& arena, std::uint32_t cells) {
  CHECK(cells < CellArena::kChunkCells, "a record of {} cells", cells);
  CellArena::Cursor& cursor = share.cursor;
  if (cursor.left < cells) {
    bool fits = store_.allows(CellArena::kChunkBytes) && arena.refill(cursor);
    if (!fits) {
      store_.close();
      return 0;
    }
  }
  std::uint32_t result = cursor.next;
  cursor.next += cells;
  cursor.left -= cells;
  return result;
}

void SharedStore::User::inserted(Share& share) {
  --share.quota;
  share.count.store(share.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void SharedStore::User::settle() {
  store_.states_.count += states_.count.exchange(0, std::memory_order_relaxed);
  store_.trees_.count += trees_.count.exchange(0, std::memory_order_relaxed);
}

// 0 and not both words 0: the node is not there, or the store is full.
std::uint32_t SharedStore::User::intern(std::uint32_t left, std::uint32_t right, bool adds) {
  std::uint32_t pair[2] = {left, right};
  std::uint32_t hash = upper(hash_of(pair));
  const EntryTable& table = store_.trees_.entries;
  std::uint64_t cell = left | std::uint64_t{right} << 32;
  std::uint32_t own = 0;
  for (std::uint64_t at = table.place(hash);;) {
    auto place = entry_of(table, at);
    std::uint64_t entry = place.load(std::memory_order_acquire);
    if (entry == 0) {
      if (!adds) return 0;
      if (own == 0) own = allocate(trees_, store_.nodes_, 1);
      if (own == 0 || own > kMaxNode) {
        store_.close();
        return 0;
      }
      *store_.nodes_.at(own) = cell;
      if (place.compare_exchange_strong(entry, std::uint64_t{hash} << 32 | own,
                                        std::memory_order_release, std::memory_order_acquire)) {
        inserted(trees_);
        return own;
      }
    }
    if (upper(entry) == hash && *store_.nodes_.at(lower(entry)) == cell) {
      if (own != 0) --trees_.cursor.next, ++trees_.cursor.left;
      return lower(entry);
    }
    at = at + 1 == table.size() ? 0 : at + 1;
  }
}

// Leaves the root of the state's tree in `root_`. False: it is not there, or the store is full.
bool SharedStore::User::fold(std::span<const std::uint32_t> words, bool adds) {
  // A level with an odd number of words is filled up.
  if (adds && !draw(trees_, store_.trees_, words.size() + 16)) return false;
  buffer_.assign(words.begin(), words.end());
  std::uint32_t level = 0;
  for (; buffer_.size() > 2; ++level) {
    if (buffer_.size() % 2 == 1) buffer_.push_back(0);
    for (std::size_t i = 0; i < buffer_.size(); i += 2) {
      bool is_zero = buffer_[i] == 0 && buffer_[i + 1] == 0;
      std::uint32_t node = is_zero ? 0 : intern(buffer_[i], buffer_[i + 1], adds);
      if (node == 0 && !is_zero) return false;
      buffer_[i / 2] = node;
    }
    buffer_.resize(buffer_.size() / 2);
  }
  CHECK(level < 16, "a state of {} words", words.size());
  std::uint64_t root = root_of(level, buffer_[0], buffer_[1]);
  root_[0] = lower(root);
  root_[1] = upper(root);
  return true;
}

bool SharedStore::User::is_same(Id id, std::span<const std::uint32_t> record) const {
  // No record is the beginning of another, so nothing is read behind the known one.
  const std::uint32_t* known = store_.records_.words(id + 1);
  for (std::size_t i = 0; i < record.size(); ++i) {
    if (known[i] != record[i]) return false;
  }
  return true;
}

SharedStore::Inserted SharedStore::User::insert(std::span<const std::uint32_t> words,
                                                std::uint64_t note) {
  store_.gate_.let_others_in();
  if (!draw(states_, store_.states_, 1)) return {};
  return look(words, note, true);
}

SharedStore::Id SharedStore::User::find(std::span<const std::uint32_t> words) {
  return look(words, 0, false).id;
}

SharedStore::Inserted SharedStore::User::look(std::span<const std::uint32_t> words,
                                              std::uint64_t note, bool adds) {
  std::span<const std::uint32_t> record = words;
  if (store_.hashes_only_) {
    std::uint64_t hash = hash_of(words) >> 3;
    root_[0] = lower(hash);
    root_[1] = upper(hash);
    record = root_;
  } else if (words.size() > kShort) {
    if (!fold(words, adds)) return {};
    record = root_;
  }
  std::uint32_t hash = upper(hash_of(record));
  const EntryTable& table = store_.states_.entries;
  std::uint32_t own = 0;
  auto cells = static_cast<std::uint32_t>((record.size() + 1) / 2 + 1);
  for (std::uint64_t at = table.place(hash);;) {
    auto place = entry_of(table, at);
    std::uint64_t entry = place.load(std::memory_order_acquire);
    if (entry == 0) {
      if (!adds) return {};
      if (own == 0) {
        own = allocate(states_, store_.records_, cells);
        if (own == 0) return {};
        *store_.records_.at(own) = note;
        std::copy(record.begin(), record.end(), store_.records_.words(own + 1));
      }
      if (place.compare_exchange_strong(entry, std::uint64_t{hash} << 32 | own,
                                        std::memory_order_release, std::memory_order_acquire)) {
        inserted(states_);
        return {own, true};
      }
    }
    if (upper(entry) == hash && is_same(lower(entry), record)) {
      if (own != 0) states_.cursor.next -= cells, states_.cursor.left += cells;
      return {lower(entry), false};
    }
    at = at + 1 == table.size() ? 0 : at + 1;
  }
}

std::span<const std::uint32_t> SharedStore::User::load(Id id) {
  CHECK(!store_.hashes_only_, "a store of hashes has no states");
  const std::uint32_t* record = store_.records_.words(id + 1);
  if ((record[0] & kTreeMark) == 0) return store_.records_.tail(id + 1);
  std::uint64_t root = record[0] | std::uint64_t{record[1]} << 32;
  buffer_ = {static_cast<std::uint32_t>(root >> 8 & kMaxNode),
             static_cast<std::uint32_t>(root >> (8 + kNodeBits))};
  for (std::uint64_t level = root >> 4 & 15; level > 0; --level) {
    // In place, from the end: a node becomes two words.
    std::size_t count = buffer_.size();
    buffer_.resize(2 * count);
    for (std::size_t i = count; i-- > 0;) {
      std::uint32_t node = buffer_[i];
      std::uint64_t cell = node == 0 ? 0 : *store_.nodes_.at(node);
      buffer_[2 * i] = lower(cell);
      buffer_[2 * i + 1] = upper(cell);
    }
  }
  return buffer_;
}

}  // namespace mc
