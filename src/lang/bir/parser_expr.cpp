// Types and expressions.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "base/utf8.h"
#include "lang/bir/parser.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

namespace {

constexpr int kMaxHeight = 10'000;

struct Function {
  std::string_view word;
  SynExprKind kind;
  UnaryOp unary;
  int operands;
};

constexpr Function kFunctions[] = {
    {"threadTerminated", SynExprKind::ThreadTest, {}, 1},
    {"length", SynExprKind::Length, {}, 1},
    {"charAt", SynExprKind::CharAt, {}, 2},
    {"substring", SynExprKind::Substring, {}, 3},
    {"accepts", SynExprKind::Accepts, {}, 2},
    {"value", SynExprKind::Value, {}, 1},
#define UNARY(name, spelling) {spelling, SynExprKind::Unary, UnaryOp::name, 1},
#include "ir/operators.def"
#undef UNARY
};

std::optional<BinaryOp> binary_operator(std::string_view mark) {
  static constexpr std::pair<std::string_view, BinaryOp> kTable[] = {
#define BINARY(name, spelling, precedence) {spelling, BinaryOp::name},
#include "ir/operators.def"
#undef BINARY
  };
  for (const auto& [spelling, op] : kTable) {
    if (spelling == mark) return op;
  }
  return std::nullopt;
}

}  // namespace

SynExprId BirParser::add(SynExpr node) {
  for (SynExprId child : {node.a, node.b, node.c}) {
    if (child) node.height = std::max(node.height, file_.expr(child).height + 1);
  }
  if (node.height > kMaxHeight && !panic_) {
    sink_.report(Kind::BirTooTall, node.span, kMaxHeight);
    panic_ = true;
  }
  file_.exprs.push_back(std::move(node));
  return SynExprId(file_.exprs.size() - 1);
}

SynTypeId BirParser::add(SynType node) {
  file_.type_nodes.push_back(std::move(node));
  return SynTypeId(file_.type_nodes.size() - 1);
}

// ---------------------------------------------------------------- types

SynTypeId BirParser::type() {
  Nesting nested(*this);
  if (at_word("range")) return range_type();
  if (at_word("array")) return array_type();
  if (at_word("ref")) return ref_type();
  SynType node;
  node.span = peek().span;
  if (accept_word("lock")) {
    node.kind = SynTypeKind::Lock;
    node.waits = accept_word("wait");
    node.reentrant = accept_word("reentrant");
    return add(std::move(node));
  }
  static constexpr std::pair<std::string_view, TypeKind> kSimple[] = {
#define TYPE(name, keyword) {keyword, TypeKind::name},
#include "ir/types.def"
#undef TYPE
  };
  for (const auto& [word, kind] : kSimple) {
    bool simple = kind < TypeKind::Ref || kind == TypeKind::Tid;
    if (!simple || !at_word(word)) continue;
    next();
    node.simple = kind;
    return add(std::move(node));
  }
  return named_type();
}

SynTypeId BirParser::named_type() {
  SynType node;
  node.kind = SynTypeKind::Named;
  node.name = name("a type");
  node.span = node.name.span;
  return add(std::move(node));
}

SynTypeId BirParser::range_type() {
  SynType node;
  node.kind = SynTypeKind::Range;
  base::Span start = next().span;
  node.lo = integer();
  expect("..");
  node.hi = integer();
  node.span = since(start);
  return add(std::move(node));
}

SynTypeId BirParser::array_type() {
  SynType node;
  node.kind = SynTypeKind::Array;
  base::Span start = next().span;
  if (accept("[")) {
    node.kind = SynTypeKind::FixedArray;
    node.hi = integer();
    expect("]");
  }
  expect_word("of");
  node.element = type();
  node.span = since(start);
  return add(std::move(node));
}

SynTypeId BirParser::ref_type() {
  SynType node;
  node.kind = SynTypeKind::Ref;
  base::Span start = next().span;
  node.name = name("the name of a class");
  if (accept("{")) {
    node.collections = names("the name of a collection");
    expect("}");
  }
  node.span = since(start);
  return add(std::move(node));
}

SynInt BirParser::integer() {
  SynInt result;
  base::Span start = peek().span;
  result.negative = accept("-");
  if (peek().kind == BirToken::Int) {
    result.digits = base::Integer::parse(next().text);
  } else {
    result.name = name("an integer or a constant");
  }
  result.span = since(start);
  return result;
}

std::vector<EnumMember> BirParser::enum_members() {
  std::vector<EnumMember> result;
  expect("{");
  while (at_piece()) {
    EnumMember member;
    member.name = piece("the name of a value");
    if (accept("=")) member.value = integer();
    result.push_back(std::move(member));
    if (!accept(",")) break;
  }
  expect("}");
  return result;
}

std::vector<FieldDef> BirParser::record_fields() {
  std::vector<FieldDef> result;
  expect("{");
  while (!at("}") && !at_end()) fields(result);
  expect("}");
  return result;
}

void BirParser::fields(std::vector<FieldDef>& out) {
  std::vector<Name> defined;
  Sharing shared = sharing();
  do {
    defined.push_back(piece("the name of a field"));
  } while (accept(","));
  expect(":");
  SynTypeId type_of_all = type();
  expect(";");
  for (Name& n : defined) out.push_back({std::move(n), type_of_all, shared});
}

// ---------------------------------------------------------------- operators

SynExprId BirParser::expr() {
  Nesting nested(*this);
  SynExprId condition = binary(1);
  if (!at("?")) return condition;
  SynExpr node;
  node.kind = SynExprKind::Ite;
  node.name_span = next().span;
  node.a = condition;
  node.b = expr();
  expect(":");
  node.c = expr();
  node.span = since(file_.expr(condition).span);
  return add(std::move(node));
}

// Precedence climbing: takes operators of at least this precedence.
SynExprId BirParser::binary(int least) {
  SynExprId left = unary();
  for (;;) {
    SynExpr node;
    node.name_span = peek().span;
    node.a = left;
    if (kTestPrecedence >= least && (at_word("instanceof") || at_word("as"))) {
      node.kind = at_word("as") ? SynExprKind::As : SynExprKind::InstanceOf;
      next();
      node.type = type();
    } else if (auto op = binary_operator(peek().kind == BirToken::Mark ? peek().text : "");
               op && precedence(*op) >= least) {
      next();
      node.kind = SynExprKind::Binary;
      node.binary = *op;
      node.b = *op == BinaryOp::Implies ? implication() : binary(precedence(*op) + 1);
    } else {
      return left;
    }
    node.span = since(file_.expr(left).span);
    left = add(std::move(node));
  }
}

// The right side of ==>, the one operator that nests to the right.
SynExprId BirParser::implication() {
  Nesting nested(*this);
  return binary(precedence(BinaryOp::Implies));
}

SynExprId BirParser::unary() {
  while (accept("+")) continue;
  if (!at("-") && !at("!")) return postfix();
  Nesting nested(*this);
  SynExpr node;
  node.kind = SynExprKind::Unary;
  node.unary = at("-") ? UnaryOp::Neg : UnaryOp::Not;
  node.name_span = peek().span;
  BirToken kind = peek(1).kind;
  bool number = kind == BirToken::Int || kind == BirToken::Uint || kind == BirToken::Long ||
                kind == BirToken::Float;
  if (node.unary == UnaryOp::Neg && number) return postfix();
  next();
  node.a = unary();
  node.span = since(node.name_span);
  return add(std::move(node));
}

// ---------------------------------------------------------------- operands

SynExprId BirParser::postfix() {
  SynExprId result = primary();
  for (;;) {
    if (at("@")) {
      access_mode(result);
    } else if (at(".") || at("[")) {
      result = selection(result);
    } else {
      break;
    }
  }
  if (at_word("of")) {
    SynExpr node;
    node.kind = SynExprKind::Of;
    node.name_span = next().span;
    node.a = result;
    node.type = type();
    node.span = since(file_.expr(result).span);
    result = add(std::move(node));
  }
  return result;
}

void BirParser::access_mode(SynExprId of) {
  next();
  for (AccessMode mode : {AccessMode::Plain, AccessMode::Opaque, AccessMode::Acquire,
                          AccessMode::Release, AccessMode::Volatile}) {
    if (!accept_word(spelling(mode))) continue;
    SynExpr& node = file_.exprs[of.index()];
    bool is_place = node.kind == SynExprKind::Name || node.kind == SynExprKind::GlobalName ||
                    node.kind == SynExprKind::Field || node.kind == SynExprKind::Index;
    if (!is_place || node.parens || node.mode != AccessMode::Declared) {
      unexpected("a global, a field or an element before the mode");
    }
    node.mode = mode;
    node.span = since(node.span);
    return;
  }
  unexpected("`plain`, `opaque`, `acquire`, `release` or `volatile`");
}

SynExprId BirParser::selection(SynExprId base) {
  SynExpr node;
  node.a = base;
  if (accept("[")) {
    node.kind = SynExprKind::Index;
    node.b = expr();
    expect("]");
  } else {
    expect(".");
    node.kind = SynExprKind::Field;
    Name field = piece("the name of a field");
    if (accept("::")) {
      node.owner = std::move(field.text);
      field = piece("the name of a field");
    }
    node.name = std::move(field.text);
    node.name_span = field.span;
  }
  node.span = since(file_.expr(base).span);
  return add(std::move(node));
}

SynExprId BirParser::primary() {
  const Token& token = peek();
  if (accept("(")) {
    SynExprId inner = expr();
    expect(")");
    SynExpr& node = file_.exprs[inner.index()];
    node.parens = true;
    node.span = since(token.span);
    return inner;
  }
  if (accept("-")) return literal(true);
  if (accept("::")) return name_expr(SynExprKind::GlobalName);
  if (token.kind == BirToken::Quoted) return name_expr(SynExprKind::Name);
  if (token.kind != BirToken::Word) return literal(false);
  if (at_word("do") && at("{", 1)) return literal(false);  // a guard is missing
  bool word_is_name = !at("(", 1);
  if (at_word("true") || at_word("false") || at_word("null")) return literal(false);
  if ((at_word("forall") || at_word("exists")) && at_piece(1)) return quantifier();
  return word_is_name ? name_expr(SynExprKind::Name) : function();
}

SynExprId BirParser::name_expr(SynExprKind kind) {
  SynExpr node;
  node.kind = kind;
  Name n = piece("a name");
  node.name = std::move(n.text);
  node.span = n.span;
  node.name_span = n.span;
  return add(std::move(node));
}

SynExprId BirParser::literal(bool negative) {
  SynExpr node;
  const Token& token = peek();
  node.span = negative ? base::join(previous().span, token.span) : token.span;
  switch (token.kind) {
    case BirToken::Int:
    case BirToken::Uint:
    case BirToken::Long: {
      node.type_kind = token.kind == BirToken::Int    ? TypeKind::Int
                       : token.kind == BirToken::Uint ? TypeKind::Uint
                                                      : TypeKind::Long;
      base::Integer value = *base::Integer::parse(token.text);
      node.value = negative ? -value : value;
      break;
    }
    case BirToken::Float: {
      node.type_kind = TypeKind::Float;
      double value = std::strtod(std::string(token.text).c_str(), nullptr);
      node.value = negative ? -value : value;
      break;
    }
    case BirToken::String:
      node.type_kind = TypeKind::String;
      node.value = token.value;
      break;
    case BirToken::Char: {
      node.type_kind = TypeKind::Char;
      std::size_t start = 0;
      node.value = base::utf8_decode(token.value, start).value_or(0);
      break;
    }
    default:
      if (at_word("null")) {
        node.type_kind = TypeKind::Null;
        node.value = NullValue{};
      } else if (at_word("true") || at_word("false")) {
        node.type_kind = TypeKind::Bool;
        node.value = at_word("true");
      } else {
        unexpected("an expression");
      }
  }
  next();
  return add(std::move(node));
}

// float(inf), float(-inf), float(0x7ff8000000000001): what decimal digits cannot say.
SynExprId BirParser::float_bits() {
  SynExpr node;
  node.type_kind = TypeKind::Float;
  base::Span start = next().span;
  expect("(");
  bool negative = accept("-");
  if (accept_word("inf")) {
    double infinity = std::numeric_limits<double>::infinity();
    node.value = negative ? -infinity : infinity;
  } else if (peek().kind == BirToken::Hex && peek().text.size() == 18 && !negative) {
    std::string_view digits = next().text.substr(2);
    std::uint64_t bits = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    node.value = std::bit_cast<double>(bits);
  } else {
    unexpected("`inf`, `-inf` or the 16 hexadecimal digits of a float");
  }
  expect(")");
  node.span = since(start);
  return add(std::move(node));
}

// The operators that look like calls.
SynExprId BirParser::function() {
  static constexpr LockTest kTests[] = {LockTest::Available, LockTest::HasLock,
                                        LockTest::WasNotified, LockTest::Acquired};
  if (at_word("float")) return float_bits();
  SynExpr node;
  auto test = std::find_if(std::begin(kTests), std::end(kTests),
                           [&](LockTest t) { return at_word(spelling(t)); });
  const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                   [&](const Function& f) { return at_word(f.word); });
  int operands = 1;
  if (test != std::end(kTests)) {
    node.kind = SynExprKind::LockTest;
    node.test = *test;
  } else if (found != std::end(kFunctions)) {
    node.kind = found->kind;
    node.unary = found->unary;
    operands = found->operands;
  } else {
    unexpected("an expression");
  }
  base::Span start = next().span;
  node.name_span = start;
  expect("(");
  node.a = expr();
  if (operands > 1) expect(","), node.b = expr();
  if (operands > 2) expect(","), node.c = expr();
  expect(")");
  node.span = since(start);
  return add(std::move(node));
}

SynExprId BirParser::quantifier() {
  SynExpr node;
  node.kind = at_word("forall") ? SynExprKind::Forall : SynExprKind::Exists;
  base::Span start = next().span;
  Name element = piece("the name of a variable");
  node.name = std::move(element.text);
  node.name_span = element.span;
  if (accept(",")) node.owner = piece("the name of a variable").text;
  expect(":");
  node.a = postfix();
  expect(":");
  node.b = expr();
  node.span = since(start);
  return add(std::move(node));
}

}  // namespace bir
