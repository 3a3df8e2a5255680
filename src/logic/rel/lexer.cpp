#include "logic/rel/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/utf8.h"

namespace rel {

namespace {

// The longest first, so that the first match is right.
constexpr std::array<std::string_view, 38> kMarks = {
    "<=>", ">>>", "->", "<:", ":>", "++", "&&", "||", "=>", "=<", "<=", ">=", "!=",
    "<<",  ">>",  "(",  ")",  "[",  "]",  "{",  "}",  ",",  ":",  "|",  ".",  "'",
    "~",   "^",   "*",  "+",  "-",  "#",  "&",  "=",  "<",  ">",  "!",  "@"};

constexpr std::array<std::string_view, 23> kReserved = {
    "all", "and",  "as", "assert", "disj", "else", "fact", "fun",  "iden", "iff",  "implies", "in",
    "let", "lone", "no", "none",   "not",  "one",  "or",   "pred", "set",  "some", "univ"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_part(char c) { return is_letter(c) || is_digit(c) || c == '$'; }

class Lexer {
 public:
  Lexer(const base::Sources& sources, base::Span part, diag::Sink& sink)
      : text_(sources.text(part)), part_(part), sink_(sink) {}

  std::vector<Token> run() {
    while (skip_blanks()) next();
    add(TokenKind::End, at_);
    return std::move(tokens_);
  }

 private:
  bool starts(std::string_view mark) const { return text_.substr(at_).starts_with(mark); }

  base::Span span(std::size_t begin, std::size_t end) const {
    return {part_.file, part_.begin + static_cast<std::uint32_t>(begin),
            part_.begin + static_cast<std::uint32_t>(end)};
  }

  void add(TokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, span(begin, at_), text_.substr(begin, at_ - begin)});
  }

  // False at the end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (starts("//") || starts("--")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (starts("/*")) {
        std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          sink_.report(diag::Kind::RelOpenComment, span(at_, at_ + 2));
          at_ = text_.size();
        } else {
          at_ = end + 2;
        }
      } else {
        return true;
      }
    }
    return false;
  }

  void next() {
    std::size_t begin = at_;
    if (is_letter(text_[at_])) {
      while (at_ < text_.size() && (is_part(text_[at_]) || is_path(at_))) ++at_;
      return add(TokenKind::Name, begin);
    }
    if (is_digit(text_[at_])) {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      return add(TokenKind::Number, begin);
    }
    for (std::string_view mark : kMarks) {
      if (!starts(mark)) continue;
      at_ += mark.size();
      return add(TokenKind::Mark, begin);
    }
    auto character = base::utf8_decode(text_, at_);
    std::string shown = character ? fmt::format("`{}`", text_.substr(begin, at_ - begin))
                                  : std::string("a byte that is not UTF-8");
    sink_.report(diag::Kind::RelBadCharacter, span(begin, at_), shown);
  }

  // A slash inside a name, as in `util/ordering`, and not the start of a comment.
  bool is_path(std::size_t at) const {
    return text_[at] == '/' && at + 1 < text_.size() && is_letter(text_[at + 1]);
  }

  std::string_view text_;
  base::Span part_;
  diag::Sink& sink_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const base::Sources& sources, base::Span part, diag::Sink& sink) {
  return Lexer(sources, part, sink).run();
}

bool is_reserved(std::string_view word) {
  return std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
}

}  // namespace rel
