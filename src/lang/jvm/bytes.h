// A place in a binary file that moves forward and never leaves its part of the file. What does not
// fit ends in FormatFailure, which the readers of this folder throw, and catch before they return.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/diag/diagnostic.h"
#include "lang/jvm/format_error.h"

namespace jvm {

struct FormatFailure {
  diag::Kind kind{};
  std::uint64_t offset = 0;
  std::string what;

  FormatError in(std::string file) && { return {kind, std::move(file), offset, printable(what)}; }
};

// Numbers have their high byte first, as in class files.
class ByteReader {
 public:
  // Reads `bytes` from `begin` to `end`.
  ByteReader(std::string_view bytes, std::size_t begin, std::size_t end)
      : bytes_(bytes), at_(begin), end_(end) {}

  std::size_t at() const { return at_; }
  std::size_t left() const { return end_ - at_; }
  bool at_end() const { return at_ == end_; }

  std::uint8_t u1() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint16_t u2() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u4() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u8() { return number(8); }

  std::string_view take(std::size_t count) {
    if (count > left()) {
      fail(fmt::format("it ends where {} more {} expected", count - left(),
                       count - left() == 1 ? "byte is" : "bytes are"));
    }
    std::string_view part = bytes_.substr(at_, count);
    at_ += count;
    return part;
  }
  void skip(std::size_t count) { take(count); }
  // The next `count` bytes, to be read apart; this reader goes on behind them.
  ByteReader part(std::size_t count) {
    std::size_t begin = at_;
    skip(count);
    return {bytes_, begin, begin + count};
  }

  [[noreturn]] void fail(std::string what) const { fail_at(at_, std::move(what)); }
  [[noreturn]] static void fail_at(std::uint64_t offset, std::string what) {
    throw FormatFailure{diag::Kind::JvmMalformedClass, offset, std::move(what)};
  }

 private:
  std::uint64_t number(std::size_t count) {
    std::uint64_t value = 0;
    for (char c : take(count)) value = value << 8 | static_cast<std::uint8_t>(c);
    return value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

// Numbers with their low byte first, as in archives and images. The bytes must be there.
inline std::uint32_t little(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  }
  return value;
}
inline std::uint16_t little16(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(little(bytes, at, 2));
}
inline std::uint32_t little32(std::string_view bytes, std::size_t at) {
  return little(bytes, at, 4);
}

}  // namespace jvm
