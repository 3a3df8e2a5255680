#include "lang/pl/lexer.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace pl {

namespace {

constexpr std::size_t kMaxDigits = 10'000;  // longer numbers would take long to convert

constexpr std::array<std::string_view, 25> kKeywords = {
    "False",  "True",  "and",    "assert",   "assume", "await", "bool",      "else", "ensures",
    "exists", "false", "forall", "formula",  "if",     "int",   "invariant", "join", "new",
    "not",    "or",    "proc",   "requires", "skip",   "true",  "while"};

// Longest first.
constexpr std::array<std::string_view, 31> kMarks = {
    "<==>", "==>", "<->", ":=", "==", "!=", "<=", ">=", "&&", "||", "->", "+", "-", "*", "/", "%",
    "!",    "<",   ">",   "=",  "?",  ":",  ";",  ",",  ".",  "{",  "}",  "[", "]", "(", ")"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class Lexer {
 public:
  Lexer(base::FileId file, std::string_view text, diag::Sink& sink)
      : file_(file), text_(text), sink_(sink) {
    if (text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;  // byte order mark
  }

  std::vector<Token> run() {
    while (next()) {
    }
    add(TokenKind::End, text_.size());
    return std::move(tokens_);
  }

 private:
  // False at the end.
  bool next() {
    skip_space();
    if (at_ >= text_.size() || errors_ >= kMaxErrors) return false;
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (is_letter(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      add(is_keyword(text_.substr(begin, at_ - begin)) ? TokenKind::Keyword : TokenKind::Name,
          begin);
    } else if (is_digit(c)) {
      number();
    } else if (!mark()) {
      stray();
    }
    return true;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        starts_line_ |= text_[at_] == '\n';
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) {
          report(diag::Kind::PlUnterminatedComment, at_, at_ + 2);
          at_ = text_.size();
        } else {
          at_ = end + 2;
        }
      } else {
        return;
      }
    }
  }

  void number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (digits.size() > kMaxDigits || !std::all_of(digits.begin(), digits.end(), is_digit)) {
      report(diag::Kind::PlBadNumber, begin, at_);
    }
    add(TokenKind::Number, begin);
  }

  bool mark() {
    for (std::string_view mark : kMarks) {
      if (text_.substr(at_, mark.size()) != mark) continue;
      const std::size_t begin = at_;
      at_ += mark.size();
      add(TokenKind::Mark, begin);
      return true;
    }
    return false;
  }

  // A run of characters that begin no token is one error.
  void stray() {
    const std::size_t begin = at_;
    const auto first = static_cast<unsigned char>(text_[at_]);
    base::utf8_decode(text_, at_);
    std::string shown = fmt::format("`{}`", text_.substr(begin, at_ - begin));
    if (first < 0x20 || first == 0x7f) shown = fmt::format("\\x{:02x}", first);
    while (at_ < text_.size() &&
           (static_cast<unsigned char>(text_[at_]) >= 0x80 || text_[at_] == text_[begin])) {
      base::utf8_decode(text_, at_);
    }
    report(diag::Kind::PlBadCharacter, begin, at_, shown);
  }

  void add(TokenKind kind, std::size_t begin) {
    Token token;
    token.kind = kind;
    token.starts_line = starts_line_;
    token.begin = static_cast<std::uint32_t>(begin);
    token.end = static_cast<std::uint32_t>(std::max(begin, at_));
    token.text = text_.substr(begin, token.end - begin);
    tokens_.push_back(token);
    starts_line_ = false;
  }

  template <class... Args>
  void report(diag::Kind kind, std::size_t begin, std::size_t end, const Args&... args) {
    const base::Span span{file_, static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(end)};
    diag::Diagnostic& added = sink_.report(kind, span, args...);
    if (++errors_ == kMaxErrors) added.note("too many errors: the rest of this file is not read");
  }

  base::FileId file_;
  std::string_view text_;
  diag::Sink& sink_;
  std::size_t at_ = 0;
  std::size_t errors_ = 0;
  bool starts_line_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

bool is_keyword(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

std::vector<Token> lex(base::FileId file, std::string_view text, diag::Sink& sink) {
  return Lexer(file, text, sink).run();
}

}  // namespace pl
