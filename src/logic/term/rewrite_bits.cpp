// Comparisons of words.
#include <limits>

#include "logic/term/rewriter.h"

namespace term {

namespace {

struct Range {
  std::uint64_t least;
  std::uint64_t greatest;
};

Range range_of(Op op, Sort sort) {
  std::uint64_t all = sort == Sort::Bits32 ? 0xffffffffU : ~std::uint64_t{0};
  if (op == Op::ULe) return {0, all};
  std::uint64_t greatest = all >> 1;
  return {greatest + 1, greatest};
}

}  // namespace

Term Rewriter::word_le(Op op, Term a, Term b) {
  Sort sort = terms_.sort(a);
  if (a == b) return used(Rule::WordLeSame, terms_.boolean(true));
  bool has_a = terms_.is_constant(a);
  bool has_b = terms_.is_constant(b);
  if (has_a && has_b) {
    Sign sign = op == Op::SLe ? Sign::Signed : Sign::Unsigned;
    bool holds = to_integer(Word{terms_.bits_value(a)}, sort, sign) <=
                 to_integer(Word{terms_.bits_value(b)}, sort, sign);
    return used(Rule::WordLeConstants, terms_.boolean(holds));
  }
  Range range = range_of(op, sort);
  if ((has_a && terms_.bits_value(a) == range.least) ||
      (has_b && terms_.bits_value(b) == range.greatest)) {
    return used(Rule::WordLeLeast, terms_.boolean(true));
  }
  if ((has_b && terms_.bits_value(b) == range.least) ||
      (has_a && terms_.bits_value(a) == range.greatest)) {
    return used(Rule::WordLeEdge, eq(a, b));
  }
  if (auto lifted = lift_ite(op, a, b)) return *lifted;
  return intern(op, Sort::Bool, {a, b});
}

// Adding the same word to both sides keeps an equality, so everything is brought to the
// left. Of s == k and -s == -k the one with the positive first coefficient is taken.
Term Rewriter::word_eq(Term a, Term b) {
  Sort sort = terms_.sort(a);
  LinearSum linear = difference(sort, a, b);
  if (linear.monomials.empty()) {
    return used(Rule::EqConstants, terms_.boolean(linear.constant.is_zero()));
  }
  if (linear.monomials[0].coefficient.is_negative()) {
    for (auto& monomial : linear.monomials) {
      monomial.coefficient = wrapped(sort, -monomial.coefficient);
    }
    linear.constant = wrapped(sort, -linear.constant);
  }
  const auto& monomials = linear.monomials;
  if (monomials.size() == 2 && linear.constant.is_zero() && monomials[0].coefficient == 1 &&
      monomials[1].coefficient == -1) {
    return used(Rule::WordEqNormal, plain_eq(monomials[0].atom, monomials[1].atom));
  }
  Term right = number(sort, wrapped(sort, -linear.constant));
  linear.constant = 0;
  Term left = from_linear(sort, linear);
  if (terms_.op(left) == Op::Ite) {
    if (auto lifted = lift_ite(Op::Eq, left, right)) return *lifted;
  }
  return used(Rule::WordEqNormal, intern(Op::Eq, Sort::Bool, {left, right}));
}

}  // namespace term
