#include "lang/oox/lexer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/utf8.h"

namespace oox {

using base::is_digit;
using base::is_letter;
using base::is_space;
using diag::Kind;

namespace {

// Longer numbers have no use and would take long to convert.
constexpr std::size_t kMaxDigits = 10'000;

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

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

}  // namespace

TokenKind word_kind(std::string_view word) {
  static constexpr auto kFirst = first_keywords();
  if (word[0] < 'a' || word[0] > 'z') return TokenKind::Identifier;
  auto letter = static_cast<std::size_t>(word[0] - 'a');
  for (std::size_t i = kFirst[letter]; i < kFirst[letter + 1]; ++i) {
    if (kKeywords[i].spelling == word) return kKeywords[i].kind;
  }
  return TokenKind::Identifier;
}

std::string_view describe(TokenKind kind) {
  static constexpr std::string_view kTexts[] = {
#define TOKEN(name, text) text,
#include "lang/oox/tokens.def"
  };
  return kTexts[static_cast<std::size_t>(kind)];
}

Lexer::Lexer(base::FileId file, std::string_view text, base::Symbols& symbols,
             std::vector<Comment>& comments, Reporter& reporter)
    : in_(file, text), symbols_(symbols), comments_(comments), reporter_(reporter) {
  in_.skip_byte_order_mark();
}

Token Lexer::make(TokenKind kind, std::size_t begin) {
  Token token;
  token.kind = kind;
  token.starts_line = starts_line_;
  token.after_error = after_error_;
  token.begin = static_cast<std::uint32_t>(begin);
  token.end = static_cast<std::uint32_t>(in_.at());
  starts_line_ = false;
  after_error_ = false;
  last_ = kind;
  return token;
}

Token Lexer::next() {
  for (;;) {
    skip_space();
    if (reporter_.stopped()) in_.move_to_end();
    if (in_.at_end()) return make(TokenKind::End, in_.at());
    char c = in_.peek();
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
  for (;;) {
    if (is_space(in_.peek())) {
      if (in_.peek() == '\n') starts_line_ = true;
      in_.skip();
    } else if (in_.is_at("//") || in_.is_at("/*")) {
      skip_comment();
    } else {
      return;
    }
  }
}

void Lexer::skip_comment() {
  std::size_t begin = in_.at();
  bool is_block = in_.is_at("/*");
  if (!is_block) {
    in_.skip_line();
    if (in_.at(in_.at() - 1) == '\r') in_.move_to(in_.at() - 1);
  } else if (!in_.skip_block_comment()) {
    report(Kind::OoxUnterminatedComment, begin, begin + 2);
    return;
  } else if (in_.since(begin).find('\n') != std::string_view::npos) {
    starts_line_ = true;
  }
  comments_.push_back({in_.span_since(begin), is_block});
}

// Reports a run of characters that begin no token, as one error.
void Lexer::skip_stray() {
  std::size_t begin = in_.at();
  auto first = static_cast<unsigned char>(in_.peek());
  in_.take_character();
  if (first == '@' && is_letter(in_.peek())) {  // @Override, @SuppressWarnings("…")
    while (is_word(in_.peek())) in_.skip(1);
    if (in_.peek() == '(') {
      while (!in_.at_end() && in_.peek() != ')' && in_.peek() != '\n') in_.take_character();
      if (in_.peek() == ')') in_.skip(1);
    }
    report(Kind::OoxAnnotation, begin, in_.at()).help("leave it out");
    return;
  }
  std::string shown(in_.since(begin));
  if (first < 0x20 || first == 0x7f) shown = fmt::format("\\x{:02x}", first);
  auto continues = [&] {
    auto c = static_cast<unsigned char>(in_.peek());
    return c >= 0x80 || c == first || (c < 0x20 && c != 0 && !is_space(static_cast<char>(c)));
  };
  while (!in_.at_end() && continues()) in_.take_character();
  auto& added = report(Kind::OoxStrayCharacter, begin, in_.at(), shown);
  if (first == '\\' && in_.at(begin + 1) == '\\') added.help("a comment begins with `//`");
}

bool Lexer::lex_punctuator(Token& token) {
  std::size_t begin = in_.at();
  char c = in_.peek();
  char next = in_.peek(1);
  auto take = [&](TokenKind kind, std::size_t length) {
    in_.skip(length);
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
      return in_.peek(2) == '>' ? take(TokenKind::Arrow, 3) : take(TokenKind::EqualEqual, 2);
    case '&': return next == '&' ? take(TokenKind::AndAnd, 2) : half(TokenKind::AndAnd, "&&");
    case '|': return next == '|' ? take(TokenKind::OrOr, 2) : half(TokenKind::OrOr, "||");
    default: return false;
  }
}

Token Lexer::lex_word() {
  std::size_t begin = in_.at();
  in_.skip_while(is_word);
  std::string_view word = in_.since(begin);
  if (Token formula; lex_formula(begin, formula) || lex_observable(begin, formula)) return formula;
  Token token = make(word_kind(word), begin);
  if (token.kind == TokenKind::Identifier) token.symbol = symbols_.make(word);
  return token;
}

// `property NAME { FORMULA }`, `invariant NAME { FORMULA }`, and `spec { FORMULA }` behind a
// parameter list or a clause: the formula is in a language of its own, which only the engine that
// checks it reads. Anything else that begins with one of these words is a name.
bool Lexer::lex_formula(std::size_t begin, Token& token) {
  std::string_view word = in_.since(begin);
  TokenKind kind = word == "property"    ? TokenKind::Property
                   : word == "invariant" ? TokenKind::Invariant
                   : word == "spec"      ? TokenKind::Spec
                                         : TokenKind::Identifier;
  bool is_named = kind != TokenKind::Spec;
  bool is_clause_place =
      last_ == TokenKind::RightParen || last_ == TokenKind::Property || last_ == TokenKind::Spec;
  if (kind == TokenKind::Identifier || (!is_named && !is_clause_place)) return false;
  std::size_t behind_word = in_.at();
  in_.skip_while(is_space);
  std::size_t name_begin = in_.at();
  if (is_named) in_.skip_while(is_word);
  std::string_view name = in_.since(name_begin);
  in_.skip_while(is_space);
  if ((is_named && (name.empty() || !is_letter(name[0]))) || in_.peek() != '{') {
    in_.move_to(behind_word);
    return false;
  }
  std::size_t open = in_.at();
  // A brace as the very last character counts as the partner; the parser misses another one.
  bool is_closed = skip_formula() || in_.at(in_.at() - 1) == '}';
  if (!is_closed)
    report(Kind::OoxUnclosedBrace, in_.at(), in_.at(), "the end of the file")
        .label(in_.span(open, open + 1), "this brace is never closed");
  token = make(kind, begin);
  if (is_named) token.symbol = symbols_.make(name);
  token.body = static_cast<std::uint32_t>(open);
  after_error_ = !is_closed;
  return true;
}

// `observable NAME: CONDITION;` or with parameters behind the name; the condition is in the
// language of temporal properties. Anything else that begins with the word is a name.
bool Lexer::lex_observable(std::size_t begin, Token& token) {
  if (in_.since(begin) != "observable") return false;
  std::size_t behind_word = in_.at();
  in_.skip_while(is_space);
  std::size_t name_begin = in_.at();
  in_.skip_while(is_word);
  std::string_view name = in_.since(name_begin);
  std::size_t behind_name = in_.at();
  in_.skip_while(is_space);
  std::size_t text_begin = in_.at();
  if (in_.peek() == '(') {
    in_.skip_while([](char c) { return c != ')'; });
    in_.skip();
    in_.skip_while(is_space);
  }
  bool is_there =
      behind_name > name_begin && is_letter(name[0]) && in_.peek() == ':' && in_.peek(1) != '=';
  if (!is_there) {
    in_.move_to(behind_word);
    return false;
  }
  while (!in_.at_end() && in_.peek() != ';') {
    if (in_.is_at("//")) {
      in_.skip_line();
    } else if (in_.is_at("/*")) {
      in_.skip_block_comment();
    } else {
      in_.skip();
    }
  }
  std::size_t end = in_.at();  // without the semicolon
  while (end > text_begin && is_space(in_.text()[end - 1])) --end;
  in_.move_to(end);
  token = make(TokenKind::Observable, begin);
  token.symbol = symbols_.make(name);
  token.body = static_cast<std::uint32_t>(text_begin);
  return true;
}

// From an opening brace to behind its partner; false if the text ends before. Comments of the
// formula language are skipped: `//` and `--` to the end of the line, and `/* */`.
bool Lexer::skip_formula() {
  std::size_t depth = 0;
  while (!in_.at_end()) {
    if (in_.is_at("//") || in_.is_at("--")) {
      in_.skip_line();
    } else if (in_.is_at("/*")) {
      in_.skip_block_comment();
    } else {
      char c = in_.peek();
      in_.skip();
      if (c == '{') ++depth;
      if (c == '}' && --depth == 0) return true;
    }
  }
  return false;
}

// digits [. digits] [e [+-] digits]; anything word-like that clings to it is part
// of a malformed number.
Token Lexer::lex_number() {
  std::size_t begin = in_.at();
  bool is_float = false;
  in_.skip_while(is_digit);
  bool well_formed = true;
  if (in_.peek() == '.') {
    is_float = true;
    in_.skip();
    well_formed = is_digit(in_.peek());
    in_.skip_while(is_digit);
  }
  if (in_.peek() == 'e' || in_.peek() == 'E') {
    std::size_t sign = in_.peek(1) == '+' || in_.peek(1) == '-' ? 1 : 0;
    if (is_digit(in_.peek(1 + sign))) {
      is_float = true;
      in_.skip(1 + sign);
      in_.skip_while(is_digit);
    }
  }
  if (is_word(in_.peek())) well_formed = false;
  in_.skip_while(is_word);
  std::string_view text = in_.since(begin);
  if (text.size() > kMaxDigits) {
    report(Kind::OoxLongNumber, begin, in_.at(), text.size(), kMaxDigits);
  } else if (!well_formed) {
    std::string shown(text.substr(0, 40));
    if (text.size() > 40) shown += "…";
    auto& added = report(Kind::OoxBadNumber, begin, in_.at(), shown);
    if (text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
      added.note("numbers are decimal");
    } else if (text.back() == '.') {
      added.help(fmt::format("write `{}0`", shown));
    }
  } else if (is_float && !std::isfinite(std::strtod(std::string(text).c_str(), nullptr))) {
    report(Kind::OoxFloatRange, begin, in_.at());
  }
  return make(is_float ? TokenKind::FloatLiteral : TokenKind::IntLiteral, begin);
}

Token Lexer::lex_string() {
  std::size_t begin = in_.at();
  in_.skip();
  buffer_.clear();
  while (!in_.at_end() && in_.peek() != '"' && in_.peek() != '\n') {
    char c = in_.peek();
    if (c == '\\') {
      base::utf8_append(buffer_, lex_escape());
    } else {
      buffer_ += c;
      in_.skip();
    }
  }
  bool is_open = in_.peek() != '"';
  if (is_open) {
    report(Kind::OoxUnterminatedString, begin, begin + 1);
  } else {
    in_.skip();
  }
  Token token = make(TokenKind::StringLiteral, begin);
  token.symbol = symbols_.make(buffer_);
  after_error_ = is_open;  // what should have followed it was swallowed
  return token;
}

Token Lexer::lex_char() {
  std::size_t begin = in_.at();
  in_.skip();
  std::size_t count = 0;
  char32_t value = 0;
  while (!in_.at_end() && in_.peek() != '\'' && in_.peek() != '\n') {
    char32_t c = lex_character();
    if (count++ == 0) value = c;
  }
  bool is_open = in_.peek() != '\'';
  if (is_open) {
    report(Kind::OoxUnterminatedChar, begin, begin + 1);
  } else {
    in_.skip();
    if (count != 1) {
      auto& added = report(Kind::OoxCharLength, begin, in_.at(), count);
      if (count > 1) added.help("a string is written with double quotes");
    }
  }
  Token token = make(TokenKind::CharLiteral, begin);
  token.character = value;
  after_error_ = is_open;
  return token;
}

char32_t Lexer::lex_character() {
  if (in_.peek() == '\\') return lex_escape();
  return in_.take_character().value_or(0xfffd);
}

char32_t Lexer::lex_escape() {
  std::size_t begin = in_.at();
  in_.skip();
  char c = in_.peek();
  if (in_.at_end() || c == '\n') return 0xfffd;  // unterminated: the caller reports
  if (c == 'u') return lex_unicode_escape(begin);
  in_.take_character();
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
  report(Kind::OoxBadEscape, begin, in_.at(), in_.since(begin));
  return 0xfffd;
}

// \u{hex}: one to six digits that name a Unicode character.
char32_t Lexer::lex_unicode_escape(std::size_t begin) {
  in_.skip();
  if (auto value = in_.take_code_point(6)) return *value;
  report(Kind::OoxBadUnicodeEscape, begin, in_.at());
  return 0xfffd;
}

}  // namespace oox
