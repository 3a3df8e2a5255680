// Interval arithmetic, and arithmetic of parities, on expressions: where the value of an abstracted
// variable is known at run time only, so are the bounds. Instead of a table for each operator and
// each abstraction, as in Bandera, one definition serves all abstractions, also when several meet
// in one expression.
//
// Where integers wrap, a sum or a product of numbers without bounds may be anything; so may one
// whose bounds are not known to be small.
#include "ir/pass/abstract_values.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "ir/typing.h"

namespace pass {

using ir::BinaryOp;
using ir::ExprId;
using ir::ExprKind;
using ir::TypeKind;

namespace {

constexpr std::int64_t kSmall = std::int64_t{1} << 30;

}  // namespace

// ---------------------------------------------------------------- expressions

std::optional<bool> AbstractValues::constant(ExprId id) const {
  const ir::Expr& e = p_.expr(id);
  if (e.kind != ExprKind::Constant) return std::nullopt;
  const bool* value = std::get_if<bool>(&p_.constant(e.constant));
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> AbstractValues::integer(ExprId id) const {
  const ir::Expr& e = p_.expr(id);
  if (e.kind != ExprKind::Constant) return std::nullopt;
  const auto* value = std::get_if<base::Integer>(&p_.constant(e.constant));
  return value ? value->to_int64() : std::nullopt;
}

ExprId AbstractValues::and_(ExprId a, ExprId b) {
  if (auto value = constant(a)) return *value ? b : a;
  if (auto value = constant(b)) return *value ? a : b;
  return a == b ? a : p_.binary(BinaryOp::And, a, b);
}

ExprId AbstractValues::or_(ExprId a, ExprId b) {
  if (auto value = constant(a)) return *value ? a : b;
  if (auto value = constant(b)) return *value ? b : a;
  return a == b ? a : p_.binary(BinaryOp::Or, a, b);
}

ExprId AbstractValues::not_(ExprId a) {
  if (auto value = constant(a)) return literal(!*value);
  return p_.unary(ir::UnaryOp::Not, a);
}

ExprId AbstractValues::conditional(ExprId condition, ExprId yes, ExprId no) {
  if (auto value = constant(condition)) return *value ? yes : no;
  if (yes == no) return yes;
  if (integer(yes) && integer(yes) == integer(no)) return yes;
  ir::TypeId type = ir::conditional_type(p_, p_.expr(yes).type, p_.expr(no).type);
  return p_.add({.kind = ExprKind::Ite, .type = type, .a = condition, .b = yes, .c = no});
}

ExprId AbstractValues::calculate(BinaryOp op, ExprId a, ExprId b) {
  auto x = integer(a);
  auto y = integer(b);
  bool are_small = x && y && std::abs(*x) < kSmall && std::abs(*y) < kSmall;
  if (are_small && op == BinaryOp::Add) return literal(*x + *y);
  if (are_small && op == BinaryOp::Sub) return literal(*x - *y);
  if (are_small && op == BinaryOp::Mul && std::abs(*x * *y) < kSmall) return literal(*x * *y);
  ir::TypeId type = ir::binary_type(p_, op, p_.expr(a).type, p_.expr(b).type);
  return p_.add({.kind = ExprKind::Binary, .binary = op, .type = type, .a = a, .b = b});
}

ExprId AbstractValues::compare(BinaryOp op, ExprId a, ExprId b) {
  auto x = integer(a);
  auto y = integer(b);
  if (!x || !y) return p_.binary(op, a, b);
  if (op == BinaryOp::Lt) return literal(*x < *y);
  if (op == BinaryOp::Le) return literal(*x <= *y);
  return literal(*x == *y);
}

// ---------------------------------------------------------------- variables

const Abstraction* AbstractValues::plain(ExprId id) const {
  const ir::Expr& e = p_.expr(id);
  return e.kind == ExprKind::Local ? abstraction_(e.local) : nullptr;
}

bool AbstractValues::is_exact(ExprId id) const {
  if (!id) return true;
  if (plain(id)) return false;
  const ir::Expr& e = p_.expr(id);
  switch (e.kind) {
    case ExprKind::Constant:
    case ExprKind::Local:
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Ite:
    case ExprKind::Length:
    case ExprKind::CharAt:
    case ExprKind::Substring:
    case ExprKind::InstanceOf:
    case ExprKind::Cast:
    case ExprKind::Forall:
    case ExprKind::Exists:
    case ExprKind::Accepts: return is_exact(e.a) && is_exact(e.b) && is_exact(e.c);
    default: return false;  // it may read what is abstracted
  }
}

bool AbstractValues::is_number(ExprId id) const {
  TypeKind kind = p_.type_of(id).kind;
  return kind == TypeKind::Int || kind == TypeKind::Range;
}

std::optional<std::int64_t> AbstractValues::magnitude_of(ExprId id) const {
  const ir::Expr& e = p_.expr(id);
  const ir::Type& type = p_.type(e.type);
  if (auto value = integer(id)) return *value == INT64_MIN ? INT64_MAX : std::abs(*value);
  if (type.kind != TypeKind::Range) return std::nullopt;
  return std::max(std::abs(type.lo), std::abs(type.hi));
}

AbstractNumber AbstractValues::exact(ExprId value) {
  ExprId odd = calculate(BinaryOp::Rem, value, literal(std::int64_t{2}));
  ExprId is_even = p_.binary(BinaryOp::Eq, odd, literal(std::int64_t{0}));
  if (auto known = integer(value)) is_even = literal(*known % 2 == 0);
  return {.exact = value,
          .low = value,
          .high = value,
          .no_low = literal(false),
          .no_high = literal(false),
          .may_even = is_even,
          .may_odd = not_(is_even),
          .magnitude = magnitude_of(value)};
}

AbstractNumber AbstractValues::any() {
  ExprId zero = literal(std::int64_t{0});
  ExprId yes = literal(true);
  return {.exact = {},
          .low = zero,
          .high = zero,
          .no_low = yes,
          .no_high = yes,
          .may_even = yes,
          .may_odd = yes,
          .magnitude = 0};
}

AbstractNumber AbstractValues::variable(ExprId local, const Abstraction& abstraction) {
  // Its type is that of the code.
  ExprId code = p_.local_expr(proc_, p_.expr(local).local);
  AbstractNumber result = any();
  auto is = [&](const Region& r) { return p_.binary(BinaryOp::Eq, code, literal(r.code)); };
  const auto& regions = abstraction.regions();
  if (abstraction.is_parity()) {
    result.may_even = is(regions.front());
    result.may_odd = is(regions.back());
    return result;
  }
  result.no_low = is(regions.front());
  result.no_high = is(regions.back());
  result.low = result.high = code;
  for (const Region& r : regions) {
    if (r.low && *r.low != r.code) result.low = conditional(is(r), literal(*r.low), result.low);
    if (r.high && *r.high != r.code)
      result.high = conditional(is(r), literal(*r.high), result.high);
    if (r.low) result.magnitude = std::max(*result.magnitude, std::abs(*r.low));
    if (r.high) result.magnitude = std::max(*result.magnitude, std::abs(*r.high));
  }
  return result;
}

// ---------------------------------------------------------------- numbers

// The number, if calculating its bounds does not wrap.
AbstractNumber AbstractValues::within(AbstractNumber number) {
  if (p_.int_mode == ir::IntMode::Math) return number;
  bool is_bounded = constant(number.no_low) == false && constant(number.no_high) == false;
  bool is_small = is_bounded && number.magnitude && *number.magnitude < kSmall;
  if (is_small) return number;
  AbstractNumber result = any();
  result.may_even = number.may_even;
  result.may_odd = number.may_odd;
  return result;
}

AbstractNumber AbstractValues::sum(const AbstractNumber& a, const AbstractNumber& b) {
  AbstractNumber result;
  result.low = calculate(BinaryOp::Add, a.low, b.low);
  result.high = calculate(BinaryOp::Add, a.high, b.high);
  result.no_low = or_(a.no_low, b.no_low);
  result.no_high = or_(a.no_high, b.no_high);
  result.may_even = or_(and_(a.may_even, b.may_even), and_(a.may_odd, b.may_odd));
  result.may_odd = or_(and_(a.may_even, b.may_odd), and_(a.may_odd, b.may_even));
  bool is_known = a.magnitude && b.magnitude && *a.magnitude < kSmall && *b.magnitude < kSmall;
  if (is_known) result.magnitude = *a.magnitude + *b.magnitude;
  return within(result);
}

AbstractNumber AbstractValues::negation(const AbstractNumber& a) {
  ExprId zero = literal(std::int64_t{0});
  AbstractNumber result = a;
  result.exact = {};
  result.low = calculate(BinaryOp::Sub, zero, a.high);
  result.high = calculate(BinaryOp::Sub, zero, a.low);
  std::swap(result.no_low, result.no_high);
  return within(result);
}

AbstractNumber AbstractValues::signs_of_product(const AbstractNumber& a, const AbstractNumber& b) {
  ExprId zero = literal(std::int64_t{0});
  ExprId one = literal(std::int64_t{1});
  auto at_least = [&](const AbstractNumber& n, ExprId bound) {
    return and_(not_(n.no_low), compare(BinaryOp::Le, bound, n.low));
  };
  auto at_most = [&](const AbstractNumber& n, ExprId bound) {
    return and_(not_(n.no_high), compare(BinaryOp::Le, n.high, bound));
  };
  ExprId minus = literal(std::int64_t{-1});
  auto alike = [&](ExprId up, ExprId down) {
    return or_(and_(at_least(a, up), at_least(b, up)), and_(at_most(a, down), at_most(b, down)));
  };
  auto unlike = [&](ExprId up, ExprId down) {
    return or_(and_(at_least(a, up), at_most(b, down)), and_(at_most(a, down), at_least(b, up)));
  };
  AbstractNumber result = any();
  result.low = conditional(alike(one, minus), one, zero);
  result.no_low = not_(alike(zero, zero));
  result.high = conditional(unlike(one, minus), minus, zero);
  result.no_high = not_(unlike(zero, zero));
  result.magnitude = 1;
  return result;
}

AbstractNumber AbstractValues::product(const AbstractNumber& a, const AbstractNumber& b) {
  if (!a.exact && b.exact) return product(b, a);
  AbstractNumber result = signs_of_product(a, b);
  auto factor = a.exact ? integer(a.exact) : std::nullopt;
  if (factor && *factor > -kSmall && *factor < kSmall) {
    bool is_negative = *factor < 0;
    result.low = calculate(BinaryOp::Mul, a.exact, is_negative ? b.high : b.low);
    result.high = calculate(BinaryOp::Mul, a.exact, is_negative ? b.low : b.high);
    result.no_low = *factor == 0 ? literal(false) : is_negative ? b.no_high : b.no_low;
    result.no_high = *factor == 0 ? literal(false) : is_negative ? b.no_low : b.no_high;
    result.magnitude = std::nullopt;
    bool is_known = b.magnitude && *b.magnitude < kSmall;
    if (is_known) result.magnitude = std::abs(*factor) * *b.magnitude;
  } else if (p_.int_mode != ir::IntMode::Math) {
    result = any();  // the sign may change
  }
  result.may_even = or_(a.may_even, b.may_even);
  result.may_odd = and_(a.may_odd, b.may_odd);
  return within(result);
}

// Both round towards zero, which keeps the order.
AbstractNumber AbstractValues::quotient(const AbstractNumber& a, std::int64_t divisor) {
  ExprId by = literal(divisor);
  AbstractNumber result = any();
  result.low = calculate(BinaryOp::Div, a.low, by);
  result.high = calculate(BinaryOp::Div, a.high, by);
  result.no_low = a.no_low;
  result.no_high = a.no_high;
  result.magnitude = a.magnitude;
  return result;
}

AbstractNumber AbstractValues::remainder(const AbstractNumber& a, std::int64_t divisor) {
  ExprId may_be_negative = may_be_below(a, 0);
  ExprId may_be_positive = may_be_above(a, 0);
  ExprId zero = literal(std::int64_t{0});
  AbstractNumber result = any();
  result.no_low = result.no_high = literal(false);
  result.low = conditional(may_be_negative, literal(1 - divisor), zero);
  result.high = conditional(may_be_positive, literal(divisor - 1), zero);
  result.magnitude = divisor - 1;
  if (divisor % 2 != 0) return result;
  result.may_even = a.may_even;
  result.may_odd = a.may_odd;
  if (divisor != 2) return result;
  ExprId least = conditional(may_be_negative, literal(std::int64_t{-1}),
                             conditional(a.may_even, zero, literal(std::int64_t{1})));
  ExprId greatest = conditional(may_be_positive, literal(std::int64_t{1}),
                                conditional(a.may_even, zero, literal(std::int64_t{-1})));
  result.low = conditional(a.may_odd, least, zero);
  result.high = conditional(a.may_odd, greatest, zero);
  return result;
}

AbstractNumber AbstractValues::choice(const AbstractTruth& c, const AbstractNumber& a,
                                      const AbstractNumber& b) {
  ExprId never = not_(c.may);
  auto pick = [&](ExprId x, ExprId y, ExprId both) {
    return conditional(c.must, x, conditional(never, y, both));
  };
  auto either = [&](ExprId x, ExprId y) { return pick(x, y, or_(x, y)); };
  AbstractNumber result;
  result.low = pick(a.low, b.low, conditional(compare(BinaryOp::Le, a.low, b.low), a.low, b.low));
  result.high =
      pick(a.high, b.high, conditional(compare(BinaryOp::Le, a.high, b.high), b.high, a.high));
  result.no_low = either(a.no_low, b.no_low);
  result.no_high = either(a.no_high, b.no_high);
  result.may_even = either(a.may_even, b.may_even);
  result.may_odd = either(a.may_odd, b.may_odd);
  if (a.magnitude && b.magnitude) result.magnitude = std::max(*a.magnitude, *b.magnitude);
  return result;
}

AbstractNumber AbstractValues::number(ExprId id) {
  if (is_exact(id)) return exact(id);
  if (const Abstraction* abstraction = plain(id)) return variable(id, *abstraction);
  const ir::Expr e = p_.expr(id);
  if (!is_number(id)) return any();
  if (e.kind == ExprKind::Ite) return choice(truth(e.a), number(e.b), number(e.c));
  if (e.kind == ExprKind::Unary && e.unary == ir::UnaryOp::Neg && is_number(e.a)) {
    return negation(number(e.a));
  }
  bool is_calculation = e.kind == ExprKind::Binary && is_number(e.a) && is_number(e.b);
  if (!is_calculation) return any();
  auto divisor = integer(e.b);
  bool divides = divisor && *divisor > 0 && *divisor < kSmall;
  switch (e.binary) {
    case BinaryOp::Add: return sum(number(e.a), number(e.b));
    case BinaryOp::Sub: return sum(number(e.a), negation(number(e.b)));
    case BinaryOp::Mul: return product(number(e.a), number(e.b));
    case BinaryOp::Div: return divides ? quotient(number(e.a), *divisor) : any();
    case BinaryOp::Rem: return divides ? remainder(number(e.a), *divisor) : any();
    default: return any();
  }
}

// ---------------------------------------------------------------- conditions

AbstractTruth AbstractValues::less(const AbstractNumber& a, const AbstractNumber& b, BinaryOp op) {
  return {or_(or_(a.no_low, b.no_high), compare(op, a.low, b.high)),
          and_(and_(not_(a.no_high), not_(b.no_low)), compare(op, a.high, b.low))};
}

AbstractTruth AbstractValues::equal(const AbstractNumber& a, const AbstractNumber& b) {
  ExprId may = and_(less(a, b, BinaryOp::Le).may, less(b, a, BinaryOp::Le).may);
  may = and_(may, or_(and_(a.may_even, b.may_even), and_(a.may_odd, b.may_odd)));
  // Each is one number, and it is the same.
  ExprId must = and_(less(a, b, BinaryOp::Le).must, less(b, a, BinaryOp::Le).must);
  return {may, must};
}

AbstractTruth AbstractValues::equal(const AbstractTruth& a, const AbstractTruth& b) {
  return {or_(and_(a.may, b.may), and_(not_(a.must), not_(b.must))),
          or_(and_(a.must, b.must), and_(not_(a.may), not_(b.may)))};
}

AbstractTruth AbstractValues::equal(ExprId a, ExprId b) {
  if (is_number(a) && is_number(b)) return equal(number(a), number(b));
  bool are_conditions =
      p_.type_of(a).kind == TypeKind::Bool && p_.type_of(b).kind == TypeKind::Bool;
  if (are_conditions) return equal(truth(a), truth(b));
  return {literal(true), literal(false)};
}

AbstractTruth AbstractValues::binary(const ir::Expr& e) {
  switch (e.binary) {
    case BinaryOp::And: {
      AbstractTruth a = truth(e.a), b = truth(e.b);
      return {and_(a.may, b.may), and_(a.must, b.must)};
    }
    case BinaryOp::Or: {
      AbstractTruth a = truth(e.a), b = truth(e.b);
      return {or_(a.may, b.may), or_(a.must, b.must)};
    }
    case BinaryOp::Implies: {
      AbstractTruth a = truth(e.a), b = truth(e.b);
      return {or_(not_(a.must), b.may), or_(not_(a.may), b.must)};
    }
    case BinaryOp::Eq: return equal(e.a, e.b);
    case BinaryOp::Ne: return opposite(equal(e.a, e.b));
    default: break;
  }
  if (!is_number(e.a) || !is_number(e.b)) return {literal(true), literal(false)};
  switch (e.binary) {
    case BinaryOp::Lt:
    case BinaryOp::Le: return less(number(e.a), number(e.b), e.binary);
    case BinaryOp::Gt: return less(number(e.b), number(e.a), BinaryOp::Lt);
    case BinaryOp::Ge: return less(number(e.b), number(e.a), BinaryOp::Le);
    default: return {literal(true), literal(false)};
  }
}

AbstractTruth AbstractValues::truth(ExprId id) {
  if (is_exact(id)) return {id, id};
  const ir::Expr e = p_.expr(id);
  switch (e.kind) {
    case ExprKind::Binary: return binary(e);
    case ExprKind::Unary:
      if (e.unary == ir::UnaryOp::Not) return opposite(truth(e.a));
      break;
    case ExprKind::Ite: {
      AbstractTruth c = truth(e.a), a = truth(e.b), b = truth(e.c);
      return {or_(and_(c.may, a.may), and_(not_(c.must), b.may)),
              or_(and_(c.must, a.must), and_(not_(c.may), b.must))};
    }
    case ExprKind::Forall:
    case ExprKind::Exists: {
      if (!is_exact(e.a)) break;
      AbstractTruth body = truth(e.b);
      ir::Expr may = e, must = e;
      may.b = body.may;
      must.b = body.must;
      ExprId may_hold = p_.add(may);
      return {may_hold, p_.add(must)};
    }
    default: break;
  }
  return {literal(true), literal(false)};
}

// ---------------------------------------------------------------- codes

ExprId AbstractValues::may_be_below(const AbstractNumber& n, std::int64_t bound) {
  return or_(n.no_low, compare(BinaryOp::Lt, n.low, literal(bound)));
}

ExprId AbstractValues::may_be_above(const AbstractNumber& n, std::int64_t bound) {
  return or_(n.no_high, compare(BinaryOp::Lt, literal(bound), n.high));
}

ExprId AbstractValues::may_lie(const AbstractNumber& n, const Abstraction& in, const Region& r) {
  if (in.is_parity()) return r.code == 0 ? n.may_even : n.may_odd;
  ExprId result = literal(true);
  if (r.low) result = and_(result, may_be_above(n, *r.low - 1));
  if (r.high) result = and_(result, may_be_below(n, *r.high + 1));
  if (r.is_single()) result = and_(result, *r.low % 2 == 0 ? n.may_even : n.may_odd);
  return result;
}

ExprId AbstractValues::code_of(ExprId value, const Abstraction& in) {
  if (auto known = integer(value)) return literal(in.code_of(*known));
  const auto& regions = in.regions();
  if (in.is_parity()) {
    return conditional(exact(value).may_even, literal(regions[0].code), literal(regions[1].code));
  }
  // Numbers that stand for themselves need no distinction.
  ExprId result = literal(regions.back().code);
  bool is_itself = false;
  for (std::size_t i = regions.size() - 1; i-- > 0;) {
    const Region& r = regions[i];
    bool was_itself = std::exchange(is_itself, r.is_single());
    if (was_itself && is_itself) continue;
    ExprId code = is_itself ? value : literal(r.code);
    result = conditional(compare(BinaryOp::Le, value, literal(*r.high)), code, result);
  }
  return result;
}

}  // namespace pass
