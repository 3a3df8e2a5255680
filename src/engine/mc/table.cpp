#include "engine/mc/table.h"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace mc {

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  // NOLINTNEXTLINE(modernize-use-using): `using` cannot be marked as an extension.
  __extension__ typedef unsigned __int128 Wide;
  Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t hash_of(std::span<const std::uint32_t> words) {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL ^ words.size();
  std::size_t i = 0;
  for (; i + 1 < words.size(); i += 2) {
    std::uint64_t pair = words[i] | std::uint64_t{words[i + 1]} << 32;
    h = mixed(h ^ pair, 0xa0761d6478bd642fULL);
  }
  if (i < words.size()) h = mixed(h ^ words[i], 0xe7037ed1a0b428dbULL);
  return mixed(h, 0x8ebc6af09c88c6e3ULL);
}

Pages::Pages(std::uint64_t bytes) : bytes_(bytes) {
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  data_ = mapped;
#ifdef MADV_HUGEPAGE
  constexpr std::uint64_t kLarge = 1 << 21;
  if (bytes >= kLarge) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
}
Pages::~Pages() {
  if (data_) munmap(data_, bytes_);
}
Pages::Pages(Pages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
Pages& Pages::operator=(Pages&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

void resize(EntryTable& table, std::uint64_t size) {
  EntryTable bigger(size);
  for (std::uint64_t i = 0; i < table.size(); ++i) {
    std::uint64_t entry = table[i];
    if (entry == 0) continue;
    std::uint64_t at = bigger.place(upper(entry));
    while (bigger[at] != 0) at = at + 1 == size ? 0 : at + 1;
    bigger[at] = entry;
  }
  table = std::move(bigger);
}

}  // namespace mc
