#include "base/base64.h"

#include <array>
#include <cstdint>

namespace base {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned char kNone = 64;

constexpr std::array<unsigned char, 256> values_of_digits() {
  std::array<unsigned char, 256> result{};
  for (unsigned char& value : result) value = kNone;
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    result[static_cast<unsigned char>(kDigits[i])] = static_cast<unsigned char>(i);
  }
  return result;
}

constexpr std::array<unsigned char, 256> kValues = values_of_digits();

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string result;
  result.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::string_view some = bytes.substr(at, 3);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8U | (i < some.size() ? static_cast<unsigned char>(some[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      result += i <= some.size() ? kDigits[group >> (18 - 6 * i) & 63U] : '=';
    }
  }
  return result;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t filling = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string_view digits = text.substr(0, text.size() - filling);
  std::string result;
  result.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (char digit : digits) {
    unsigned char value = kValues[static_cast<unsigned char>(digit)];
    if (value == kNone) return std::nullopt;
    group = (group << 6U | value) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    result += static_cast<char>(group >> bits & 0xffU);
  }
  bool is_clean = (group & ((1U << bits) - 1)) == 0;
  return is_clean ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace base
