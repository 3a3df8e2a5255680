// What programmers bring along from other languages, recognised so that each habit
// gets an answer of its own instead of "expected …".
#include <algorithm>
#include <iterator>

#include "front/oox/parser_impl.h"

namespace oox {

using diag::Kind;

namespace {

constexpr std::string_view kForeignModifiers[] = {"public", "private",  "protected",   "final",
                                                  "const",  "volatile", "synchronized"};

}  // namespace

// `public` and the like before a declaration.
bool Parser::skip_foreign_modifier() {
  if (!at(TokenKind::Identifier)) return false;
  auto found =
      std::find(std::begin(kForeignModifiers), std::end(kForeignModifiers), text(current()));
  if (found == std::end(kForeignModifiers)) return false;
  TokenKind next = peek(1).kind;
  bool is_modifier = starts_type(peek(1)) || next == TokenKind::Static ||
                     next == TokenKind::Abstract || next == TokenKind::Class ||
                     next == TokenKind::Interface;
  // `final x;` declares x of the class `final`.
  bool is_type = next == TokenKind::Identifier &&
                 (peek(2).kind == TokenKind::Semicolon || peek(2).kind == TokenKind::LeftParen);
  bool is_constructor =
      is_type && peek(2).kind == TokenKind::LeftParen && *found != "final" && *found != "const";
  if (!is_modifier || (is_type && !is_constructor)) return false;
  slip(Kind::OoxForeignModifier, span(current()), *found).help("leave it out");
  advance();
  return true;
}

void Parser::skip_unknown_clause() {
  auto& added = slip(Kind::OoxUnknownClause, span(current()), text(current()));
  if (at_word("spec") || at_word("property")) {
    added.help(at_word("spec") ? "a formula in braces follows it: `spec { … }`"
                               : "a name and a formula follow it: `property NAME { … }`");
  } else if (auto meant = diag::nearest(
                 text(current()), {"requires", "ensures", "exceptional", "property", "spec"})) {
    added.help(fmt::format("did you mean `{}`?", *meant));
  } else {
    added.note("the clauses are `requires`, `ensures`, `exceptional`, `property` and `spec`");
  }
  advance();
  if (at(TokenKind::LeftParen)) {
    skip_group();
  } else {
    while (at(TokenKind::Identifier) || at(TokenKind::Comma)) advance();  // throws A, B
  }
}

// int a, b;
void Parser::reject_more_declarators() {
  if (recovering_ || !at(TokenKind::Comma) || peek(1).kind != TokenKind::Identifier) return;
  slip(Kind::OoxManyDeclarators, span(peek(1)), text(peek(1)));
  while (!at(TokenKind::Semicolon) && !at(TokenKind::RightBrace) && !at(TokenKind::End) &&
         !current().starts_line) {
    advance();
  }
}

// After an operand: `++` and `--` with nothing to add, `+=` and its kin.
bool Parser::report_increment(Span operand) {
  TokenKind kind = current().kind;
  bool is_sum = kind == TokenKind::Plus || kind == TokenKind::Minus;
  bool is_operator =
      is_sum || kind == TokenKind::Star || kind == TokenKind::Slash || kind == TokenKind::Percent;
  if (!is_operator || !touch(current(), peek(1))) return false;
  std::string_view target = text_.substr(operand.begin, operand.end - operand.begin);
  bool is_short = target.size() <= 40;
  auto closes = [](TokenKind next) {
    return next == TokenKind::Semicolon || next == TokenKind::RightParen ||
           next == TokenKind::RightBracket || next == TokenKind::Comma ||
           next == TokenKind::RightBrace;
  };
  char sign = text(current())[0];
  Span both = base::join(span(current()), span(peek(1)));
  if (peek(1).kind == TokenKind::Equal) {
    auto& added = error(Kind::OoxNoIncrement, both, fmt::format("{}=", sign));
    if (is_short) added.help(fmt::format("write `{} := {} {} …;`", target, target, sign));
    return true;
  }
  if (is_sum && peek(1).kind == kind && closes(peek(2).kind)) {
    auto& added = error(Kind::OoxNoIncrement, both, fmt::format("{}{}", sign, sign));
    if (is_short) added.help(fmt::format("write `{} := {} {} 1;`", target, target, sign));
    return true;
  }
  return false;
}

// Statements of other languages.
bool Parser::report_foreign_statement() {
  if (!at(TokenKind::Identifier)) return false;
  TokenKind next = peek(1).kind;
  if (at_word("for") && next == TokenKind::LeftParen) {
    TokenKind third = peek(3).kind;
    bool is_loop = (starts_type(peek(2)) && peek(2).kind != TokenKind::Identifier) ||
                   peek(2).kind == TokenKind::Semicolon || third == TokenKind::Identifier ||
                   third == TokenKind::Assign || third == TokenKind::Equal;
    if (!is_loop) return false;
    error(Kind::OoxNoForLoop, span(current()))
        .help("write `int i := 0; while (i < n) { …; i := i + 1; }`");
    advance();
    skip_group();
    recovering_ = false;
    parse_body("for");
    return true;
  }
  bool is_foreign = (at_word("do") && next == TokenKind::LeftBrace) ||
                    (at_word("finally") && next == TokenKind::LeftBrace);
  if (!is_foreign) return false;
  error(Kind::OoxForeignStatement, span(current()), text(current()));
  advance();
  recovering_ = false;
  parse_block();
  return true;
}

}  // namespace oox
