#include "logic/rel/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/scanner.h"

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

bool is_start(char c) { return base::is_letter(c) || c == '_'; }
bool is_part(char c) { return is_start(c) || base::is_digit(c) || c == '$'; }

class Lexer {
 public:
  Lexer(const base::Sources& sources, base::Span part, diag::Sink& sink)
      : in_(sources.text(part), part), sink_(sink) {}

  std::vector<Token> run() {
    while (skip_blanks()) next();
    add(TokenKind::End, in_.at());
    return std::move(tokens_);
  }

 private:
  void add(TokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, in_.span_since(begin), in_.since(begin)});
  }

  // False at the end.
  bool skip_blanks() {
    while (!in_.at_end()) {
      std::size_t begin = in_.at();
      if (base::is_space(in_.peek())) {
        in_.skip();
      } else if (in_.is_at("//") || in_.is_at("--")) {
        in_.skip_line();
      } else if (!in_.is_at("/*")) {
        return true;
      } else if (!in_.skip_block_comment()) {
        sink_.report(diag::Kind::RelOpenComment, in_.span(begin, begin + 2));
      }
    }
    return false;
  }

  void next() {
    std::size_t begin = in_.at();
    if (is_start(in_.peek())) {
      while (is_part(in_.peek()) || is_path()) in_.skip();
      return add(TokenKind::Name, begin);
    }
    if (base::is_digit(in_.peek())) {
      in_.skip_while(base::is_digit);
      return add(TokenKind::Number, begin);
    }
    if (!in_.take_one_of(kMarks).empty()) return add(TokenKind::Mark, begin);
    std::string shown = "a byte that is not UTF-8";
    if (in_.take_character()) shown = fmt::format("`{}`", in_.since(begin));
    sink_.report(diag::Kind::RelBadCharacter, in_.span_since(begin), shown);
  }

  // A slash inside a name, as in `util/ordering`, and not the start of a comment.
  bool is_path() const { return in_.peek() == '/' && is_start(in_.peek(1)); }

  base::Scanner in_;
  diag::Sink& sink_;
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
