// Expressions. Binary operators by precedence climbing; the right-associative
// ones, `==>` and `?:`, are collected in a loop and folded from the right, so that
// only brackets recurse. Everything that accesses the heap parses anywhere: the
// checker explains where it may stand.
#include <algorithm>
#include <cstdlib>

#include "base/check.h"
#include "lang/oox/parser_impl.h"

namespace oox {

using diag::Kind;

namespace {

std::optional<BinaryOp> binary_op(TokenKind kind) {
  switch (kind) {
    case TokenKind::OrOr: return BinaryOp::Or;
    case TokenKind::AndAnd: return BinaryOp::And;
    case TokenKind::EqualEqual: return BinaryOp::Eq;
    case TokenKind::Equal: return BinaryOp::Eq;  // reported where it is met
    case TokenKind::BangEqual: return BinaryOp::Ne;
    case TokenKind::Less: return BinaryOp::Lt;
    case TokenKind::LessEqual: return BinaryOp::Le;
    case TokenKind::Greater: return BinaryOp::Gt;
    case TokenKind::GreaterEqual: return BinaryOp::Ge;
    case TokenKind::Plus: return BinaryOp::Add;
    case TokenKind::Minus: return BinaryOp::Sub;
    case TokenKind::Star: return BinaryOp::Mul;
    case TokenKind::Slash: return BinaryOp::Div;
    case TokenKind::Percent: return BinaryOp::Rem;
    default: return std::nullopt;
  }
}

// Tokens that begin an operand and can never continue an expression.
bool only_starts_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::Identifier:
    case TokenKind::IntLiteral:
    case TokenKind::FloatLiteral:
    case TokenKind::CharLiteral:
    case TokenKind::StringLiteral:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::Null:
    case TokenKind::This:
    case TokenKind::Super:
    case TokenKind::New:
    case TokenKind::Forall:
    case TokenKind::Exists:
    case TokenKind::Bang:
    case TokenKind::Hash:
    case TokenKind::LeftParen: return true;
    default: return false;
  }
}

}  // namespace

std::optional<BinaryOp> Parser::arithmetic_op(TokenKind kind) {
  auto op = binary_op(kind);
  return op && precedence(*op) >= precedence(BinaryOp::Add) ? op : std::nullopt;
}

Expr* Parser::make(Expr expr) {
  std::uint32_t below = 0;
  expr.has_access = is_access(expr.kind);
  auto count = [&](const Expr* child) {
    below = std::max(below, child->height);
    expr.has_access |= child->has_access;
  };
  for (const Expr* child : {expr.a, expr.b, expr.c}) {
    if (child != nullptr) count(child);
  }
  for (const Expr* child : expr.args) count(child);
  // The body is evaluated in one step.
  if (expr.kind == ExprKind::Quantifier) expr.has_access = expr.a->has_access;
  expr.height = below + 1;
  return is_too_high(expr.height) ? error_expr() : program_.arena.make(expr);
}

// If so, reports it and gives the file up.
bool Parser::is_too_high(std::size_t height) {
  if (height <= kMaxHeight) return false;
  error(Kind::OoxExpressionTooLarge, span(current()), kMaxHeight);
  reporter_.stop();
  advance();
  return true;
}

Expr* Parser::error_expr() {
  Expr expr;
  expr.span = {file_, current().begin, current().begin};
  return program_.arena.make(expr);
}

Expr* Parser::parse_expr() {
  Nesting nesting(*this);
  if (!nesting.fits()) return error_expr();
  Expr* value = parse_implication();
  if (!at(TokenKind::Question)) return value;
  struct Arm {
    Expr* condition;
    Expr* then;
  };
  std::vector<Arm> arms;
  while (accept(TokenKind::Question)) {
    Expr* then = parse_expr();
    arms.push_back({value, then});
    if (is_too_high(arms.size()) || !expect(TokenKind::Colon)) {
      value = error_expr();
      break;
    }
    value = parse_implication();
  }
  for (; !arms.empty(); arms.pop_back()) {
    Expr expr;
    expr.kind = ExprKind::Conditional;
    expr.a = arms.back().condition;
    expr.b = arms.back().then;
    expr.c = value;
    expr.span = base::join(expr.a->span, expr.c->span);
    value = make(expr);
  }
  return value;
}

Expr* Parser::parse_implication() {
  Expr* value = parse_binary(precedence(BinaryOp::Or));
  if (!at(TokenKind::Arrow)) return value;
  std::vector<Expr*> premises;
  while (accept(TokenKind::Arrow)) {
    premises.push_back(value);
    if (is_too_high(premises.size())) break;
    value = parse_binary(precedence(BinaryOp::Or));
  }
  for (; !premises.empty(); premises.pop_back()) {
    Expr expr;
    expr.kind = ExprKind::Binary;
    expr.binary = BinaryOp::Implies;
    expr.a = premises.back();
    expr.b = value;
    expr.span = base::join(expr.a->span, expr.b->span);
    value = make(expr);
  }
  return value;
}

Expr* Parser::parse_binary(int least) {
  Expr* left = parse_unary();
  for (;;) {
    if (at(TokenKind::InstanceOf) && least <= kComparison) {
      left = parse_instanceof(left);
      continue;
    }
    auto op = binary_op(current().kind);
    if (!op || precedence(*op) < least) return left;
    if (at(TokenKind::Equal)) {
      bool is_arrow = peek(1).kind == TokenKind::Greater && touch(current(), peek(1));
      Span where = span(current());
      if (is_arrow) advance();
      slip(Kind::OoxCompareWithEqual, base::join(where, span(current())), is_arrow ? "=>" : "=",
           is_arrow ? "implication" : "comparison", is_arrow ? "==>" : "==");
    } else if (report_increment(left->span)) {
      return left;
    }
    advance();
    Expr expr;
    expr.kind = ExprKind::Binary;
    expr.binary = *op;
    expr.a = left;
    expr.b = parse_binary(precedence(*op) + 1);
    expr.span = base::join(left->span, expr.b->span);
    left = make(expr);
  }
}

Expr* Parser::parse_instanceof(Expr* operand) {
  advance();
  Expr expr;
  expr.kind = ExprKind::InstanceOf;
  expr.a = operand;
  expr.type_expr = parse_type(false);
  expr.span = base::join(operand->span, expr.type_expr->span);
  return make(expr);
}

Expr* Parser::parse_unary() {
  switch (current().kind) {
    case TokenKind::Minus: return parse_prefix(ExprKind::Unary, UnaryOp::Neg);
    case TokenKind::Bang: return parse_prefix(ExprKind::Unary, UnaryOp::Not);
    case TokenKind::Hash: return parse_prefix(ExprKind::SizeOf, {});
    case TokenKind::Forall:
    case TokenKind::Exists: return parse_quantifier();
    case TokenKind::LeftParen:
      if (at_cast()) return parse_cast();
      break;
    default: break;
  }
  return parse_postfix();
}

Expr* Parser::parse_prefix(ExprKind kind, UnaryOp op) {
  Nesting nesting(*this);
  if (!nesting.fits()) return error_expr();
  Expr expr;
  expr.kind = kind;
  expr.unary = op;
  Span first = span(current());
  advance();
  expr.a = parse_unary();
  // `!x instanceof C`: the complement of no reference exists, so the test is meant.
  while (op == UnaryOp::Not && kind == ExprKind::Unary && at(TokenKind::InstanceOf)) {
    expr.a = parse_instanceof(expr.a);
  }
  expr.span = base::join(first, expr.a->span);
  return make(expr);
}

// forall v, i : array : body. The body reaches as far right as possible.
Expr* Parser::parse_quantifier() {
  Nesting nesting(*this);
  if (!nesting.fits()) return error_expr();
  Expr expr;
  expr.kind = ExprKind::Quantifier;
  expr.is_forall = at(TokenKind::Forall);
  std::uint32_t begin = current().begin;
  advance();
  bool is_header_fine = parse_name(expr.name, expr.name_span) && expect(TokenKind::Comma) &&
                        parse_name(expr.index, expr.index_span) && expect(TokenKind::Colon);
  if (!is_header_fine) return error_expr();
  expr.a = parse_postfix();
  if (!expect(TokenKind::Colon)) return error_expr();
  expr.b = parse_expr();
  expr.span = span_from(begin);
  return make(expr);
}

Expr* Parser::parse_postfix() {
  Expr* value = parse_primary();
  for (;;) {
    Expr expr;
    expr.a = value;
    if (accept(TokenKind::Dot)) {
      expr.kind = ExprKind::Field;
      bool is_statement = at(TokenKind::Wait) || at(TokenKind::Notify) ||
                          at(TokenKind::NotifyAll) || at(TokenKind::Join);
      if (is_statement) return report_statement_call(*value);
      if (!parse_name(expr.name, expr.name_span)) return error_expr();
      if (at(TokenKind::LeftParen)) {
        expr.kind = ExprKind::Call;
        expr.args = parse_args();
      }
    } else if (at(TokenKind::LeftBracket)) {
      Span open = span(current());
      advance();
      expr.kind = ExprKind::Index;
      expr.b = parse_expr();
      if (!expect_close(TokenKind::RightBracket, open)) return error_expr();
    } else {
      return value;
    }
    expr.span = span_from(value->span.begin);
    value = make(expr);
  }
}

Expr* Parser::parse_primary() {
  switch (current().kind) {
    case TokenKind::Identifier: return parse_name_expr();
    case TokenKind::IntLiteral:
    case TokenKind::FloatLiteral: return parse_number();
    case TokenKind::CharLiteral: return parse_literal(ExprKind::CharLit);
    case TokenKind::StringLiteral: return parse_literal(ExprKind::StringLit);
    case TokenKind::True:
    case TokenKind::False: return parse_literal(ExprKind::BoolLit);
    case TokenKind::Null: return parse_literal(ExprKind::NullLit);
    case TokenKind::This: return parse_literal(ExprKind::This);
    case TokenKind::Super: return parse_super();
    case TokenKind::LeftParen: return parse_paren();
    case TokenKind::New: return parse_new();
    default: break;
  }
  auto& added = expected("an expression");
  if (at(TokenKind::Dot) && peek(1).kind == TokenKind::IntLiteral) {
    added.help("a number begins with a digit: `0.5`");
  }
  return error_expr();
}

Expr* Parser::parse_paren() {
  Span open = span(current());
  advance();
  Expr expr;
  expr.kind = ExprKind::Paren;
  expr.a = parse_expr();
  if (!expect_close(TokenKind::RightParen, open)) return error_expr();
  expr.span = span_from(open.begin);
  return make(expr);
}

Expr* Parser::parse_literal(ExprKind kind) {
  Expr expr;
  expr.kind = kind;
  expr.span = span(current());
  expr.flag = at(TokenKind::True);
  expr.character = current().character;
  if (kind == ExprKind::StringLit) expr.name = current().symbol;
  advance();
  return make(expr);
}

Expr* Parser::parse_number() {
  Expr expr;
  expr.span = span(current());
  if (current().after_error) {  // malformed: the lexer has said so
    advance();
    return error_expr();
  }
  if (at(TokenKind::IntLiteral)) {
    expr.kind = ExprKind::IntLit;
    auto value = base::Integer::parse(text(current()));
    CHECK(value.has_value(), "the lexer let a malformed number pass");
    expr.integer = program_.arena.integer(std::move(*value));
  } else {
    expr.kind = ExprKind::FloatLit;
    expr.number = std::strtod(std::string(text(current())).c_str(), nullptr);
  }
  advance();
  return make(expr);
}

Expr* Parser::parse_name_expr() {
  Expr expr;
  expr.kind = ExprKind::Name;
  expr.name = current().symbol;
  expr.name_span = span(current());
  advance();
  if (at(TokenKind::LeftParen)) {
    expr.kind = ExprKind::Call;
    expr.args = parse_args();
  }
  expr.span = span_from(expr.name_span.begin);
  return make(expr);
}

Expr* Parser::parse_super() {
  Expr expr;
  expr.kind = ExprKind::Super;
  expr.span = span(current());
  bool is_call = peek(1).kind == TokenKind::Dot && peek(2).kind == TokenKind::Identifier &&
                 peek(3).kind == TokenKind::LeftParen;
  if (!is_call) {
    error(Kind::OoxBadSuper, expr.span);
    return error_expr();
  }
  advance();
  return make(expr);
}

Expr* Parser::parse_new() {
  Expr expr;
  expr.kind = ExprKind::New;
  expr.span = span(current());
  advance();
  TypeExpr type;
  if (!parse_base_type(type)) return error_expr();
  expr.type_expr = program_.arena.make(type);
  if (at(TokenKind::LeftBracket)) return parse_new_array(expr);
  if (!at(TokenKind::LeftParen)) {
    expected("`(` or `[`");
    return error_expr();
  }
  if (type.base != TypeName::Class) {
    error(Kind::OoxNewPrimitive, type.span,
          text_.substr(type.span.begin, type.span.end - type.span.begin));
    return error_expr();
  }
  expr.args = parse_args();
  expr.span = span_from(expr.span.begin);
  return make(expr);
}

Expr* Parser::parse_new_array(Expr expr) {
  expr.kind = ExprKind::NewArray;
  std::vector<Expr*> sizes;
  while (at(TokenKind::LeftBracket)) {
    Span open = span(current());
    advance();
    if (at(TokenKind::RightBracket) && peek(1).kind == TokenKind::LeftBrace) {
      advance();
      return reject_array_literal("a");
    }
    if (at(TokenKind::RightBracket)) {
      error(Kind::OoxUnsizedArray, base::join(open, span(current())))
          .help("allocate the inner arrays one by one, or give every size");
      return error_expr();
    }
    sizes.push_back(parse_expr());
    if (!expect_close(TokenKind::RightBracket, open)) return error_expr();
  }
  if (sizes.size() > kMaxDimensions) {
    error(Kind::OoxTooManyDimensions, span_from(expr.span.begin), kMaxDimensions);
    return error_expr();
  }
  expr.args = program_.arena.list(sizes);
  expr.span = span_from(expr.span.begin);
  return make(expr);
}

// ( arguments ), with its brackets.
List<Expr*> Parser::parse_args() {
  Nesting nesting(*this);
  if (!nesting.fits()) return {};
  Span open = span(current());
  advance();
  std::vector<Expr*> args;
  if (!at(TokenKind::RightParen)) {
    do {
      args.push_back(parse_expr());
    } while (accept(TokenKind::Comma));
  }
  expect_close(TokenKind::RightParen, open);
  return program_.arena.list(args);
}

// `(int`, `(C[]` and `(C) operand` begin a cast; any other `(` a grouping.
bool Parser::at_cast() const {
  if (!starts_type(peek(1))) return false;
  if (peek(1).kind != TokenKind::Identifier) return true;
  if (peek(2).kind == TokenKind::LeftBracket) return peek(3).kind == TokenKind::RightBracket;
  return peek(2).kind == TokenKind::RightParen && only_starts_operand(peek(3).kind);
}

Expr* Parser::parse_cast() {
  Nesting nesting(*this);
  if (!nesting.fits()) return error_expr();
  Span open = span(current());
  advance();
  Expr expr;
  expr.kind = ExprKind::Cast;
  expr.type_expr = parse_type(false);
  if (!expect_close(TokenKind::RightParen, open)) return error_expr();
  expr.a = parse_unary();
  expr.span = span_from(open.begin);
  return make(expr);
}

}  // namespace oox
