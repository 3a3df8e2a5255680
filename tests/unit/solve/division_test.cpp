// Quotients and remainders are the same everywhere: in the interpreter, which is the
// meaning of programs, in the evaluator, by the rules for constants, and in the solver.
#include <gtest/gtest.h>

#include "engine/interp/arithmetic.h"
#include "logic/solve/solver.h"
#include "logic/term/eval.h"

namespace {

using base::Integer;
using solve::Answer;
using term::Sign;
using term::Sort;
using term::Term;
using term::Terms;

struct Numbers {
  ir::IntMode mode;
  ir::TypeKind kind;
  Sort sort;

  Sign sign() const { return kind == ir::TypeKind::Uint ? Sign::Unsigned : Sign::Signed; }
  Term constant(Terms& terms, const Integer& value) const {
    return sort == Sort::Int ? terms.integer(value) : terms.bits(sort, value);
  }
  Integer interpreted(ir::BinaryOp op, const Integer& a, const Integer& b) const {
    return std::get<Integer>(interp::apply(mode, kind, op, a, b));
  }
};

// All signs, exact and not, and the ends of the range.
std::vector<Integer> samples(const Numbers& numbers) {
  std::vector<Integer> result;
  for (int k : {0, 1, 2, 3, 6, 7}) {
    result.emplace_back(k);
    if (numbers.kind == ir::TypeKind::Int) result.emplace_back(-k);
  }
  if (numbers.sort == Sort::Int) return result;
  bool is_signed = numbers.kind == ir::TypeKind::Int;
  Integer half = Integer(std::int64_t{1} << (width(numbers.sort) / 2 - 1));
  Integer top = half * half * 2;  // 2^(width - 1)
  result.push_back(top - 1);
  result.push_back(is_signed ? -top : top);
  if (!is_signed) result.push_back(top + top - 1);
  return result;
}

class Division : public ::testing::TestWithParam<Numbers> {
 protected:
  Terms raw{Terms::Rewrite::Off};
  Terms simple;
  run::Run run;
};

TEST_P(Division, IsTheSameEverywhere) {
  const Numbers& n = GetParam();
  solve::Solver solver(raw, run, solve::Options::all_off());
  Term x = raw.variable(n.sort, "x");
  Term y = raw.variable(n.sort, "y");
  Term quotient = raw.div(x, y, n.sign());
  Term rest = raw.rem(x, y, n.sign());
  for (const Integer& a : samples(n)) {
    for (const Integer& b : samples(n)) {
      if (b.is_zero()) continue;  // throws before it is evaluated
      Integer q = n.interpreted(ir::BinaryOp::Div, a, b);
      Integer r = n.interpreted(ir::BinaryOp::Rem, a, b);
      std::string what = a.to_string() + " and " + b.to_string();
      // The law that ties them, within the width.
      EXPECT_EQ(interp::fit(n.mode, n.kind, q * b + r), a) << what;
      Term as = n.constant(raw, a);
      Term bs = n.constant(raw, b);
      std::vector<Term> both{raw.eq(quotient, n.constant(raw, q)),
                             raw.eq(rest, n.constant(raw, r))};
      term::Assignment assignment;
      assignment.set(raw.variable_of(x), raw.value(as));
      assignment.set(raw.variable_of(y), raw.value(bs));
      for (Term t : both) EXPECT_TRUE(evaluate_bool(raw, t, assignment)) << what;
      EXPECT_EQ(simple.div(n.constant(simple, a), n.constant(simple, b), n.sign()),
                n.constant(simple, q))
          << what;
      EXPECT_EQ(simple.rem(n.constant(simple, a), n.constant(simple, b), n.sign()),
                n.constant(simple, r))
          << what;
      std::vector<Term> query{raw.eq(x, as), raw.eq(y, bs),
                              raw.negate(raw.conjunction(both[0], both[1]))};
      EXPECT_EQ(solver.check(query), Answer::Unsat) << what;
      query.back() = raw.conjunction(both[0], both[1]);
      EXPECT_EQ(solver.check(query), Answer::Sat) << what;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllTypes, Division,
    ::testing::Values(Numbers{ir::IntMode::Math, ir::TypeKind::Int, Sort::Int},
                      Numbers{ir::IntMode::Math, ir::TypeKind::Uint, Sort::Int},
                      Numbers{ir::IntMode::Bits32, ir::TypeKind::Int, Sort::Bits32},
                      Numbers{ir::IntMode::Bits32, ir::TypeKind::Uint, Sort::Bits32},
                      Numbers{ir::IntMode::Bits64, ir::TypeKind::Int, Sort::Bits64},
                      Numbers{ir::IntMode::Bits64, ir::TypeKind::Uint, Sort::Bits64}));

}  // namespace
