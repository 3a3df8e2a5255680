#include "lang/jvm/modified_utf8.h"

#include <cstdint>

#include "base/utf8.h"

namespace jvm {

namespace {

// Decodes one unit; nothing if the bytes at `at` are not one.
std::optional<char16_t> decode_unit(std::string_view bytes, std::size_t& at) {
  auto byte = [&](std::size_t ahead) -> std::uint32_t {
    return at + ahead < bytes.size() ? static_cast<std::uint8_t>(bytes[at + ahead]) : 0U;
  };
  auto is_tail = [&](std::size_t ahead) { return (byte(ahead) & 0xc0U) == 0x80U; };
  std::uint32_t first = byte(0);
  if (first >= 0x01 && first <= 0x7f) {
    at += 1;
    return static_cast<char16_t>(first);
  }
  if ((first & 0xe0U) == 0xc0U && is_tail(1)) {
    std::uint32_t unit = (first & 0x1fU) << 6 | (byte(1) & 0x3fU);
    if (unit != 0 && unit < 0x80) return std::nullopt;  // longer than it needs to be
    at += 2;
    return static_cast<char16_t>(unit);
  }
  if ((first & 0xf0U) == 0xe0U && is_tail(1) && is_tail(2)) {
    std::uint32_t unit = (first & 0x0fU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
    if (unit < 0x800) return std::nullopt;
    at += 3;
    return static_cast<char16_t>(unit);
  }
  return std::nullopt;
}

bool is_high(char16_t unit) { return unit >= 0xd800 && unit <= 0xdbff; }
bool is_low(char16_t unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

}  // namespace

std::optional<std::size_t> modified_utf8_invalid_at(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (!decode_unit(bytes, at)) return at;
  }
  return std::nullopt;
}

std::u16string modified_utf8_units(std::string_view bytes) {
  std::u16string units;
  units.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    auto unit = decode_unit(bytes, at);
    if (!unit) break;
    units.push_back(*unit);
  }
  return units;
}

Utf16Text utf16_to_utf8(std::u16string_view units) {
  constexpr char32_t kReplacement = 0xfffd;
  Utf16Text result;
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t character = units[i];
    if (is_high(units[i]) && i + 1 < units.size() && is_low(units[i + 1])) {
      character = 0x10000 + ((character - 0xd800) << 10) + (units[i + 1] - 0xdc00U);
      ++i;
    } else if (is_high(units[i]) || is_low(units[i])) {
      character = kReplacement;
      result.is_exact = false;
    }
    base::utf8_append(result.text, character);
  }
  return result;
}

}  // namespace jvm
