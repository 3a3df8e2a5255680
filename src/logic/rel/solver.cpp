#include "logic/rel/solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/run/cpu_time.h"
#include "logic/rel/cnf.h"
#include "logic/rel/eval.h"
#include "logic/rel/skolem.h"
#include "logic/rel/symmetry.h"
#include "logic/rel/translate.h"
#include "logic/solve/sat.h"

namespace rel {

class Solver::Impl {
 public:
  Impl(Exprs& exprs, Problem problem, Options options, run::Run& run)
      : exprs_(exprs),
        problem_(std::move(problem)),
        options_(options),
        run_(run),
        sat_(run),
        cnf_(circuit_, sat_),
        translator_(exprs, problem_, circuit_, options.cache, run) {
    circuit_.set_poll([&run] {
      if (auto stop = run.stop_reason_now()) throw TranslationFailure{*stop, {}};
    });
  }

  std::optional<LabelId> add(Formula formula, std::string label, base::Span span);
  void bound(RelationId relation, TupleSet lower, TupleSet upper, bool is_functional);
  Answer solve(const Query& query);
  void block(const std::vector<RelationId>& relations);
  Core minimal_core();
  bool is_cut_by_overflow();
  SolverStatistics statistics() const;

  struct Labelled {
    Formula formula;     // as it was given
    Formula translated;  // without the quantifiers that became relations
    std::string label;
    base::Span span;
    int surely = 0;  // selector; 0: it holds for good
    int maybe = 0;   // selector of the reading that forgives overflows; often the same
  };
  // One assumption and what it stands for.
  struct Assumption {
    int literal = 0;    // 0: of a formula that holds for good
    LabelId label;      // or
    RelationId pinned;  // or neither: symmetry breaking
  };

  void constrain_functions();
  void add_symmetry_breaking();
  bool assume_pin(const Pin& pin, std::vector<Assumption>& assumptions);
  solve::SatAnswer ask(const std::vector<Assumption>& assumptions,
                       std::optional<std::uint64_t> conflicts = std::nullopt);
  Core failed(const std::vector<Assumption>& assumptions) const;
  void read_instance();
  void certify(const std::vector<Assumption>& assumptions);
  int selector();

  Exprs& exprs_;
  Problem problem_;
  Options options_;
  run::Run& run_;
  Circuit circuit_;
  solve::Sat sat_;
  Cnf cnf_;
  Translator translator_;
  std::vector<RelationId> skolems_;
  std::vector<Labelled> labels_;
  TranslationError error_;
  std::size_t constrained_ = 0;  // relations whose functions are enforced
  std::optional<std::vector<std::vector<Atom>>> classes_;
  int symmetry_ = 0;  // selector
  bool is_symmetric_ = true;
  std::vector<Assumption> last_;  // the assumptions of the last question
  bool is_impossible_ = false;    // it had a pin outside the bounds
  Core core_;                     // after Unsat
  Instance instance_;
  std::string reason_;
  SolverStatistics stats_;
};

int Solver::Impl::selector() {
  int variable = sat_.new_variable();
  sat_.freeze(variable);
  return variable;
}

std::optional<LabelId> Solver::Impl::add(Formula formula, std::string label, base::Span span) {
  run::Stopwatch watch(stats_.translate_seconds);
  Labelled entry;
  entry.formula = formula;
  entry.label = std::move(label);
  entry.span = span;
  try {
    entry.translated =
        options_.skolemise ? Skolemiser(exprs_, problem_, skolems_).run(formula) : formula;
    Judgement judgement = translator_.translate(entry.translated);
    bool is_fixed = options_.is_final && judgement.maybe == judgement.surely;
    if (!is_fixed) entry.surely = entry.maybe = selector();
    cnf_.require(judgement.surely, entry.surely);
    if (judgement.maybe != judgement.surely) {
      entry.maybe = selector();
      cnf_.require(judgement.maybe, entry.maybe);
    }
  } catch (const TranslationFailure& failure) {
    error_ = {failure.text, failure.variable};
    return std::nullopt;
  } catch (const Matrices::TooLarge&) {
    error_ = {fmt::format("an expression may have more than {} tuples", Matrices::kMostCells), {}};
    return std::nullopt;
  }
  labels_.push_back(std::move(entry));
  return LabelId(labels_.size() - 1);
}

void Solver::Impl::bound(RelationId relation, TupleSet lower, TupleSet upper, bool is_functional) {
  problem_.bound(relation, std::move(lower), std::move(upper), is_functional);
  if (!classes_) return;
  const Bound& made = problem_.bound_of(relation);
  bool fits = respects(made, *classes_) && respects(made, problem_.exchanges());
  is_symmetric_ = is_symmetric_ && fits;
}

void Solver::Impl::constrain_functions() {
  for (; constrained_ < problem_.relations().size(); ++constrained_) {
    RelationId relation = problem_.relations()[constrained_];
    if (!problem_.bound_of(relation).is_functional) continue;
    const Matrix& matrix = translator_.relation(relation);
    std::vector<Lit> row;
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
      row.push_back(matrix.cells[i].lit);
      std::uint64_t prefix = matrix.cells[i].index / problem_.universe().size();
      bool is_last = i + 1 == matrix.cells.size() ||
                     matrix.cells[i + 1].index / problem_.universe().size() != prefix;
      if (!is_last) continue;
      cnf_.require(circuit_.at_most_one(row), 0);
      row.clear();
    }
  }
}

void Solver::Impl::add_symmetry_breaking() {
  if (options_.symmetry == 0 || classes_) return;
  classes_ = interchangeable_atoms(problem_);
  for (RelationId relation : problem_.relations()) {
    CHECK(respects(problem_.bound_of(relation), problem_.exchanges()),
          "the bounds of relation {} do not allow an exchange", exprs_.name(relation));
  }
  symmetry_ = selector();
  Lit lit = break_symmetry(problem_, *classes_, translator_, circuit_, options_.symmetry);
  cnf_.require(lit, symmetry_);
}

// False: the value lies outside the bounds.
bool Solver::Impl::assume_pin(const Pin& pin, std::vector<Assumption>& assumptions) {
  const Bound& bound = problem_.bound_of(pin.relation);
  if (!bound.lower.is_subset_of(pin.value) || !pin.value.is_subset_of(bound.upper)) return false;
  for (const Cell& cell : translator_.relation(pin.relation).cells) {
    if (cell.lit == kTrue) continue;
    int variable = cnf_.variable_of_input(cell.lit);
    bool is_in = pin.value.contains_index(cell.index);
    assumptions.push_back({is_in ? variable : -variable, {}, pin.relation});
  }
  return true;
}

solve::SatAnswer Solver::Impl::ask(const std::vector<Assumption>& assumptions,
                                   std::optional<std::uint64_t> conflicts) {
  run::Stopwatch watch(stats_.solve_seconds);
  ++stats_.solve_calls;
  ++run_.stats.solver_queries;
  std::vector<int> literals;
  for (const Assumption& a : assumptions) {
    if (a.literal != 0) literals.push_back(a.literal);
  }
  return sat_.solve(literals, conflicts);
}

Answer Solver::Impl::solve(const Query& query) {
  last_.clear();
  is_impossible_ = false;
  try {
    run::Stopwatch watch(stats_.translate_seconds);
    constrain_functions();
    add_symmetry_breaking();
    auto use = [&](LabelId id) { last_.push_back({labels_[id.index()].surely, id, {}}); };
    if (query.only) {
      CHECK(!options_.is_final, "formulas that hold for good cannot be left out");
      for (LabelId id : *query.only) use(id);
    } else {
      for (std::size_t i = 0; i < labels_.size(); ++i) use(LabelId(i));
    }
    for (const Pin& pin : query.pins) {
      if (assume_pin(pin, last_)) continue;
      is_impossible_ = true;
      core_ = {{}, {pin.relation}, true};
      return Answer::Unsat;
    }
    if (query.pins.empty() && symmetry_ != 0 && is_symmetric_) {
      last_.push_back({symmetry_, {}, {}});
    }
  } catch (const TranslationFailure& failure) {
    reason_ = failure.text;
    return Answer::Unknown;
  }
  switch (ask(last_, query.conflicts)) {
    case solve::SatAnswer::Unsat: core_ = failed(last_); return Answer::Unsat;
    case solve::SatAnswer::Unknown: reason_ = sat_.reason(); return Answer::Unknown;
    case solve::SatAnswer::Sat: break;
  }
  try {
    read_instance();
    certify(last_);
  } catch (const TranslationFailure& failure) {
    reason_ = failure.text;  // there is an instance, but nobody has checked it
    return Answer::Unknown;
  }
  return Answer::Sat;
}

void Solver::Impl::read_instance() {
  instance_ = Instance();
  for (RelationId relation : problem_.relations()) {
    const Matrix& matrix = translator_.relation(relation);
    std::vector<std::uint64_t> found;
    for (const Cell& cell : matrix.cells) {
      circuit_.tick();
      int variable = cell.lit == kTrue ? 0 : cnf_.known_variable(cell.lit);
      // What no clause mentions may as well be absent.
      bool is_in = cell.lit == kTrue || (variable != 0 && sat_.is_true(variable));
      if (is_in) found.push_back(cell.index);
    }
    instance_.set(relation, TupleSet::from_indices(matrix.arity, problem_.universe().size(),
                                                   std::move(found)));
  }
}

// No instance without evaluation: translation and SAT solver are checked each time.
void Solver::Impl::certify(const std::vector<Assumption>& assumptions) {
  Evaluator evaluator(exprs_, problem_.universe(), instance_);
  evaluator.set_poll([this] { circuit_.tick(); });
  for (const Assumption& a : assumptions) {
    if (!a.label.is_valid()) continue;
    const Labelled& entry = labels_[a.label.index()];
    circuit_.tick();
    CHECK(evaluator.holds(entry.translated) == Truth::True, "the instance does not satisfy `{}`",
          entry.label);
  }
}

void Solver::Impl::block(const std::vector<RelationId>& relations) {
  std::vector<int> clause;
  for (RelationId relation : relations) {
    for (const Cell& cell : translator_.relation(relation).cells) {
      if (cell.lit == kTrue) continue;
      int variable = cnf_.variable_of_input(cell.lit);
      bool is_in = instance_.value(relation).contains_index(cell.index);
      clause.push_back(is_in ? -variable : variable);
    }
  }
  sat_.add(clause);
}

Core Solver::Impl::failed(const std::vector<Assumption>& assumptions) const {
  Core core;
  for (const Assumption& a : assumptions) {
    if (a.literal == 0 || !sat_.has_failed(a.literal)) continue;
    if (a.label.is_valid()) core.labels.push_back(a.label);
    if (a.pinned.is_valid()) core.pins.push_back(a.pinned);
  }
  std::sort(core.labels.begin(), core.labels.end());
  std::sort(core.pins.begin(), core.pins.end());
  core.pins.erase(std::unique(core.pins.begin(), core.pins.end()), core.pins.end());
  return core;
}

// Leaves out one label or pin after the other; what the solver then still needs replaces the
// core.
Core Solver::Impl::minimal_core() {
  Core best = core_;
  if (best.is_minimal) return best;
  std::vector<Assumption> needed;  // tried, and needed
  std::vector<Assumption> all = last_;
  std::uint64_t budget = sat_.conflict_count() + options_.core_conflicts;
  auto in_core = [&](const Assumption& a) {
    if (a.label.is_valid()) {
      return std::binary_search(best.labels.begin(), best.labels.end(), a.label);
    }
    return !a.pinned.is_valid() || std::binary_search(best.pins.begin(), best.pins.end(), a.pinned);
  };
  std::erase_if(all, [&](const Assumption& a) { return !in_core(a); });
  std::vector<std::pair<LabelId, RelationId>> parts;
  for (LabelId id : best.labels) parts.emplace_back(id, RelationId());
  for (RelationId id : best.pins) parts.emplace_back(LabelId(), id);
  best.is_minimal = true;
  for (const auto& [label, pin] : parts) {
    auto is_part = [label = label, pin = pin](const Assumption& a) {
      return a.label == label && a.pinned == pin && (label.is_valid() || pin.is_valid());
    };
    if (std::none_of(all.begin(), all.end(), is_part)) continue;  // dropped meanwhile
    if (sat_.conflict_count() >= budget) {
      best.is_minimal = false;
      break;
    }
    std::vector<Assumption> without = all;
    std::erase_if(without, is_part);
    solve::SatAnswer answer = ask(without, budget - sat_.conflict_count());
    if (answer == solve::SatAnswer::Unknown) best.is_minimal = false;
    if (answer != solve::SatAnswer::Unsat) continue;
    bool is_minimal = best.is_minimal;
    best = failed(without);
    best.is_minimal = is_minimal;
    all = std::move(without);
    std::erase_if(all, [&](const Assumption& a) { return !in_core(a); });
  }
  return best;
}

bool Solver::Impl::is_cut_by_overflow() {
  if (is_impossible_) return false;
  std::vector<Assumption> forgiving = last_;
  bool is_other = false;
  for (Assumption& a : forgiving) {
    if (!a.label.is_valid()) continue;
    const Labelled& entry = labels_[a.label.index()];
    is_other = is_other || entry.maybe != entry.surely;
    a.literal = entry.maybe;
  }
  return is_other && ask(forgiving) != solve::SatAnswer::Unsat;
}

SolverStatistics Solver::Impl::statistics() const {
  SolverStatistics result = stats_;
  result.variables = static_cast<std::uint64_t>(sat_.variable_count());
  result.clauses = sat_.clause_count();
  result.gates = circuit_.size();
  result.conflicts = sat_.conflict_count();
  for (RelationId relation : problem_.relations()) {
    const Bound& bound = problem_.bound_of(relation);
    result.primary_variables += bound.upper.size() - bound.lower.size();
  }
  return result;
}

// ------------------------------------------------------------------ the interface

Solver::Solver(Exprs& exprs, Problem problem, Options options, run::Run& run)
    : impl_(std::make_unique<Impl>(exprs, std::move(problem), options, run)) {}
Solver::~Solver() = default;

const Problem& Solver::problem() const { return impl_->problem_; }

std::optional<LabelId> Solver::add(Formula formula, std::string label, base::Span span) {
  return impl_->add(formula, std::move(label), span);
}

const TranslationError& Solver::error() const { return impl_->error_; }

void Solver::bound(RelationId relation, TupleSet lower, TupleSet upper, bool is_functional) {
  impl_->bound(relation, std::move(lower), std::move(upper), is_functional);
}

const std::string& Solver::label(LabelId id) const { return impl_->labels_[id.index()].label; }
base::Span Solver::span(LabelId id) const { return impl_->labels_[id.index()].span; }
Formula Solver::formula(LabelId id) const { return impl_->labels_[id.index()].formula; }
std::size_t Solver::label_count() const { return impl_->labels_.size(); }
Answer Solver::solve(const Query& query) { return impl_->solve(query); }
const Instance& Solver::instance() const { return impl_->instance_; }

void Solver::block() {
  std::vector<RelationId> relations = impl_->problem_.relations();
  std::erase_if(relations, [&](RelationId id) {
    return std::find(impl_->skolems_.begin(), impl_->skolems_.end(), id) != impl_->skolems_.end();
  });
  impl_->block(relations);
}

void Solver::block(const std::vector<RelationId>& relations) { impl_->block(relations); }
Core Solver::core() { return impl_->core_; }
Core Solver::minimal_core() { return impl_->minimal_core(); }
bool Solver::is_cut_by_overflow() { return impl_->is_cut_by_overflow(); }
const std::string& Solver::reason() const { return impl_->reason_; }
const std::vector<RelationId>& Solver::skolems() const { return impl_->skolems_; }
SolverStatistics Solver::statistics() const { return impl_->statistics(); }

}  // namespace rel
