#include "base/file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace base {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

// strerror's sentences begin with a capital; ours are parts of sentences.
std::string reason(int error) {
  std::string text = error == 0 ? "unknown error" : std::strerror(error);
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a') {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

// Writes and flushes everything, and reports the first error. Full disks often
// show only when the buffers are flushed or the file is closed.
int write_all(std::FILE* file, std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) return errno ? errno : EIO;
  if (std::fflush(file) != 0) return errno;
  return 0;
}

int write_and_close(FileHandle file, std::string_view text) {
  int error = write_all(file.get(), text);
  if (std::fclose(file.release()) != 0 && error == 0) error = errno;
  return error;
}

// Devices, pipes and links are written in place; only a regular file, or a new
// one, can be replaced by renaming.
bool is_replaceable(const std::string& path, mode_t& mode) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return errno == ENOENT;
  mode = status.st_mode & 07777U;
  return S_ISREG(status.st_mode) && status.st_nlink == 1;
}

int write_in_place(const std::string& path, std::string_view text) {
  FileHandle file(std::fopen(path.c_str(), "wb"));
  if (!file) return errno;
  return write_and_close(std::move(file), text);
}

int write_file(const std::string& path, std::string_view text) {
  mode_t mode = 0;
  if (!is_replaceable(path, mode)) return write_in_place(path, text);
  if (mode != 0 && access(path.c_str(), W_OK) != 0) return errno;
  std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  FileHandle file(std::fopen(temporary.c_str(), "wbx"));
  if (!file) return write_in_place(path, text);
  int error = write_and_close(std::move(file), text);
  if (error == 0 && mode != 0 && chmod(temporary.c_str(), mode) != 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) std::remove(temporary.c_str());
  return error;
}

}  // namespace

tl::expected<std::string, ReadError> read_file(const std::string& path, std::uint64_t largest) {
  auto fail = [](bool too_large, std::string text) {
    return tl::unexpected(ReadError{too_large, std::move(text)});
  };
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return fail(false, reason(errno));
  if (S_ISDIR(status.st_mode)) return fail(false, "it is a directory");
  FileHandle file(std::fopen(path.c_str(), "rb"));
  if (!file) return fail(false, reason(errno));
  std::string text;
  if (S_ISREG(status.st_mode)) {
    auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > largest) return fail(true, "it is too large");
    text.reserve(size);
  }
  // Pipes and files of /proc do not tell their size: count what arrives.
  char buffer[1 << 16];
  while (std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, count);
    if (text.size() > largest) return fail(true, "it is too large");
  }
  if (std::ferror(file.get()) != 0) return fail(false, reason(errno));
  return text;
}

tl::expected<void, std::string> write_output(const std::string& path, std::string_view text) {
  bool to_stdout = path.empty() || path == "-";
  int error = to_stdout ? write_all(stdout, text) : write_file(path, text);
  if (error == 0) return {};
  return tl::unexpected(
      fmt::format("cannot write {}: {}", to_stdout ? "to standard output" : path, reason(error)));
}

}  // namespace base
