// Whole files in and out, with errors as text that a user understands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace base {

// Braid reads source files of at most this size.
inline constexpr std::uint64_t kLargestInput = std::uint64_t{1} << 30;

struct ReadError {
  bool too_large = false;
  std::string text;  // the reason alone: "no such file or directory"
};

// The bytes of a file (or pipe). Fails if it is missing, a directory, not
// permitted, or longer than `largest`.
tl::expected<std::string, ReadError> read_file(const std::string& path,
                                               std::uint64_t largest = kLargestInput);

// Writes `text` to `path`, or to standard output if `path` is empty or "-". The
// error names the path and the reason. A regular file is replaced as a whole: if
// the disk is full, its old content is still there.
tl::expected<void, std::string> write_output(const std::string& path, std::string_view text);

}  // namespace base
