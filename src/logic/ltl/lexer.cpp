#include "logic/ltl/lexer.h"

#include <fmt/format.h>

#include <array>

namespace ltl {

namespace {

// Longer ones first.
constexpr std::array<std::string_view, 24> kMarks{
    "<->", "==>", "[]", "<>", "->", "&&", "||", "==", "!=", "<=", ">=", "!",
    "<",   ">",   "(",  ")",  ",",  ":",  ".",  "@",  "+",  "-",  "[",  "]"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_name_char(char c) { return is_start(c) || is_digit(c); }

class Lexer {
 public:
  Lexer(const base::Sources& sources, base::FileId file, diag::Sink& sink)
      : text_(sources.file(file).text()), file_(file), sink_(sink) {}

  std::vector<Token> run() {
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      next();
    }
    tokens_.push_back({TokenKind::End, span(at_), "", false});
    return std::move(tokens_);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  base::Span span(std::size_t begin) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }

  void next() {
    std::size_t begin = at_;
    if (is_start(peek()) || peek() == '`') {
      name();
      return;
    }
    if (is_digit(peek())) {
      while (is_digit(peek())) ++at_;
      tokens_.push_back(
          {TokenKind::Number, span(begin), std::string(text_.substr(begin, at_ - begin)), false});
      return;
    }
    for (std::string_view mark : kMarks) {
      if (text_.substr(at_, mark.size()) != mark) continue;
      at_ += mark.size();
      tokens_.push_back({TokenKind::Mark, span(begin), std::string(mark), false});
      return;
    }
    ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xc0) == 0x80) ++at_;
    sink_.report(diag::Kind::LtlBadCharacter, span(begin),
                 fmt::format("`{}`", text_.substr(begin, at_ - begin)));
  }

  // A piece of a name is appended; false if there is none.
  bool piece(Token& token) {
    if (peek() != '`') {
      if (!is_start(peek())) return false;
      while (is_name_char(peek())) token.text += text_[at_++];
      return true;
    }
    std::size_t end = text_.find('`', at_ + 1);
    if (end == std::string_view::npos || end == at_ + 1) return false;
    token.text += text_.substr(at_ + 1, end - at_ - 1);
    token.quoted = true;
    at_ = end + 1;
    return true;
  }

  void name() {
    std::size_t begin = at_;
    Token token{TokenKind::Name, {}, "", false};
    if (!piece(token)) {
      ++at_;
      sink_.report(diag::Kind::LtlBadCharacter, span(begin), "a backquote");
      return;
    }
    while (peek() == '.' && (is_start(peek(1)) || peek(1) == '`')) {
      std::size_t before = at_++;
      token.text += '.';
      if (piece(token)) continue;
      at_ = before;
      token.text.pop_back();
      break;
    }
    token.span = span(begin);
    tokens_.push_back(std::move(token));
  }

  std::string_view text_;
  base::FileId file_;
  diag::Sink& sink_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const base::Sources& sources, base::FileId file, diag::Sink& sink) {
  return Lexer(sources, file, sink).run();
}

}  // namespace ltl
