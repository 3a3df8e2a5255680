#include "project/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <tuple>
#include <vector>

#include "base/file.h"
#include "project/deflate.h"

namespace project {

namespace {

namespace fs = std::filesystem;

// magic, size of the key, of the key as stored, of the value; key, value; checksum of all that.
constexpr std::string_view kMagic = "braid-verdict-1\n";
constexpr std::size_t kNumber = 8;
constexpr std::size_t kHead = kMagic.size() + 3 * kNumber;
constexpr std::size_t kLargestKey = std::size_t{1} << 30;
constexpr std::time_t kDay = 24 * 60 * 60;
constexpr std::time_t kLeftAlone = 60 * 60;  // a writer is not at work for so long
constexpr std::string_view kEnding = ".verdict";
constexpr std::string_view kUnfinished = ".tmp";

void put_number(std::string& out, std::uint64_t number) {
  for (std::size_t i = 0; i < kNumber; ++i) out += static_cast<char>(number >> (8 * i) & 0xffU);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < kNumber; ++i) {
    result |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return result;
}

const Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());  // as zlib has it
}

std::uint64_t checksum(std::string_view text) {
  uLong crc = crc32_z(0, bytes_of(text), text.size());
  uLong adler = adler32_z(1, bytes_of(text), text.size());
  return std::uint64_t{crc} << 32U | adler;
}

bool inflates_to(std::string_view packed, std::string_view text) {
  std::string result(text.size(), '\0');
  uLongf size = result.size();
  auto* out = reinterpret_cast<Bytef*>(result.data());
  int status = uncompress(out, &size, bytes_of(packed), packed.size());
  return status == Z_OK && size == text.size() && result == text;
}

// Two keys with one name take turns; they are never taken for each other.
std::string name_of(std::string_view key) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  std::size_t at = 0;
  for (; at + kNumber <= key.size(); at += kNumber) {
    std::uint64_t word = 0;
    std::memcpy(&word, key.data() + at, kNumber);
    hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
    hash ^= hash >> 32U;
  }
  for (; at < key.size(); ++at) hash = (hash ^ static_cast<unsigned char>(key[at])) * 0x100000001b3;
  return fmt::format("{:016x}{:016x}", hash, checksum(key));
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

struct Entry {
  std::string path;
  std::uint64_t bytes = 0;
  std::time_t used = 0;
};

// All entries; what a killed writer left is removed.
std::vector<Entry> entries_in(const std::string& folder) {
  std::vector<Entry> result;
  std::error_code error;
  std::time_t now = std::time(nullptr);
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::string path = at->path().string();
    struct stat status {};
    bool is_mine = path.ends_with(kEnding) || path.ends_with(kUnfinished);
    if (!is_mine || lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (path.ends_with(kEnding)) {
      result.push_back({path, static_cast<std::uint64_t>(status.st_size), status.st_mtime});
    } else if (now - status.st_mtime > kLeftAlone) {
      unlink(path.c_str());
    }
  }
  return result;
}

}  // namespace

std::string encode_entry(std::string_view key, std::string_view value) {
  std::string packed = deflated(key);
  std::string result(kMagic);
  put_number(result, key.size());
  put_number(result, packed.size());
  put_number(result, value.size());
  result += packed;
  result += value;
  put_number(result, checksum(result));
  return result;
}

std::optional<std::string> decode_entry(std::string_view bytes, std::string_view key) {
  if (bytes.size() < kHead + kNumber || !bytes.starts_with(kMagic)) return std::nullopt;
  std::string_view body = bytes.substr(0, bytes.size() - kNumber);
  if (number_at(bytes, body.size()) != checksum(body)) return std::nullopt;
  std::uint64_t key_size = number_at(bytes, kMagic.size());
  std::uint64_t packed_size = number_at(bytes, kMagic.size() + kNumber);
  std::uint64_t value_size = number_at(bytes, kMagic.size() + 2 * kNumber);
  std::uint64_t room = body.size() - kHead;
  if (packed_size > room || value_size != room - packed_size) return std::nullopt;
  if (key_size != key.size() || key_size > kLargestKey) return std::nullopt;
  if (!inflates_to(body.substr(kHead, packed_size), key)) return std::nullopt;
  return std::string(body.substr(kHead + packed_size));
}

std::string VerdictCache::path_of(std::string_view key) const {
  return fmt::format("{}/{}{}", folder_, name_of(key), kEnding);
}

std::optional<std::string> VerdictCache::find(std::string_view key) {
  std::string path = path_of(key);
  auto bytes = base::read_file(path);
  if (!bytes) return std::nullopt;
  auto value = decode_entry(*bytes, key);
  if (!value) return std::nullopt;
  // Used today: it is not the next one to go. In a folder of somebody else it stays as it is.
  struct stat status {};
  bool is_old = stat(path.c_str(), &status) == 0 && std::time(nullptr) - status.st_mtime > kDay;
  if (is_old) utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return value;
}

void VerdictCache::fail(std::string_view what, int error) {
  if (problem_.empty()) problem_ = fmt::format("{}: {}", what, std::strerror(error));
}

bool VerdictCache::make_folder() {
  if (has_folder_) return true;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    fail(folder_, error.value());
    return false;
  }
  // Nobody wants to see it among the sources.
  std::string ignore = folder_ + "/.gitignore";
  std::error_code unknown;
  if (!fs::exists(ignore, unknown)) (void)base::write_output(ignore, "*\n");
  has_folder_ = true;
  return true;
}

void VerdictCache::store(std::string_view key, std::string_view value) {
  if (!make_folder()) return;
  static std::atomic<unsigned> count{0};
  std::string path = path_of(key);
  std::string unfinished = fmt::format("{}.{}.{}{}", path, getpid(), count++, kUnfinished);
  int fd = open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return fail(folder_, errno);
  bool is_written = write_all(fd, encode_entry(key, value));
  int error = errno;
  if (close(fd) != 0 && is_written) {
    is_written = false;
    error = errno;
  }
  if (is_written && rename(unfinished.c_str(), path.c_str()) != 0) {
    is_written = false;
    error = errno;
  }
  if (!is_written) {
    unlink(unfinished.c_str());
    return fail(folder_, error);
  }
  has_stored_ = true;
}

void VerdictCache::trim() {
  if (!has_stored_) return;
  std::vector<Entry> entries = entries_in(folder_);
  std::uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.used, a.path) < std::tie(b.used, b.path);
  });
  // Some more than needed: the next run has room, too.
  for (const Entry& entry : entries) {
    if (total <= most_bytes_ - most_bytes_ / 5) break;
    if (unlink(entry.path.c_str()) == 0 || errno == ENOENT) total -= entry.bytes;
  }
}

}  // namespace project
