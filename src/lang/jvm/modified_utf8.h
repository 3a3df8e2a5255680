// The text of class files (JVMS 4.4.7): UTF-16 units, each encoded as if it were a character, and
// zero in two bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jvm {

// Where the first byte is that does not belong; nothing if all is well.
std::optional<std::size_t> modified_utf8_invalid_at(std::string_view bytes);
// The bytes must be well-formed.
std::u16string modified_utf8_units(std::string_view bytes);

struct Utf16Text {
  std::string text;      // UTF-8
  bool is_exact = true;  // false: a surrogate without its partner became U+FFFD
};
Utf16Text utf16_to_utf8(std::u16string_view units);

}  // namespace jvm
