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

std::uint64_t cut(Sort sort, std::uint64_t bits) {
  return sort == Sort::Bits32 ? bits & 0xffffffffU : bits;
}

Value bit_operation(Op op, Sort sort, std::uint64_t a, std::uint64_t b) {
  auto places = static_cast<unsigned>(b & (width(sort) - 1));
  switch (op) {
    case Op::BitAnd: return Word{a & b};
    case Op::BitOr: return Word{a | b};
    case Op::BitXor: return Word{a ^ b};
    case Op::Shl: return Word{cut(sort, a << places)};
    case Op::LShr: return Word{a >> places};
    case Op::AShr: {
      std::int64_t number =
          sort == Sort::Bits32 ? static_cast<std::int32_t>(a) : static_cast<std::int64_t>(a);
      return Word{cut(sort, static_cast<std::uint64_t>(number >> places))};
    }
    default: UNREACHABLE("{} on bits", name(op));
  }
}

std::int64_t signed_value(Sort sort, const Value& v) {
  return to_integer(std::get<Word>(v), sort, Sign::Signed).to_int64().value();
}

Value float_of_word(Sort sort, Sort result, const Value& v) {
  std::int64_t number = signed_value(sort, v);
  // Not by way of a double, which would round twice.
  if (result == Sort::Float32) return static_cast<double>(static_cast<float>(number));
  return static_cast<double>(number);
}

// Truncated; what does not fit becomes the nearest word, and NaN becomes 0.
Value word_of_float(Sort result, double value) {
  if (std::isnan(value)) return Word{};
  double limit = std::ldexp(1.0, static_cast<int>(width(result)) - 1);
  std::uint64_t least = std::uint64_t{1} << (width(result) - 1);
  if (value >= limit) return Word{least - 1};
  if (value < -limit) return Word{least};
  return Word{cut(result, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)))};
}

// ---------------------------------------------------------------- strings

Value code_at(const std::string& text, const Integer& position) {
  auto at = position.to_int64();
  if (!at || *at < 0) return Integer(-1);
  std::string_view one = base::utf8_substring(text, static_cast<std::size_t>(*at), 1);
  if (one.empty()) return Integer(-1);
  std::size_t start = 0;
  return Integer(
      std::int64_t{base::utf16_of_character(base::utf8_decode(one, start).value_or(0xfffd))});
}

Value substring(const std::string& text, const Integer& position, const Integer& count) {
  auto at = position.to_int64();
  if (!at || *at < 0 || count <= 0) return std::string();
  auto most = static_cast<std::size_t>(count.to_int64().value_or(INT64_MAX));
  return std::string(base::utf8_substring(text, static_cast<std::size_t>(*at), most));
}

Value of_code(const Integer& code) {
  if (code < 0 || code > 0xffff) return std::string();
  auto unit = static_cast<std::uint32_t>(code.to_int64().value());
  return base::utf8_encode(base::character_of_utf16(unit));
}

// Singles are calculated as doubles and rounded: that is exact, because a double has more than
// twice the digits of a single.
Value float_operation(Op op, Sort sort, double a, double b) {
  if (sort == Sort::Float32) {
    Value exact = float_operation(op, Sort::Float, a, b);
    if (const double* number = std::get_if<double>(&exact)) return to_single(*number);
    return exact;
  }
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

Value apply(Op op, Sort sort, Sort result, std::span<const Value> operands) {
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
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return bit_operation(op, sort, std::get<Word>(a).bits, std::get<Word>(operands[1]).bits);
    case Op::Extend:
    case Op::Truncate: return to_word(to_integer(std::get<Word>(a), sort, Sign::Signed), result);
    case Op::ToInt: return to_integer(std::get<Word>(a), sort, Sign::Signed);
    case Op::ToWord: return to_word(as_int(a), result);
    case Op::FToF: {
      double number = std::get<double>(a);
      return result == Sort::Float32 ? to_single(number) : number;
    }
    case Op::FOfWord: return float_of_word(sort, result, a);
    case Op::FToWord: return word_of_float(result, std::get<double>(a));
    case Op::FNeg: return -std::get<double>(a);
    case Op::FAdd:
    case Op::FMul:
    case Op::FDiv:
    case Op::FRem:
    case Op::FEq:
    case Op::FLt:
    case Op::FLe:
      return float_operation(op, sort, std::get<double>(a), std::get<double>(operands[1]));
    case Op::CLe: return std::get<char32_t>(a) <= std::get<char32_t>(operands[1]);
    case Op::Concat: return concatenation(operands);
    case Op::CodeAt: return code_at(std::get<std::string>(a), as_int(operands[1]));
    case Op::Substring:
      return substring(std::get<std::string>(a), as_int(operands[1]), as_int(operands[2]));
    case Op::Decimal: return as_int(a).to_string();
    case Op::OfCode: return of_code(as_int(a));
    case Op::Length:
      return Integer(static_cast<std::int64_t>(base::utf8_length(std::get<std::string>(a))));
  }
  UNREACHABLE("{} is not applied", name(op));
}

}  // namespace term
