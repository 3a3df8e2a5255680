#include "base/utf8.h"

#include <fmt/format.h>

#include <cstring>

namespace base {

std::optional<char32_t> utf8_decode(std::string_view text, std::size_t& at) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(at);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  int extra = 0;
  char32_t value = 0;
  char32_t least = 0;
  if ((lead & 0xe0) == 0xc0) {
    extra = 1, value = lead & 0x1fU, least = 0x80;
  } else if ((lead & 0xf0) == 0xe0) {
    extra = 2, value = lead & 0x0fU, least = 0x800;
  } else if ((lead & 0xf8) == 0xf0) {
    extra = 3, value = lead & 0x07U, least = 0x10000;
  } else {
    ++at;
    return std::nullopt;
  }
  for (int i = 1; i <= extra; ++i) {
    if (at + i >= text.size() || (byte(at + i) & 0xc0) != 0x80) {
      ++at;
      return std::nullopt;
    }
    value = (value << 6) | (byte(at + i) & 0x3fU);
  }
  bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least || value > 0x10ffff || surrogate) {
    ++at;
    return std::nullopt;
  }
  at += static_cast<std::size_t>(extra) + 1;
  return value;
}

void utf8_append(std::string& out, char32_t c) {
  auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | (c >> 6)), put(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    put(0xe0 | (c >> 12)), put(0x80 | ((c >> 6) & 0x3f)), put(0x80 | (c & 0x3f));
  } else {
    put(0xf0 | (c >> 18)), put(0x80 | ((c >> 12) & 0x3f));
    put(0x80 | ((c >> 6) & 0x3f)), put(0x80 | (c & 0x3f));
  }
}

std::string utf8_encode(char32_t character) {
  std::string out;
  utf8_append(out, character);
  return out;
}

namespace {

// From a surrogate to the private character that stands for it.
constexpr char32_t kStandIns = 0x100000;

// Moves `at` over plain ASCII, eight bytes at a time: most source text is nothing
// else, and lines may be megabytes long.
void skip_ascii(std::string_view text, std::size_t& at) {
  std::uint64_t word = 0;
  for (; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080ULL) != 0) return;
  }
}

}  // namespace

std::optional<std::size_t> utf8_invalid_at(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    skip_ascii(text, at);
    if (at == text.size()) break;
    std::size_t start = at;
    if (!utf8_decode(text, at)) return start;
  }
  return std::nullopt;
}

std::size_t utf8_length(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t start = at;
    skip_ascii(text, at);
    count += at - start;
    if (at == text.size()) break;
    utf8_decode(text, at);
    ++count;
  }
  return count;
}

char32_t character_of_utf16(std::uint32_t unit) {
  bool surrogate = unit >= 0xd800 && unit <= 0xdfff;
  return unit + (surrogate ? kStandIns : 0);
}

std::uint32_t utf16_of_character(char32_t character) {
  if (character <= 0xffff) return character;
  char32_t unit = character - kStandIns;
  return unit >= 0xd800 && unit <= 0xdfff ? unit : 0xfffd;
}

std::string_view utf8_substring(std::string_view text, std::size_t begin, std::size_t count) {
  std::size_t at = 0;
  for (; begin > 0 && at < text.size(); --begin) utf8_decode(text, at);
  std::size_t end = at;
  for (; count > 0 && end < text.size(); --count) utf8_decode(text, end);
  return text.substr(at, end - at);
}

namespace {

void append_escaped(std::string& out, char32_t c, char32_t quote) {
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    case '\\': out += "\\\\"; return;
    default: break;
  }
  if (c == quote) {
    out += '\\';
    out += static_cast<char>(quote);
  } else if (c < 0x20 || c == 0x7f) {
    out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c));
  } else {
    utf8_append(out, c);
  }
}

}  // namespace

std::string quote_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    append_escaped(out, utf8_decode(text, at).value_or(0xfffd), '"');
  }
  return out + "\"";
}

std::string quote_char(char32_t character) {
  std::string out = "'";
  append_escaped(out, character, '\'');
  return out + "'";
}

}  // namespace base
