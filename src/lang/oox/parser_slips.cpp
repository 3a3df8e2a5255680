// What programmers bring along from other languages, recognised so that each habit
// gets an answer of its own instead of "expected …".
#include <algorithm>
#include <iterator>

#include "lang/oox/parser_impl.h"

namespace oox {

using diag::Kind;

namespace {

constexpr std::string_view kForeignModifiers[] = {"public", "private",  "protected",   "final",
                                                  "const",  "volatile", "synchronized"};

}  // namespace

// Words that a misspelling at the beginning of a statement may mean.
const std::vector<std::string_view>& Parser::statement_words() {
  static const std::vector<std::string_view> kWords = {
      "assert",    "assume", "for",   "fork",   "if",   "lock", "notify",
      "notifyAll", "return", "throw", "unlock", "wait", "while"};
  return kWords;
}

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
  if (*found == "synchronized") {
    slip(Kind::OoxSynchronized, span(current()))
        .help("put what it protects into `lock (this) { … }`");
  } else {
    slip(Kind::OoxForeignModifier, span(current()), *found).help("leave it out");
  }
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

// After an operand inside an expression: `++` and `--` with nothing to add, `+=` and its kin.
bool Parser::report_increment(Span operand) {
  std::string_view target = text_.substr(operand.begin, operand.end - operand.begin);
  bool is_short = target.size() <= 40;
  auto closes = [](TokenKind next) {
    return next == TokenKind::Semicolon || next == TokenKind::RightParen ||
           next == TokenKind::RightBracket || next == TokenKind::Comma ||
           next == TokenKind::RightBrace;
  };
  char sign = text(current())[0];
  Span both = base::join(span(current()), span(peek(1)));
  if (at_compound()) {
    auto& added = error(Kind::OoxNoIncrement, both, fmt::format("{}=", sign));
    if (is_short) added.help(fmt::format("write `{} {}= …;` before this statement", target, sign));
    return true;
  }
  if (at_step() && closes(peek(2).kind)) {
    auto& added = error(Kind::OoxNoIncrement, both, fmt::format("{}{}", sign, sign));
    if (is_short) {
      added.help(
          fmt::format("write `{}{}{};` behind this statement, or before it", target, sign, sign));
    }
    return true;
  }
  return false;
}

// `for (T x : a)`, behind the bracket.
bool Parser::report_for_each(std::uint32_t begin) {
  std::size_t name = 1;
  if (peek(1).kind == TokenKind::LeftBracket && peek(2).kind == TokenKind::RightBracket) name = 3;
  bool is_each = starts_type(current()) && peek(name).kind == TokenKind::Identifier &&
                 name + 1 < window_.size() && peek(name + 1).kind == TokenKind::Colon;
  if (!is_each) return false;
  error(Kind::OoxNoForEach, {file_, begin, peek(name + 1).end})
      .help(fmt::format("write `for (int i := 0; i < #a; i++) {{ {} {} := a[i]; … }}`",
                        text(current()), text(peek(name))));
  return true;
}

// `x.wait()` and its kin, from the keyword on; `notify()` has an empty receiver.
Expr* Parser::report_statement_call(const Expr& receiver) {
  std::string word(text(current()));
  std::string_view object = source(receiver.span);
  bool is_join = at(TokenKind::Join);
  auto& added = slip(Kind::OoxStatementCall, span(current()), word);
  added.help(is_join ? "write `join;`: it waits for all threads that this one has started"
                     : fmt::format("write `{} {};`", word, object.empty() ? "this" : object));
  advance();
  if (at(TokenKind::LeftParen)) skip_group();
  Expr call = receiver;  // so that the statement is one
  call.kind = ExprKind::Error;
  call.span = span_from(receiver.span.begin);
  return program_.arena.make(call);
}

// `int a[]`, behind the name.
void Parser::skip_array_brackets(Span name) {
  if (!at(TokenKind::LeftBracket) || peek(1).kind != TokenKind::RightBracket) return;
  slip(Kind::OoxArrayBrackets, base::join(span(current()), span(peek(1))))
      .help(fmt::format("write the type with them: `T[] {}`", source(name)));
  while (at(TokenKind::LeftBracket) && peek(1).kind == TokenKind::RightBracket) {
    advance();
    advance();
  }
}

// Statements of other languages.
bool Parser::report_foreign_statement() {
  if (!at(TokenKind::Identifier)) return false;
  TokenKind next = peek(1).kind;
  bool is_do = at_word("do");
  bool is_foreign = (is_do || at_word("finally")) && next == TokenKind::LeftBrace;
  if (!is_foreign) return false;
  error(Kind::OoxForeignStatement, span(current()), text(current()))
      .help(is_do ? "write `while (true) { …; if (!(c)) { break; } }`"
                  : "write what it does at the end of the `try` block and of the `catch` block");
  advance();
  recovering_ = false;
  parse_block();
  return true;
}

// `word (E) {` where no statement begins with this word.
void Parser::report_unknown_statement(const Expr& head) {
  std::string_view word = program_.text(head.name);
  bool has_one = head.args.size() == 1 && head.args[0]->kind != ExprKind::Error;
  std::string operand = has_one ? std::string(source(head.args[0]->span)) : "x";
  if (word == "synchronized") {
    slip(Kind::OoxSynchronized, head.name_span)
        .help(fmt::format("write `lock ({}) {{ … }}`", operand));
    return;
  }
  if (word == "switch") {
    slip(Kind::OoxForeignStatement, head.name_span, word)
        .help(fmt::format("write `if ({} == …) {{ … }} else if …`", operand));
    skip_group();  // its cases are no statements
    return;
  }
  auto& added = slip(Kind::OoxUnknownStatement, head.name_span, word);
  if (auto meant = diag::nearest(word, statement_words())) {
    added.help(fmt::format("did you mean `{}`?", *meant));
  }
}

// System.out.println(…) and its kin.
bool Parser::report_output(const Expr& call) {
  const Expr* stream = call.kind == ExprKind::Call ? call.a : nullptr;
  if (stream == nullptr || stream->kind != ExprKind::Field) return false;
  std::string_view name = program_.text(stream->name);
  bool is_output = stream->a->kind == ExprKind::Name &&
                   program_.text(stream->a->name) == "System" && (name == "out" || name == "err");
  if (!is_output) return false;
  slip(Kind::OoxNoOutput, call.span)
      .help("leave it out: `braid run` and traces show the variables; `assert` states what holds");
  return true;
}

// `throw new E("text");`
void Parser::report_throw(const Expr& value) {
  auto& added = slip(Kind::OoxBadThrow, value.span);
  if (value.kind != ExprKind::New) return;
  bool has_text = !value.args.empty() && value.args[0]->kind == ExprKind::StringLit;
  std::string message = has_text ? std::string(source(value.args[0]->span))
                                 : fmt::format("\"{}\"", source(value.type_expr->span));
  added.help(fmt::format("write `throw {};`", message));
}

// ---------------------------------------------------------------- generics

// `<` behind a name of a type: `<T>`, `<K, V>`, `<T[]>`, `<>`.
bool Parser::at_type_arguments(std::size_t ahead) const {
  if (peek(ahead).kind != TokenKind::Less) return false;
  if (ahead + 2 >= window_.size()) return false;
  if (peek(ahead + 1).kind == TokenKind::Greater) return true;
  TokenKind after = peek(ahead + 2).kind;
  return starts_type(peek(ahead + 1)) &&
         (after == TokenKind::Greater || after == TokenKind::Comma || after == TokenKind::Less ||
          after == TokenKind::LeftBracket);
}

void Parser::skip_type_arguments(std::uint32_t begin, std::string_view help) {
  int open = 0;
  for (std::uint32_t skipped = 0; !at(TokenKind::End); skip(skipped)) {
    if (at(TokenKind::Semicolon) || at(TokenKind::LeftBrace) || at(TokenKind::LeftParen)) break;
    if (at(TokenKind::Less)) ++open;
    if (at(TokenKind::Greater) && --open == 0) {
      advance();
      break;
    }
  }
  slip(Kind::OoxGenerics, span_from(begin)).help(std::string(help));
}

// ---------------------------------------------------------------- array literals

// { E, … }, after `:=` or `new T[]`. `target` is what it would be assigned to.
Expr* Parser::reject_array_literal(std::string_view target) {
  Nesting nesting(*this);
  if (!nesting.fits()) return error_expr();
  Span open = span(current());
  std::size_t size = 0;
  advance();
  while (!at(TokenKind::RightBrace) && !at(TokenKind::End) && !recovering_) {
    if (at(TokenKind::LeftBrace)) {
      skip_group();
    } else {
      parse_expr();
    }
    ++size;
    if (!accept(TokenKind::Comma)) break;
  }
  expect_close(TokenKind::RightBrace, open);
  slip(Kind::OoxArrayLiteral, span_from(open.begin))
      .help(fmt::format("write `{0} := new …[{1}];`, then `{0}[0] := …;` for each element", target,
                        size));
  return error_expr();
}

// The right-hand side of an assignment to `target`.
Expr* Parser::parse_source(Span target) {
  if (at(TokenKind::LeftBrace)) return reject_array_literal(source(target));
  return parse_expr();
}

}  // namespace oox
