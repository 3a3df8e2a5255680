#include <algorithm>
#include <optional>

#include "lang/pl/parser_impl.h"

namespace pl {

using diag::Kind;

Expr* Parser::make(Expr expr) {
  for (const Expr* part : {expr.a, expr.b, expr.c}) {
    if (part) expr.height = std::max(expr.height, part->height + 1);
  }
  if (expr.height > kMaxHeight) {
    report(Kind::PlTooDeep, expr.span, kMaxHeight);
    give_up();
    throw SyntaxError{};
  }
  return &file_.exprs.emplace_back(std::move(expr));
}

namespace {

std::optional<dl::BinaryOp> binary_operator(const Token& token) {
  struct Spelling {
    std::string_view text;
    dl::BinaryOp op;
  };
  static constexpr Spelling kOperators[] = {
#define DL_BINARY(name, text, symbol, precedence) {text, dl::BinaryOp::name},
#include "logic/dl/operators.def"
#undef DL_BINARY
      {"&&", dl::BinaryOp::And},
      {"||", dl::BinaryOp::Or},
      {"->", dl::BinaryOp::Implies},
      {"<->", dl::BinaryOp::Iff},
  };
  if (token.kind != TokenKind::Mark && token.kind != TokenKind::Keyword) return std::nullopt;
  for (const Spelling& spelling : kOperators) {
    if (spelling.text == token.text) return spelling.op;
  }
  return std::nullopt;
}

constexpr bool is_comparison(dl::BinaryOp op) {
  return op >= dl::BinaryOp::Eq && op <= dl::BinaryOp::Ge;
}

// What stands behind `not` and behind a modality: a comparison, or what binds tighter.
const int kComparison = 5;

}  // namespace

// b ? e : e, and everything that binds tighter.
Expr* Parser::parse_expr() {
  Nesting nesting(*this);
  Expr* condition = parse_binary(1);
  if (!accept("?")) return condition;
  Expr expr;
  expr.kind = dl::ExprKind::Ite;
  expr.a = condition;
  expr.b = parse_expr();
  expect(":");
  expr.c = parse_expr();
  expr.span = base::join(expr.a->span, expr.c->span);
  return make(std::move(expr));
}

// Operators that bind at least as tight as `least`. Chains are loops, not recursion.
Expr* Parser::parse_binary(int least) {
  Expr* left = parse_unary();
  for (;;) {
    const auto op = binary_operator(current());
    if (!op || dl::precedence(*op) < least) return left;
    const bool to_right = *op == dl::BinaryOp::Implies;
    advance();
    Expr expr;
    expr.kind = dl::ExprKind::Binary;
    expr.binary = *op;
    expr.a = left;
    if (to_right) {
      Nesting nesting(*this);
      expr.b = parse_binary(dl::precedence(*op));
    } else {
      expr.b = parse_binary(dl::precedence(*op) + 1);
    }
    expr.span = base::join(expr.a->span, expr.b->span);
    left = make(std::move(expr));
    const auto next = binary_operator(current());
    if (is_comparison(*op) && next && dl::precedence(*next) == dl::precedence(*op)) {
      report(Kind::PlChained, here(), current().text).help("write `a < b and b < c`");
      throw SyntaxError{};
    }
  }
}

Expr* Parser::parse_unary() {
  const bool is_not = at("not") || at("!");
  if (!is_not && !at("-")) return parse_primary();
  Nesting nesting(*this);
  const std::uint32_t begin = current().begin;
  const bool is_word = at("not");
  advance();
  Expr expr;
  if (!is_not && current().kind == TokenKind::Number) {
    expr.kind = dl::ExprKind::Int;
    expr.number = -parse_number();
  } else {
    expr.kind = dl::ExprKind::Unary;
    expr.unary = is_not ? dl::UnaryOp::Not : dl::UnaryOp::Neg;
    expr.a = is_word ? parse_binary(kComparison) : parse_unary();
  }
  expr.span = since(begin);
  return make(std::move(expr));
}

Expr* Parser::parse_primary() {
  const std::uint32_t begin = current().begin;
  Expr expr;
  if (current().kind == TokenKind::Number) {
    expr.kind = dl::ExprKind::Int;
    expr.number = parse_number();
  } else if (current().kind == TokenKind::Name) {
    expr.kind = dl::ExprKind::Var;
    expr.name = parse_name("a name");
  } else if (at("true") || at("True") || at("false") || at("False")) {
    expr.kind = dl::ExprKind::Bool;
    expr.flag = at("true") || at("True");
    advance();
  } else if (at("(")) {
    const Span open = here();
    advance();
    Expr* inner = parse_expr();
    expect_close(")", open);
    return inner;
  } else if (at("forall") || at("exists")) {
    return parse_quantifier();
  } else if (at("[")) {
    return parse_box();
  } else if (at("{")) {
    return parse_update();
  } else {
    unexpected("an expression");
  }
  expr.span = since(begin);
  return make(std::move(expr));
}

// forall x, bool b : φ, as far to the right as it goes
Expr* Parser::parse_quantifier() {
  Nesting nesting(*this);
  const std::uint32_t begin = current().begin;
  const dl::ExprKind kind = at("forall") ? dl::ExprKind::Forall : dl::ExprKind::Exists;
  struct Bound {
    Name name;
    std::optional<dl::Sort> sort;
  };
  std::vector<Bound> bound;
  do {
    advance();
    Bound one;
    if (at("int") || at("bool")) {
      one.sort = at("int") ? dl::Sort::Int : dl::Sort::Bool;
      advance();
    }
    one.name = parse_name("a name to bind");
    bound.push_back(one);
  } while (at(","));
  if (!accept(".")) expect(":");
  Expr* body = parse_expr();
  for (auto it = bound.rbegin(); it != bound.rend(); ++it) {
    Expr expr;
    expr.kind = kind;
    expr.name = it->name;
    expr.sort = it->sort;
    expr.a = body;
    expr.span = since(begin);
    body = make(std::move(expr));
  }
  return body;
}

// [proc { … } reader, writer] φ
Expr* Parser::parse_box() {
  Nesting nesting(*this);
  const Token open = current();
  advance();
  Expr expr;
  expr.kind = dl::ExprKind::Box;
  while (!at("]")) {
    if (at_end()) expect_close("]", span(open));
    BoxItem item;
    if (accept("proc")) {
      if (current().kind == TokenKind::Name) advance();
      item.body = parse_block();
    } else {
      item.reference = parse_name("`proc`, the name of a process, or `]`");
    }
    expr.items.push_back(std::move(item));
    accept(",");
  }
  advance();
  expr.a = parse_binary(kComparison);
  expr.span = since(open.begin);
  return make(std::move(expr));
}

// {x := 1, y := x} φ
Expr* Parser::parse_update() {
  Nesting nesting(*this);
  const Token open = current();
  advance();
  Expr expr;
  expr.kind = dl::ExprKind::Update;
  while (!at("}")) {
    Binding binding;
    binding.name = parse_name("a name or `}`");
    expect(":=");
    binding.value = parse_expr();
    expr.bindings.push_back(binding);
    if (!accept(",")) break;
  }
  expect_close("}", span(open));
  expr.a = parse_binary(kComparison);
  expr.span = since(open.begin);
  return make(std::move(expr));
}

base::Integer Parser::parse_number() {
  if (current().kind != TokenKind::Number) unexpected("a number");
  const auto number = base::Integer::parse(current().text);
  advance();
  return number.value_or(base::Integer(0));  // a malformed one has been reported
}

}  // namespace pl
