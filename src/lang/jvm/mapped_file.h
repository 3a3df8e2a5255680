// A file in memory, read by the system as far as it is looked at. The image of a JDK is more than a
// hundred megabytes, of which a run needs a few.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace jvm {

class MappedFile {
 public:
  // The error is the reason alone: "no such file or directory".
  static tl::expected<std::unique_ptr<MappedFile>, std::string> open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}

  void* data_;
  std::size_t size_;
};

}  // namespace jvm
