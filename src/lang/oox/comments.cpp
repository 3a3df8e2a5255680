#include "lang/oox/comments.h"

namespace oox {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n'); }

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

}  // namespace

void PrintBuffer::start_item(std::uint32_t offset) {
  comments_before(offset);
  blank_line_before(offset);
  start_line();
}

void PrintBuffer::start_line() {
  if (!out_.empty()) out_ += '\n';
  line_start_ = out_.size();
  out_.append(depth_ * kIndent, ' ');
  is_line_closed_ = false;
  is_fresh_ = false;
}

std::size_t PrintBuffer::open_brace() {
  indent();
  skip_blank_lines();
  return out_.size();
}

void PrintBuffer::close_brace(std::size_t opened, std::uint32_t offset) {
  comments_before(offset);
  dedent();
  if (out_.size() != opened) start_line();
  out_ += '}';
  is_fresh_ = false;
}

void PrintBuffer::text(std::string_view words) { out_ += words; }

void PrintBuffer::layout(const Layout& layout) {
  out_ += layout.render(depth_ * kIndent, column());
  if (std::size_t last = out_.rfind('\n'); last != std::string::npos && last >= line_start_) {
    line_start_ = last + 1;
  }
}

void PrintBuffer::comments_before(std::uint32_t offset) {
  for (; is_pending(offset); ++next_) {
    const Comment& comment = comments_[next_];
    bool is_own = has_own_line(comment.span.begin);
    if (is_own) blank_line_before(comment.span.begin);
    if (is_own || is_line_closed_ || out_.empty()) {
      start_line();
    } else {
      out_ += ' ';
    }
    write_comment(comment);
  }
}

void PrintBuffer::comments_inside(std::uint32_t offset) {
  for (; is_pending(offset) && !is_line_closed_; ++next_) {
    out_ += ' ';
    write_comment(comments_[next_]);
  }
}

std::string PrintBuffer::finish() {
  comments_before(static_cast<std::uint32_t>(source_.size()) + 1);
  if (!out_.empty()) out_ += '\n';
  return std::move(out_);
}

bool PrintBuffer::has_own_line(std::uint32_t offset) const {
  while (offset > 0 && is_blank(source_[offset - 1])) --offset;
  bool is_after_mark = offset == 3 && source_.substr(0, 3) == "\xef\xbb\xbf";
  return offset == 0 || source_[offset - 1] == '\n' || is_after_mark;
}

bool PrintBuffer::has_blank_before(std::uint32_t offset) const {
  int breaks = 0;
  for (; offset > 0 && (is_blank(source_[offset - 1]) || source_[offset - 1] == '\n'); --offset) {
    if (source_[offset - 1] == '\n' && ++breaks == 2) return true;
  }
  return false;
}

void PrintBuffer::blank_line_before(std::uint32_t offset) {
  if (!is_fresh_ && has_blank_before(offset)) out_ += '\n';
}

void PrintBuffer::write_comment(const Comment& comment) {
  std::string_view text = source_.substr(comment.span.begin, comment.span.end - comment.span.begin);
  if (comment.is_block) {
    write_block_comment(text, comment.span.begin);
  } else {
    out_ += trim_right(text);
    is_line_closed_ = true;
  }
}

// The lines of a block comment move with its first one.
void PrintBuffer::write_block_comment(std::string_view text, std::uint32_t begin) {
  std::size_t line_break = text.find('\n');
  if (line_break == std::string_view::npos) {
    out_ += text;
    return;
  }
  std::size_t before = source_.substr(0, begin).rfind('\n');
  std::size_t old_column = before == std::string_view::npos ? begin : begin - before - 1;
  auto shift = static_cast<std::ptrdiff_t>(column()) - static_cast<std::ptrdiff_t>(old_column);
  out_ += trim_right(text.substr(0, line_break));
  while (line_break != std::string_view::npos) {
    text.remove_prefix(line_break + 1);
    line_break = text.find('\n');
    std::string_view line = trim_right(text.substr(0, line_break));
    out_ += '\n';
    line_start_ = out_.size();
    std::size_t lead = 0;
    while (lead < line.size() && (line[lead] == ' ' || line[lead] == '\t')) ++lead;
    if (shift == 0) {
      out_ += line;
    } else if (!line.empty()) {
      auto wanted = static_cast<std::ptrdiff_t>(lead) + shift;
      out_.append(wanted > 0 ? static_cast<std::size_t>(wanted) : 0, ' ');
      out_ += line.substr(lead);
    }
  }
}

}  // namespace oox
