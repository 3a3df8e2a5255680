#include "lang/pl/lexer.h"

#include <algorithm>
#include <array>

#include "base/scanner.h"

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

bool is_start(char c) { return base::is_letter(c) || c == '_'; }
bool is_word(char c) { return is_start(c) || base::is_digit(c); }

class Lexer {
 public:
  Lexer(base::FileId file, std::string_view text, diag::Sink& sink) : in_(file, text), sink_(sink) {
    in_.skip_byte_order_mark();
  }

  std::vector<Token> run() {
    while (next()) {
    }
    add(TokenKind::End, in_.text().size());
    return std::move(tokens_);
  }

 private:
  // False at the end.
  bool next() {
    skip_space();
    if (in_.at_end() || errors_ >= kMaxErrors) return false;
    const std::size_t begin = in_.at();
    if (is_start(in_.peek())) {
      in_.skip_while(is_word);
      add(is_keyword(in_.since(begin)) ? TokenKind::Keyword : TokenKind::Name, begin);
    } else if (base::is_digit(in_.peek())) {
      number();
    } else if (!in_.take_one_of(kMarks).empty()) {
      add(TokenKind::Mark, begin);
    } else {
      stray();
    }
    return true;
  }

  void skip_space() {
    for (;;) {
      const std::size_t begin = in_.at();
      if (base::is_space(in_.peek())) {
        starts_line_ |= in_.peek() == '\n';
        in_.skip();
      } else if (in_.is_at("//")) {
        in_.skip_line();
      } else if (!in_.is_at("/*")) {
        return;
      } else if (!in_.skip_block_comment()) {
        report(diag::Kind::PlUnterminatedComment, in_.span(begin, begin + 2));
      }
    }
  }

  void number() {
    const std::size_t begin = in_.at();
    in_.skip_while(is_word);
    const std::string_view digits = in_.since(begin);
    if (digits.size() > kMaxDigits || !std::all_of(digits.begin(), digits.end(), base::is_digit)) {
      report(diag::Kind::PlBadNumber, in_.span_since(begin));
    }
    add(TokenKind::Number, begin);
  }

  // A run of characters that begin no token is one error.
  void stray() {
    const std::size_t begin = in_.at();
    const char first = in_.peek();
    in_.take_character();
    std::string shown = fmt::format("`{}`", in_.since(begin));
    if (is_control(first)) shown = fmt::format("\\x{:02x}", static_cast<unsigned char>(first));
    while (!in_.at_end() &&
           (static_cast<unsigned char>(in_.peek()) >= 0x80 || in_.peek() == first)) {
      in_.take_character();
    }
    report(diag::Kind::PlBadCharacter, in_.span_since(begin), shown);
  }
  static bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

  void add(TokenKind kind, std::size_t begin) {
    Token token;
    token.kind = kind;
    token.starts_line = starts_line_;
    token.begin = static_cast<std::uint32_t>(begin);
    token.end = static_cast<std::uint32_t>(std::max(begin, in_.at()));
    token.text = in_.text().substr(begin, token.end - begin);
    tokens_.push_back(token);
    starts_line_ = false;
  }

  template <class... Args>
  void report(diag::Kind kind, base::Span span, const Args&... args) {
    diag::Diagnostic& added = sink_.report(kind, span, args...);
    if (++errors_ == kMaxErrors) added.note("too many errors: the rest of this file is not read");
  }

  base::Scanner in_;
  diag::Sink& sink_;
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
