#include "engine/interp/arithmetic.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/utf8.h"
#include "engine/interp/failure.h"
#include "ir/typing.h"

namespace interp {

namespace {

// Mathematical integers and strings may grow, but not without end: a program that
// squares a number in a loop would otherwise eat the memory in a few steps.
constexpr int kMaxIntegerBitsLog2 = 20;
constexpr std::size_t kMaxStringBytes = std::size_t{1} << 26;

const base::Integer& largest_integer() {
  static const base::Integer kLargest = [] {
    base::Integer power = 2;
    for (int i = 0; i < kMaxIntegerBitsLog2; ++i) power = power * power;
    return power;
  }();
  return kLargest;
}

// Of a kind of integers that wrap; else 0.
unsigned width_of(ir::IntMode mode, ir::TypeKind kind) {
  if (kind == ir::TypeKind::Long) return 64;
  if (kind != ir::TypeKind::Int && kind != ir::TypeKind::Uint) return 0;
  if (mode == ir::IntMode::Math) return 0;
  return mode == ir::IntMode::Bits32 ? 32 : 64;
}

[[noreturn]] void undefined(std::string_view op) {
  throw UndefinedOperation{fmt::format("operands of `{}` have no such operation", op)};
}

// The low bits of a word that is 32 or 64 bits wide.
std::uint64_t bits_of(const base::Integer& value, unsigned width) {
  auto bits = static_cast<std::uint64_t>(value.wrap(64, true).to_int64().value());
  return width == 32 ? bits & 0xffffffffU : bits;
}

Value bit_operation(unsigned width, ir::BinaryOp op, const base::Integer& x,
                    const base::Integer& y) {
  using ir::BinaryOp;
  std::uint64_t a = bits_of(x, width);
  std::uint64_t b = bits_of(y, width);
  auto places = static_cast<unsigned>(bits_of(y, 64) & (width - 1));
  auto word = [&](std::uint64_t bits) {
    return base::Integer(static_cast<std::int64_t>(bits)).wrap(width, true);
  };
  switch (op) {
    case BinaryOp::BitAnd: return word(a & b);
    case BinaryOp::BitOr: return word(a | b);
    case BinaryOp::BitXor: return word(a ^ b);
    case BinaryOp::Shl: return word(a << places);
    case BinaryOp::Shr: return base::Integer(word(a).to_int64().value() >> places);
    case BinaryOp::Ushr: return word(a >> places);
    default: undefined(spelling(op));
  }
}

Value integer_operation(ir::IntMode mode, ir::TypeKind kind, ir::BinaryOp op,
                        const base::Integer& a, const base::Integer& b) {
  using ir::BinaryOp;
  bool divides = op == BinaryOp::Div || op == BinaryOp::Rem;
  if (divides && b.is_zero()) throw UndefinedOperation{"division by zero"};
  switch (op) {
    case BinaryOp::Add: return fit(mode, kind, a + b);
    case BinaryOp::Sub: return fit(mode, kind, a - b);
    case BinaryOp::Mul: return fit(mode, kind, a * b);
    case BinaryOp::Div: return fit(mode, kind, a / b);
    case BinaryOp::Rem: return fit(mode, kind, a % b);
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    default: break;
  }
  if (unsigned width = width_of(mode, kind)) return bit_operation(width, op, a, b);
  undefined(spelling(op));
}

// Singles are calculated as doubles and rounded: that is exact, because a double has more than
// twice the digits of a single (Figueroa, When is double rounding innocuous?).
Value float_operation(ir::TypeKind kind, ir::BinaryOp op, double a, double b) {
  if (kind == ir::TypeKind::Float32) {
    Value exact = float_operation(ir::TypeKind::Float, op, a, b);
    return ir::rounded_to_single(std::get<double>(exact));
  }
  using ir::BinaryOp;
  switch (op) {
    case BinaryOp::Add: return a + b;
    case BinaryOp::Sub: return a - b;
    case BinaryOp::Mul: return a * b;
    case BinaryOp::Div: return a / b;
    case BinaryOp::Rem: return std::fmod(a, b);
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    default: undefined(spelling(op));
  }
}

Value char_operation(ir::BinaryOp op, char32_t a, char32_t b) {
  using ir::BinaryOp;
  switch (op) {
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    default: undefined(spelling(op));
  }
}

Value concatenation(const Value& a, const Value& b) {
  auto text = [](const Value& value) -> std::string {
    if (is_null(value)) return "null";
    if (const auto* s = std::get_if<std::string>(&value)) return *s;
    undefined("+");
  };
  std::string result = text(a) + text(b);
  if (result.size() > kMaxStringBytes) {
    throw ResourceExhausted{fmt::format("a string grew to {} bytes", result.size())};
  }
  return result;
}

// Java's d2i and d2l: truncated, at most the greatest word, 0 for NaN.
base::Integer saturated(unsigned width, double value) {
  if (std::isnan(value)) return 0;
  const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
  base::Integer least = base::Integer(std::numeric_limits<std::int64_t>::min());
  if (width == 32) least = std::numeric_limits<std::int32_t>::min();
  if (value >= limit) return -(least + 1);
  return value < -limit ? least : base::Integer(static_cast<std::int64_t>(value));
}

Value number_from(ir::IntMode mode, ir::TypeKind kind, const Value& a, std::string_view op) {
  if (const auto* x = std::get_if<base::Integer>(&a)) return fit(mode, kind, *x);
  const auto* x = std::get_if<double>(&a);
  unsigned width = width_of(mode, kind);
  if (x == nullptr || width == 0) undefined(op);
  return saturated(width, *x);
}

Value float_from(ir::TypeKind kind, const Value& a, std::string_view op) {
  bool is_single = kind == ir::TypeKind::Float32;
  if (const auto* x = std::get_if<double>(&a)) return is_single ? ir::rounded_to_single(*x) : *x;
  const auto* x = std::get_if<base::Integer>(&a);
  auto word = x != nullptr ? x->to_int64() : std::nullopt;
  if (!word) undefined(op);
  // Not by way of a double, which would round twice.
  if (is_single) return static_cast<double>(static_cast<float>(*word));
  return static_cast<double>(*word);
}

Value text_of(const Value& a, std::string_view op) {
  if (const auto* x = std::get_if<base::Integer>(&a)) return x->to_string();
  if (const auto* x = std::get_if<bool>(&a)) return std::string(*x ? "true" : "false");
  undefined(op);
}

Value conversion(ir::IntMode mode, ir::TypeKind kind, ir::UnaryOp op, const Value& a) {
  std::string_view name = spelling(op);
  const auto* number = std::get_if<base::Integer>(&a);
  auto cut = [&](unsigned width, bool is_signed) -> Value {
    if (number == nullptr) undefined(name);
    return number->wrap(width, is_signed);
  };
  switch (op) {
    case ir::UnaryOp::ToInt:
    case ir::UnaryOp::ToLong: return number_from(mode, kind, a, name);
    case ir::UnaryOp::ToFloat:
    case ir::UnaryOp::ToFloat32: return float_from(kind, a, name);
    case ir::UnaryOp::ToByte: return cut(8, true);
    case ir::UnaryOp::ToShort: return cut(16, true);
    case ir::UnaryOp::ToChar16: return cut(16, false);
    case ir::UnaryOp::ToText: return text_of(a, name);
    case ir::UnaryOp::CharText:
      if (number == nullptr || *number < 0 || *number > 0xffff) break;
      return base::utf8_encode(
          base::character_of_utf16(static_cast<std::uint32_t>(number->to_int64().value())));
    case ir::UnaryOp::Neg:
    case ir::UnaryOp::Not: break;
  }
  throw UndefinedOperation{fmt::format("`{}` of something that is no character", name)};
}

bool equal(const Value& a, const Value& b) {
  if (a.index() == b.index()) return a == b;  // floats: as IEEE says
  if (is_null(a) || is_null(b)) return false;
  undefined("==");
}

}  // namespace

base::Integer fit(ir::IntMode mode, ir::TypeKind kind, base::Integer value) {
  bool is_unsigned = kind == ir::TypeKind::Uint;
  if (unsigned width = width_of(mode, kind)) return value.wrap(width, !is_unsigned);
  if (is_unsigned && value.is_negative()) {
    throw UndefinedOperation{"an unsigned integer below zero"};
  }
  if (!value.to_int64() && (value > largest_integer() || -value > largest_integer())) {
    throw ResourceExhausted{
        fmt::format("an integer grew beyond {} bits", 1 << kMaxIntegerBitsLog2)};
  }
  return value;
}

Value apply(ir::IntMode mode, ir::TypeKind kind, ir::UnaryOp op, const Value& a) {
  if (is_function(op)) return conversion(mode, kind, op, a);
  switch (op) {
    case ir::UnaryOp::Neg:
      if (const auto* x = std::get_if<base::Integer>(&a)) return fit(mode, kind, -*x);
      if (const auto* x = std::get_if<double>(&a)) return -*x;
      break;
    case ir::UnaryOp::Not:
      if (const auto* x = std::get_if<bool>(&a)) return !*x;
      break;
    default: break;
  }
  undefined(spelling(op));
}

Value apply(ir::IntMode mode, ir::TypeKind kind, ir::BinaryOp op, const Value& a, const Value& b) {
  using ir::BinaryOp;
  if (op == BinaryOp::Eq) return equal(a, b);
  if (op == BinaryOp::Ne) return !equal(a, b);
  if (op == BinaryOp::Add && kind == ir::TypeKind::String) return concatenation(a, b);
  if (a.index() == b.index()) {
    if (const auto* x = std::get_if<base::Integer>(&a)) {
      return integer_operation(mode, kind, op, *x, std::get<base::Integer>(b));
    }
    if (const auto* x = std::get_if<double>(&a)) {
      return float_operation(kind, op, *x, std::get<double>(b));
    }
    if (const auto* x = std::get_if<char32_t>(&a)) {
      return char_operation(op, *x, std::get<char32_t>(b));
    }
  }
  undefined(spelling(op));
}

}  // namespace interp
