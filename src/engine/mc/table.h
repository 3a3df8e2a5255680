// What stores of states are made of: memory, hash tables, hashes.
#pragma once

#include <cstdint>
#include <span>

namespace mc {

// Zeroed memory straight from the system, in large pages where it gives those: lookups go
// all over it. Throws std::bad_alloc.
class Pages {
 public:
  explicit Pages(std::uint64_t bytes);
  ~Pages();
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

// An array of 64-bit entries, zero at first.
class EntryTable {
 public:
  explicit EntryTable(std::uint64_t size) : pages_(size * 8), size_(size) {}
  std::uint64_t size() const { return size_; }
  std::uint64_t& operator[](std::uint64_t i) const {
    return static_cast<std::uint64_t*>(pages_.data())[i];
  }
  // Where the search for an entry with this upper half begins.
  std::uint64_t place(std::uint32_t hash) const { return (std::uint64_t{hash} * size_) >> 32; }
  std::uint64_t bytes() const { return size_ * 8; }

 private:
  Pages pages_;
  std::uint64_t size_;
};

// Multiplication folded to 64 bits, as in Wang Yi's wyhash.
std::uint64_t hash_of(std::span<const std::uint32_t> words);

// The halves of an entry.
inline std::uint32_t upper(std::uint64_t entry) { return static_cast<std::uint32_t>(entry >> 32); }
inline std::uint32_t lower(std::uint64_t entry) { return static_cast<std::uint32_t>(entry); }

// The table with another size. Entries keep their order: a sweep.
void resize(EntryTable& table, std::uint64_t size);

// A node of the trees that long states are folded into has so many bits.
constexpr std::uint32_t kNodeBits = 28;
constexpr std::uint32_t kMaxNode = (1U << kNodeBits) - 1;
constexpr std::size_t kShort = 8;       // words of a state that is its own record
constexpr std::uint32_t kTreeMark = 8;  // the bit of a record that is the root of a tree

// The root of a tree as a record: the height and two nodes.
inline std::uint64_t root_of(std::uint32_t level, std::uint32_t left, std::uint32_t right) {
  return kTreeMark | level << 4 | std::uint64_t{left} << 8 | std::uint64_t{right} << 36;
}

}  // namespace mc
