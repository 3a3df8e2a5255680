#include "lang/jvm/archive.h"

#define ZLIB_CONST  // what is unpacked is not written to
#include <zlib.h>

#include <utility>

#include "base/check.h"
#include "lang/jvm/bytes.h"

namespace jvm {

namespace {

// APPNOTE.TXT 6.3: the signatures and fixed sizes of the records.
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::size_t kLocalSize = 30;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kEncrypted = 0x2041;  // plain, strong, and of the directory

constexpr unsigned kFirstVersioned = 9;

[[noreturn]] void damaged(std::uint64_t offset, std::string what) {
  throw FormatFailure{diag::Kind::JvmArchive, offset, std::move(what)};
}

[[noreturn]] void refuse(std::uint64_t offset, std::string what) {
  throw FormatFailure{diag::Kind::JvmArchiveRefused, offset, std::move(what)};
}

// Raw deflate, to exactly the size that `out` has.
bool inflate_all(std::string_view packed, std::string& out) {
  z_stream stream{};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  Bytef surplus = 0;
  stream.next_out = out.empty() ? &surplus : reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = out.empty() ? 1 : static_cast<uInt>(out.size());
  int status = ::inflate(&stream, Z_FINISH);
  bool is_whole = status == Z_STREAM_END && stream.total_out == out.size() && stream.avail_in == 0;
  ::inflateEnd(&stream);
  return is_whole;
}

}  // namespace

const Archive::Entry* Archive::find(std::string_view name, unsigned release) const {
  if (is_multi_release_ && !name.starts_with("META-INF/")) {
    for (unsigned version = release; version >= kFirstVersioned; --version) {
      auto found = entries_.find(fmt::format("META-INF/versions/{}/{}", version, name));
      if (found != entries_.end()) return &found->second;
    }
  }
  auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::string> Archive::names() const {
  std::vector<std::string> result;
  result.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) result.push_back(name);
  return result;
}

std::string_view Archive::packed_bytes(std::string_view name, const Entry& entry) const {
  std::size_t header = entry.header;
  // The directory was checked against the size of the file.
  if (little32(bytes_, header) != kLocalSignature) {
    damaged(header, fmt::format("{} does not begin where the directory says", name));
  }
  std::size_t name_length = little16(bytes_, header + 26);
  std::size_t data = header + kLocalSize + name_length + little16(bytes_, header + 28);
  if (data > bytes_.size() || entry.packed > bytes_.size() - data) {
    damaged(header, fmt::format("{} ends behind the end of the archive", name));
  }
  return bytes_.substr(data, entry.packed);
}

std::string Archive::unpack_entry(std::string_view name, const Entry& entry) {
  if ((entry.flags & kEncrypted) != 0) refuse(entry.header, fmt::format("{} is encrypted", name));
  if (entry.method != kStored && entry.method != kDeflated) {
    refuse(entry.header, fmt::format("{} is packed by method {}", name, entry.method));
  }
  if (entry.size > kLargestFile) {
    refuse(entry.header, fmt::format("{} expands to {} bytes", name, entry.size));
  }
  bool is_bomb = entry.size > kHarmless && entry.size / kLargestRatio > entry.packed;
  if (is_bomb) {
    refuse(entry.header,
           fmt::format("{} expands from {} to {} bytes", name, entry.packed, entry.size));
  }
  unpacked_ += entry.size;
  if (unpacked_ > kLargestTotal) {
    refuse(entry.header, fmt::format("its files expand to more than {} bytes", kLargestTotal));
  }
  std::string_view packed = packed_bytes(name, entry);
  std::string out;
  if (entry.method == kStored) {
    if (packed.size() != entry.size) {
      damaged(entry.header, fmt::format("{} has two sizes", name));
    }
    out = packed;
  } else {
    out.resize(entry.size);
    if (!inflate_all(packed, out)) damaged(entry.header, fmt::format("{} does not unpack", name));
  }
  auto crc = static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size())));
  if (crc != entry.crc) damaged(entry.header, fmt::format("{} has a wrong checksum", name));
  return out;
}

tl::expected<std::string, FormatError> Archive::unpack(std::string_view name, unsigned release) {
  const Entry* entry = find(name, release);
  CHECK(entry != nullptr, "{} is not in {}", name, path_);
  try {
    return unpack_entry(name, *entry);
  } catch (FormatFailure& failure) {
    return tl::unexpected(std::move(failure).in(path_));
  }
}

}  // namespace jvm
