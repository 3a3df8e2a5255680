#include "base/scanner.h"

namespace base {

bool Scanner::skip_block_comment() {
  std::size_t end = text_.find("*/", at_ + 2);
  bool is_closed = end != std::string_view::npos;
  at_ = is_closed ? end + 2 : text_.size();
  return is_closed;
}

std::optional<char32_t> Scanner::take_code_point(std::size_t most_digits) {
  if (peek() != '{') return std::nullopt;
  ++at_;
  char32_t value = 0;
  std::size_t digits = 0;
  for (; is_hex_digit(peek()) && digits < most_digits; ++digits, ++at_) {
    int digit = is_digit(peek()) ? peek() - '0' : (peek() | 0x20) - 'a' + 10;
    value = value * 16 + static_cast<char32_t>(digit);
  }
  if (digits == 0 || peek() != '}') return std::nullopt;
  ++at_;
  bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value > 0x10ffff || is_surrogate) return std::nullopt;
  return value;
}

}  // namespace base
