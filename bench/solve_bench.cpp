// How fast terms are made and evaluated, and how fast the solver layer answers what
// sorting programs ask: chains of comparisons between array elements, decided without
// Z3, and the same with Z3 alone.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "base/check.h"
#include "base/run/random.h"
#include "logic/solve/solver.h"
#include "logic/term/eval.h"
#include "logic/term/terms.h"

namespace {

using term::Sort;
using term::Term;

std::vector<Term> elements(term::Terms& terms, int count) {
  std::vector<Term> result;
  for (int i = 0; i < count; ++i) {
    result.push_back(terms.variable(Sort::Int, "a" + std::to_string(i)));
  }
  return result;
}

// Comparisons x_i - x_j <= c: each makes up to four new terms.
void make_terms(benchmark::State& state) {
  std::size_t made = 0;
  for (auto _ : state) {
    term::Terms terms;
    std::vector<Term> a = elements(terms, 100);
    for (std::int64_t c = 0; c < 20; ++c) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          benchmark::DoNotOptimize(terms.le(a[i], terms.add(a[j], terms.integer(c))));
        }
      }
    }
    made += terms.size();
    state.counters["bytes_per_term"] =
        static_cast<double>(terms.memory()) / static_cast<double>(terms.size());
  }
  state.counters["terms"] =
      benchmark::Counter(static_cast<double>(made), benchmark::Counter::kIsRate);
}
BENCHMARK(make_terms)->Unit(benchmark::kMillisecond);

void evaluate_terms(benchmark::State& state) {
  term::Terms terms;
  std::vector<Term> a = elements(terms, 100);
  std::vector<Term> conditions;
  for (std::size_t i = 1; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) conditions.push_back(terms.le(a[i], a[j]));
  }
  for (auto _ : state) {
    term::Evaluator evaluator(terms, {});
    for (Term t : conditions) benchmark::DoNotOptimize(evaluator.is_true(t));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(conditions.size()));
}
BENCHMARK(evaluate_terms)->Unit(benchmark::kMillisecond);

// All paths of a bubble sort: at each comparison both outcomes are asked for.
struct BubbleSort {
  term::Terms terms;
  run::Run run;
  solve::Solver solver;
  std::size_t paths = 0;

  explicit BubbleSort(const solve::Options& options) : solver(terms, run, options) {}

  void explore(std::vector<Term> a, std::size_t i, std::size_t j) {
    if (i + 1 >= a.size()) {
      ++paths;
      return;
    }
    if (j + 1 >= a.size() - i) return explore(std::move(a), i + 1, 0);
    Term swaps = terms.gt(a[j], a[j + 1]);
    for (Term condition : {swaps, terms.negate(swaps)}) {
      solve::Answer answer = solver.check(condition);
      CHECK(answer != solve::Answer::Unknown, "{}", solver.reason());
      if (answer == solve::Answer::Unsat) continue;
      solver.push();
      solver.add(condition);
      std::vector<Term> next = a;
      if (condition == swaps) std::swap(next[j], next[j + 1]);
      explore(std::move(next), i, j + 1);
      solver.pop();
    }
  }
};

void bubble_sort(benchmark::State& state, const solve::Options& options) {
  std::uint64_t questions = 0;
  for (auto _ : state) {
    BubbleSort sort(options);
    sort.explore(elements(sort.terms, static_cast<int>(state.range(0))), 0, 0);
    const run::Statistics& stats = sort.run.stats;
    questions += stats.evaluated + stats.differences + stats.cache_hits + stats.solver_queries;
    state.counters["paths"] = static_cast<double>(sort.paths);
    state.counters["z3"] = static_cast<double>(stats.solver_queries);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(questions));
}
BENCHMARK_CAPTURE(bubble_sort, accelerated, solve::Options{})
    ->DenseRange(4, 7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bubble_sort, z3_alone, solve::Options::all_off())
    ->DenseRange(4, 5)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
