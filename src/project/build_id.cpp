#include "project/build_id.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>

#include <cstring>

namespace project {

namespace {

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string result;
  for (std::size_t i = 0; i < size; ++i) result += fmt::format("{:02x}", bytes[i]);
  return result;
}

constexpr std::size_t aligned(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

// In the notes of a segment: name size, description size, type, name, description.
std::string find_in_notes(const unsigned char* notes, std::size_t size) {
  std::size_t at = 0;
  while (at + sizeof(ElfW(Nhdr)) <= size) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes + at, sizeof head);
    std::size_t name = at + sizeof head;
    std::size_t description = name + aligned(head.n_namesz);
    at = description + aligned(head.n_descsz);
    if (at > size) break;
    bool is_gnu = head.n_namesz == 4 && std::memcmp(notes + name, "GNU", 4) == 0;
    if (is_gnu && head.n_type == NT_GNU_BUILD_ID) return hex(notes + description, head.n_descsz);
  }
  return {};
}

// The program itself comes first.
int look_at_program(dl_phdr_info* info, std::size_t, void* found) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader tells addresses as numbers.
    const auto* notes = reinterpret_cast<const unsigned char*>(info->dlpi_addr + segment.p_vaddr);
    std::string id = find_in_notes(notes, segment.p_memsz);
    if (!id.empty()) *static_cast<std::string*>(found) = id;
  }
  return 1;
}

}  // namespace

std::string build_id() {
  std::string result;
  dl_iterate_phdr(look_at_program, &result);
  if (!result.empty()) return result;
  struct stat status {};
  if (stat("/proc/self/exe", &status) != 0) return "unknown";
  return fmt::format("{} {}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace project
