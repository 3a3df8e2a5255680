// UTF-8: the encoding of every source file, and of `char` and `string` values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

// Decodes the character at `at` and moves `at` behind it; nullopt (and `at`
// moved by one byte) if the bytes there are not well-formed UTF-8.
std::optional<char32_t> utf8_decode(std::string_view text, std::size_t& at);

void utf8_append(std::string& out, char32_t character);
std::string utf8_encode(char32_t character);

// Offset of the first byte that is not well-formed, if any.
std::optional<std::size_t> utf8_invalid_at(std::string_view text);

// Number of characters; malformed bytes count as one each.
std::size_t utf8_length(std::string_view text);

// Strings whose characters are UTF-16 units, as Java's are: a unit is the character of that code.
// Half of a surrogate pair, which UTF-8 cannot hold, is U+10D800 to U+10DFFF, a private character.
char32_t character_of_utf16(std::uint32_t unit);
// The other way round; U+FFFD for any other character beyond U+FFFF.
std::uint32_t utf16_of_character(char32_t character);

// The characters from position `begin` on, at most `count` of them.
std::string_view utf8_substring(std::string_view text, std::size_t begin, std::size_t count);

// `"…"` with escapes for quotes, backslashes and control characters, as OOX and
// BIR both read it.
std::string quote_string(std::string_view text);
std::string quote_char(char32_t character);

}  // namespace base
