#include "engine/spin/promela_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "ir/typing.h"

namespace spin {

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

// Texts grow when reads of reads are put into each other; beyond this something is odd.
constexpr std::size_t kLongest = 100'000;

PromelaValue checked(PromelaValue value) {
  if (value.lo < kLeast || value.hi > kMost) {
    throw PromelaUnsupported{fmt::format("{} may need more than 32 bits", value.text)};
  }
  if (value.text.size() + value.defined.size() > kLongest) {
    throw PromelaUnsupported{"an expression is too long"};
  }
  return value;
}

PromelaValue truth(std::string text, std::string defined) {
  return checked({std::move(text), std::move(defined), 0, 1});
}

std::string not_null(const std::string& reference) {
  if (reference.find_first_not_of("0123456789") == std::string::npos) {
    return reference == "0" ? "false" : "true";
  }
  return fmt::format("({} != 0)", reference);
}

}  // namespace

PromelaValue PromelaExprs::typed(std::string text, std::string defined, ir::TypeId type) const {
  PromelaRange values = layout_.values_of(type);
  return checked({std::move(text), std::move(defined), values.lo, values.hi});
}

PromelaValue PromelaExprs::value(ir::ExprId id) {
  const ir::Expr& e = program_.expr(id);
  switch (e.kind) {
    case ir::ExprKind::Constant: {
      const ir::Constant& constant = program_.constant(e.constant);
      PromelaValue result{PromelaLayout::constant_text(constant)};
      if (const bool* b = std::get_if<bool>(&constant)) result.lo = result.hi = *b;
      if (const auto* n = std::get_if<base::Integer>(&constant)) {
        auto number = n->to_int64();
        if (!number) throw PromelaUnsupported{"a number beyond 64 bits"};
        result.lo = result.hi = *number;
      }
      return result;
    }
    case ir::ExprKind::Local: return local(e.local);
    case ir::ExprKind::Unary: return unary(e);
    case ir::ExprKind::Binary: return binary(e);
    case ir::ExprKind::Ite: return conditional(e);
    case ir::ExprKind::Length: return length(e);
    case ir::ExprKind::CharAt:
    case ir::ExprKind::Substring: throw PromelaUnsupported{"parts of strings"};
    case ir::ExprKind::InstanceOf: {
      PromelaValue a = value(e.a);
      return truth(
          e.cls ? layout_.is_instance(a.text, e.cls) : layout_.is_instance(a.text, e.tested),
          a.defined);
    }
    case ir::ExprKind::Cast: return cast(e);
    case ir::ExprKind::Forall: return quantified(e, true);
    case ir::ExprKind::Exists: return quantified(e, false);
    case ir::ExprKind::Accepts: return accepts(e);
    case ir::ExprKind::FieldOf: return field(e.a, e.field);
    case ir::ExprKind::ElementOf: return element(e.a, e.b);
    case ir::ExprKind::GlobalOf: return typed(layout_.global(e.global), "true", e.type);
  }
  UNREACHABLE("expression kind");
}

PromelaValue PromelaExprs::local(ir::LocalId id) {
  for (auto at = bound_.rbegin(); at != bound_.rend(); ++at) {
    if (at->first == id) return {at->second.text, "true", at->second.lo, at->second.hi};
  }
  return typed(names_[id.index()], "true", proc_.local(id).type);
}

// Numbers never leave 32 bits here, so that only cutting them to less can change them.
PromelaValue PromelaExprs::conversion(const ir::Expr& e) {
  PromelaValue a = value(e.a);
  auto range = ir::unchanged_by(e.unary);
  ir::TypeKind from = program_.type_of(e.a).kind;
  bool is_number = ir::is_integer(from) || from == ir::TypeKind::Long;
  if (is_number && range && a.lo >= range->first && a.hi <= range->second) return a;
  auto cut = [&](const std::string& text) {
    return checked({text, a.defined, range->first, range->second});
  };
  if (is_number && range) {
    if (e.unary == ir::UnaryOp::ToByte) return cut(fmt::format("(({} << 24) >> 24)", a.text));
    if (e.unary == ir::UnaryOp::ToShort) return cut(fmt::format("(({} << 16) >> 16)", a.text));
    if (e.unary == ir::UnaryOp::ToChar16) return cut(fmt::format("({} & 65535)", a.text));
  }
  throw PromelaUnsupported{fmt::format("the conversion {}", ir::spelling(e.unary))};
}

PromelaValue PromelaExprs::unary(const ir::Expr& e) {
  if (ir::is_function(e.unary)) return conversion(e);
  PromelaValue a = value(e.a);
  if (e.unary == ir::UnaryOp::Not) return truth(promela_not(a.text), a.defined);
  return checked(wrapped(e, {fmt::format("(-{})", a.text), a.defined, -a.hi, -a.lo}));
}

PromelaValue PromelaExprs::binary(const ir::Expr& e) {
  bool is_logical = e.binary == ir::BinaryOp::And || e.binary == ir::BinaryOp::Or ||
                    e.binary == ir::BinaryOp::Implies;
  if (is_logical) return logical(e);
  return arithmetic(e, value(e.a), value(e.b));
}

// The right side counts, and has to be defined, only if the left one does not decide.
PromelaValue PromelaExprs::logical(const ir::Expr& e) {
  PromelaValue a = value(e.a);
  PromelaValue b = value(e.b);
  std::string left = e.binary == ir::BinaryOp::Implies ? promela_not(a.text) : a.text;
  bool is_and = e.binary == ir::BinaryOp::And;
  std::string decided = is_and ? promela_not(left) : left;
  std::string defined = b.defined == "true" ? "true" : promela_or(decided, b.defined);
  return truth(is_and ? promela_and(left, b.text) : promela_or(left, b.text),
               promela_and(a.defined, defined));
}

PromelaValue PromelaExprs::arithmetic(const ir::Expr& e, const PromelaValue& a,
                                      const PromelaValue& b) {
  PromelaValue result;
  result.text = fmt::format("({} {} {})", a.text, ir::spelling(e.binary), b.text);
  result.defined = promela_and(a.defined, b.defined);
  switch (e.binary) {
    case ir::BinaryOp::Add: result.lo = a.lo + b.lo, result.hi = a.hi + b.hi; break;
    case ir::BinaryOp::Sub:
      result.lo = a.lo - b.hi, result.hi = a.hi - b.lo;
      if (result.lo < 0 && program_.type(e.type).kind == ir::TypeKind::Uint) {
        if (program_.int_mode != ir::IntMode::Math) {
          throw PromelaUnsupported{fmt::format("{} may wrap", result.text)};
        }
        result.defined = promela_and(result.defined, fmt::format("({} >= {})", a.text, b.text));
        result.lo = 0, result.hi = std::max<std::int64_t>(result.hi, 0);
      }
      break;
    case ir::BinaryOp::Mul: {
      auto all = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
      result.lo = std::min(all), result.hi = std::max(all);
      break;
    }
    case ir::BinaryOp::Div:
    case ir::BinaryOp::Rem: {
      std::int64_t most = std::max(std::abs(a.lo), std::abs(a.hi));
      result.lo = -most, result.hi = most;
      if (b.lo <= 0 && b.hi >= 0) {
        result.defined = promela_and(result.defined, not_null(b.text));
      }
      break;
    }
    case ir::BinaryOp::BitAnd:
    case ir::BinaryOp::BitOr:
    case ir::BinaryOp::BitXor: bits(e, a, b, result); break;
    case ir::BinaryOp::Shl:
    case ir::BinaryOp::Shr:
    case ir::BinaryOp::Ushr: return shift(e, a, b);
    default: result.hi = 1; break;  // comparisons
  }
  return checked(wrapped(e, std::move(result)));
}

// Numbers of SPIN are `int` of C, and its verifier is compiled so that they wrap at 32 bits.
PromelaValue PromelaExprs::wrapped(const ir::Expr& e, PromelaValue value) const {
  bool wraps =
      program_.int_mode == ir::IntMode::Bits32 && program_.type(e.type).kind == ir::TypeKind::Int;
  bool fits = value.lo >= INT32_MIN && value.hi <= INT32_MAX;
  if (wraps && !fits) value.lo = INT32_MIN, value.hi = INT32_MAX;
  return value;
}

// Of numbers that fit into 32 bits, the upper bits of wider ones follow the sign.
void PromelaExprs::bits(const ir::Expr& e, const PromelaValue& a, const PromelaValue& b,
                        PromelaValue& result) {
  if (a.lo < 0 || b.lo < 0) {
    result.lo = INT32_MIN, result.hi = INT32_MAX;
    return;
  }
  result.lo = 0, result.hi = std::min(a.hi, b.hi);
  if (e.binary == ir::BinaryOp::BitAnd) return;
  result.hi = 1;
  while (result.hi < std::max(a.hi, b.hi)) result.hi = 2 * result.hi + 1;
}

PromelaValue PromelaExprs::shift(const ir::Expr& e, const PromelaValue& a, const PromelaValue& b) {
  bool is_long = program_.type(e.type).kind == ir::TypeKind::Long;
  if (!is_long && program_.int_mode != ir::IntMode::Bits32) {
    throw PromelaUnsupported{fmt::format("the operator {}", ir::spelling(e.binary))};
  }
  PromelaValue result{
      .defined = promela_and(a.defined, b.defined), .lo = INT32_MIN, .hi = INT32_MAX};
  std::string by = fmt::format("({} & {})", b.text, is_long ? 63 : 31);
  std::string right = fmt::format("({} >> {})", a.text, by);
  // C does not know shifts by more than the width.
  if (is_long) {
    std::string sign = promela_if(fmt::format("({} < 0)", a.text), "(-1)", "0");
    right = promela_if(fmt::format("({} > 31)", by), sign, right);
  }
  if (e.binary == ir::BinaryOp::Shl) {
    if (is_long) throw PromelaUnsupported{"a number of 64 bits that is shifted to the left"};
    result.text = fmt::format("({} << {})", a.text, by);
  } else if (e.binary == ir::BinaryOp::Shr || a.lo >= 0) {
    result.text = right;
    result.lo = std::min<std::int64_t>(a.lo, 0), result.hi = std::max<std::int64_t>(a.hi, 0);
  } else {
    if (is_long) throw PromelaUnsupported{"a number of 64 bits that is shifted without its sign"};
    std::string kept = fmt::format("({} & (2147483647 >> ({} - 1)))", right, by);
    result.text = promela_if(fmt::format("({} == 0)", by), a.text, kept);
  }
  return checked(std::move(result));
}

PromelaValue PromelaExprs::conditional(const ir::Expr& e) {
  PromelaValue a = value(e.a);
  PromelaValue b = value(e.b);
  PromelaValue c = value(e.c);
  return checked({promela_if(a.text, b.text, c.text),
                  promela_and(a.defined, promela_if(a.text, b.defined, c.defined)),
                  std::min(b.lo, c.lo), std::max(b.hi, c.hi)});
}

PromelaValue PromelaExprs::length(const ir::Expr& e) {
  PromelaValue a = value(e.a);
  const PromelaGroup* group = layout_.group_of(program_.expr(e.a).type);
  std::string defined = promela_and(a.defined, not_null(a.text));
  if (!group) return {"0", "false", 0, 0};  // null is the only value
  return checked({layout_.length(*group, a.text), defined, 0, group->capacity});
}

PromelaValue PromelaExprs::cast(const ir::Expr& e) {
  PromelaValue a = value(e.a);
  const ir::Type& type = program_.type(e.type);
  if (type.kind != ir::TypeKind::Ref && type.kind != ir::TypeKind::Array) return a;
  std::string is_one = type.kind == ir::TypeKind::Ref ? layout_.is_instance(a.text, type.cls)
                                                      : layout_.is_instance(a.text, e.type);
  std::string is_null = promela_not(not_null(a.text));
  a.defined = promela_and(a.defined, promela_or(is_null, is_one));
  return checked(std::move(a));
}

PromelaValue PromelaExprs::accepts(const ir::Expr& e) {
  PromelaValue array = value(e.a);
  PromelaValue held = value(e.b);
  return truth(layout_.accepts(array.text, held.text),
               promela_and(promela_and(array.defined, not_null(array.text)), held.defined));
}

// Element after element, from the last one: what comes after an element counts if the
// element does not decide.
PromelaValue PromelaExprs::quantified(const ir::Expr& e, bool all) {
  PromelaValue array = value(e.a);
  const PromelaGroup* group = layout_.group_of(program_.expr(e.a).type);
  if (!group) return {"false", "false", 0, 1};
  std::string neutral = all ? "true" : "false";
  PromelaValue result{neutral, "true", 0, 1};
  for (std::int64_t i = group->capacity; i-- > 0;) {
    bind(e.local, typed(layout_.element(*group, array.text, std::to_string(i)), "true",
                        program_.type(program_.expr(e.a).type).element));
    bind(e.index, {std::to_string(i), "true", i, i});
    PromelaValue body = value(e.b);
    bound_.resize(bound_.size() - 2);
    std::string length = layout_.length(*group, array.text);
    std::string beyond = fmt::format("({} <= {})", length, i);
    if (length.find_first_not_of("0123456789") == std::string::npos) {
      beyond = std::stoll(length) <= i ? "true" : "false";
    }
    std::string goes_on = all ? body.text : promela_not(body.text);
    std::string rest = promela_or(promela_not(goes_on), result.defined);
    if (result.defined == "true") rest = "true";
    result.defined = promela_or(beyond, promela_and(body.defined, rest));
    if (body.defined == "true" && rest == "true") result.defined = "true";
    result.text = all ? promela_or(beyond, promela_and(body.text, result.text))
                      : promela_and(promela_not(beyond), promela_or(body.text, result.text));
  }
  result.defined = promela_and(promela_and(array.defined, not_null(array.text)), result.defined);
  return checked(std::move(result));
}

// ---------------------------------------------------------------- places

PromelaValue PromelaExprs::field(ir::ExprId object, ir::FieldId field) {
  PromelaValue o = value(object);
  std::string defined = promela_and(o.defined, not_null(o.text));
  if (layout_.class_range(program_.field(field).owner).size() == 0) {
    return {"0", "false", 0, 0};  // there are no such objects
  }
  return typed(layout_.field(o.text, field), defined, program_.field(field).type);
}

PromelaValue PromelaExprs::element(ir::ExprId array, ir::ExprId index) {
  return element(value(array), program_.expr(array).type, value(index));
}

PromelaValue PromelaExprs::element(const PromelaValue& array, ir::TypeId type,
                                   const PromelaValue& index) {
  const PromelaGroup* group = layout_.group_of(type);
  if (!group) return {"0", "false", 0, 0};
  std::string defined =
      promela_and(promela_and(array.defined, not_null(array.text)), index.defined);
  if (index.lo < 0) defined = promela_and(defined, fmt::format("({} >= 0)", index.text));
  std::string length = layout_.length(*group, array.text);
  bool is_fixed = length.find_first_not_of("0123456789") == std::string::npos;
  if (!is_fixed || index.hi >= std::stoll(length)) {
    defined = promela_and(defined, fmt::format("({} < {})", index.text, length));
  }
  return typed(layout_.element(*group, array.text, index.text), defined,
               program_.type(type).element);
}

PromelaLock PromelaExprs::lock(const ir::LockPlace& place) {
  if (place.global) {
    return {layout_.global(place.global), "true",
            PromelaLayout::shape_of(program_.type(program_.global(place.global).type))};
  }
  PromelaValue object = value(place.object);
  std::string defined = promela_and(object.defined, not_null(object.text));
  if (!place.field) return {layout_.own_lock(object.text), defined, layout_.own_shape()};
  if (layout_.class_range(program_.field(place.field).owner).size() == 0) defined = "false";
  return {layout_.field(object.text, place.field), defined,
          PromelaLayout::shape_of(program_.type(program_.field(place.field).type))};
}

std::string PromelaExprs::fits(const PromelaValue& v, ir::TypeId type) const {
  const ir::Type& t = program_.type(type);
  if (t.kind != ir::TypeKind::Range && t.kind != ir::TypeKind::Enum) return "true";
  PromelaRange values = layout_.values_of(type);
  std::string result = "true";
  if (v.lo < values.lo) result = fmt::format("({} >= {})", v.text, values.lo);
  if (v.hi > values.hi) {
    result = promela_and(result, fmt::format("({} <= {})", v.text, values.hi));
  }
  if (t.kind == ir::TypeKind::Range) return result;
  std::string member = "false";
  const auto& members = program_.enums[t.enumeration.index()].members;
  if (values.size() == static_cast<std::int64_t>(members.size())) return result;
  for (const auto& m : members) {
    member = promela_or(member, fmt::format("({} == {})", v.text, m.value));
  }
  return member;
}

// ---------------------------------------------------------------- reads

PromelaValue PromelaExprs::test(const ir::TestLock& a) {
  PromelaLock l = lock(a.lock);
  std::string bit = "(1 << (_pid - 1))";
  switch (a.test) {
    case ir::LockTest::Available:
      return truth(fmt::format("({0}.owner == 0 || {0}.owner == _pid)", l.text), l.defined);
    case ir::LockTest::HasLock: return truth(fmt::format("({}.owner == _pid)", l.text), l.defined);
    case ir::LockTest::WasNotified:
      if (!l.shape.waits) return truth("false", l.defined);
      return truth(fmt::format("(({}.notified & {}) != 0)", l.text, bit), l.defined);
    case ir::LockTest::Acquired:
      return truth(fmt::format("({}.owner == SEMAPHORE)", l.text), l.defined);
  }
  UNREACHABLE("lock test");
}

PromelaValue PromelaExprs::read(const ir::Action& action) {
  if (const auto* a = std::get_if<ir::LoadField>(&action)) return field(a->object, a->field);
  if (const auto* a = std::get_if<ir::LoadElement>(&action)) return element(a->array, a->index);
  if (const auto* a = std::get_if<ir::LoadGlobal>(&action)) {
    return typed(layout_.global(a->global), "true", program_.global(a->global).type);
  }
  if (const auto* a = std::get_if<ir::TestLock>(&action)) return test(*a);
  if (const auto* a = std::get_if<ir::TestThread>(&action)) return ended(a->thread);
  UNREACHABLE("the read part of a transition contains another action");
}

PromelaValue PromelaExprs::ended(ir::ExprId id) {
  PromelaValue thread = value(id);
  return truth(fmt::format("ended[{}]", promela_bare(thread.text)),
               promela_and(thread.defined, not_null(thread.text)));
}

PromelaValue PromelaExprs::enabled(const ir::Action& action) {
  if (const auto* a = std::get_if<ir::JoinThread>(&action)) return ended(a->thread);
  if (std::holds_alternative<ir::Join>(action)) return truth("(alive[_pid] == 0)", "true");
  if (const auto* a = std::get_if<ir::Enter>(&action)) {
    PromelaLock l = lock(a->lock);
    return truth(fmt::format("({0}.owner == 0 || {0}.owner == _pid)", l.text), l.defined);
  }
  if (const auto* a = std::get_if<ir::Acquire>(&action)) {
    PromelaLock l = lock(a->lock);
    return truth(fmt::format("({}.owner == 0)", l.text), l.defined);
  }
  if (const auto* a = std::get_if<ir::Unwait>(&action)) {
    PromelaLock l = lock(a->lock);
    std::string bit = "(1 << (_pid - 1))";
    if (!l.shape.waits) return truth("true", l.defined);
    if (a->may_give_up) {
      return truth(
          fmt::format("({0}.owner == 0 || (({0}.waiting | {0}.notified) & {1}) == 0)", l.text, bit),
          l.defined);
    }
    return truth(fmt::format("(({0}.waiting & {1}) == 0 && ({0}.owner == 0 || "
                             "({0}.notified & {1}) == 0))",
                             l.text, bit),
                 l.defined);
  }
  return truth("true", "true");
}

}  // namespace spin
