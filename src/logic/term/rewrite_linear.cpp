// Canonical linear sums over integers and words, and comparisons of integers.
//
// A sum is collected into a LinearSum, whose monomials are sorted by atom, and written
// back as Add(k1*a1, ..., kn*an, k). For words all numbers are taken modulo 2^width, so
// the same code serves both; comparisons of words have rules of their own, because
// moving terms across <= is wrong when they wrap.
#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "logic/term/rewriter.h"

namespace term {

using base::Integer;

namespace {

Integer absolute(const Integer& value) { return value.is_negative() ? -value : value; }

Integer gcd(Integer a, Integer b) {
  auto x = a.to_int64();
  auto y = b.to_int64();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  if (x && y && *x != kLeast && *y != kLeast) return std::gcd(*x, *y);
  while (!b.is_zero()) {
    Integer rest = a % b;
    a = std::move(b);
    b = std::move(rest);
  }
  return absolute(a);
}

Integer floor_divide(const Integer& a, const Integer& b) {  // b > 0
  Integer quotient = a / b;
  return a.is_negative() && !(a % b).is_zero() ? quotient - 1 : quotient;
}

// Half of them: how many are not negative.
Integer number_of_words(Sort sort) {
  Integer half = std::int64_t{1} << 31;
  return sort == Sort::Bits32 ? half : half * half * 2;
}

}  // namespace

Integer Rewriter::wrapped(Sort sort, const Integer& value) const {
  return sort == Sort::Int ? value : value.wrap(width(sort), true);
}

Term Rewriter::number(Sort sort, const Integer& value) {
  return sort == Sort::Int ? terms_.integer(value) : terms_.bits(sort, value);
}

Integer Rewriter::number_value(Term t) const {
  Sort sort = terms_.sort(t);
  if (sort == Sort::Int) return terms_.integer_value(t);
  return to_integer(Word{terms_.bits_value(t)}, sort, Sign::Signed);
}

std::size_t Rewriter::monomial_count(Term t) const {
  if (terms_.op(t) == Op::Add) return terms_.args(t).size();
  return terms_.is_constant(t) ? 0 : 1;
}

// Appends factor * t without sorting.
void Rewriter::collect(Sort sort, const Integer& factor, Term t, LinearSum& into) const {
  auto monomial = [&](Term m) {
    if (terms_.is_constant(m)) {
      into.constant = wrapped(sort, into.constant + factor * number_value(m));
    } else if (terms_.op(m) == Op::Mul && terms_.is_constant(terms_.arg(m, 0))) {
      Integer coefficient = factor * number_value(terms_.arg(m, 0));
      into.monomials.push_back({wrapped(sort, coefficient), terms_.arg(m, 1)});
    } else {
      into.monomials.push_back({wrapped(sort, factor), m});
    }
  };
  if (terms_.op(t) != Op::Add) return monomial(t);
  for (Term m : terms_.args(t)) monomial(m);
}

void Rewriter::normalise(Sort sort, LinearSum& linear) const {
  auto& monomials = linear.monomials;
  auto by_atom = [](const auto& a, const auto& b) { return a.atom < b.atom; };
  if (!std::is_sorted(monomials.begin(), monomials.end(), by_atom)) {
    std::stable_sort(monomials.begin(), monomials.end(), by_atom);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < monomials.size();) {
    LinearSum::Monomial merged = std::move(monomials[i++]);
    for (; i < monomials.size() && monomials[i].atom == merged.atom; ++i) {
      merged.coefficient = wrapped(sort, merged.coefficient + monomials[i].coefficient);
    }
    if (!merged.coefficient.is_zero()) monomials[kept++] = std::move(merged);
  }
  monomials.resize(kept);
}

// The atom may be a product, but without a constant factor.
Term Rewriter::scaled(Sort sort, const Integer& coefficient, Term atom) {
  if (coefficient == 1) return atom;
  return intern(Op::Mul, sort, {number(sort, coefficient), atom});
}

Term Rewriter::from_linear(Sort sort, const LinearSum& linear) {
  if (linear.monomials.empty()) return number(sort, linear.constant);
  std::vector<Term> operands;
  operands.reserve(linear.monomials.size() + 1);
  for (const auto& [coefficient, atom] : linear.monomials) {
    operands.push_back(scaled(sort, coefficient, atom));
  }
  if (!linear.constant.is_zero()) operands.push_back(number(sort, linear.constant));
  return operands.size() == 1 ? operands[0] : terms_.intern(Op::Add, sort, operands);
}

// A sum of constants alone that fits 64 bits needs no LinearSum: most sums of programs that run
// with given data are such.
std::optional<Term> Rewriter::sum_of_numbers(Sort sort, std::span<const Term> operands) {
  std::int64_t number = 0;
  std::uint64_t word = 0;
  for (Term operand : operands) {
    if (!terms_.is_constant(operand)) return std::nullopt;
    if (sort != Sort::Int) {
      word += terms_.bits_value(operand);
      continue;
    }
    auto small = terms_.small_value(operand);
    if (!small || __builtin_add_overflow(number, *small, &number)) return std::nullopt;
  }
  if (sort != Sort::Int) return terms_.bits(sort, word);
  return terms_.intern_leaf(Op::Constant, Sort::Int, static_cast<std::uint64_t>(number));
}

// If the sum would be too large, its large operands are kept whole, as atoms.
Term Rewriter::sum(Sort sort, std::span<const Scaled> operands) {
  std::size_t size = 0;
  for (const auto& [factor, operand] : operands) size += monomial_count(operand);
  bool is_large = size > Terms::kMaxSum;
  LinearSum linear;
  linear.monomials.reserve(is_large ? operands.size() : size);
  for (const auto& [factor, operand] : operands) {
    if (is_large && monomial_count(operand) > Terms::kMaxSum / 2) {
      linear.monomials.push_back({wrapped(sort, factor), operand});
    } else {
      collect(sort, factor, operand, linear);
    }
  }
  normalise(sort, linear);
  return used(Rule::SumFold, from_linear(sort, linear));
}

Term Rewriter::product(Sort sort, std::span<const Term> operands) {
  Integer coefficient = 1;
  std::vector<Term> factors;
  std::size_t size = 0;
  for (Term operand : operands) size += std::max<std::size_t>(1, terms_.args(operand).size());
  for (Term operand : operands) {
    if (terms_.is_constant(operand)) {
      coefficient = wrapped(sort, coefficient * number_value(operand));
      continue;
    }
    Term atom = operand;
    if (terms_.op(atom) == Op::Mul && terms_.is_constant(terms_.arg(atom, 0))) {
      coefficient = wrapped(sort, coefficient * number_value(terms_.arg(atom, 0)));
      atom = terms_.arg(atom, 1);
    }
    if (terms_.op(atom) == Op::Mul && size <= Terms::kMaxSum) {
      std::span<const Term> inner = terms_.args(atom);
      factors.insert(factors.end(), inner.begin(), inner.end());
    } else {
      factors.push_back(atom);
    }
  }
  if (factors.empty() || coefficient.is_zero()) return number(sort, coefficient);
  if (factors.size() == 1) {
    Scaled operand{coefficient, factors[0]};
    return used(Rule::ProductByConstant, sum(sort, std::span<const Scaled>(&operand, 1)));
  }
  std::sort(factors.begin(), factors.end());
  Term atom = terms_.intern(Op::Mul, sort, factors);
  return used(Rule::ProductSort, scaled(sort, coefficient, atom));
}

// ---------------------------------------------------------------- comparisons

LinearSum Rewriter::difference(Sort sort, Term a, Term b) {
  LinearSum linear;
  bool is_large = monomial_count(a) + monomial_count(b) > Terms::kMaxSum;
  auto take = [&](const Integer& factor, Term t) {
    if (is_large && monomial_count(t) > Terms::kMaxSum / 2) {
      linear.monomials.push_back({factor, t});
    } else {
      collect(sort, factor, t, linear);
    }
  };
  take(1, a);
  take(-1, b);
  normalise(sort, linear);
  return linear;
}

// Facts about one atom with coefficient 1 compared with a constant, op Le or Eq.
std::optional<std::pair<Integer, Integer>> Rewriter::values_of(Term number) const {
  if (terms_.op(number) == Op::CodeAt) return std::pair(Integer(-1), Integer(0xffff));
  if (terms_.op(number) != Op::ToInt) return std::nullopt;
  Integer greatest = number_of_words(terms_.sort(terms_.arg(number, 0))) - 1;
  return std::pair(-greatest - 1, greatest);
}

std::optional<Term> Rewriter::bounded_atom(Op op, const LinearSum& linear, const Integer& bound) {
  if (linear.monomials.size() != 1 || linear.monomials[0].coefficient != 1) return std::nullopt;
  Term atom = linear.monomials[0].atom;
  if (terms_.op(atom) == Op::Ite) return lift_ite(op, atom, number(Sort::Int, bound));
  if (terms_.op(atom) == Op::Length && bound <= 0) {
    Rule rule = op == Op::Le ? Rule::LengthBound : Rule::LengthEq;
    if (bound.is_negative()) return used(rule, terms_.boolean(false));
    return used(rule, eq(terms_.arg(atom, 0), terms_.string("")));
  }
  if (auto range = values_of(atom)) {
    bool is_outside = bound < range->first || bound > range->second;
    if (op == Op::Eq && is_outside) return used(Rule::NumberBound, terms_.boolean(false));
    if (op == Op::Le && bound >= range->second) {
      return used(Rule::NumberBound, terms_.boolean(true));
    }
    if (op == Op::Le && is_outside) return used(Rule::NumberBound, terms_.boolean(false));
  }
  if (terms_.op(atom) == Op::Rem && terms_.is_constant(terms_.arg(atom, 1))) {
    Integer greatest = absolute(terms_.integer_value(terms_.arg(atom, 1))) - 1;
    if (greatest.is_negative()) return std::nullopt;  // x % 0 is x
    if (op == Op::Eq && absolute(bound) > greatest) {
      return used(Rule::RemBound, terms_.boolean(false));
    }
    if (op == Op::Le && bound >= greatest) return used(Rule::RemBound, terms_.boolean(true));
    if (op == Op::Le && bound < -greatest) return used(Rule::RemBound, terms_.boolean(false));
  }
  return std::nullopt;
}

// a <= b becomes sum <= bound; if the first coefficient is negative, the sum is
// negated: -s <= bound is s >= -bound, which is !(s <= -bound - 1).
Term Rewriter::int_le(Term a, Term b) {
  if (terms_.is_constant(a) && terms_.is_constant(b)) {
    return used(Rule::LeConstant,
                terms_.boolean(terms_.integer_value(a) <= terms_.integer_value(b)));
  }
  LinearSum linear = difference(Sort::Int, a, b);
  if (linear.monomials.empty()) {
    return used(Rule::LeConstant, terms_.boolean(linear.constant <= 0));
  }
  Integer divisor = 0;
  for (const auto& monomial : linear.monomials) divisor = gcd(divisor, monomial.coefficient);
  bool is_negated = linear.monomials[0].coefficient.is_negative();
  Integer bound = floor_divide(-linear.constant, divisor);
  if (is_negated) {
    bound = -bound - 1;
    divisor = -divisor;
  }
  for (auto& monomial : linear.monomials) monomial.coefficient = monomial.coefficient / divisor;
  linear.constant = 0;
  Term result;
  if (auto simpler = bounded_atom(Op::Le, linear, bound)) {
    result = *simpler;
  } else {
    Term left = from_linear(Sort::Int, linear);
    result = intern(Op::Le, Sort::Bool, {left, number(Sort::Int, bound)});
  }
  return used(Rule::LeNormal, is_negated ? negate(result) : result);
}

Term Rewriter::int_eq(Term a, Term b) {
  LinearSum linear = difference(Sort::Int, a, b);
  if (linear.monomials.empty()) {
    return used(Rule::EqConstants, terms_.boolean(linear.constant.is_zero()));
  }
  Integer divisor = 0;
  for (const auto& monomial : linear.monomials) divisor = gcd(divisor, monomial.coefficient);
  if (!(linear.constant % divisor).is_zero()) {
    return used(Rule::EqNoSolution, terms_.boolean(false));
  }
  if (linear.monomials[0].coefficient.is_negative()) divisor = -divisor;
  for (auto& monomial : linear.monomials) monomial.coefficient = monomial.coefficient / divisor;
  Integer right = -(linear.constant / divisor);
  linear.constant = 0;
  if (auto simpler = bounded_atom(Op::Eq, linear, right)) return *simpler;
  Term left = from_linear(Sort::Int, linear);
  Term bound = number(Sort::Int, right);
  return used(Rule::EqNormal, intern(Op::Eq, Sort::Bool, {left, bound}));
}

}  // namespace term
