// What the solver promises beside right answers: limits, cancellation, models, honesty.
#include <gtest/gtest.h>
#include <unistd.h>
#include <z3.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "base/file.h"
#include "logic/solve/solver.h"
#include "logic/term/eval.h"

namespace {

using base::Integer;
using solve::Answer;
using solve::Options;
using solve::Solver;
using term::Sort;
using term::Term;
using term::Terms;

class SolverTest : public ::testing::Test {
 protected:
  Term number(std::int64_t k) { return terms.integer(k); }
  Term ints(const char* name) { return terms.variable(Sort::Int, name); }

  // x^3 + y^3 + z^3 = 114: an open problem.
  Term hard() {
    Term sum = number(-114);
    for (const char* name : {"x", "y", "z"}) {
      Term v = ints(name);
      sum = terms.add(sum, terms.mul(v, terms.mul(v, v)));
    }
    return terms.eq(sum, number(0));
  }

  Terms terms;
  run::Run run;
};

double seconds_of(const std::function<void()>& body) {
  auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_F(SolverTest, TimeLimitsInterrupt) {
  Options options;
  options.query_seconds = 0.2;
  Solver solver(terms, run, options);
  double seconds = seconds_of([&] { EXPECT_EQ(solver.check(hard()), Answer::Unknown); });
  EXPECT_LT(seconds, 2.0);
  EXPECT_EQ(solver.reason(), "the time limit for one solver query");
  // The next question is not affected.
  Term x = ints("x");
  EXPECT_EQ(solver.check(terms.eq(terms.mul(x, x), number(49))), Answer::Sat);
  EXPECT_EQ(solver.check(terms.eq(terms.mul(x, x), number(50))), Answer::Unsat);
}

TEST_F(SolverTest, TheLimitOfTheRunInterrupts) {
  run::Limits limits;
  limits.seconds = 0.3;
  run::Run limited(limits);
  Solver solver(terms, limited);
  double seconds = seconds_of([&] { EXPECT_EQ(solver.check(hard()), Answer::Unknown); });
  EXPECT_LT(seconds, 2.0);
}

TEST_F(SolverTest, CancellingInterrupts) {
  Solver solver(terms, run);
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    run.cancel();
  });
  double seconds = seconds_of([&] { EXPECT_EQ(solver.check(hard()), Answer::Unknown); });
  canceller.join();
  EXPECT_LT(seconds, 2.0);
  EXPECT_EQ(solver.reason(), "interrupted");
}

TEST_F(SolverTest, MemoryLimitsInterrupt) {
  Options options;
  options.query_megabytes = 0;  // any growth is too much
  Solver solver(terms, run, options);
  EXPECT_EQ(solver.check(hard()), Answer::Unknown);
  EXPECT_NE(solver.reason().find("memory"), std::string::npos) << solver.reason();
}

// Z3 with its watchdog, which is a thread, appears with the first question that needs it.
TEST_F(SolverTest, Z3IsMadeWhenItIsNeeded) {
  auto threads = [] {
    std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  auto before = threads();
  Solver solver(terms, run);
  Term x = ints("x");
  solver.add(terms.le(number(0), x));
  EXPECT_EQ(solver.check(terms.lt(x, number(0))), Answer::Unsat);
  EXPECT_EQ(solver.check(terms.eq(x, number(3))), Answer::Sat);
  EXPECT_EQ(run.stats.solver_queries, 0U);
  EXPECT_EQ(threads(), before);
  EXPECT_EQ(solver.check(terms.eq(terms.mul(x, x), number(50))), Answer::Unsat);
  EXPECT_EQ(run.stats.solver_queries, 1U);
  EXPECT_EQ(threads(), before + 1);
}

// Z3 leaks what it holds when it runs out of memory.
#ifdef __SANITIZE_ADDRESS__
using LeaksAllowed = __lsan::ScopedDisabler;
#else
struct LeaksAllowed {
  LeaksAllowed() {}
};
#endif

// Z3 cannot even start, here for want of memory: the answer is unknown, the query is
// saved, and the next question gets a new Z3.
TEST_F(SolverTest, ASolverThatDiesIsUnknown) {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("braid-died-" + std::to_string(getpid()));
  Options options = Options::all_off();
  options.dump = folder.string();
  Solver solver(terms, run, options);
  Term x = ints("x");
  Term is_square = terms.eq(terms.mul(x, x), number(49));
  {
    LeaksAllowed allowed;
    Z3_global_param_set("memory_max_size", "1");
    EXPECT_EQ(solver.check(is_square), Answer::Unknown);
    Z3_global_param_set("memory_max_size", "0");
  }
  EXPECT_TRUE(solver.reason().starts_with("Z3 failed: ")) << solver.reason();
  EXPECT_TRUE(std::filesystem::exists(folder / "query-0001.smt2"));
  solver.rollback(terms.mark());  // must not touch what is broken
  EXPECT_EQ(solver.check(is_square), Answer::Sat) << solver.reason();
  std::filesystem::remove_all(folder);
}

TEST_F(SolverTest, UnknownQueriesAreSaved) {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("braid-dump-" + std::to_string(getpid()));
  Options options;
  options.query_seconds = 0.05;
  options.dump = folder.string();
  Solver solver(terms, run, options);
  EXPECT_EQ(solver.check(hard()), Answer::Unknown);
  auto text = base::read_file((folder / "query-0001.smt2").string());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("(check-sat)"), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST_F(SolverTest, MustAndMay) {
  Solver solver(terms, run);
  Term x = ints("x");
  solver.add(terms.gt(x, number(3)));
  EXPECT_EQ(solver.must(terms.gt(x, number(2))), Solver::Must::Yes);
  EXPECT_EQ(solver.must(terms.gt(x, number(4))), Solver::Must::No);
  EXPECT_EQ(std::get<Integer>(solver.model().get(terms.variable_of(x), Sort::Int)), Integer(4));
  EXPECT_EQ(solver.may(terms.eq(x, number(9))), Answer::Sat);
  EXPECT_EQ(solver.may(terms.eq(x, number(1))), Answer::Unsat);
  EXPECT_EQ(run.stats.solver_queries, 0U) << "this needs no Z3";
}

TEST_F(SolverTest, PushAndPopRestoreThePath) {
  Solver solver(terms, run);
  Term x = ints("x");
  Term s = terms.variable(Sort::String, "s");
  solver.add(terms.le(number(0), x));
  solver.push();
  solver.add(terms.eq(x, terms.length(s)));
  solver.add(terms.eq(s, terms.string("abc")));
  EXPECT_EQ(solver.check(terms.eq(x, number(2))), Answer::Unsat);
  EXPECT_EQ(solver.check(terms.eq(x, number(3))), Answer::Sat);
  solver.push();
  solver.add(terms.boolean(false));
  EXPECT_EQ(solver.check(), Answer::Unsat);
  solver.pop(2);
  EXPECT_EQ(solver.level(), 0U);
  EXPECT_EQ(solver.check(terms.eq(x, number(2))), Answer::Sat);
  EXPECT_EQ(solver.path_condition().size(), 1U);
}

// Every quotient and remainder of small numbers: Z3 must find the same as Integer.
TEST_F(SolverTest, DividesLikeTheInterpreter) {
  Solver solver(terms, run, Options::all_off());
  Term x = ints("x");
  Term y = ints("y");
  Term q = ints("q");
  Term r = ints("r");
  solver.add(terms.eq(q, terms.div(x, y)));
  solver.add(terms.eq(r, terms.rem(x, y)));
  for (std::int64_t a : {-7, -6, -1, 0, 1, 6, 7}) {
    for (std::int64_t b : {-3, -2, -1, 0, 1, 2, 3}) {
      std::vector<Term> inputs{terms.eq(x, number(a)), terms.eq(y, number(b))};
      ASSERT_EQ(solver.check(inputs), Answer::Sat);
      auto value = [&](Term t) {
        return std::get<Integer>(solver.model().get(terms.variable_of(t), Sort::Int));
      };
      EXPECT_EQ(value(q), b == 0 ? Integer(0) : Integer(a) / Integer(b)) << a << "/" << b;
      EXPECT_EQ(value(r), b == 0 ? Integer(a) : Integer(a) % Integer(b)) << a << "%" << b;
      inputs.push_back(terms.ne(q, terms.integer(value(q))));
      EXPECT_EQ(solver.check(inputs), Answer::Unsat) << a << "/" << b;
    }
  }
}

TEST_F(SolverTest, ComputesWordsModuloTheirWidth) {
  Solver solver(terms, run, Options::all_off());
  for (Sort sort : {Sort::Bits32, Sort::Bits64}) {
    std::string suffix(keyword(sort));
    Term x = terms.variable(sort, "x" + suffix);
    Term y = terms.variable(sort, "y" + suffix);
    std::int64_t top = sort == Sort::Bits32 ? INT32_MIN : INT64_MIN;
    for (const Integer& a : {Integer(7), Integer(-7), Integer(top), Integer(-1)}) {
      for (const Integer& b : {Integer(2), Integer(-2), Integer(-1), Integer(top)}) {
        Integer ua = a.wrap(width(sort), false);
        Integer ub = b.wrap(width(sort), false);
        auto is = [&](Term t, const Integer& value) {
          return terms.eq(t, terms.bits(sort, value));
        };
        constexpr auto kUnsigned = term::Sign::Unsigned;
        std::vector<Term> all{is(x, a),
                              is(y, b),
                              is(terms.add(x, y), a + b),
                              is(terms.sub(x, y), a - b),
                              is(terms.mul(x, y), a * b),
                              is(terms.neg(x), -a),
                              is(terms.div(x, y), a / b),
                              is(terms.rem(x, y), a % b),
                              is(terms.div(x, y, kUnsigned), ua / ub),
                              is(terms.rem(x, y, kUnsigned), ua % ub),
                              terms.eq(terms.lt(x, y), terms.boolean(a < b)),
                              terms.eq(terms.lt(x, y, kUnsigned), terms.boolean(ua < ub))};
        EXPECT_EQ(solver.check(all), Answer::Sat) << a.to_string() << " " << b.to_string();
      }
    }
  }
}

TEST_F(SolverTest, RemaindersOfFloatsAreHonest) {
  Solver solver(terms, run);
  Term f = terms.variable(Sort::Float, "f");
  Term rest = terms.rem(f, terms.floating(2));
  // Whatever fmod is, it is one function.
  Term same =
      terms.conjunction(terms.lt(rest, terms.floating(1)), terms.lt(terms.floating(1), rest));
  EXPECT_EQ(solver.check(same), Answer::Unsat);
  // Z3 does not know that 7 % 2 is 1, but evaluation does.
  solver.add(terms.eq(f, terms.floating(7)));
  EXPECT_EQ(solver.check(terms.eq(rest, terms.floating(1))), Answer::Sat);
  // Impossible, but Z3 has no reason to think so: anything but Sat is right.
  Solver other(terms, run, Options::all_off());
  EXPECT_NE(other.check(terms.eq(rest, terms.floating(5))), Answer::Sat);
}

TEST_F(SolverTest, StringsMayContainAnything) {
  Solver solver(terms, run, Options::all_off());
  Term s = terms.variable(Sort::String, "s");
  Term t = terms.variable(Sort::String, "t");
  for (const char* text : {"\xc3\xa9\xf0\x9f\x98\x80", "\\u{41}", "a\"b\n", "\x01", "\\x41"}) {
    Term c = terms.string(text);
    std::vector<Term> query{terms.eq(terms.concat(s, t), terms.concat(c, t)),
                            terms.eq(terms.length(t), number(2)), terms.ne(t, terms.string("ab"))};
    EXPECT_EQ(solver.check(query), Answer::Sat) << solver.reason();
    query.push_back(terms.ne(terms.length(s), terms.length(c)));
    EXPECT_EQ(solver.check(query), Answer::Unsat) << solver.reason();
  }
}

TEST_F(SolverTest, CharactersAreUnicodeScalarValues) {
  for (const Options& options : {Options{}, Options::all_off()}) {
    Solver solver(terms, run, options);
    Term c = terms.variable(Sort::Char, "c");
    std::vector<Term> gap{terms.lt(terms.character(U'\ud7ff'), c),
                          terms.lt(c, terms.character(U'\ue000'))};
    EXPECT_EQ(solver.check(gap), Answer::Unsat);
    std::vector<Term> end{terms.lt(terms.character(U'\U0010fffe'), c)};
    ASSERT_EQ(solver.check(end), Answer::Sat);
    EXPECT_EQ(std::get<char32_t>(solver.model().get(terms.variable_of(c), Sort::Char)),
              U'\U0010ffff');
  }
}

TEST_F(SolverTest, ValidationRepeatsUnsat) {
  Options options;
  options.validate = true;
  Solver solver(terms, run, options);
  Term x = ints("x");
  solver.add(terms.lt(x, number(0)));
  EXPECT_EQ(solver.check(terms.gt(x, number(0))), Answer::Unsat);
  EXPECT_EQ(run.stats.solver_queries, 1U);
  EXPECT_EQ(solver.check(terms.eq(x, number(-5))), Answer::Sat);
  options.query_seconds = 0.05;
  Solver impatient(terms, run, options);
  impatient.add(hard());
  EXPECT_EQ(impatient.check(terms.boolean(false)), Answer::Unsat);
}

// A search that drops the terms of finished branches gets the same answers.
TEST_F(SolverTest, RollbackForgetsTerms) {
  for (const Options& options : {Options{}, Options::all_off()}) {
    Solver solver(terms, run, options);
    Term x = ints("x");
    solver.add(terms.le(number(0), x));
    for (int branch = 0; branch < 50; ++branch) {
      Terms::Mark mark = terms.mark();
      solver.push();
      // The same handles mean something else in every branch.
      Term y = terms.fresh(branch % 2 == 0 ? Sort::Int : Sort::Bits64, "y");
      Term equal = branch % 2 == 0 ? terms.eq(terms.mul(y, y), number(branch))
                                   : terms.eq(terms.add(y, y), terms.bits(Sort::Bits64, 36ULL));
      solver.add(equal);
      bool is_possible =
          branch % 2 != 0 || branch == 0 || branch == 4 || branch == 16 || branch == 36;
      EXPECT_EQ(solver.check(terms.lt(x, number(branch + 1))),
                is_possible ? Answer::Sat : Answer::Unsat)
          << branch;
      solver.pop();
      solver.rollback(mark);
      EXPECT_EQ(terms.mark(), mark);
    }
  }
}

TEST_F(SolverTest, CachesAnswerRepeatedQuestions) {
  Options options = Options::all_off();
  options.exact_cache = options.subset_cache = true;
  Solver solver(terms, run, options);
  Term x = ints("x");
  Term square = terms.mul(x, x);
  Term is_two = terms.eq(square, number(2));
  Term is_nine = terms.eq(square, number(9));
  EXPECT_EQ(solver.check(is_two), Answer::Unsat);
  EXPECT_EQ(solver.check(is_nine), Answer::Sat);
  EXPECT_EQ(run.stats.solver_queries, 2U);
  EXPECT_EQ(solver.check(is_two), Answer::Unsat);
  EXPECT_EQ(solver.check(is_nine), Answer::Sat);
  solver.add(terms.le(x, number(100)));
  EXPECT_EQ(solver.check(is_two), Answer::Unsat);  // by its subset
  EXPECT_EQ(solver.check(is_nine), Answer::Sat);   // by the model of its subset
  EXPECT_EQ(run.stats.solver_queries, 2U);
  EXPECT_EQ(run.stats.cache_hits, 4U);
}

// The model of a larger set must not change variables that now are in another group.
TEST_F(SolverTest, CachedModelsDoNotLeakIntoOtherGroups) {
  Options options = Options::all_off();
  options.slicing = options.exact_cache = options.subset_cache = true;
  Solver solver(terms, run, options);
  Term x = ints("x");
  Term y = ints("y");
  Term square = terms.eq(terms.mul(x, x), number(9));
  std::vector<Term> both{square, terms.eq(terms.mul(x, y), number(0))};
  ASSERT_EQ(solver.check(both), Answer::Sat);
  solver.add(terms.eq(terms.mul(y, y), number(2500)));
  ASSERT_EQ(solver.check(), Answer::Sat);
  std::uint64_t before = run.stats.solver_queries;
  ASSERT_EQ(solver.check(square), Answer::Sat);
  EXPECT_EQ(run.stats.solver_queries, before);
  EXPECT_TRUE(evaluate_bool(terms, solver.path_condition()[0], solver.model()));
}

}  // namespace
