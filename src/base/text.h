// Small readers of text.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace base {

// The number that the whole text spells in decimal digits; none if it does not, or if it does not
// fit.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  auto [at, error] = std::from_chars(text.data(), end, value);
  bool is_whole = error == std::errc() && at == end;
  return is_whole ? std::optional(value) : std::nullopt;
}

// The parts between characters of `separators`, without empty ones.
inline std::vector<std::string_view> split_words(std::string_view text,
                                                 std::string_view separators = " \t\r\n") {
  std::vector<std::string_view> result;
  for (std::size_t at = text.find_first_not_of(separators); at != std::string_view::npos;) {
    std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    result.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(separators, end);
  }
  return result;
}

}  // namespace base
