// What every lexer needs: a place in a text that moves forward, kinds of ASCII characters, and
// positions. Which characters form a token is up to the lexer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"
#include "base/utf8.h"

namespace base {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class Scanner {
 public:
  Scanner(FileId file, std::string_view text) : Scanner(text, {file, 0, 0}) {}
  // The text of `part`, which may be less than a file.
  Scanner(std::string_view text, Span part) : text_(text), file_(part.file), shift_(part.begin) {}

  // ---- the place
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  void move_to(std::size_t at) { at_ = at; }
  void move_to_end() { at_ = text_.size(); }

  // ---- looking
  std::string_view text() const { return text_; }
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  // Behind the end there are zeros.
  char peek(std::size_t ahead = 0) const { return at(at_ + ahead); }
  bool is_at(std::string_view piece) const { return text_.substr(at_, piece.size()) == piece; }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }

  // ---- moving
  void skip(std::size_t count = 1) { at_ = std::min(at_ + count, text_.size()); }
  template <class Test>
  void skip_while(Test test) {
    while (at_ < text_.size() && test(text_[at_])) ++at_;
  }
  void skip_byte_order_mark() {
    if (is_at("\xef\xbb\xbf")) at_ += 3;
  }
  // To the line break.
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }
  // A comment from `/*` to `*/`. False if it is not closed: it ends with the text.
  bool skip_block_comment();
  // Nothing if the bytes are not UTF-8; one byte is skipped then.
  std::optional<char32_t> take_character() { return utf8_decode(text_, at_); }
  // The piece that comes next, among `pieces`, the longer ones first; empty: none of them.
  template <class Pieces>
  std::string_view take_one_of(const Pieces& pieces) {
    for (std::string_view piece : pieces) {
      if (!is_at(piece)) continue;
      at_ += piece.size();
      return piece;
    }
    return {};
  }
  // `{1f600}`, the rest of an escape. Nothing if it names no character; what is well-formed is
  // skipped in any case.
  std::optional<char32_t> take_code_point(std::size_t most_digits);

  // ---- positions in the file
  Span span(std::size_t begin, std::size_t end) const {
    return {file_, shift_ + static_cast<std::uint32_t>(begin),
            shift_ + static_cast<std::uint32_t>(end)};
  }
  Span span_since(std::size_t begin) const { return span(begin, at_); }

 private:
  std::string_view text_;
  FileId file_;
  std::uint32_t shift_;  // where the text begins in the file
  std::size_t at_ = 0;
};

}  // namespace base
