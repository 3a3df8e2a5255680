#include "engine/interp/arithmetic.h"

#include <fmt/format.h>

#include <cmath>

#include "base/check.h"
#include "engine/interp/failure.h"

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

[[noreturn]] void undefined(std::string_view op) {
  throw UndefinedOperation{fmt::format("operands of `{}` have no such operation", op)};
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
    default: undefined(spelling(op));
  }
}

Value float_operation(ir::BinaryOp op, double a, double b) {
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

bool equal(const Value& a, const Value& b) {
  if (a.index() == b.index()) return a == b;  // floats: as IEEE says
  if (is_null(a) || is_null(b)) return false;
  undefined("==");
}

}  // namespace

base::Integer fit(ir::IntMode mode, ir::TypeKind kind, base::Integer value) {
  bool is_unsigned = kind == ir::TypeKind::Uint;
  bool has_width = is_unsigned || kind == ir::TypeKind::Int;
  if (has_width && mode == ir::IntMode::Bits32) return value.wrap(32, !is_unsigned);
  if (has_width && mode == ir::IntMode::Bits64) return value.wrap(64, !is_unsigned);
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
  switch (op) {
    case ir::UnaryOp::Neg:
      if (const auto* x = std::get_if<base::Integer>(&a)) return fit(mode, kind, -*x);
      if (const auto* x = std::get_if<double>(&a)) return -*x;
      break;
    case ir::UnaryOp::Not:
      if (const auto* x = std::get_if<bool>(&a)) return !*x;
      break;
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
      return float_operation(op, *x, std::get<double>(b));
    }
    if (const auto* x = std::get_if<char32_t>(&a)) {
      return char_operation(op, *x, std::get<char32_t>(b));
    }
  }
  undefined(spelling(op));
}

}  // namespace interp
