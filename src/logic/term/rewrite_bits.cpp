// Words: comparisons, bits and conversions.
#include <limits>

#include "logic/term/rewriter.h"

namespace term {

namespace {

struct Range {
  std::uint64_t least;
  std::uint64_t greatest;
};

// Sums of products of sums and so on are converted to this depth.
constexpr int kMostConversions = 8;

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
  if (op == Op::SLe) {
    if (auto narrow = compare_extended(op, a, b)) return *narrow;
    if (auto numbers = compare_codes(op, a, b)) return *numbers;
  }
  return intern(op, Sort::Bool, {a, b});
}

// Both sides come from 32 bits, or one of them does and the other is a constant.
std::optional<Term> Rewriter::compare_extended(Op op, Term a, Term b) {
  bool has_a = terms_.op(a) == Op::Extend;
  bool has_b = terms_.op(b) == Op::Extend;
  auto compared = [&](Term x, Term y) { return op == Op::Eq ? eq(x, y) : word_le(op, x, y); };
  if (has_a && has_b) {
    return used(Rule::WordExtended, compared(terms_.arg(a, 0), terms_.arg(b, 0)));
  }
  if (!(has_a && terms_.is_constant(b)) && !(has_b && terms_.is_constant(a))) return std::nullopt;
  Term constant = has_a ? b : a;
  auto value = static_cast<std::int64_t>(terms_.bits_value(constant));
  auto low = static_cast<std::int32_t>(value);
  if (low == value) {
    Term narrow = terms_.bits(Sort::Bits32, base::Integer(value));
    Term result = has_a ? compared(terms_.arg(a, 0), narrow) : compared(narrow, terms_.arg(b, 0));
    return used(Rule::WordExtended, result);
  }
  bool holds = op == Op::SLe && (value > 0) == has_a;
  return used(Rule::WordExtended, terms_.boolean(holds));
}

// Characters as words are small numbers, so that the words can be left out.
std::optional<Term> Rewriter::compare_codes(Op op, Term a, Term b) {
  auto is_code = [&](Term t) {
    return terms_.op(t) == Op::ToWord && terms_.op(terms_.arg(t, 0)) == Op::CodeAt;
  };
  auto number_of = [&](Term t) {
    if (is_code(t)) return terms_.arg(t, 0);
    return number(Sort::Int, to_integer(Word{terms_.bits_value(t)}, terms_.sort(t), Sign::Signed));
  };
  bool is_fine = (is_code(a) && (is_code(b) || terms_.is_constant(b))) ||
                 (is_code(b) && terms_.is_constant(a));
  if (!is_fine) return std::nullopt;
  Term x = number_of(a);
  Term y = number_of(b);
  return used(Rule::WordOfCode, op == Op::Eq ? eq(x, y) : int_le(x, y));
}

// Adding the same word to both sides keeps an equality, so everything is brought to the
// left. Of s == k and -s == -k the one with the positive first coefficient is taken.
Term Rewriter::word_eq(Term a, Term b) {
  Sort sort = terms_.sort(a);
  if (auto narrow = compare_extended(Op::Eq, a, b)) return *narrow;
  if (auto numbers = compare_codes(Op::Eq, a, b)) return *numbers;
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

// ---------------------------------------------------------------- bits

Term Rewriter::bit_operation(Op op, Term a, Term b) {
  Sort sort = terms_.sort(a);
  if (auto constant = folded(op, sort, {a, b})) return used(Rule::BitConstants, *constant);
  if (a == b) return used(Rule::BitSame, op == Op::BitXor ? number(sort, 0) : a);
  if (terms_.is_constant(a) || (!terms_.is_constant(b) && b < a)) {
    return used(Rule::BitSort, bit_operation(op, b, a));
  }
  if (!terms_.is_constant(b)) return intern(op, sort, {a, b});
  std::uint64_t k = terms_.bits_value(b);
  bool is_zero = k == 0;
  bool is_all = k == (sort == Sort::Bits32 ? 0xffffffffU : ~std::uint64_t{0});
  if (is_zero) return used(Rule::BitZero, op == Op::BitAnd ? b : a);
  if (is_all && op != Op::BitXor) return used(Rule::BitAll, op == Op::BitAnd ? a : b);
  // With a constant inside, the two are one.
  if (terms_.op(a) == op && terms_.is_constant(terms_.arg(a, 1))) {
    Term both = bit_operation(op, terms_.arg(a, 1), b);
    return used(Rule::BitTwice, bit_operation(op, terms_.arg(a, 0), both));
  }
  return intern(op, sort, {a, b});
}

Term Rewriter::shift(Op op, Term a, Term b) {
  Sort sort = terms_.sort(a);
  if (auto constant = folded(op, sort, {a, b})) return used(Rule::BitConstants, *constant);
  if (terms_.is_constant(a) && terms_.bits_value(a) == 0) return used(Rule::ShiftOfZero, a);
  if (!terms_.is_constant(b)) return intern(op, sort, {a, b});
  std::uint64_t places = terms_.bits_value(b);
  if (places >= width(sort)) {
    return used(Rule::ShiftPlaces, shift(op, a, terms_.bits(sort, places & (width(sort) - 1))));
  }
  if (places == 0) return used(Rule::ShiftByZero, a);
  // x << k >> k << k: the inner pair changes only bits that the outer shift drops.
  bool is_cut = op == Op::Shl && terms_.op(a) == Op::AShr && terms_.arg(a, 1) == b &&
                terms_.op(terms_.arg(a, 0)) == Op::Shl && terms_.arg(terms_.arg(a, 0), 1) == b;
  if (is_cut) return used(Rule::ShiftTwice, terms_.arg(a, 0));
  return intern(op, sort, {a, b});
}

// ---------------------------------------------------------------- conversions

Term Rewriter::convert_word(Op op, Sort to, Term a) {
  if (auto constant = folded(op, to, {a})) return used(Rule::WordConversion, *constant);
  Op inner = terms_.op(a);
  bool is_word_of = op == Op::ToWord && inner == Op::ToInt;
  if (op == Op::Truncate && inner == Op::Extend) {
    return used(Rule::WordBack, terms_.arg(a, 0));
  }
  if (is_word_of) {
    Term word = terms_.arg(a, 0);
    if (terms_.sort(word) == to) return used(Rule::WordBack, word);
    Op step = to == Sort::Bits64 ? Op::Extend : Op::Truncate;
    return used(Rule::WordBack, convert_word(step, to, word));
  }
  // What wraps may wrap before or after.
  bool wraps = op == Op::ToWord || op == Op::Truncate;
  if (wraps && (inner == Op::Add || inner == Op::Mul) && conversions_ < kMostConversions) {
    ++conversions_;
    std::vector<Term> parts;
    for (Term part : terms_.args(a)) parts.push_back(convert_word(op, to, part));
    --conversions_;
    return used(Rule::WordOfSum, make(inner, to, parts));
  }
  if (op == Op::ToInt && inner == Op::Extend) {
    return used(Rule::WordThrough, convert_word(op, to, terms_.arg(a, 0)));
  }
  if (op == Op::Truncate && inner == Op::ToWord) {
    return used(Rule::WordThrough, convert_word(Op::ToWord, to, terms_.arg(a, 0)));
  }
  return intern(op, to, {a});
}

}  // namespace term
