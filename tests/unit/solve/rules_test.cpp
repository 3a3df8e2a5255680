// Every rule is an equivalence: random terms built without rules are compared with their
// simplified forms, by Z3 and by the evaluator.
#include <gtest/gtest.h>

#include "solve/solver.h"
#include "term/eval.h"
#include "term/print.h"
#include "unit/solve/random_terms.h"

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

TEST(Rules, AreEquivalencesForTheEvaluator) {
  Twins twins;
  solve_test::RandomTerms random(twins.raw, 1);
  for (int round = 0; round < 20'000; ++round) {
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
  for (std::size_t i = 0; i < term::kRuleCount; ++i) {
    auto rule = static_cast<term::Rule>(i);
    EXPECT_GT(twins.simple.applied(rule), 0U) << "never used: " << name(rule);
  }
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
  for (int round = 0; round < 800; ++round) {
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
  EXPECT_GT(proved, 250);
  EXPECT_LT(unknown, proved / 10) << proved;
}

}  // namespace
