#include "logic/rel/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace rel {

namespace {

constexpr std::array<std::string_view, 11> kTemporal = {
    "always", "eventually", "after",     "before", "historically", "once",
    "until",  "releases",   "triggered", "since",  "seq"};

}  // namespace

Parser::Nesting::Nesting(Parser& parser) : NestingLevel(parser.depth_, kMaxNesting) {
  if (fits()) return;
  parser.sink_.report(diag::Kind::RelTooDeep, parser.peek().span, kMaxNesting);
  throw SyntaxError{};
}

// ------------------------------------------------------------------ tokens

Token Parser::expect_mark(std::string_view text) {
  if (!is_mark(text)) unexpected(fmt::format("`{}`", text));
  return take();
}

Token Parser::expect_word(std::string_view text) {
  if (!is_word(text)) unexpected(fmt::format("`{}`", text));
  return take();
}

SyntaxName Parser::expect_name(const std::string& what) {
  if (peek().kind != TokenKind::Name || is_reserved(peek().text)) unexpected(what);
  Token token = take();
  return {std::string(token.text), token.span};
}

std::int64_t Parser::expect_number(const std::string& what) {
  if (peek().kind != TokenKind::Number) unexpected(what);
  Token token = take();
  std::int64_t value = 0;
  if (token.text.size() > 9) {
    sink_.report(diag::Kind::RelNumberTooLarge, token.span, token.text);
    throw SyntaxError{};
  }
  std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  return value;
}

void Parser::unexpected(const std::string& wanted) {
  const Token& token = peek();
  std::string found =
      token.kind == TokenKind::End ? "the end of the text" : fmt::format("`{}`", token.text);
  sink_.report(diag::Kind::RelUnexpected, token.span, wanted, found);
  throw SyntaxError{};
}

std::string Parser::operator_among(std::initializer_list<std::string_view> texts) {
  if (peek().kind != TokenKind::Mark && peek().kind != TokenKind::Name) return "";
  for (std::string_view text : texts) {
    if (peek().text == text) return std::string(take().text);
  }
  return "";
}

// Chains of operators nest to the left without any recursion here, but others recurse.
SyntaxPtr Parser::made(Syntax node) {
  for (const SyntaxPtr& arg : node.args) node.height = std::max(node.height, arg->height + 1);
  if (node.height > kMaxHeight) {
    sink_.report(diag::Kind::RelTooDeep, node.span, kMaxHeight);
    throw SyntaxError{};
  }
  return std::make_shared<const Syntax>(std::move(node));
}

SyntaxPtr Parser::unary(const Token& op, std::string text, SyntaxPtr operand) {
  Syntax node;
  node.kind = SyntaxKind::Unary;
  node.text = std::move(text);
  node.span = base::join(op.span, operand->span);
  node.args = {std::move(operand)};
  return made(std::move(node));
}

SyntaxPtr Parser::binary(std::string text, SyntaxPtr a, SyntaxPtr b) {
  Syntax node;
  node.kind = SyntaxKind::Binary;
  node.text = std::move(text);
  node.span = base::join(a->span, b->span);
  node.args = {std::move(a), std::move(b)};
  return made(std::move(node));
}

// ------------------------------------------------------------------ from loose to tight

SyntaxPtr Parser::expr() {
  Nesting nesting(*this);
  return disjunction();
}

SyntaxPtr Parser::disjunction() {
  SyntaxPtr left = equivalence();
  while (!operator_among({"or", "||"}).empty()) left = binary("or", left, equivalence());
  return left;
}

SyntaxPtr Parser::equivalence() {
  SyntaxPtr left = implication();
  while (!operator_among({"iff", "<=>"}).empty()) left = binary("iff", left, implication());
  return left;
}

SyntaxPtr Parser::implication() {
  Nesting nesting(*this);
  SyntaxPtr condition = conjunction();
  if (operator_among({"implies", "=>"}).empty()) return condition;
  Syntax node;
  node.kind = SyntaxKind::If;
  node.args = {condition, implication()};
  if (accept_word("else")) node.args.push_back(implication());
  node.span = base::join(condition->span, node.args.back()->span);
  return made(std::move(node));
}

SyntaxPtr Parser::conjunction() {
  SyntaxPtr left = negation();
  while (!operator_among({"and", "&&"}).empty()) left = binary("and", left, negation());
  return left;
}

SyntaxPtr Parser::negation() {
  Nesting nesting(*this);
  if (is_word("not") || is_mark("!")) {
    Token op = take();
    return unary(op, "not", negation());
  }
  return comparison();
}

SyntaxPtr Parser::comparison() {
  SyntaxPtr left = multiplicity();
  for (;;) {
    std::size_t ahead = is_word("not") || is_mark("!") ? 1 : 0;
    bool is_operator = is_word("in", ahead) || is_mark("=", ahead) || is_mark("<", ahead) ||
                       is_mark(">", ahead) || is_mark("=<", ahead) || is_mark("<=", ahead) ||
                       is_mark(">=", ahead) || (ahead == 0 && is_mark("!="));
    if (!is_operator) return left;
    Syntax node;
    node.kind = SyntaxKind::Compare;
    node.is_negated = ahead == 1;
    if (ahead == 1) take();
    node.text = take().text;
    if (node.text == "<=") node.text = "=<";
    if (node.text == "!=") {
      node.text = "=";
      node.is_negated = true;
    }
    SyntaxPtr right = multiplicity();
    node.span = base::join(left->span, right->span);
    node.args = {left, right};
    left = made(std::move(node));
  }
}

SyntaxPtr Parser::multiplicity() {
  Nesting nesting(*this);
  for (std::string_view word : {"no", "some", "lone", "one", "set"}) {
    if (!is_word(word) || at_quantifier()) continue;
    Token op = take();
    return unary(op, std::string(word), sum_level());
  }
  return sum_level();
}

SyntaxPtr Parser::sum_level() {
  SyntaxPtr left = cardinality();
  for (;;) {
    if (is_mark("<<") || is_mark(">>") || is_mark(">>>")) {
      sink_.report(diag::Kind::RelUnsupported, peek().span, fmt::format("`{}`", peek().text));
      throw SyntaxError{};
    }
    std::string op = operator_among({"+", "-"});
    if (op.empty()) return left;
    left = binary(op, left, cardinality());
  }
}

SyntaxPtr Parser::cardinality() {
  Nesting nesting(*this);
  if (is_mark("#")) {
    Token op = take();
    return unary(op, "#", cardinality());
  }
  if (is_word("sum") && !is_mark("[", 1) && !at_quantifier()) {
    Token op = take();
    return unary(op, "sum", cardinality());
  }
  return override_level();
}

SyntaxPtr Parser::override_level() {
  SyntaxPtr left = intersection();
  while (accept_mark("++")) left = binary("++", left, intersection());
  return left;
}

SyntaxPtr Parser::intersection() {
  SyntaxPtr left = arrow();
  while (accept_mark("&")) left = binary("&", left, arrow());
  return left;
}

// `a m -> n b -> c` is `a m -> n (b -> c)`.
SyntaxPtr Parser::arrow() {
  Nesting nesting(*this);
  SyntaxPtr left = domain_level();
  auto is_multiplicity = [&] {
    return is_word("lone") || is_word("one") || is_word("some") || is_word("set");
  };
  bool has_multiplicity = is_multiplicity() && is_mark("->", 1);
  if (!has_multiplicity && !is_mark("->")) return left;
  Syntax node;
  node.kind = SyntaxKind::Arrow;
  if (has_multiplicity) node.left_multiplicity = take().text;
  expect_mark("->");
  if (is_multiplicity()) node.right_multiplicity = take().text;
  SyntaxPtr right = arrow();
  node.span = base::join(left->span, right->span);
  node.args = {left, right};
  return made(std::move(node));
}

SyntaxPtr Parser::domain_level() {
  SyntaxPtr left = range_level();
  while (accept_mark("<:")) left = binary("<:", left, range_level());
  return left;
}

SyntaxPtr Parser::range_level() {
  SyntaxPtr left = box_level();
  while (accept_mark(":>")) left = binary(":>", left, box_level());
  return left;
}

void Parser::box_arguments(Syntax& node) {
  expect_mark("[");
  if (!is_mark("]")) {
    do node.args.push_back(expr());
    while (accept_mark(","));
  }
  node.span = base::join(node.args[0]->span, expect_mark("]").span);
}

// `a.f[b].g` continues with joins behind the brackets.
SyntaxPtr Parser::box_level() {
  SyntaxPtr left = join_level();
  for (;;) {
    if (is_mark("[")) {
      Syntax node;
      node.kind = SyntaxKind::Box;
      node.args = {left};
      box_arguments(node);
      left = made(std::move(node));
    } else if (accept_mark(".")) {
      left = binary(".", left, prime_level());
    } else if (is_mark("'")) {
      Syntax node;
      node.kind = SyntaxKind::Prime;
      node.span = base::join(left->span, take().span);
      node.args = {left};
      left = made(std::move(node));
    } else {
      return left;
    }
  }
}

SyntaxPtr Parser::join_level() {
  SyntaxPtr left = prime_level();
  while (accept_mark(".")) left = binary(".", left, prime_level());
  return left;
}

SyntaxPtr Parser::prime_level() {
  SyntaxPtr operand = prefix_level();
  while (is_mark("'")) {
    Syntax node;
    node.kind = SyntaxKind::Prime;
    node.span = base::join(operand->span, take().span);
    node.args = {operand};
    operand = made(std::move(node));
  }
  return operand;
}

SyntaxPtr Parser::prefix_level() {
  Nesting nesting(*this);
  for (std::string_view mark : {"~", "^", "*"}) {
    if (!is_mark(mark)) continue;
    Token op = take();
    return unary(op, std::string(mark), prefix_level());
  }
  if (is_mark("-") && peek(1).kind == TokenKind::Number) {
    Token minus = take();
    base::Span span = peek().span;
    Syntax node;
    node.kind = SyntaxKind::Number;
    node.number = -expect_number("a number");
    node.span = base::join(minus.span, span);
    return made(std::move(node));
  }
  return primary();
}

// ------------------------------------------------------------------ the tightest

SyntaxPtr Parser::primary() {
  if (at_bind()) return is_word("let") ? let() : quantified();
  if (accept_mark("(")) {
    SyntaxPtr inner = expr();
    expect_mark(")");
    return inner;
  }
  if (is_mark("{")) return braces();
  if (peek().kind == TokenKind::Number) {
    Syntax node;
    node.kind = SyntaxKind::Number;
    node.span = peek().span;
    node.number = expect_number("a number");
    return made(std::move(node));
  }
  return name();
}

SyntaxPtr Parser::name() {
  Syntax node;
  node.kind = SyntaxKind::Name;
  node.span = peek().span;
  if (is_mark("@")) {
    node.kind = SyntaxKind::RawName;
    take();
  }
  if (peek().kind != TokenKind::Name) unexpected("an expression");
  std::string_view text = peek().text;
  bool is_word_operand = text == "none" || text == "univ" || text == "iden" ||
                         ((text == "disj" || text == "pred") && is_mark("[", 1));
  if (is_reserved(text) && !is_word_operand) unexpected("an expression");
  const Token& next = peek(1);
  bool starts_operand =
      (next.kind == TokenKind::Name && (!is_reserved(next.text) || next.text == "some" ||
                                        next.text == "no" || next.text == "all")) ||
      next.text == "(" || next.text == "{";
  bool is_temporal = std::find(kTemporal.begin(), kTemporal.end(), text) != kTemporal.end();
  // On one line only: `before` may be a name that ends a formula.
  std::string_view gap(text.data() + text.size(),
                       static_cast<std::size_t>(next.text.data() - text.data()) - text.size());
  if (is_temporal && starts_operand && gap.find('\n') == std::string_view::npos) {
    sink_.report(diag::Kind::RelTemporal, peek().span, text);
    throw SyntaxError{};
  }
  node.text = text;
  node.span = base::join(node.span, take().span);
  // `fresh(C)`: an application with the parentheses of other languages.
  if (node.text == "fresh" && is_mark("(")) {
    take();
    Syntax box;
    box.kind = SyntaxKind::Box;
    box.args = {made(node), expr()};
    box.span = base::join(node.span, expect_mark(")").span);
    return made(std::move(box));
  }
  return made(std::move(node));
}

// ------------------------------------------------------------------ binders

// Does `[disj] name {, name} :` follow?
bool Parser::is_declaration(std::size_t ahead) const {
  if (is_word("disj", ahead)) ++ahead;
  for (;;) {
    if (peek(ahead).kind != TokenKind::Name || is_reserved(peek(ahead).text)) return false;
    ++ahead;
    if (is_mark(":", ahead)) return true;
    if (!is_mark(",", ahead)) return false;
    ++ahead;
  }
}

bool Parser::at_quantifier() const {
  bool is_quantifier = is_word("all") || is_word("some") || is_word("no") || is_word("lone") ||
                       is_word("one") || is_word("sum");
  return is_quantifier && is_declaration(1);
}

bool Parser::at_bind() const { return is_word("let") || is_word("all") || at_quantifier(); }

SyntaxDecl Parser::decl() {
  SyntaxDecl result;
  result.is_disjoint = accept_word("disj");
  do result.names.push_back(expect_name("the name of a variable"));
  while (accept_mark(","));
  expect_mark(":");
  result.domain = multiplicity_expr();
  return result;
}

std::vector<SyntaxDecl> Parser::decls() {
  std::vector<SyntaxDecl> result;
  do result.push_back(decl());
  while (accept_mark(","));
  return result;
}

SyntaxPtr Parser::multiplicity_expr() {
  if (is_word("disj") || is_word("seq")) {
    sink_.report(diag::Kind::RelUnsupported, peek().span,
                 fmt::format("`{}` before the type of a declaration", peek().text));
    throw SyntaxError{};
  }
  // Here `one A, b: B` starts no quantifier.
  for (std::string_view word : {"one", "lone", "some", "set"}) {
    if (!is_word(word)) continue;
    Token op = take();
    return unary(op, std::string(word), sum_level());
  }
  return sum_level();
}

SyntaxPtr Parser::body() {
  if (is_mark("{")) return block();
  expect_mark("|");
  return expr();
}

SyntaxPtr Parser::quantified() {
  Nesting nesting(*this);
  Token word = take();
  Syntax node;
  node.kind = SyntaxKind::Quantified;
  node.text = word.text;
  node.decls = decls();
  node.args = {body()};
  node.span = base::join(word.span, node.args[0]->span);
  return made(std::move(node));
}

// Several bindings nest.
SyntaxPtr Parser::let() {
  Nesting nesting(*this);
  Token word = take();
  std::vector<std::pair<SyntaxName, SyntaxPtr>> bindings;
  do {
    SyntaxName bound = expect_name("the name of a variable");
    expect_mark("=");
    bindings.emplace_back(std::move(bound), expr());
  } while (accept_mark(","));
  SyntaxPtr result = body();
  for (std::size_t i = bindings.size(); i-- > 0;) {
    Syntax node;
    node.kind = SyntaxKind::Let;
    node.text = bindings[i].first.text;
    node.span = base::join(word.span, result->span);
    node.args = {bindings[i].second, result};
    result = made(std::move(node));
  }
  return result;
}

// A comprehension or a block.
SyntaxPtr Parser::braces() {
  if (!is_declaration(1)) return block();
  Nesting nesting(*this);
  Token open = expect_mark("{");
  Syntax node;
  node.kind = SyntaxKind::Comprehension;
  node.decls = decls();
  if (accept_mark("|")) {
    node.args = {expr()};
  } else if (is_mark("{")) {
    node.args = {block()};
  } else {
    Syntax all;
    all.kind = SyntaxKind::Block;
    all.span = peek().span;
    node.args = {made(std::move(all))};
  }
  node.span = base::join(open.span, expect_mark("}").span);
  return made(std::move(node));
}

SyntaxPtr Parser::block() {
  Nesting nesting(*this);
  Token open = expect_mark("{");
  Syntax node;
  node.kind = SyntaxKind::Block;
  while (!is_mark("}")) {
    if (at_end()) unexpected("`}`");
    node.args.push_back(expr());
  }
  node.span = base::join(open.span, take().span);
  return made(std::move(node));
}

// ------------------------------------------------------------------ predicates and functions

CallableSyntax Parser::predicate() { return callable(false); }
CallableSyntax Parser::function() { return callable(true); }

CallableSyntax Parser::callable(bool is_function) {
  CallableSyntax result;
  result.name = expect_name(is_function ? "the name of a function" : "the name of a predicate");
  if (accept_mark(".")) {
    Syntax node;
    node.kind = SyntaxKind::Name;
    node.text = result.name.text;
    node.span = result.name.span;
    result.receiver = made(std::move(node));
    result.name = expect_name("a name");
  }
  for (auto [open, close] : {std::pair("[", "]"), std::pair("(", ")")}) {
    if (!accept_mark(open)) continue;
    if (!is_mark(close)) result.parameters = decls();
    expect_mark(close);
    break;
  }
  if (is_function) {
    expect_mark(":");
    result.result = multiplicity_expr();
  }
  if (!is_function) {
    result.body = block();
    return result;
  }
  expect_mark("{");
  result.body = expr();
  expect_mark("}");
  return result;
}

}  // namespace rel
