#include "lang/jvm/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace jvm {

namespace {

std::string reason() { return std::generic_category().message(errno); }

}  // namespace

tl::expected<std::unique_ptr<MappedFile>, std::string> MappedFile::open(const std::string& path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return tl::unexpected(reason());
  struct stat status {};
  std::string error;
  void* data = nullptr;
  if (::fstat(file, &status) != 0) {
    error = reason();
  } else if (!S_ISREG(status.st_mode)) {
    error = "it is no regular file";
  } else if (status.st_size > 0) {
    data =
        ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED) error = reason();
  }
  ::close(file);
  if (!error.empty()) return tl::unexpected(error);
  return std::unique_ptr<MappedFile>(
      new MappedFile(data, static_cast<std::size_t>(status.st_size)));
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace jvm
