// Every rule is an equivalence: a case of each, and random terms, are built without
// rules and compared with their simplified forms, by Z3 and by the evaluator.
#include <gtest/gtest.h>

#include <cmath>

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
    if (is_hard(rule)) return prove_for_constants(before, after);
    EXPECT_EQ(solver_.check(differ(before, after)), solve::Answer::Unsat)
        << name(rule) << ": " << to_string(terms, before) << " became " << to_string(terms, after)
        << " (" << solver_.reason() << ")";
  }
  void not_applies(term::Rule, const std::function<Term()>&) override {}

 private:
  // That sums of floats commute takes Z3 minutes to prove, and so does much of what lies between
  // words and Int.
  static bool is_hard(term::Rule rule) {
    using term::Rule;
    return rule == Rule::FloatSort || rule == Rule::FloatWordBack || rule == Rule::WordBack ||
           rule == Rule::WordOfSum || rule == Rule::WordThrough || rule == Rule::WordOfCode;
  }
  void prove_for_constants(Term before, Term after) {
    solve_test::RandomTerms random(terms, 3);
    for (int sample = 0; sample < 20; ++sample) {
      term::Substitution values(terms.variable_count(), Term());
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = random.constant(terms.sort(term::Variable(i)));
      }
      Term differs = substitute(terms, differ(before, after), values);
      EXPECT_EQ(solver_.check(differs), solve::Answer::Unsat) << to_string(terms, differs);
    }
  }

  // NaN is NaN; the sign of zero, which == does not see, is left to the evaluator.
  Term differ(Term p1, Term p2) {
    if (!term::is_float(terms.sort(p1))) return terms.ne(p1, p2);
    Term both_nan = terms.conjunction(terms.ne(p1, p1), terms.ne(p2, p2));
    return terms.negate(terms.disjunction(both_nan, terms.eq(p1, p2)));
  }

  Twins& twins_;
  solve::Solver& solver_;
};

TEST(ProvedRules, AreProvedOneByOne) {
  Twins twins;
  solve::Solver solver(twins.raw, twins.run, solve::Options::all_off());
  Proved(twins, solver).all();
}

TEST(ProvedRules, AreEquivalencesForTheEvaluator) {
  Twins twins;
  solve_test::RandomTerms random(twins.raw, 1);
  for (int round = 0; round < 6'000; ++round) {
    auto sort = static_cast<Sort>(random.below(9));
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
  std::string unused;
  int count = 0;
  for (std::size_t i = 0; i < term::kRuleCount; ++i) {
    auto rule = static_cast<term::Rule>(i);
    if (twins.simple.applied(rule) != 0) continue;
    unused += std::string(name(rule)) + " ";
    ++count;
  }
  EXPECT_LE(count, 3) << "unused: " << unused;
}

TEST(ProvedRules, AreEquivalencesForTheSolver) {
  Twins twins;
  solve_test::RandomTerms random(twins.raw, 2, 2);
  random.products = solve_test::RandomTerms::Products::Nowhere;
  random.conversions = false;
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

// The solver must not find values for which a term differs from what the evaluator says: every
// operation, on constants that the rules did not touch.
TEST(ProvedRules, TheSolverMeansWhatTheEvaluatorMeans) {
  Twins twins;
  solve_test::RandomTerms random(twins.raw, 5);
  solve::Options options = solve::Options::all_off();
  options.query_seconds = 1;
  solve::Solver solver(twins.raw, twins.run, options);
  int proved = 0;
  int unknown = 0;
  for (int round = 0; round < 600; ++round) {
    Term t = random.term(static_cast<Sort>(random.below(9)), 3);
    term::Substitution values(twins.raw.variable_count(), Term());
    for (term::Variable v : term::variables_of(twins.raw, t)) {
      values[v.index()] = random.constant(twins.raw.sort(v));
    }
    Term closed = substitute(twins.raw, t, values);
    Sort sort = twins.raw.sort(closed);
    Term value = twins.raw.constant(sort, evaluate(twins.raw, closed, {}));
    Term same = twins.raw.eq(closed, value);
    if (term::is_float(sort) && std::isnan(twins.raw.float_value(value))) {
      same = twins.raw.ne(closed, closed);
    }
    solve::Answer answer = solver.check(twins.raw.negate(same));
    ASSERT_NE(answer, solve::Answer::Sat) << to_string(twins.raw, closed);
    ++(answer == solve::Answer::Unsat ? proved : unknown);
  }
  EXPECT_LT(unknown, proved / 6) << proved;
}

}  // namespace
