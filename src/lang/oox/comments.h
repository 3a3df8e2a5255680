// The growing output of the printer, and the comments that go into it.
//
// Where a comment goes depends only on two things that printing preserves: whether
// something stands before it on its line, and what follows it. A comment behind
// something on the line is appended to the line being printed; a comment on a line
// of its own gets one again, before the next item. That makes formatting
// idempotent. Comments inside an item are appended to its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lang/oox/ast.h"
#include "lang/oox/layout.h"

namespace oox {

class PrintBuffer {
 public:
  static constexpr std::size_t kIndent = 4;

  PrintBuffer(std::string_view source, const std::vector<Comment>& comments)
      : source_(source), comments_(comments) {}

  void indent() { ++depth_; }
  void dedent() { --depth_; }

  // Begins the line of an item that stands at `offset` in the source: prints the
  // comments before it, and the blank line before it if there was one.
  void start_item(std::uint32_t offset);
  void start_line();
  void text(std::string_view words);
  void layout(const Layout& layout);
  // Drops blank lines before what comes next.
  void skip_blank_lines() { is_fresh_ = true; }
  // Goes inside of a brace that has just been printed, and out again: `offset` is
  // the place of the closing one, and `opened` what open_brace returned.
  std::size_t open_brace();
  void close_brace(std::size_t opened, std::uint32_t offset);

  // Prints the comments before `offset` at their place.
  void comments_before(std::uint32_t offset);
  // Appends the comments before `offset`, which are inside the item just printed. What
  // a `//` comment keeps off the line waits for the next place where comments go.
  void comments_inside(std::uint32_t offset);

  // The whole output, with the remaining comments.
  std::string finish();

 private:
  bool is_pending(std::uint32_t offset) const {
    return next_ < comments_.size() && comments_[next_].span.begin < offset;
  }
  bool has_own_line(std::uint32_t offset) const;
  bool has_blank_before(std::uint32_t offset) const;
  void blank_line_before(std::uint32_t offset);
  void write_comment(const Comment& comment);
  void write_block_comment(std::string_view text, std::uint32_t begin);
  std::size_t column() const { return out_.size() - line_start_; }

  std::string_view source_;
  const std::vector<Comment>& comments_;
  std::string out_;
  std::size_t next_ = 0;         // the first comment not printed yet
  std::size_t depth_ = 0;        // levels of indentation
  std::size_t line_start_ = 0;   // where the last line of out_ begins
  bool is_fresh_ = true;         // no blank line may come next
  bool is_line_closed_ = false;  // a `//` comment ends the current line
};

}  // namespace oox
