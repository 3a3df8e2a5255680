// Breaks one logical line over several if it is too long. The text is a sequence
// of words with possible breaks, in nested groups: a group that fits the line is
// set without breaks, in any other every break of the group itself is taken.
// (Oppen's "Prettyprinting" with consistent breaks only.) Linear in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oox {

class Layout {
 public:
  static constexpr std::size_t kWidth = 100;

  void text(std::string_view words);
  // A break that is otherwise a space, or nothing.
  void line() { items_.push_back({Kind::Line, 0, 0, 0}); }
  void soft_line() { items_.push_back({Kind::SoftLine, 0, 0, 0}); }
  // Lines of the group are indented by `indent` against those of the enclosing one.
  void open(std::size_t indent);
  void close();

  bool ends_with(char c) const { return !text_.empty() && text_.back() == c; }
  // The text with lines indented by `indent`; the first line's indentation is not
  // part of it, `column` says where that line begins.
  std::string render(std::size_t indent, std::size_t column, std::size_t width = kWidth) const;
  std::string render_flat() const;

 private:
  enum class Kind : std::uint8_t { Text, Line, SoftLine, Open, Close };
  struct Item {
    Kind kind;
    std::size_t begin;  // Text: its place in text_; Open: the indentation
    std::size_t size;   // Text: bytes
    std::size_t width;  // Text: columns; Open: columns up to its Close if set flat
  };

  std::string text_;
  std::vector<Item> items_;
  std::vector<std::size_t> open_;  // the groups not closed yet
};

}  // namespace oox
