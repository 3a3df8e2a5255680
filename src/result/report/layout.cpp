#include "result/report/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace report {

namespace {

constexpr std::size_t kValueWidth = 80;  // a longer value is cut

}  // namespace

std::string cut(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count == width) return out + "…";
    std::size_t start = at;
    base::utf8_decode(text, at);
    out += text.substr(start, at - start);
  }
  return out;
}

std::string fitted(std::string_view text, std::size_t width) {
  bool fits = base::utf8_length(text) <= width;
  return fits || width == 0 ? std::string(text) : cut(text, width - 1);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::size_t length = base::utf8_length(lines.back()) + 1 + base::utf8_length(word);
    if (!lines.back().empty() && length > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string folded(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string padded(std::string text, std::size_t width) {
  std::size_t length = base::utf8_length(text);
  if (length < width) text.append(width - length, ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  std::size_t length = base::utf8_length(text);
  return length < width ? std::string(width - length, ' ') + text : text;
}

std::string painted(std::string_view text, std::string_view code, bool color) {
  if (!color || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of("/!") + 1);
}

std::string thread_text(std::uint32_t number, std::string_view name) {
  if (name.empty()) return fmt::format("thread {}", number);
  return "thread " + base::quote_string(std::string(name));
}

std::string counted(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string assignments(const std::vector<std::pair<std::string, std::string>>& values) {
  std::string out;
  for (const auto& [name, value] : values) {
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, cut(value, kValueWidth));
  }
  return out;
}

}  // namespace report
