#include "lang/bir/lexer.h"

#include <fmt/format.h>

#include <optional>

#include "base/scanner.h"
#include "base/utf8.h"
#include "ir/bir_names.h"

namespace bir {

namespace {

using diag::Kind;
using ir::is_identifier_part;
using ir::is_identifier_start;
using ir::is_name;

// Longest first, so that the first match is the longest one.
constexpr std::string_view kMarks[] = {
    "==>", ">>>", ":=", "::", "..", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>",
    ":",   ";",   ",",  ".",  "(",  ")",  "{",  "}",  "[",  "]",  "=",  "<",  ">",
    "+",   "-",   "*",  "/",  "%",  "!",  "?",  "@",  "&",  "|",  "^",
};

// After so many bad characters the file is not BIR at all.
constexpr int kMaxLexErrors = 20;

// As many as fit the number they spell.
constexpr std::size_t kMaxCodeDigits = 8;

class Lexer {
 public:
  Lexer(const base::Sources& sources, base::FileId file, diag::Sink& sink)
      : in_(file, sources.file(file).text()), sink_(sink) {}

  std::vector<Token> run() {
    while (errors_ < kMaxLexErrors) {
      skip_blanks();
      if (in_.at_end()) break;
      token();
    }
    in_.move_to_end();
    start_ = in_.at();
    push(BirToken::End, {});
    return std::move(tokens_);
  }

 private:
  base::Span span() const { return in_.span_since(start_); }

  void push(BirToken kind, std::string_view text, std::string value = {}) {
    tokens_.push_back({kind, span(), text, std::move(value)});
  }

  template <class... Args>
  void error(Kind kind, const Args&... args) {
    ++errors_;
    sink_.report(kind, span(), args...);
  }

  void skip_blanks();
  void token();
  void word();
  void quoted_name();
  void number();
  void quoted_text(char quote);
  std::optional<char32_t> escape();

  base::Scanner in_;
  diag::Sink& sink_;
  std::size_t start_ = 0;  // of the current token
  int errors_ = 0;
  std::vector<Token> tokens_;
};

void Lexer::skip_blanks() {
  for (;;) {
    in_.skip_while([](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
    start_ = in_.at();
    if (in_.is_at("//")) {
      in_.skip_line();
    } else if (!in_.is_at("/*")) {
      return;
    } else if (!in_.skip_block_comment()) {
      ++errors_;
      sink_.report(Kind::BirUnterminated, in_.span(start_, start_ + 2), "comment");
    }
  }
}

void Lexer::token() {
  char c = in_.peek();
  if (is_identifier_start(c)) return word();
  if (base::is_digit(c)) return number();
  if (c == '`') return quoted_name();
  if (c == '"' || c == '\'') return quoted_text(c);
  std::string_view mark = in_.take_one_of(kMarks);
  if (!mark.empty()) return push(BirToken::Mark, mark);
  auto decoded = in_.take_character();
  error(Kind::BirBadCharacter, decoded ? base::quote_char(*decoded) : "a byte that is not UTF-8");
}

void Lexer::word() {
  in_.skip_while(is_identifier_part);
  push(BirToken::Word, in_.since(start_));
}

void Lexer::quoted_name() {
  in_.skip();
  in_.skip_while([](char c) { return c != '`' && c != '\n'; });
  std::string_view name = in_.since(start_ + 1);
  if (in_.peek() != '`') return error(Kind::BirUnterminated, "name");
  in_.skip();
  if (!is_name(name)) return error(Kind::BirBadLiteral, "this is not a name");
  push(BirToken::Quoted, name);
}

// 12, 12u, 12L, 0x1f, 1.5, 1e9, 1.5e-9. `0..3` is 0, two dots and 3.
void Lexer::number() {
  if (in_.peek() == '0' && in_.peek(1) == 'x' && base::is_hex_digit(in_.peek(2))) {
    in_.skip(2);
    in_.skip_while(base::is_hex_digit);
    return push(BirToken::Hex, in_.since(start_));
  }
  BirToken kind = BirToken::Int;
  in_.skip_while(base::is_digit);
  if (in_.peek() == '.' && base::is_digit(in_.peek(1))) {
    kind = BirToken::Float;
    in_.skip();
    in_.skip_while(base::is_digit);
  }
  std::size_t sign = in_.peek(1) == '+' || in_.peek(1) == '-' ? 1 : 0;
  if ((in_.peek() == 'e' || in_.peek() == 'E') && base::is_digit(in_.peek(1 + sign))) {
    kind = BirToken::Float;
    in_.skip(1 + sign);
    in_.skip_while(base::is_digit);
  }
  std::string_view digits = in_.since(start_);
  if (kind == BirToken::Int && (in_.peek() == 'u' || in_.peek() == 'L')) {
    kind = in_.peek() == 'u' ? BirToken::Uint : BirToken::Long;
    in_.skip();
  }
  if (is_identifier_part(in_.peek())) {
    in_.skip_while(is_identifier_part);
    return error(Kind::BirBadLiteral, "this is neither a number nor a name");
  }
  push(kind, digits);
}

void Lexer::quoted_text(char quote) {
  in_.skip();
  std::string value;
  std::size_t count = 0;
  for (;; ++count) {
    if (in_.at_end() || in_.peek() == '\n') {
      return error(Kind::BirUnterminated, quote == '"' ? "string" : "character");
    }
    if (in_.peek() == quote) break;
    auto c = in_.peek() == '\\' ? escape() : in_.take_character();
    if (!c) {
      in_.skip_while([&](char x) { return x != quote && x != '\n'; });
      if (in_.peek() == quote) in_.skip();
      return error(Kind::BirBadLiteral, "this escape or byte is not a character");
    }
    base::utf8_append(value, *c);
  }
  in_.skip();
  if (quote == '"') return push(BirToken::String, {}, std::move(value));
  if (count != 1) return error(Kind::BirBadLiteral, "a character literal holds one character");
  push(BirToken::Char, {}, std::move(value));
}

std::optional<char32_t> Lexer::escape() {
  char c = in_.peek(1);
  in_.skip(2);
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '\\':
    case '"':
    case '\'': return c;
    case 'u': return in_.take_code_point(kMaxCodeDigits);
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<Token> tokenize(const base::Sources& sources, base::FileId file, diag::Sink& sink) {
  return Lexer(sources, file, sink).run();
}

}  // namespace bir
