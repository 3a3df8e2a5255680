#include "lang/oox/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "base/utf8.h"

namespace oox {

using diag::Kind;

namespace {

// Longer numbers have no use and would take long to convert.
constexpr std::size_t kMaxDigits = 10'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Keyword {
  std::string_view spelling;
  TokenKind kind;
};

// In the order of tokens.def, which is alphabetical.
constexpr Keyword kKeywords[] = {
#define TOKEN(name, text)
#define PUNCTUATOR(name, spelling)
#define KEYWORD(name, spelling) {spelling, TokenKind::name},
#include "lang/oox/tokens.def"
};

// For each letter, the position of the first keyword that begins with it or with
// a later letter.
constexpr std::array<std::uint8_t, 27> first_keywords() {
  std::array<std::uint8_t, 27> first{};
  for (std::size_t letter = 0; letter < 27; ++letter) {
    std::uint8_t i = 0;
    while (i < std::size(kKeywords) && kKeywords[i].spelling[0] < static_cast<char>('a' + letter)) {
      ++i;
    }
    first[letter] = i;
  }
  return first;
}

TokenKind word_kind(std::string_view word) {
  static constexpr auto kFirst = first_keywords();
  if (word[0] < 'a' || word[0] > 'z') return TokenKind::Identifier;
  auto letter = static_cast<std::size_t>(word[0] - 'a');
  for (std::size_t i = kFirst[letter]; i < kFirst[letter + 1]; ++i) {
    if (kKeywords[i].spelling == word) return kKeywords[i].kind;
  }
  return TokenKind::Identifier;
}

}  // namespace

std::string_view describe(TokenKind kind) {
  static constexpr std::string_view kTexts[] = {
#define TOKEN(name, text) text,
#include "lang/oox/tokens.def"
  };
  return kTexts[static_cast<std::size_t>(kind)];
}

Lexer::Lexer(base::FileId file, std::string_view text, base::Symbols& symbols,
             std::vector<Comment>& comments, Reporter& reporter)
    : file_(file), text_(text), symbols_(symbols), comments_(comments), reporter_(reporter) {
  if (text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;  // byte order mark
}

Token Lexer::make(TokenKind kind, std::size_t begin) {
  Token token;
  token.kind = kind;
  token.starts_line = starts_line_;
  token.after_error = after_error_;
  token.begin = static_cast<std::uint32_t>(begin);
  token.end = static_cast<std::uint32_t>(at_);
  starts_line_ = false;
  after_error_ = false;
  last_ = kind;
  return token;
}

Token Lexer::next() {
  for (;;) {
    skip_space();
    if (reporter_.stopped()) at_ = text_.size();
    if (at_ >= text_.size()) return make(TokenKind::End, at_);
    char c = text_[at_];
    if (is_letter(c) || c == '_') return lex_word();
    if (is_digit(c)) return lex_number();
    if (c == '"') return lex_string();
    if (c == '\'') return lex_char();
    Token token;
    if (lex_punctuator(token)) return token;
    skip_stray();
  }
}

// Skips white space and comments.
void Lexer::skip_space() {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == '\n') starts_line_ = true;
    if (is_space(c)) {
      ++at_;
    } else if (c == '/' && (at(at_ + 1) == '/' || at(at_ + 1) == '*')) {
      skip_comment();
    } else {
      return;
    }
  }
}

void Lexer::skip_comment() {
  std::size_t begin = at_;
  bool is_block = text_[at_ + 1] == '*';
  std::size_t end;
  if (is_block) {
    end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      report(Kind::OoxUnterminatedComment, begin, begin + 2);
      at_ = text_.size();
      return;
    }
    end += 2;
    if (text_.substr(begin, end - begin).find('\n') != std::string_view::npos) {
      starts_line_ = true;
    }
  } else {
    end = text_.find('\n', at_);
    if (end == std::string_view::npos) end = text_.size();
    if (end > begin && text_[end - 1] == '\r') --end;
  }
  at_ = end;
  comments_.push_back({span(begin, end), is_block});
}

// Reports a run of characters that begin no token, as one error.
void Lexer::skip_stray() {
  std::size_t begin = at_;
  auto first = static_cast<unsigned char>(text_[at_]);
  base::utf8_decode(text_, at_);
  std::string shown(text_.substr(begin, at_ - begin));
  if (first < 0x20 || first == 0x7f) shown = fmt::format("\\x{:02x}", first);
  auto continues = [&] {
    auto c = static_cast<unsigned char>(at(at_));
    return c >= 0x80 || c == first || (c < 0x20 && c != 0 && !is_space(static_cast<char>(c)));
  };
  while (at_ < text_.size() && continues()) base::utf8_decode(text_, at_);
  auto& added = report(Kind::OoxStrayCharacter, begin, at_, shown);
  if (first == '\\' && text_[begin] == at(begin + 1)) added.help("a comment begins with `//`");
}

bool Lexer::lex_punctuator(Token& token) {
  std::size_t begin = at_;
  char c = text_[at_];
  char next = at(at_ + 1);
  auto take = [&](TokenKind kind, std::size_t length) {
    at_ += length;
    token = make(kind, begin);
    return true;
  };
  auto half = [&](TokenKind kind, std::string_view whole) {
    report(Kind::OoxHalfOperator, begin, begin + 1, std::string(1, c), whole)
        .help(fmt::format("write `{}`", whole));
    return take(kind, 1);
  };
  switch (c) {
    case '+': return take(TokenKind::Plus, 1);
    case '-': return take(TokenKind::Minus, 1);
    case '*': return take(TokenKind::Star, 1);
    case '/': return take(TokenKind::Slash, 1);
    case '%': return take(TokenKind::Percent, 1);
    case '{': return take(TokenKind::LeftBrace, 1);
    case '}': return take(TokenKind::RightBrace, 1);
    case '[': return take(TokenKind::LeftBracket, 1);
    case ']': return take(TokenKind::RightBracket, 1);
    case '(': return take(TokenKind::LeftParen, 1);
    case ')': return take(TokenKind::RightParen, 1);
    case '.': return take(TokenKind::Dot, 1);
    case ',': return take(TokenKind::Comma, 1);
    case ';': return take(TokenKind::Semicolon, 1);
    case '?': return take(TokenKind::Question, 1);
    case '#': return take(TokenKind::Hash, 1);
    case ':': return next == '=' ? take(TokenKind::Assign, 2) : take(TokenKind::Colon, 1);
    case '!': return next == '=' ? take(TokenKind::BangEqual, 2) : take(TokenKind::Bang, 1);
    case '<': return next == '=' ? take(TokenKind::LessEqual, 2) : take(TokenKind::Less, 1);
    case '>': return next == '=' ? take(TokenKind::GreaterEqual, 2) : take(TokenKind::Greater, 1);
    case '=':
      if (next != '=') return take(TokenKind::Equal, 1);
      return at(at_ + 2) == '>' ? take(TokenKind::Arrow, 3) : take(TokenKind::EqualEqual, 2);
    case '&': return next == '&' ? take(TokenKind::AndAnd, 2) : half(TokenKind::AndAnd, "&&");
    case '|': return next == '|' ? take(TokenKind::OrOr, 2) : half(TokenKind::OrOr, "||");
    default: return false;
  }
}

Token Lexer::lex_word() {
  std::size_t begin = at_;
  while (is_word(at(at_))) ++at_;
  std::string_view word = text_.substr(begin, at_ - begin);
  if (Token formula; lex_formula(begin, formula)) return formula;
  Token token = make(word_kind(word), begin);
  if (token.kind == TokenKind::Identifier) token.symbol = symbols_.make(word);
  return token;
}

// `property NAME { FORMULA }`, `invariant NAME { FORMULA }`, and `spec { FORMULA }` behind a
// parameter list or a clause: the formula is in a language of its own, which only the engine that
// checks it reads. Anything else that begins with one of these words is a name.
bool Lexer::lex_formula(std::size_t begin, Token& token) {
  std::string_view word = text_.substr(begin, at_ - begin);
  TokenKind kind = word == "property"    ? TokenKind::Property
                   : word == "invariant" ? TokenKind::Invariant
                   : word == "spec"      ? TokenKind::Spec
                                         : TokenKind::Identifier;
  bool is_named = kind != TokenKind::Spec;
  bool is_clause_place =
      last_ == TokenKind::RightParen || last_ == TokenKind::Property || last_ == TokenKind::Spec;
  if (kind == TokenKind::Identifier || (!is_named && !is_clause_place)) return false;
  std::size_t name = at_;
  while (is_space(at(name))) ++name;
  std::size_t end = name;
  while (is_named && is_word(at(end))) ++end;
  std::size_t open = end;
  while (is_space(at(open))) ++open;
  if ((is_named && !is_letter(at(name))) || at(open) != '{') return false;
  at_ = skip_formula(open);
  bool is_closed = at_ > open + 1 && text_[at_ - 1] == '}';
  if (!is_closed)
    report(Kind::OoxUnclosedBrace, at_, at_, "the end of the file")
        .label(span(open, open + 1), "this brace is never closed");
  token = make(kind, begin);
  if (is_named) token.symbol = symbols_.make(text_.substr(name, end - name));
  token.body = static_cast<std::uint32_t>(open);
  after_error_ = !is_closed;
  return true;
}

// The offset behind the partner of the brace at `at`, or the end of the text. Comments of
// the formula language are skipped: `//` and `--` to the end of the line, and `/* */`.
std::size_t Lexer::skip_formula(std::size_t at) const {
  std::size_t depth = 0;
  while (at < text_.size()) {
    std::string_view two = text_.substr(at, 2);
    if (two == "//" || two == "--") {
      at = std::min(text_.find('\n', at), text_.size());
    } else if (two == "/*") {
      std::size_t end = text_.find("*/", at + 2);
      at = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      char c = text_[at++];
      if (c == '{') ++depth;
      if (c == '}' && --depth == 0) return at;
    }
  }
  return at;
}

// digits [. digits] [e [+-] digits]; anything word-like that clings to it is part
// of a malformed number.
Token Lexer::lex_number() {
  std::size_t begin = at_;
  bool is_float = false;
  while (is_digit(at(at_))) ++at_;
  bool well_formed = true;
  if (at(at_) == '.') {
    is_float = true;
    ++at_;
    well_formed = is_digit(at(at_));
    while (is_digit(at(at_))) ++at_;
  }
  if (at(at_) == 'e' || at(at_) == 'E') {
    std::size_t sign = at(at_ + 1) == '+' || at(at_ + 1) == '-' ? 1 : 0;
    if (is_digit(at(at_ + 1 + sign))) {
      is_float = true;
      at_ += 1 + sign;
      while (is_digit(at(at_))) ++at_;
    }
  }
  if (is_word(at(at_))) well_formed = false;
  while (is_word(at(at_))) ++at_;
  std::string_view text = text_.substr(begin, at_ - begin);
  if (text.size() > kMaxDigits) {
    report(Kind::OoxLongNumber, begin, at_, text.size(), kMaxDigits);
  } else if (!well_formed) {
    std::string shown(text.substr(0, 40));
    if (text.size() > 40) shown += "…";
    auto& added = report(Kind::OoxBadNumber, begin, at_, shown);
    if (text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
      added.note("numbers are decimal");
    } else if (text.back() == '.') {
      added.help(fmt::format("write `{}0`", shown));
    }
  } else if (is_float && !std::isfinite(std::strtod(std::string(text).c_str(), nullptr))) {
    report(Kind::OoxFloatRange, begin, at_);
  }
  return make(is_float ? TokenKind::FloatLiteral : TokenKind::IntLiteral, begin);
}

Token Lexer::lex_string() {
  std::size_t begin = at_++;
  buffer_.clear();
  while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
    char c = text_[at_];
    if (c == '\\') {
      base::utf8_append(buffer_, lex_escape());
    } else {
      buffer_ += c;
      ++at_;
    }
  }
  bool is_open = at(at_) != '"' || at_ >= text_.size();
  if (is_open) {
    report(Kind::OoxUnterminatedString, begin, begin + 1);
  } else {
    ++at_;
  }
  Token token = make(TokenKind::StringLiteral, begin);
  token.symbol = symbols_.make(buffer_);
  after_error_ = is_open;  // what should have followed it was swallowed
  return token;
}

Token Lexer::lex_char() {
  std::size_t begin = at_++;
  std::size_t count = 0;
  char32_t value = 0;
  while (at_ < text_.size() && text_[at_] != '\'' && text_[at_] != '\n') {
    char32_t c = lex_character();
    if (count++ == 0) value = c;
  }
  bool is_open = at(at_) != '\'' || at_ >= text_.size();
  if (is_open) {
    report(Kind::OoxUnterminatedChar, begin, begin + 1);
  } else {
    ++at_;
    if (count != 1) {
      auto& added = report(Kind::OoxCharLength, begin, at_, count);
      if (count > 1) added.help("a string is written with double quotes");
    }
  }
  Token token = make(TokenKind::CharLiteral, begin);
  token.character = value;
  after_error_ = is_open;
  return token;
}

char32_t Lexer::lex_character() {
  if (text_[at_] == '\\') return lex_escape();
  return base::utf8_decode(text_, at_).value_or(0xfffd);
}

char32_t Lexer::lex_escape() {
  std::size_t begin = at_++;
  char c = at(at_);
  if (at_ >= text_.size() || c == '\n') return 0xfffd;  // unterminated: the caller reports
  if (c == 'u') return lex_unicode_escape(begin);
  base::utf8_decode(text_, at_);
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '0': return 0;
    case '\\':
    case '"':
    case '\'': return static_cast<char32_t>(c);
    default: break;
  }
  report(Kind::OoxBadEscape, begin, at_, text_.substr(begin, at_ - begin));
  return 0xfffd;
}

// \u{hex}: one to six digits that name a Unicode character.
char32_t Lexer::lex_unicode_escape(std::size_t begin) {
  ++at_;
  char32_t value = 0;
  std::size_t digits = 0;
  bool well_formed = at(at_) == '{';
  if (well_formed) {
    ++at_;
    for (; std::isxdigit(static_cast<unsigned char>(at(at_))) != 0 && digits < 6; ++digits) {
      char c = at(at_++);
      int digit = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
      value = value * 16 + static_cast<char32_t>(digit);
    }
    well_formed = digits > 0 && at(at_) == '}';
    if (well_formed) ++at_;
  }
  bool is_character = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
  if (well_formed && is_character) return value;
  report(Kind::OoxBadUnicodeEscape, begin, at_);
  return 0xfffd;
}

}  // namespace oox
