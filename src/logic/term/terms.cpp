// The constructing half of Terms: each function checks its operands and hands them to
// the rules, or builds the term literally if the rules are off.
#include "logic/term/terms.h"

#include "base/check.h"
#include "logic/term/rewriter.h"

namespace term {

namespace {

[[noreturn]] void bad_sort(std::string_view what, Sort sort) {
  UNREACHABLE("{} on {}", what, keyword(sort));
}

}  // namespace

Term Terms::negate(Term a) {
  DCHECK(sort(a) == Sort::Bool, "not on {}", keyword(sort(a)));
  return rewrites() ? Rewriter(*this).negate(a) : literal(Op::Not, Sort::Bool, {a});
}

Term Terms::conjunction(std::span<const Term> operands) {
  if (operands.empty()) return true_;
  if (operands.size() == 1) return operands[0];
  return rewrites() ? Rewriter(*this).conjunction(operands) : intern(Op::And, Sort::Bool, operands);
}

Term Terms::disjunction(std::span<const Term> operands) {
  std::vector<Term> negated;
  negated.reserve(operands.size());
  for (Term operand : operands) negated.push_back(negate(operand));
  return negate(conjunction(negated));
}

Term Terms::conjunction(Term a, Term b) { return conjunction(std::array{a, b}); }
Term Terms::disjunction(Term a, Term b) { return disjunction(std::array{a, b}); }
Term Terms::implies(Term a, Term b) { return disjunction(negate(a), b); }

Term Terms::ite(Term condition, Term then, Term otherwise) {
  CHECK(sort(condition) == Sort::Bool && sort(then) == sort(otherwise), "ite of {}, {} and {}",
        keyword(sort(condition)), keyword(sort(then)), keyword(sort(otherwise)));
  if (rewrites()) return Rewriter(*this).ite(condition, then, otherwise);
  return literal(Op::Ite, sort(then), {condition, then, otherwise});
}

Term Terms::eq(Term a, Term b) {
  CHECK(sort(a) == sort(b), "{} == {}", keyword(sort(a)), keyword(sort(b)));
  Op op = is_float(sort(a)) ? Op::FEq : Op::Eq;
  return two_operands(op, Sort::Bool, a, b);
}

// ---------------------------------------------------------------- arithmetic

Term Terms::two_operands(Op op, Sort result, Term a, Term b) {
  DCHECK(sort(a) == sort(b), "{} of {} and {}", term::name(op), keyword(sort(a)), keyword(sort(b)));
  return make(op, result, std::array{a, b});
}

Term Terms::make(Op op, Sort sort, std::span<const Term> operands) {
  if (rewrites()) return Rewriter(*this).make(op, sort, operands);
  return intern(op, sort, operands);
}

Term Terms::add(Term a, Term b) {
  return two_operands(is_float(sort(a)) ? Op::FAdd : Op::Add, sort(a), a, b);
}

Term Terms::sub(Term a, Term b) {
  CHECK(sort(a) == sort(b), "{} - {}", keyword(sort(a)), keyword(sort(b)));
  if (rewrites() && !is_float(sort(a))) {
    const Rewriter::Scaled operands[] = {{1, a}, {-1, b}};
    return Rewriter(*this).sum(sort(a), operands);
  }
  return add(a, neg(b));  // exact for floats too
}

Term Terms::neg(Term a) {
  switch (sort(a)) {
    case Sort::Float:
    case Sort::Float32: return make(Op::FNeg, sort(a), std::array{a});
    case Sort::Int: return mul(integer(-1), a);
    case Sort::Bits32:
    case Sort::Bits64: return mul(bits(sort(a), ~std::uint64_t{0}), a);
    default: bad_sort("negation", sort(a));
  }
}

Term Terms::mul(Term a, Term b) {
  return two_operands(is_float(sort(a)) ? Op::FMul : Op::Mul, sort(a), a, b);
}

Term Terms::div(Term a, Term b, Sign sign) {
  switch (sort(a)) {
    case Sort::Int: return two_operands(Op::Div, Sort::Int, a, b);
    case Sort::Float:
    case Sort::Float32: return two_operands(Op::FDiv, sort(a), a, b);
    case Sort::Bits32:
    case Sort::Bits64:
      return two_operands(sign == Sign::Signed ? Op::SDiv : Op::UDiv, sort(a), a, b);
    default: bad_sort("division", sort(a));
  }
}

Term Terms::rem(Term a, Term b, Sign sign) {
  switch (sort(a)) {
    case Sort::Int: return two_operands(Op::Rem, Sort::Int, a, b);
    case Sort::Float:
    case Sort::Float32: return two_operands(Op::FRem, sort(a), a, b);
    case Sort::Bits32:
    case Sort::Bits64:
      return two_operands(sign == Sign::Signed ? Op::SRem : Op::URem, sort(a), a, b);
    default: bad_sort("remainder", sort(a));
  }
}

Term Terms::le(Term a, Term b, Sign sign) {
  switch (sort(a)) {
    case Sort::Int: return two_operands(Op::Le, Sort::Bool, a, b);
    case Sort::Float:
    case Sort::Float32: return two_operands(Op::FLe, Sort::Bool, a, b);
    case Sort::Char: return two_operands(Op::CLe, Sort::Bool, a, b);
    case Sort::Bits32:
    case Sort::Bits64:
      return two_operands(sign == Sign::Signed ? Op::SLe : Op::ULe, Sort::Bool, a, b);
    default: bad_sort("comparison", sort(a));
  }
}

// Not !(b <= a) for floats: both are false if one is NaN.
Term Terms::lt(Term a, Term b, Sign sign) {
  if (is_float(sort(a))) return two_operands(Op::FLt, Sort::Bool, a, b);
  return negate(le(b, a, sign));
}

// ---------------------------------------------------------------- bits and conversions

Term Terms::shift_right(Term a, Term places, Sign sign) {
  return two_operands(sign == Sign::Signed ? Op::AShr : Op::LShr, sort(a), a, places);
}

Term Terms::low_bits(Term a, unsigned count, Sign sign) {
  CHECK(is_bits(sort(a)) && count > 0 && count < width(sort(a)), "low bits of {}",
        keyword(sort(a)));
  if (sign == Sign::Unsigned) {
    return bit_and(a, bits(sort(a), (std::uint64_t{1} << count) - 1));
  }
  Term places = bits(sort(a), std::uint64_t{width(sort(a)) - count});
  return shift_right(shift_left(a, places), places, Sign::Signed);
}

Term Terms::to_integers(Term a, Sort to) {
  Sort from = sort(a);
  if (from == to) return a;
  bool is_fine = (from == Sort::Int || is_bits(from)) && (to == Sort::Int || is_bits(to));
  CHECK(is_fine, "{} as {}", keyword(from), keyword(to));
  if (from == Sort::Int) return make(Op::ToWord, to, std::array{a});
  if (to == Sort::Int) return make(Op::ToInt, to, std::array{a});
  return make(to == Sort::Bits64 ? Op::Extend : Op::Truncate, to, std::array{a});
}

Term Terms::float_to_word(Term a, Sort to) {
  CHECK(is_float(sort(a)) && is_bits(to), "{} as {}", keyword(sort(a)), keyword(to));
  return make(Op::FToWord, to, std::array{a});
}

Term Terms::to_float(Term a, Sort to) {
  if (sort(a) == to) return a;
  CHECK((is_float(sort(a)) || is_bits(sort(a))) && is_float(to), "{} as {}", keyword(sort(a)),
        keyword(to));
  return make(is_float(sort(a)) ? Op::FToF : Op::FOfWord, to, std::array{a});
}

// ---------------------------------------------------------------- strings

Term Terms::concat(Term a, Term b) { return two_operands(Op::Concat, Sort::String, a, b); }

Term Terms::length(Term a) {
  DCHECK(sort(a) == Sort::String, "length of {}", keyword(sort(a)));
  return make(Op::Length, Sort::Int, std::array{a});
}

Term Terms::code_at(Term a, Term position) {
  DCHECK(sort(a) == Sort::String && sort(position) == Sort::Int, "a character of {}",
         keyword(sort(a)));
  return make(Op::CodeAt, Sort::Int, std::array{a, position});
}

Term Terms::substring(Term a, Term position, Term count) {
  DCHECK(sort(a) == Sort::String && sort(position) == Sort::Int && sort(count) == Sort::Int,
         "a part of {}", keyword(sort(a)));
  return make(Op::Substring, Sort::String, std::array{a, position, count});
}

Term Terms::decimal(Term number) {
  DCHECK(sort(number) == Sort::Int, "digits of {}", keyword(sort(number)));
  return make(Op::Decimal, Sort::String, std::array{number});
}

Term Terms::of_code(Term code) {
  DCHECK(sort(code) == Sort::Int, "a character of {}", keyword(sort(code)));
  return make(Op::OfCode, Sort::String, std::array{code});
}

}  // namespace term
