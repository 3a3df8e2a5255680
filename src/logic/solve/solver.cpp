#include "logic/solve/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/check.h"
#include "base/file.h"
#include "logic/solve/cache.h"
#include "logic/solve/models.h"
#include "logic/solve/path.h"
#include "logic/solve/repair.h"
#include "logic/solve/smt.h"
#include "logic/term/eval.h"
#include "logic/term/print.h"

namespace solve {

using term::Term;

namespace {

constexpr std::size_t kMostRepairs = 4;  // tried for one constraint
constexpr std::size_t kLargeGroup = 32;  // constraints

}  // namespace

class Solver::Impl {
 public:
  Impl(term::Terms& terms, run::Run& run, Options options)
      : terms_(terms),
        run_(run),
        options_(std::move(options)),
        path_(terms, options_),
        models_(terms),
        smt_(make_smt(options_.smt, terms, run, options_)),
        second_(make_smt(SmtSolver::Cvc5, terms, run, options_)) {}

  void push() { path_.push(); }
  void pop() {
    path_.pop();
    models_.shrink(path_.constraints().size());
  }

  Answer check(std::span<const Term> extra);
  void rollback(term::Terms::Mark mark);

  Path& path() { return path_; }
  const term::Assignment& model() const { return models_.latest(); }
  const std::string& reason() const { return reason_; }

 private:
  struct Solution {
    Answer answer = Answer::Unknown;
    PartialModel model;  // after Sat
  };

  Answer decide(std::size_t path_size);
  Answer settle(term::Assignment model, std::size_t path_size);
  Solution solve_group(std::span<const std::uint32_t> positions, term::Evaluator& base,
                       Term violated);
  std::optional<Solution> repair(std::span<const Term> constraints, term::Evaluator& base,
                                 Term violated);
  std::optional<Solution> from_cache(const ConstraintSet& set);
  PartialModel restricted(const PartialModel& model, const ConstraintSet& set) const;
  Solution ask_smt(std::span<const Term> constraints);
  bool satisfies(const PartialModel& model, std::span<const Term> constraints) const;
  Answer validated_unsat();
  Answer unknown(std::string reason);
  void dump();

  term::Terms& terms_;
  run::Run& run_;
  Options options_;
  Path path_;
  Models models_;
  Cache cache_;
  std::unique_ptr<Smt> smt_;
  std::unique_ptr<Smt> second_;  // for validation
  std::string reason_;
  std::size_t dumped_ = 0;
};

// ---------------------------------------------------------------- one question

Answer Solver::Impl::check(std::span<const Term> extra) {
  reason_.clear();
  if (!path_.is_false() && options_.evaluation && models_.find(path_.constraints(), extra)) {
    ++run_.stats.evaluated;
    return Answer::Sat;
  }
  std::size_t path_size = path_.constraints().size();
  path_.push();
  for (Term t : extra) path_.add(t);
  Answer answer = decide(path_size);
  if (answer == Answer::Unsat && options_.validate) answer = validated_unsat();
  if (answer == Answer::Unknown) {
    ++run_.stats.unanswered;
    dump();
  }
  path_.pop();
  models_.shrink(path_size);
  return answer;
}

// The path includes the question now. Only groups with a constraint that the best known
// model violates are solved; their values replace those of the model.
Answer Solver::Impl::decide(std::size_t path_size) {
  if (path_.is_false()) return Answer::Unsat;
  std::span<const Term> reduced = path_.reduced();
  term::Evaluator nothing(terms_, {});
  term::Evaluator* base = &nothing;
  std::size_t satisfied = 0;
  if (options_.evaluation) {
    Models::Known& best = models_.best();
    base = &best.evaluator;
    satisfied = best.satisfied;
  }
  std::vector<bool> is_touched(reduced.size());
  term::Assignment model = base->assignment();
  Answer answer = Answer::Sat;
  for (auto i = static_cast<std::uint32_t>(satisfied); i < reduced.size(); ++i) {
    if (is_touched[i] || (options_.evaluation && base->is_true(reduced[i]))) continue;
    std::vector<std::uint32_t> group = path_.group(i);
    Solution solution = solve_group(group, *base, reduced[i]);
    if (solution.answer == Answer::Unsat) return Answer::Unsat;
    if (solution.answer == Answer::Unknown) answer = Answer::Unknown;
    for (std::uint32_t position : group) is_touched[position] = true;
    for (auto& [variable, value] : solution.model) model.set(variable, std::move(value));
  }
  if (answer != Answer::Sat) return answer;
  return settle(std::move(model), path_size);
}

// Evaluates the model on the whole path condition and the question. If the parts gave a
// model that is wrong for the whole, which should not happen, the whole is asked once
// more without any acceleration.
Answer Solver::Impl::settle(term::Assignment model, std::size_t path_size) {
  std::span<const Term> constraints = path_.constraints();
  auto holds = [&](term::Evaluator& evaluator) {
    return std::all_of(constraints.begin(), constraints.end(),
                       [&](Term t) { return evaluator.is_true(t); });
  };
  term::Evaluator evaluator(terms_, std::move(model));
  if (holds(evaluator)) {
    models_.add(std::move(evaluator), path_size);
    return Answer::Sat;
  }
  Answer answer = smt_->check_fresh(constraints);
  if (answer == Answer::Unknown) return unknown(smt_->reason());
  if (answer == Answer::Unsat) return answer;
  term::Assignment whole;
  for (const auto& [variable, value] : smt_->model()) whole.set(variable, value);
  term::Evaluator second(terms_, std::move(whole));
  if (!holds(second)) return unknown("the solver's model does not satisfy the query");
  models_.add(std::move(second), path_size);
  return Answer::Sat;
}

// ---------------------------------------------------------------- one group

// A change of one value of `base` that mends the `violated` one of the constraints.
std::optional<Solver::Impl::Solution> Solver::Impl::repair(std::span<const Term> constraints,
                                                           term::Evaluator& base, Term violated) {
  if (!options_.repair) return std::nullopt;
  std::vector<term::Variable> variables = term::variables_of(terms_, constraints);
  for (const auto& [changed, value] : repairs(terms_, base, violated, kMostRepairs)) {
    PartialModel model{{changed, value}};
    for (term::Variable v : variables) {
      const term::Value* old = base.assignment().find(v);
      if (v != changed && old != nullptr) model.emplace_back(v, *old);
    }
    if (!satisfies(model, constraints)) continue;
    ++run_.stats.evaluated;
    return Solution{Answer::Sat, {{changed, value}}};
  }
  return std::nullopt;
}

// Constraints that share variables; `base` violates the one that is named.
Solver::Impl::Solution Solver::Impl::solve_group(std::span<const std::uint32_t> positions,
                                                 term::Evaluator& base, Term violated) {
  std::vector<Term> constraints;
  for (std::uint32_t position : positions) {
    Term t = path_.reduced()[position];
    if (!terms_.is_true(t)) constraints.push_back(t);
  }
  if (constraints.empty()) return {Answer::Sat, {}};
  // The difference procedure is fast on few constraints, a repair on many.
  bool is_large = constraints.size() > kLargeGroup;
  if (is_large) {
    if (auto repaired = repair(constraints, base, violated)) return std::move(*repaired);
  }
  if (options_.differences) {
    Differences& differences = path_.differences();
    if (std::optional<bool> answer = differences.decide(constraints)) {
      ++run_.stats.differences;
      if (!*answer) return {Answer::Unsat, {}};
      return {Answer::Sat, differences.model()};
    }
  }
  if (!is_large) {
    if (auto repaired = repair(constraints, base, violated)) return std::move(*repaired);
  }
  ConstraintSet set = constraints;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  if (std::optional<Solution> known = from_cache(set)) {
    ++run_.stats.cache_hits;
    return std::move(*known);
  }
  Solution solution = ask_smt(constraints);
  bool is_cached = options_.exact_cache || options_.subset_cache;
  if (solution.answer != Answer::Unknown && is_cached) {
    cache_.add(std::move(set), {solution.answer == Answer::Sat, solution.model});
  }
  return solution;
}

std::optional<Solver::Impl::Solution> Solver::Impl::from_cache(const ConstraintSet& set) {
  const CachedAnswer* found = nullptr;
  if (options_.exact_cache) found = cache_.find_exact(set);
  if (found == nullptr && options_.subset_cache) found = cache_.find_by_subset(set);
  if (found != nullptr) {
    if (!found->is_sat) return Solution{Answer::Unsat, {}};
    return Solution{Answer::Sat, restricted(found->model, set)};
  }
  if (!options_.subset_cache) return std::nullopt;
  for (const PartialModel* model : cache_.likely_models(set)) {
    if (!satisfies(*model, set)) continue;
    Solution solution{Answer::Sat, restricted(*model, set)};
    cache_.add(set, {true, solution.model});
    return solution;
  }
  return std::nullopt;
}

// The model of another set may have values for variables that now belong to another
// group; they must not leak into it.
PartialModel Solver::Impl::restricted(const PartialModel& model, const ConstraintSet& set) const {
  std::vector<term::Variable> variables = term::variables_of(terms_, set);
  PartialModel result;
  for (const auto& entry : model) {
    if (std::binary_search(variables.begin(), variables.end(), entry.first)) {
      result.push_back(entry);
    }
  }
  return result;
}

bool Solver::Impl::satisfies(const PartialModel& model, std::span<const Term> constraints) const {
  term::Assignment assignment;
  for (const auto& [variable, value] : model) assignment.set(variable, value);
  term::Evaluator evaluator(terms_, std::move(assignment));
  return std::all_of(constraints.begin(), constraints.end(),
                     [&](Term t) { return evaluator.is_true(t); });
}

// Incrementally first; what that cannot answer in its share of the time, or answers with
// a wrong model, goes to a fresh solver: Z3 has other and often better procedures for
// words and products when it need not be incremental.
Solver::Impl::Solution Solver::Impl::ask_smt(std::span<const Term> constraints) {
  Answer answer = smt_->check(constraints);
  if (answer == Answer::Unsat) return {answer, {}};
  if (answer == Answer::Sat && satisfies(smt_->model(), constraints)) {
    return {answer, smt_->model()};
  }
  answer = smt_->check_fresh(constraints);
  if (answer == Answer::Unsat) return {answer, {}};
  if (answer == Answer::Unknown) return {unknown(smt_->reason()), {}};
  if (satisfies(smt_->model(), constraints)) return {answer, smt_->model()};
  return {unknown("the solver's model does not satisfy the query"), {}};
}

Answer Solver::Impl::unknown(std::string reason) {
  reason_ = std::move(reason);
  return Answer::Unknown;
}

// ---------------------------------------------------------------- distrust

Answer Solver::Impl::validated_unsat() {
  std::span<const Term> constraints = path_.constraints();
  Answer fresh = smt_->check_fresh(constraints);
  if (fresh == Answer::Sat && satisfies(smt_->model(), constraints)) {
    return unknown("the solvers disagree: an unsatisfiable query has a model");
  }
  Answer other = second_->check_fresh(constraints);
  if (other == Answer::Sat) {
    return unknown("the solvers disagree: cvc5 calls the query satisfiable");
  }
  if (fresh == Answer::Unsat || other == Answer::Unsat) return Answer::Unsat;
  return unknown("an unsatisfiable query could not be confirmed");
}

void Solver::Impl::dump() {
  if (options_.dump.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(options_.dump, ignored);
  std::string path = fmt::format("{}/query-{:04}.smt2", options_.dump, ++dumped_);
  std::string text =
      fmt::format("; unknown: {}\n{}", reason_, term::to_smtlib(terms_, path_.constraints()));
  // A full disk must not end the verification; the answer is unknown either way.
  if (auto written = base::write_output(path, text); !written) {
    reason_ += fmt::format(" (the query was not saved: {})", written.error());
  }
}

void Solver::Impl::rollback(term::Terms::Mark mark) {
  path_.rollback(mark);
  models_.rollback(mark);
  cache_.rollback(mark);
  smt_->rollback(mark);
  terms_.rollback(mark);
}

// ---------------------------------------------------------------- the interface

Solver::Solver(term::Terms& terms, run::Run& run, Options options)
    : impl_(std::make_unique<Impl>(terms, run, std::move(options))), terms_(terms) {}

Solver::~Solver() = default;

void Solver::push() { impl_->push(); }

void Solver::pop(std::size_t levels) {
  for (; levels > 0; --levels) impl_->pop();
}

std::size_t Solver::level() const { return impl_->path().level(); }
void Solver::add(Term condition) { impl_->path().add(condition); }

std::span<const Term> Solver::path_condition() const { return impl_->path().constraints(); }

Answer Solver::check(std::span<const Term> extra) { return impl_->check(extra); }

Solver::Must Solver::must(Term condition) {
  switch (check(terms_.negate(condition))) {
    case Answer::Sat: return Must::No;
    case Answer::Unsat: return Must::Yes;
    case Answer::Unknown: return Must::Unknown;
  }
  UNREACHABLE("no answer");
}

const term::Assignment& Solver::model() const { return impl_->model(); }
const std::string& Solver::reason() const { return impl_->reason(); }
void Solver::rollback(term::Terms::Mark mark) { impl_->rollback(mark); }

}  // namespace solve
