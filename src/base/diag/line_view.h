// How one source line looks on a terminal: tabs expanded, unprintable characters
// replaced, and a very long line cut to a window around the part that matters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace diag {

class LineView {
 public:
  // `focus` is the byte of `line` that must be visible; at most about `width`
  // characters are shown.
  LineView(std::string_view line, std::size_t focus, std::size_t width);

  const std::string& text() const { return text_; }
  // The column, from 0, at which the character of this byte is shown. Bytes outside
  // the window are mapped to its nearest edge.
  std::size_t column(std::size_t byte) const;

 private:
  void append(std::string_view line, std::size_t from, std::size_t to);

  std::string text_;
  std::size_t first_byte_ = 0;        // of the window
  std::vector<std::size_t> columns_;  // of each byte of the window, and of its end
};

}  // namespace diag
