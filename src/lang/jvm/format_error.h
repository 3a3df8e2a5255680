// What is wrong with a binary file, and where. Class files, archives and images of the JDK have no
// lines: a position is a byte offset.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diag/diagnostic.h"

namespace jvm {

struct FormatError {
  diag::Kind kind{};         // which row of jvm.def
  std::string file;          // "lib.jar!/a/B.class"
  std::uint64_t offset = 0;  // in bytes, from the start of that file
  std::string what;          // "constant 12 is a Utf8, where a Class is expected"
};

// Text from a file as a message may show it: one line of UTF-8.
std::string printable(std::string_view text);

void report(const FormatError& error, diag::Sink& sink);

}  // namespace jvm
