#include "cli/json_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

namespace {

constexpr std::size_t kDeepest = 1000;

std::size_t nesting(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

using Json = nlohmann::ordered_json;

}  // namespace

tl::expected<nlohmann::ordered_json, std::string> parse_json(std::string_view text) {
  if (nesting(text) > kDeepest) {
    return tl::make_unexpected(fmt::format("it is nested more than {} levels deep", kDeepest));
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    if (error.byte > text.size()) return tl::make_unexpected("it is not JSON: it ends too early");
    auto end = text.begin() + static_cast<std::ptrdiff_t>(error.byte);
    auto line = std::count(text.begin(), end, '\n') + 1;
    return tl::make_unexpected(fmt::format("it is not JSON: line {} is wrong", line));
  } catch (const Json::exception&) {
    return tl::make_unexpected("a number in it is too large");
  }
}

}  // namespace cli
