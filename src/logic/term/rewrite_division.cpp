// Rules for quotients and remainders of integers and words.
#include "base/check.h"
#include "logic/term/eval.h"
#include "logic/term/rewriter.h"

namespace term {

namespace {

bool is_remainder(Op op) { return op == Op::Rem || op == Op::SRem || op == Op::URem; }

}  // namespace

std::optional<Term> Rewriter::constant_division(Op op, Term a, Term b) {
  if (!terms_.is_constant(a) || !terms_.is_constant(b)) return std::nullopt;
  Sort sort = terms_.sort(a);
  const Value values[] = {terms_.value(a), terms_.value(b)};
  return used(Rule::DivConstants, terms_.constant(sort, apply(op, sort, sort, values)));
}

Term Rewriter::divide(Op op, Term a, Term b) {
  if (auto constant = constant_division(op, a, b)) return *constant;
  Sort sort = terms_.sort(a);
  if (is_remainder(op)) {
    if (a == b) return used(Rule::RemSame, number(sort, 0));
    if (terms_.is_constant(a) && number_value(a).is_zero()) {
      return used(Rule::RemZeroDividend, a);
    }
  }
  if (terms_.is_constant(b)) {
    base::Integer divisor = number_value(b);
    bool is_minus_one = divisor == -1 && op != Op::UDiv && op != Op::URem;
    if (divisor == 1 && !is_remainder(op)) return used(Rule::DivOne, a);
    if (is_minus_one && !is_remainder(op)) {
      return used(Rule::DivMinusOne, product(sort, std::array{b, a}));
    }
    if ((divisor == 1 || is_minus_one) && is_remainder(op)) {
      return used(Rule::RemOne, number(sort, 0));
    }
  }
  if (sort == Sort::Int) return int_division(op, a, b);
  return intern(op, sort, {a, b});
}

// Truncation is symmetric: the sign of a constant divisor can be taken out.
Term Rewriter::int_division(Op op, Term a, Term b) {
  if (op == Op::Div && terms_.is_constant(a) && terms_.integer_value(a).is_zero()) {
    return used(Rule::DivZeroDividend, a);
  }
  if (terms_.is_constant(b) && terms_.integer_value(b).is_negative()) {
    Term positive = number(Sort::Int, -terms_.integer_value(b));
    if (op == Op::Rem) return used(Rule::RemNegative, divide(op, a, positive));
    Term quotient = divide(op, a, positive);
    Term minus_one = number(Sort::Int, -1);
    return used(Rule::DivNegative, product(Sort::Int, std::array{minus_one, quotient}));
  }
  return intern(op, Sort::Int, {a, b});
}

}  // namespace term
