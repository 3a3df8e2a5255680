// Zip archives, which jars are. Read only, nothing is written anywhere. An archive is refused if it
// is damaged, and also if reading it could hurt: names that lead out of it, files that overlap or
// expand beyond all measure.
//
// Not read: zip64 (an archive of 4 GiB or of 65,535 files), encryption, several disks, methods
// other than stored and deflated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "lang/jvm/format_error.h"
#include "lang/jvm/mapped_file.h"

namespace jvm {

class Archive {
 public:
  // Bounds on what is unpacked. Deflate packs at most 1 : 1032; class files hardly ever beyond
  // 1 : 20.
  static constexpr std::uint32_t kLargestFile = std::uint32_t{64} << 20;
  static constexpr std::uint64_t kLargestTotal = std::uint64_t{4} << 30;
  static constexpr std::uint32_t kLargestRatio = 250;
  // Files below it may be packed by any ratio.
  static constexpr std::uint32_t kHarmless = std::uint32_t{1} << 20;

  // `path` is what messages call it.
  static tl::expected<std::unique_ptr<Archive>, FormatError> open(const std::string& path);
  // The archive in `bytes`, which must stay.
  static tl::expected<std::unique_ptr<Archive>, FormatError> read(std::string path,
                                                                  std::string_view bytes);

  // The file of that name, for a JVM of a release: in an archive for several releases (its
  // manifest says `Multi-Release: true`) that of META-INF/versions/N for the greatest N that is
  // not greater. Folders are not files.
  bool has(std::string_view name, unsigned release) const { return find(name, release) != nullptr; }
  // Unpacks it. It must be there.
  tl::expected<std::string, FormatError> unpack(std::string_view name, unsigned release);

  // All names of files, sorted, as they stand in the archive.
  std::vector<std::string> names() const;
  bool is_multi_release() const { return is_multi_release_; }

 private:
  friend class ArchiveReader;

  struct Entry {
    std::uint32_t header = 0;  // offset of its local header
    std::uint32_t packed = 0;  // sizes in bytes
    std::uint32_t size = 0;
    std::uint32_t crc = 0;
    std::uint16_t method = 0;
    std::uint16_t flags = 0;
  };

  Archive(std::string path, std::string_view bytes) : path_(std::move(path)), bytes_(bytes) {}
  const Entry* find(std::string_view name, unsigned release) const;
  std::string_view packed_bytes(std::string_view name, const Entry& entry) const;
  std::string unpack_entry(std::string_view name, const Entry& entry);

  std::string path_;
  std::unique_ptr<MappedFile> file_;  // null: the bytes are somebody else's
  std::string_view bytes_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::uint64_t unpacked_ = 0;  // bytes so far
  bool is_multi_release_ = false;
};

}  // namespace jvm
