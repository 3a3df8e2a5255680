#include "base/diag/line_view.h"

#include <algorithm>

#include "base/utf8.h"

namespace diag {

namespace {

constexpr std::size_t kTab = 4;
constexpr std::string_view kCut = "…";
constexpr std::string_view kUnprintable = "�";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// Moves `count` characters to the left of `at`, at most to the start of the line.
std::size_t back(std::string_view line, std::size_t at, std::size_t count) {
  at = std::min(at, line.size());
  for (; count > 0 && at > 0; --count) {
    --at;
    while (at > 0 && is_continuation(line[at])) --at;
  }
  return at;
}

std::size_t forward(std::string_view line, std::size_t at, std::size_t count) {
  for (; count > 0 && at < line.size(); --count) base::utf8_decode(line, at);
  return at;
}

}  // namespace

LineView::LineView(std::string_view line, std::size_t focus, std::size_t width) {
  std::size_t from = 0;
  std::size_t to = forward(line, 0, width);
  if (to < line.size()) {
    // Show more of what follows the focus than of what precedes it.
    from = back(line, focus, width / 3);
    to = forward(line, from, width);
    if (to == line.size()) from = back(line, to, width);
  }
  append(line, from, to);
}

void LineView::append(std::string_view line, std::size_t from, std::size_t to) {
  first_byte_ = from;
  std::size_t column = 0;
  if (from > 0) {
    text_ += kCut;
    ++column;
  }
  for (std::size_t at = from; at < to;) {
    std::size_t start = at;
    auto character = base::utf8_decode(line, at);
    for (std::size_t i = start; i < at; ++i) columns_.push_back(column);
    if (character == U'\t') {
      std::size_t next = (column / kTab + 1) * kTab;
      text_.append(next - column, ' ');
      column = next;
      continue;
    }
    bool printable = character && *character >= 0x20 && *character != 0x7f;
    text_ += printable ? line.substr(start, at - start) : kUnprintable;
    ++column;
  }
  columns_.push_back(column);
  if (to < line.size()) text_ += kCut;
}

std::size_t LineView::column(std::size_t byte) const {
  std::size_t index = byte < first_byte_ ? 0 : byte - first_byte_;
  return columns_[std::min(index, columns_.size() - 1)];
}

}  // namespace diag
