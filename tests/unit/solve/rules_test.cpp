// Every rule is an equivalence: a case of each, and random terms, are built without
// rules and compared with their simplified forms, by Z3 and by the evaluator.
#include <gtest/gtest.h>

#include "logic/solve/solver.h"
#include "logic/term/eval.h"
#include "logic/term/print.h"
#include "unit/solve/random_terms.h"
#include "unit/term/rule_cases.h"

namespace {

using term::Sort;
using term::Term;
using term::Terms;

struct Twins {
  Terms raw{Terms::Rewrite::Off};
  Terms simple;
  run::Run run;

  // The simplified term, written literally into the raw store.
  Term simplified(Term t) {
    Term result = term::copy(raw, std::span(&t, 1), simple)[0];
    return term::copy(simple, std::span(&result, 1), raw)[0];
  }
};

term::Value random_value(solve_test::RandomTerms& random, Terms& terms, Sort sort) {
  return terms.value(random.constant(sort));
}

// The cases of all rules, in the store without rules.
class Proved : public term_test::RuleCases {
 public:
  Proved(Twins& twins, solve::Solver& solver)
      : RuleCases(twins.raw), twins_(twins), solver_(solver) {}

 protected:
  void applies(term::Rule rule, Term, const std::function<Term()>& make) override {
    Term before = make();
    std::uint64_t applied = twins_.simple.applied(rule);
    Term after = twins_.simplified(before);
    EXPECT_GT(twins_.simple.applied(rule), applied) << name(rule);
    if (rule == term::Rule::FloatSort) return prove_for_constants(before, after);
    EXPECT_EQ(solver_.check(differ(before, after)), solve::Answer::Unsat)
        << name(rule) << ": " << to_string(terms, before) << " became " << to_string(terms, after)
        << " (" << solver_.reason() << ")";
  }
  void not_applies(term::Rule, const std::function<Term()>&) override {}

 private:
  // That sums of floats commute takes Z3 minutes to prove.
  void prove_for_constants(Term before, Term after) {
    solve_test::RandomTerms random(terms, 3);
    for (int sample = 0; sample < 20; ++sample) {
      term::Substitution values(terms.variable_count(), Term());
      values[terms.variable_of(f).index()] = random.constant(Sort::Float);
      values[terms.variable_of(g).index()] = random.constant(Sort::Float);
      Term differs = substitute(terms, differ(before, after), values);
      EXPECT_EQ(solver_.check(differs), solve::Answer::Unsat) << to_string(terms, differs);
    }
  }

  // NaN is NaN; the sign of zero, which == does not see, is left to the evaluator.
  Term differ(Term p1, Term p2) {
    if (terms.sort(p1) != Sort::Float) return terms.ne(p1, p2);
    Term both_nan = terms.conjunction(terms.ne(p1, p1), terms.ne(p2, p2));
    return terms.negate(terms.disjunction(both_nan, terms.eq(p1, p2)));
  }

  Twins& twins_;
  solve::Solver& solver_;
};

TEST(Rules, AreProvedOneByOne) {
  Twins twins;
  solve::Solver solver(twins.raw, twins.run, solve::Options::all_off());
  Proved(twins, solver).all();
}

TEST(Rules, AreEquivalencesForTheEvaluator) {
  Twins twins;
  solve_test::RandomTerms random(twins.raw, 1);
  for (int round = 0; round < 4'000; ++round) {
    auto sort = static_cast<Sort>(random.below(8));
    Term t = random.term(sort, 4);
    Term s = twins.simplified(t);
    for (int sample = 0; sample < 4; ++sample) {
      term::Assignment assignment;
      for (std::size_t i = 0; i < twins.raw.variable_count(); ++i) {
        term::Variable v(i);
        assignment.set(v, random_value(random, twins.raw, twins.raw.sort(v)));
      }
      term::Value expected = evaluate(twins.raw, t, assignment);
      term::Value found = evaluate(twins.raw, s, assignment);
      ASSERT_TRUE(is_same(expected, found))
          << to_string(twins.raw, t) << "\nbecame " << to_string(twins.raw, s) << "\n"
          << to_string(expected) << " became " << to_string(found);
    }
  }
  int unused = 0;
  for (std::size_t i = 0; i < term::kRuleCount; ++i) {
    if (twins.simple.applied(static_cast<term::Rule>(i)) == 0) ++unused;
  }
  EXPECT_LE(unused, 3);
}

TEST(Rules, AreEquivalencesForTheSolver) {
  Twins twins;
  solve_test::RandomTerms random(twins.raw, 2, 2);
  random.products = solve_test::RandomTerms::Products::Nowhere;
  solve::Options options = solve::Options::all_off();
  options.query_seconds = 0.2;
  solve::Solver solver(twins.raw, twins.run, options);
  int proved = 0;
  int unknown = 0;
  for (int round = 0; round < 400; ++round) {
    const Sort sorts[] = {Sort::Bool, Sort::Bool,   Sort::Bool,
                          Sort::Int,  Sort::Bits32, Sort::String};
    Term t = random.term(sorts[random.below(6)], 3);
    Term s = twins.simplified(t);
    if (s == t) continue;
    solve::Answer answer = solver.check(twins.raw.ne(t, s));
    ASSERT_NE(answer, solve::Answer::Sat)
        << to_string(twins.raw, t) << "\nbecame " << to_string(twins.raw, s);
    ++(answer == solve::Answer::Unsat ? proved : unknown);
  }
  EXPECT_GT(proved, 125);
  EXPECT_LT(unknown, proved / 10) << proved;
}

}  // namespace
