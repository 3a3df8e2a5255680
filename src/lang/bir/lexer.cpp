#include "lang/bir/lexer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "ir/bir_names.h"

namespace bir {

namespace {

using diag::Kind;

// Longest first, so that the first match is the longest one.
constexpr std::string_view kMarks[] = {
    "==>", ":=", "::", "..", "==", "!=", "<=", ">=", "&&", "||", ":", ";", ",", ".", "(", ")",
    "{",   "}",  "[",  "]",  "=",  "<",  ">",  "+",  "-",  "*",  "/", "%", "!", "?", "@",
};

// After so many bad characters the file is not BIR at all.
constexpr int kMaxLexErrors = 20;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

class Lexer {
 public:
  Lexer(const base::Sources& sources, base::FileId file, diag::Sink& sink)
      : text_(sources.file(file).text()), file_(file), sink_(sink) {}

  std::vector<Token> run() {
    while (errors_ < kMaxLexErrors) {
      skip_blanks();
      if (at_ >= text_.size()) break;
      token();
    }
    start_ = text_.size();
    at_ = start_;
    push(BirToken::End, {});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  base::Span span() const {
    return {file_, static_cast<std::uint32_t>(start_), static_cast<std::uint32_t>(at_)};
  }

  void push(BirToken kind, std::string_view text, std::string value = {}) {
    tokens_.push_back({kind, span(), text, std::move(value)});
  }

  template <class... Args>
  void error(Kind kind, const Args&... args) {
    ++errors_;
    sink_.report(kind, span(), args...);
  }

  template <class Test>
  void skip_while(Test test) {
    while (at_ < text_.size() && test(text_[at_])) ++at_;
  }

  void skip_blanks();
  void token();
  void word();
  void quoted_name();
  void number();
  void quoted_text(char quote);
  std::optional<char32_t> escape();
  std::optional<char32_t> unicode_escape();

  std::string_view text_;
  base::FileId file_;
  diag::Sink& sink_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;  // of the current token
  int errors_ = 0;
  std::vector<Token> tokens_;
};

void Lexer::skip_blanks() {
  for (;;) {
    skip_while([](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
    start_ = at_;
    if (text_.substr(at_).starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_).starts_with("/*")) {
      std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
      if (end == std::string_view::npos) {
        ++errors_;
        auto begin = static_cast<std::uint32_t>(start_);
        sink_.report(Kind::BirUnterminated, {file_, begin, begin + 2}, "comment");
      }
    } else {
      return;
    }
  }
}

void Lexer::token() {
  char c = peek();
  if (is_identifier_start(c)) return word();
  if (is_digit(c)) return number();
  if (c == '`') return quoted_name();
  if (c == '"' || c == '\'') return quoted_text(c);
  for (std::string_view mark : kMarks) {
    if (!text_.substr(at_).starts_with(mark)) continue;
    at_ += mark.size();
    return push(BirToken::Mark, mark);
  }
  auto decoded = base::utf8_decode(text_, at_);
  error(Kind::BirBadCharacter, decoded ? base::quote_char(*decoded) : "a byte that is not UTF-8");
}

void Lexer::word() {
  skip_while(is_identifier_part);
  push(BirToken::Word, text_.substr(start_, at_ - start_));
}

void Lexer::quoted_name() {
  ++at_;
  skip_while([](char c) { return c != '`' && c != '\n'; });
  std::string_view name = text_.substr(start_ + 1, at_ - start_ - 1);
  if (peek() != '`') return error(Kind::BirUnterminated, "name");
  ++at_;
  if (!is_name(name)) return error(Kind::BirBadLiteral, "this is not a name");
  push(BirToken::Quoted, name);
}

// 12, 12u, 0x1f, 1.5, 1e9, 1.5e-9. `0..3` is 0, two dots and 3.
void Lexer::number() {
  if (peek() == '0' && peek(1) == 'x' && is_hex(peek(2))) {
    at_ += 2;
    skip_while(is_hex);
    return push(BirToken::Hex, text_.substr(start_, at_ - start_));
  }
  BirToken kind = BirToken::Int;
  skip_while(is_digit);
  if (peek() == '.' && is_digit(peek(1))) {
    kind = BirToken::Float;
    ++at_;
    skip_while(is_digit);
  }
  std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
  if ((peek() == 'e' || peek() == 'E') && is_digit(peek(1 + sign))) {
    kind = BirToken::Float;
    at_ += 1 + sign;
    skip_while(is_digit);
  }
  std::string_view digits = text_.substr(start_, at_ - start_);
  if (kind == BirToken::Int && peek() == 'u') {
    kind = BirToken::Uint;
    ++at_;
  }
  if (is_identifier_part(peek())) {
    skip_while(is_identifier_part);
    return error(Kind::BirBadLiteral, "this is neither a number nor a name");
  }
  push(kind, digits);
}

void Lexer::quoted_text(char quote) {
  ++at_;
  std::string value;
  std::size_t count = 0;
  for (;; ++count) {
    if (at_ >= text_.size() || peek() == '\n') {
      return error(Kind::BirUnterminated, quote == '"' ? "string" : "character");
    }
    if (peek() == quote) break;
    auto c = peek() == '\\' ? escape() : base::utf8_decode(text_, at_);
    if (!c) {
      skip_while([&](char x) { return x != quote && x != '\n'; });
      if (peek() == quote) ++at_;
      return error(Kind::BirBadLiteral, "this escape or byte is not a character");
    }
    base::utf8_append(value, *c);
  }
  ++at_;
  if (quote == '"') return push(BirToken::String, {}, std::move(value));
  if (count != 1) return error(Kind::BirBadLiteral, "a character literal holds one character");
  push(BirToken::Char, {}, std::move(value));
}

std::optional<char32_t> Lexer::escape() {
  char c = peek(1);
  at_ += std::min<std::size_t>(2, text_.size() - at_);
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '\\':
    case '"':
    case '\'': return c;
    case 'u': return unicode_escape();
    default: return std::nullopt;
  }
}

// The rest of \u{1f600}.
std::optional<char32_t> Lexer::unicode_escape() {
  if (peek() != '{') return std::nullopt;
  ++at_;
  char32_t value = 0;
  std::size_t digits = 0;
  for (; is_hex(peek()) && digits < 8; ++digits, ++at_) {
    char c = static_cast<char>(peek() | 0x20);
    value = value * 16 + static_cast<char32_t>(is_digit(peek()) ? peek() - '0' : c - 'a' + 10);
  }
  bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (digits == 0 || peek() != '}' || value > 0x10ffff || surrogate) return std::nullopt;
  ++at_;
  return value;
}

}  // namespace

std::vector<Token> tokenize(const base::Sources& sources, base::FileId file, diag::Sink& sink) {
  return Lexer(sources, file, sink).run();
}

}  // namespace bir
