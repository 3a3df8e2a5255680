// Reads the directory of a zip archive, which stands at its end.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lang/jvm/archive.h"
#include "lang/jvm/bytes.h"

namespace jvm {

namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint32_t kZip64Signature = 0x07064b50;
constexpr std::size_t kZip64LocatorSize = 20;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kLocalHeaderSize = 30;
constexpr std::uint32_t kBig = 0xffffffff;  // the number stands in a record of zip64

// A name that leads out of the archive, or that some system would read so.
bool is_dangerous(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos ||
      name.find('\0') != std::string_view::npos || (name.size() > 1 && name[1] == ':')) {
    return true;
  }
  for (std::size_t at = 0; at <= name.size();) {
    std::size_t end = std::min(name.find('/', at), name.size());
    if (name.substr(at, end - at) == "..") return true;
    at = end + 1;
  }
  return false;
}

// Whether the first section of a manifest, which ends with an empty line, says so.
bool says_multi_release(std::string_view manifest) {
  std::size_t end = std::min({manifest.find("\n\n"), manifest.find("\n\r\n"), manifest.size()});
  for (std::string_view line : base::split_words(manifest.substr(0, end), "\r\n")) {
    std::string lower(line);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower == "multi-release: true") return true;
  }
  return false;
}

}  // namespace

class ArchiveReader {
 public:
  explicit ArchiveReader(Archive& archive) : archive_(archive), bytes_(archive.bytes_) {}

  // Throws FormatFailure.
  void read() {
    find_end();
    read_directory();
    check_overlaps();
    read_manifest();
  }

 private:
  [[noreturn]] static void damaged(std::uint64_t offset, std::string what) {
    throw FormatFailure{diag::Kind::JvmArchive, offset, std::move(what)};
  }
  [[noreturn]] static void refuse(std::uint64_t offset, std::string what) {
    throw FormatFailure{diag::Kind::JvmArchiveRefused, offset, std::move(what)};
  }

  void find_end();
  void read_end();
  void read_directory();
  std::size_t read_entry(std::size_t at);
  void check_overlaps() const;
  void read_manifest();

  Archive& archive_;
  std::string_view bytes_;
  std::size_t end_ = 0;        // offset of the record at the end
  std::size_t directory_ = 0;  // of the first entry of the directory
  std::size_t shift_ = 0;      // bytes in front of the archive, such as a script that starts it
  std::size_t count_ = 0;      // entries
};

void ArchiveReader::find_end() {
  if (bytes_.size() < kEndSize) damaged(0, "it is too short");
  if (bytes_.size() >= kBig) refuse(0, "it is larger than 4 GiB");
  std::size_t last = bytes_.size() - kEndSize;
  std::size_t first = last > kLongestComment ? last - kLongestComment : 0;
  for (std::size_t at = last + 1; at-- > first;) {
    if (little32(bytes_, at) != kEndSignature) continue;
    if (at + kEndSize + little16(bytes_, at + 20) != bytes_.size()) continue;
    end_ = at;
    read_end();
    return;
  }
  damaged(bytes_.size(), "the directory at its end is missing");
}

void ArchiveReader::read_end() {
  bool has_zip64 =
      end_ >= kZip64LocatorSize && little32(bytes_, end_ - kZip64LocatorSize) == kZip64Signature;
  std::uint32_t size = little32(bytes_, end_ + 12);
  std::uint32_t offset = little32(bytes_, end_ + 16);
  count_ = little16(bytes_, end_ + 10);
  if (has_zip64 || size == kBig || offset == kBig || count_ == 0xffff) {
    refuse(end_, "it is in the zip64 format, for archives of 4 GiB or 65,535 files");
  }
  if (little16(bytes_, end_ + 4) != 0 || little16(bytes_, end_ + 6) != 0 ||
      little16(bytes_, end_ + 8) != count_) {
    refuse(end_, "it is one of several parts");
  }
  std::size_t needed = std::size_t{size} + offset;
  if (needed > end_) damaged(end_, "its directory is cut off");
  shift_ = end_ - needed;
  directory_ = shift_ + offset;
}

void ArchiveReader::read_directory() {
  std::size_t at = directory_;
  for (std::size_t i = 0; i < count_; ++i) at = read_entry(at);
  if (at != end_) damaged(at, "its directory has another size than it says");
}

std::size_t ArchiveReader::read_entry(std::size_t at) {
  if (end_ - at < kEntrySize || little32(bytes_, at) != kEntrySignature) {
    damaged(at, "an entry of its directory is missing");
  }
  Archive::Entry entry;
  entry.flags = little16(bytes_, at + 8);
  entry.method = little16(bytes_, at + 10);
  entry.crc = little32(bytes_, at + 16);
  entry.packed = little32(bytes_, at + 20);
  entry.size = little32(bytes_, at + 24);
  std::size_t name_length = little16(bytes_, at + 28);
  std::size_t length =
      kEntrySize + name_length + little16(bytes_, at + 30) + little16(bytes_, at + 32);
  std::uint32_t header = little32(bytes_, at + 42);
  if (length > end_ - at) damaged(at, "an entry of its directory is cut off");
  std::string name(bytes_.substr(at + kEntrySize, name_length));
  if (is_dangerous(name)) {
    refuse(at, fmt::format("the name `{}` of a file leads out of the archive", name));
  }
  if (entry.packed == kBig || entry.size == kBig || header == kBig) {
    refuse(at, fmt::format("{} is in the zip64 format", name));
  }
  std::size_t begin = shift_ + header;
  if (begin > directory_ || directory_ - begin < kLocalHeaderSize + std::size_t{entry.packed}) {
    damaged(at, fmt::format("{} does not lie in front of the directory", name));
  }
  entry.header = static_cast<std::uint32_t>(begin);
  if (name.ends_with('/')) return at + length;  // a folder
  bool is_new = archive_.entries_.emplace(name, entry).second;
  if (!is_new && name.ends_with(".class")) refuse(at, fmt::format("it has {} twice", name));
  return at + length;
}

void ArchiveReader::check_overlaps() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
  for (const auto& [name, entry] : archive_.entries_) {
    parts.emplace_back(entry.header, std::uint64_t{entry.header} + kLocalHeaderSize + entry.packed);
  }
  std::sort(parts.begin(), parts.end());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].first < parts[i - 1].second) refuse(parts[i].first, "two of its files overlap");
  }
}

void ArchiveReader::read_manifest() {
  constexpr std::string_view kManifest = "META-INF/MANIFEST.MF";
  auto found = archive_.entries_.find(kManifest);
  if (found == archive_.entries_.end()) return;
  archive_.is_multi_release_ = says_multi_release(archive_.unpack_entry(kManifest, found->second));
}

tl::expected<std::unique_ptr<Archive>, FormatError> Archive::read(std::string path,
                                                                  std::string_view bytes) {
  std::unique_ptr<Archive> archive(new Archive(std::move(path), bytes));
  try {
    ArchiveReader(*archive).read();
  } catch (FormatFailure& failure) {
    return tl::unexpected(std::move(failure).in(archive->path_));
  }
  return archive;
}

tl::expected<std::unique_ptr<Archive>, FormatError> Archive::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(FormatError{diag::Kind::JvmArchive, path, 0, file.error()});
  auto archive = read(path, (*file)->bytes());
  if (archive) (*archive)->file_ = std::move(*file);
  return archive;
}

}  // namespace jvm
