#include "logic/ltl/lexer.h"

#include <fmt/format.h>

#include <array>

#include "base/scanner.h"

namespace ltl {

namespace {

// Longer ones first.
constexpr std::array<std::string_view, 25> kMarks{
    "<->", "==>", "[]", "<>", "->", "&&", "||", "==", "!=", "<=", ">=", "!", "<",
    ">",   "(",   ")",  ",",  ";",  ":",  ".",  "@",  "+",  "-",  "[",  "]"};

bool is_start(char c) { return base::is_letter(c) || c == '_' || c == '$'; }
bool is_name_char(char c) { return is_start(c) || base::is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Lexer {
 public:
  Lexer(const base::Sources& sources, base::Span part, diag::Sink& sink)
      : in_(sources.text(part), part), sink_(sink) {}

  std::vector<Token> run() {
    for (;;) {
      in_.skip_while(is_blank);
      if (skip_comment()) continue;
      if (in_.at_end()) break;
      next();
    }
    add(TokenKind::End, in_.at());
    return std::move(tokens_);
  }

 private:
  bool skip_comment() {
    bool is_line = in_.is_at("//");
    bool is_block = in_.is_at("/*");
    if (is_line) in_.skip_line();
    if (is_block) in_.skip_block_comment();
    return is_line || is_block;
  }

  void add(TokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, in_.span_since(begin), std::string(in_.since(begin)), false});
  }

  void next() {
    std::size_t begin = in_.at();
    if (is_start(in_.peek()) || in_.peek() == '`') return name();
    if (base::is_digit(in_.peek())) {
      in_.skip_while(base::is_digit);
      return add(TokenKind::Number, begin);
    }
    if (!in_.take_one_of(kMarks).empty()) return add(TokenKind::Mark, begin);
    in_.skip();
    in_.skip_while([](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; });
    sink_.report(diag::Kind::LtlBadCharacter, in_.span_since(begin),
                 fmt::format("`{}`", in_.since(begin)));
  }

  // A piece of a name is appended; false if there is none.
  bool piece(Token& token) {
    std::size_t begin = in_.at();
    if (in_.peek() != '`') {
      if (!is_start(in_.peek())) return false;
      in_.skip_while(is_name_char);
      token.text += in_.since(begin);
      return true;
    }
    std::size_t end = in_.text().find('`', begin + 1);
    if (end == std::string_view::npos || end == begin + 1) return false;
    token.text += in_.text().substr(begin + 1, end - begin - 1);
    token.quoted = true;
    in_.move_to(end + 1);
    return true;
  }

  void name() {
    std::size_t begin = in_.at();
    Token token{TokenKind::Name, {}, "", false};
    if (!piece(token)) {
      in_.skip();
      sink_.report(diag::Kind::LtlBadCharacter, in_.span_since(begin), "a backquote");
      return;
    }
    while (in_.peek() == '.' && (is_start(in_.peek(1)) || in_.peek(1) == '`')) {
      std::size_t before = in_.at();
      in_.skip();
      token.text += '.';
      if (piece(token)) continue;
      in_.move_to(before);
      token.text.pop_back();
      break;
    }
    token.span = in_.span_since(begin);
    tokens_.push_back(std::move(token));
  }

  base::Scanner in_;
  diag::Sink& sink_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const base::Sources& sources, base::Span part, diag::Sink& sink) {
  return Lexer(sources, part, sink).run();
}

}  // namespace ltl
