// The meaning of each operation on values.
#include <cmath>

#include "base/check.h"
#include "base/utf8.h"
#include "logic/term/eval.h"

namespace term {

namespace {

using base::Integer;

const Integer& as_int(const Value& v) { return std::get<Integer>(v); }

Value sum(Sort sort, std::span<const Value> operands) {
  if (sort == Sort::Int) {
    Integer result = as_int(operands[0]);
    for (const Value& v : operands.subspan(1)) result = result + as_int(v);
    return result;
  }
  std::uint64_t bits = 0;
  for (const Value& v : operands) bits += std::get<Word>(v).bits;
  return Word{sort == Sort::Bits32 ? bits & 0xffffffffU : bits};
}

Value product(Sort sort, std::span<const Value> operands) {
  if (sort == Sort::Int) {
    Integer result = as_int(operands[0]);
    for (const Value& v : operands.subspan(1)) result = result * as_int(v);
    return result;
  }
  std::uint64_t bits = 1;
  for (const Value& v : operands) bits *= std::get<Word>(v).bits;
  return Word{sort == Sort::Bits32 ? bits & 0xffffffffU : bits};
}

// Division by zero as in SMT-LIB, see ops.def.
Value word_division(Op op, Sort sort, const Value& a, const Value& b) {
  bool is_signed = op == Op::SDiv || op == Op::SRem;
  bool is_quotient = op == Op::SDiv || op == Op::UDiv;
  Sign sign = is_signed ? Sign::Signed : Sign::Unsigned;
  Integer x = to_integer(std::get<Word>(a), sort, sign);
  Integer y = to_integer(std::get<Word>(b), sort, sign);
  if (y.is_zero()) {
    if (!is_quotient) return a;
    return to_word(is_signed && x.is_negative() ? 1 : -1, sort);
  }
  return to_word(is_quotient ? x / y : x % y, sort);
}

bool word_le(Op op, Sort sort, const Value& a, const Value& b) {
  Word x = std::get<Word>(a);
  Word y = std::get<Word>(b);
  if (op == Op::ULe) return x.bits <= y.bits;
  return to_integer(x, sort, Sign::Signed) <= to_integer(y, sort, Sign::Signed);
}

Value float_operation(Op op, double a, double b) {
  switch (op) {
    case Op::FAdd: return a + b;
    case Op::FMul: return a * b;
    case Op::FDiv: return a / b;
    case Op::FRem: return std::fmod(a, b);
    case Op::FEq: return a == b;
    case Op::FLt: return a < b;
    case Op::FLe: return a <= b;
    default: UNREACHABLE("{} on floats", name(op));
  }
}

Value concatenation(std::span<const Value> operands) {
  std::string text;
  for (const Value& v : operands) text += std::get<std::string>(v);
  return text;
}

Value conjunction(std::span<const Value> operands) {
  for (const Value& v : operands) {
    if (!std::get<bool>(v)) return false;
  }
  return true;
}

}  // namespace

Value apply(Op op, Sort sort, std::span<const Value> operands) {
  const Value& a = operands[0];
  switch (op) {
    case Op::Constant:
    case Op::Variable: break;
    case Op::Not: return !std::get<bool>(a);
    case Op::And: return conjunction(operands);
    case Op::Ite: return std::get<bool>(a) ? operands[1] : operands[2];
    case Op::Eq: return a == operands[1];
    case Op::Add: return sum(sort, operands);
    case Op::Mul: return product(sort, operands);
    case Op::Div:
      if (as_int(operands[1]).is_zero()) return Integer(0);
      return as_int(a) / as_int(operands[1]);
    case Op::Rem:
      if (as_int(operands[1]).is_zero()) return a;
      return as_int(a) % as_int(operands[1]);
    case Op::Le: return as_int(a) <= as_int(operands[1]);
    case Op::SDiv:
    case Op::SRem:
    case Op::UDiv:
    case Op::URem: return word_division(op, sort, a, operands[1]);
    case Op::SLe:
    case Op::ULe: return word_le(op, sort, a, operands[1]);
    case Op::FNeg: return -std::get<double>(a);
    case Op::FAdd:
    case Op::FMul:
    case Op::FDiv:
    case Op::FRem:
    case Op::FEq:
    case Op::FLt:
    case Op::FLe: return float_operation(op, std::get<double>(a), std::get<double>(operands[1]));
    case Op::CLe: return std::get<char32_t>(a) <= std::get<char32_t>(operands[1]);
    case Op::Concat: return concatenation(operands);
    case Op::Length:
      return Integer(static_cast<std::int64_t>(base::utf8_length(std::get<std::string>(a))));
  }
  UNREACHABLE("{} is not applied", name(op));
}

}  // namespace term
