// Every accelerator answers as Z3 alone does: random path conditions with push and pop
// are asked with everything on, everything off and each accelerator alone.
#include <gtest/gtest.h>

#include <memory>

#include "logic/solve/solver.h"
#include "logic/term/eval.h"
#include "logic/term/print.h"
#include "unit/solve/random_terms.h"

namespace {

using solve::Answer;
using solve::Options;
using term::Sort;
using term::Term;
using term::Terms;

enum class Mix { Differences, Linear, All, Floats, Words };

std::vector<Options> configurations() {
  std::vector<Options> all{Options::all_off(), Options{}};
  bool Options::*switches[] = {&Options::evaluation,  &Options::repair,       &Options::slicing,
                               &Options::exact_cache, &Options::subset_cache, &Options::equalities,
                               &Options::differences};
  for (bool Options::*member : switches) {
    Options alone = Options::all_off();
    alone.*member = true;
    all.push_back(alone);
    Options without;
    without.*member = false;
    all.push_back(without);
  }
  for (Options& options : all) options.query_seconds = 0.3;
  return all;
}

class Accelerators : public ::testing::Test {
 protected:
  void run_sequence(std::uint64_t seed, Mix mix, int steps) {
    Terms terms;
    run::Run run;
    solve_test::RandomTerms random(terms, seed, 4);
    using Products = solve_test::RandomTerms::Products;
    random.float_sums = mix == Mix::Floats;
    random.conversions = false;
    random.products = mix == Mix::All ? Products::OfInts : Products::Nowhere;
    std::vector<std::unique_ptr<solve::Solver>> solvers;
    for (const Options& options : configurations()) {
      solvers.push_back(std::make_unique<solve::Solver>(terms, run, options));
    }
    for (int step = 0; step < steps; ++step) {
      std::uint64_t choice = random.below(10);
      Term t = condition(random, mix);
      for (auto& solver : solvers) {
        if (choice < 2) {
          solver->push();
        } else if (choice < 4 && solver->level() > 0) {
          solver->pop(1 + (step % 2 == 0 && solver->level() > 1 ? 1 : 0));
        } else if (choice < 6) {
          solver->push();
          solver->add(t);
        }
      }
      compare(terms, solvers, t);
    }
  }

  static Term condition(solve_test::RandomTerms& random, Mix mix) {
    if (mix == Mix::Differences) return random.difference(2);
    if (mix == Mix::Words) return random.word_difference(2);
    if (mix == Mix::Floats) return random.comparison(Sort::Float, 2);
    return random.term(Sort::Bool, mix == Mix::Linear ? 3 : 2);
  }

  void compare(const Terms& terms, std::vector<std::unique_ptr<solve::Solver>>& solvers, Term t) {
    Answer expected = Answer::Unknown;
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      Answer answer = solvers[i]->check(t);
      if (answer == Answer::Unknown) {
        ++unknown_;
        EXPECT_FALSE(solvers[i]->reason().empty());
        continue;
      }
      if (expected == Answer::Unknown) expected = answer;
      ++(answer == Answer::Sat ? sat_ : unsat_);
      ASSERT_EQ(answer, expected) << "configuration " << i << ": " << to_string(terms, t);
      if (answer != Answer::Sat) continue;
      const term::Assignment& model = solvers[i]->model();
      ASSERT_TRUE(evaluate_bool(terms, t, model)) << to_string(terms, t);
      for (Term constraint : solvers[i]->path_condition()) {
        ASSERT_TRUE(evaluate_bool(terms, constraint, model)) << to_string(terms, constraint);
      }
    }
  }

  int sat_ = 0;
  int unsat_ = 0;
  int unknown_ = 0;
};

TEST_F(Accelerators, AgreeOnDifferences) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    run_sequence(seed, Mix::Differences, 100);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(unknown_, 0);
  EXPECT_GT(sat_, 400);
  EXPECT_GT(unsat_, 400);
}

TEST_F(Accelerators, AgreeOnWords) {
  for (std::uint64_t seed = 300; seed < 303; ++seed) {
    run_sequence(seed, Mix::Words, 100);
    if (HasFatalFailure()) return;
  }
  EXPECT_LT(unknown_, sat_ / 10);
  EXPECT_GT(sat_, 400);
  EXPECT_GT(unsat_, 100);
}

// What loops over an index ask is answered without the SMT solver.
TEST_F(Accelerators, ComparisonsOfWordsNeedNoSolver) {
  Terms terms;
  run::Run run;
  solve::Solver solver(terms, run, Options());
  auto word = [&](std::int64_t n) { return terms.bits(Sort::Bits32, base::Integer(n)); };
  Term i = terms.variable(Sort::Bits32, "i");
  Term n = terms.variable(Sort::Bits32, "n");
  solver.add(terms.le(word(0), i));
  solver.add(terms.lt(i, n));
  EXPECT_EQ(solver.check(terms.lt(n, terms.add(i, word(1)))), Answer::Unsat);
  EXPECT_EQ(solver.check(terms.lt(terms.add(i, word(1)), word(0))), Answer::Unsat);
  EXPECT_EQ(solver.check(terms.eq(i, word(3))), Answer::Sat);
  EXPECT_EQ(solver.check(terms.eq(n, word(0))), Answer::Unsat);
  EXPECT_EQ(solver.check(terms.eq(n, terms.add(i, word(1)))), Answer::Sat);
  // It wraps, if nothing bounds it.
  EXPECT_EQ(solver.check(terms.lt(terms.add(n, word(1)), n)), Answer::Sat);
  EXPECT_EQ(run.stats.solver_queries, 0u);
}

TEST_F(Accelerators, AgreeOnLinearTermsOfAllSorts) {
  for (std::uint64_t seed = 100; seed < 102; ++seed) {
    run_sequence(seed, Mix::Linear, 40);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(sat_, 250);
  EXPECT_GT(unsat_, 50);
  EXPECT_LT(unknown_, sat_ / 10);
}

TEST_F(Accelerators, AgreeOnTermsOfAllKinds) {
  for (std::uint64_t seed = 200; seed < 202; ++seed) {
    run_sequence(seed, Mix::All, 40);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(sat_, 250);
  EXPECT_LT(unknown_, sat_ / 10);
}

TEST_F(Accelerators, AgreeOnFloats) {
  run_sequence(300, Mix::Floats, 6);
  EXPECT_GT(sat_, 10);
}

}  // namespace
