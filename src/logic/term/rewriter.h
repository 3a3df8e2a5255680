// The rules of rules.def. A Rewriter is made for one construction; it calls itself for
// the parts of a result, and every chain of calls is bounded: a rule either makes the
// term smaller or looks at a bounded number of operands.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/term/terms.h"

namespace term {

// k1*a1 + ... + kn*an + constant, the atoms in increasing order, no ki zero. On words
// the numbers are signed representatives.
struct LinearSum {
  struct Monomial {
    base::Integer coefficient;
    Term atom;
  };
  std::vector<Monomial> monomials;
  base::Integer constant;
};

class Rewriter {
 public:
  explicit Rewriter(Terms& terms) : terms_(terms) {}

  Term make(Op op, Sort sort, std::span<const Term> operands);

  // rewrite_bool.cpp
  Term negate(Term a);
  Term conjunction(std::span<const Term> operands);
  Term disjunction(Term a, Term b);
  Term ite(Term condition, Term then, Term otherwise);
  Term eq(Term a, Term b);

  // rewrite_linear.cpp; for Int and words
  using Scaled = std::pair<base::Integer, Term>;
  Term sum(Sort sort, std::span<const Scaled> operands);
  std::optional<Term> sum_of_numbers(Sort sort, std::span<const Term> operands);
  Term product(Sort sort, std::span<const Term> operands);
  Term int_le(Term a, Term b);
  LinearSum difference(Sort sort, Term a, Term b);
  Term from_linear(Sort sort, const LinearSum& linear);

  // rewrite_division.cpp
  Term divide(Op op, Term a, Term b);
  // rewrite_bits.cpp
  Term word_le(Op op, Term a, Term b);
  Term bit_operation(Op op, Term a, Term b);
  Term shift(Op op, Term a, Term b);
  Term convert_word(Op op, Sort to, Term a);
  // rewrite_float.cpp
  Term float_operation(Op op, Term a, Term b);
  Term float_negate(Term a);
  Term float_compare(Op op, Term a, Term b);
  Term convert_float(Op op, Sort to, Term a);
  // rewrite_text.cpp
  Term char_le(Term a, Term b);
  Term concat(std::span<const Term> operands);
  bool has_low_bits_only(Term code) const;
  Term length(Term a);
  Term code_at(Term a, Term position);
  Term substring(Term a, Term position, Term count);
  Term text_of(Op op, Term a);

 private:
  Term used(Rule rule, Term result) {
    ++terms_.applied_[static_cast<std::size_t>(rule)];
    return result;
  }
  Term intern(Op op, Sort sort, std::initializer_list<Term> operands) {
    return terms_.intern(op, sort, std::span<const Term>(operands.begin(), operands.size()));
  }
  // The value of an operation on constants; nothing if an operand is none.
  std::optional<Term> folded(Op op, Sort sort, std::initializer_list<Term> operands);
  // The extended word as a comparison between the words before; see WordExtended.
  std::optional<Term> compare_extended(Op op, Term a, Term b);
  std::optional<Term> compare_codes(Op op, Term a, Term b);
  bool is_not(Term t) const { return terms_.op(t) == Op::Not; }
  bool is_complement(Term a, Term b) const {
    return (is_not(a) && terms_.arg(a, 0) == b) || (is_not(b) && terms_.arg(b, 0) == a);
  }
  // a op b with a == b tested by `make`, where a or b is an ite with a constant branch
  // and the other is a constant.
  std::optional<Term> lift_ite(Op op, Term a, Term b);

  std::optional<Term> bool_ite(Term condition, Term then, Term otherwise);
  std::optional<Term> shared_ite(Term condition, Term then, Term otherwise);
  Term branch_under(Term condition, bool is_true, Term branch);
  bool flatten_conjuncts(std::span<const Term> operands, std::vector<Term>& out);
  bool simplify_clauses(std::vector<Term>& conjuncts);

  Term bool_eq(Term a, Term b);
  Term int_eq(Term a, Term b);
  Term word_eq(Term a, Term b);
  Term string_eq(Term a, Term b);
  Term plain_eq(Term a, Term b);

  Term number(Sort sort, const base::Integer& value);
  base::Integer number_value(Term t) const;
  base::Integer wrapped(Sort sort, const base::Integer& value) const;
  void collect(Sort sort, const base::Integer& factor, Term t, LinearSum& into) const;
  void normalise(Sort sort, LinearSum& linear) const;
  std::size_t monomial_count(Term t) const;
  Term scaled(Sort sort, const base::Integer& coefficient, Term atom);
  // The least and the greatest value of an Int that is not a sum, if it has some.
  std::optional<std::pair<base::Integer, base::Integer>> values_of(Term number) const;
  std::optional<Term> bounded_atom(Op op, const LinearSum& sum, const base::Integer& bound);

  std::optional<Term> constant_division(Op op, Term a, Term b);
  Term int_division(Op op, Term a, Term b);

  Terms& terms_;
  int lifts_ = 0;        // depth of lift_ite
  int conversions_ = 0;  // depth of convert_word
};

}  // namespace term
