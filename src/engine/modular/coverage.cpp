// A formula is kept for every place where an execution would exceed a bound (encode.h), so that
// these are questions for the solver. They are asked with the facts of the last question and with
// few conflicts: if that does not suffice, a bound is taken to have cut, and something to have
// been checked.
#include "engine/modular/coverage.h"

#include <algorithm>

#include "logic/rel/solver.h"

namespace modular {

namespace {

constexpr std::uint64_t kConflicts = 2'000;
constexpr std::string_view kBounds[] = {"unwind", "scope", "bitwidth"};

enum class Chance : std::uint8_t { No, Yes, Overflow };

// The facts of a question alone, to ask what executions there are.
class Executions {
 public:
  Executions(const Task& task, const Question& question, const std::vector<rel::Formula>& learnt)
      : exprs_(task.exprs()), solver_(exprs_, task.heap.problem(), rel::Options{}, task.run) {
    for (std::size_t i = 0; i < question.facts.size() && is_good_; ++i) {
      state(question.facts[i].formula);
    }
    for (std::size_t i = 0; i < learnt.size() && is_good_; ++i) state(learnt[i]);
  }

  bool is_good() const { return is_good_; }

  // Whether an execution can do this; with an overflow, whether one with greater numbers might.
  Chance can(rel::Formula what) {
    if (what == exprs_.truth(false)) return Chance::No;
    auto id = solver_.add(what, "what may happen");
    if (!id) return Chance::Yes;
    rel::Query query{.only = facts_, .pins = {}};
    query.only->push_back(*id);
    query.conflicts = kConflicts;
    if (solver_.solve(query) != rel::Answer::Unsat) return Chance::Yes;
    return solver_.is_cut_by_overflow() ? Chance::Overflow : Chance::No;
  }

 private:
  void state(rel::Formula fact) {
    auto id = solver_.add(fact, "facts");
    is_good_ = id.has_value();
    if (id) facts_.push_back(*id);
  }

  rel::Exprs& exprs_;
  rel::Solver solver_;
  std::vector<rel::LabelId> facts_;
  bool is_good_ = true;  // the solver has all facts
};

// Whether there are assertions, or contracts that can fail, at all.
bool has_checks(const Task& task) {
  auto reachable = task.effects.calls().reachable(task.proc);
  for (std::size_t i = 0; i < task.program.procs.size(); ++i) {
    if (!reachable[i]) continue;
    const ir::Procedure& proc = task.program.procs[i];
    for (const ir::Clause& clause : proc.contract) {
      bool is_entry = ir::ProcId(i) == task.proc;
      bool is_assumed = clause.kind == ir::ContractKind::Input ||
                        (is_entry && clause.kind == ir::ContractKind::Requires);
      if (!is_assumed) return true;
    }
    for (const ir::Transition& t : proc.transitions) {
      bool asserts = std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& action) {
        return std::holds_alternative<ir::Assert>(action);
      });
      if (asserts) return true;
    }
  }
  return false;
}

// Whether the entry says something of every execution that ends.
bool looks_at_ends(const Task& task) {
  const auto& contract = task.program.proc(task.proc).contract;
  return std::any_of(contract.begin(), contract.end(), [](const ir::Clause& clause) {
    return clause.kind == ir::ContractKind::Exceptional;
  });
}

// Whether the initial state may have objects that matter: those that parameters refer to, or that
// the property or an invariant speaks of. Static fields are null.
bool has_inputs_in_scope(const Task& task, const Question& question) {
  const ir::Program& program = task.program;
  const ir::Procedure& proc = program.proc(task.proc);
  bool has_references = std::any_of(proc.params.begin(), proc.params.end(), [&](ir::LocalId param) {
    return ir::is_reference(program.type(proc.local(param).type).kind);
  });
  const Property* property = task.property;
  bool has_heap = property && (!property->before.empty() || !property->after.empty());
  return has_references || has_heap || !task.formulas.invariants.empty() ||
         !question.spec_only_calls.empty();
}

// The sets of objects of the initial state.
std::vector<rel::Expr> initial_objects(const Task& task, const InitialState& initial) {
  std::vector<rel::Expr> sets;
  for (std::size_t i = 0; i < task.slots().size(); ++i) {
    bool is_set = task.slots()[SlotId(i)].kind == SlotKind::Allocated;
    if (is_set && initial.relations[i]) sets.push_back(initial.state[i]);
  }
  return sets;
}

// Some execution exceeds the bound.
rel::Formula is_exceeded(const Task& task, const Question& question, std::string_view bound) {
  std::vector<rel::Formula> reached;
  for (const Cut& cut : question.cuts) {
    if (cut.bound == bound) reached.push_back(cut.reached);
  }
  return task.exprs().disjunction(reached);
}

// Those of kBounds, then the limits of the program.
std::vector<std::string> bounds_of(const Question& question) {
  std::vector<std::string> bounds(std::begin(kBounds), std::end(kBounds));
  for (const Cut& cut : question.cuts) {
    bool is_new = std::find(bounds.begin(), bounds.end(), cut.bound) == bounds.end();
    if (is_new) bounds.push_back(cut.bound);
  }
  return bounds;
}

// Which bounds leave something out. Objects that exist before use up the scope, so if none of
// them matters there are none.
BoundNames find_cuts(const Task& task, const Question& question, RoundCuts cuts,
                     Executions& executions) {
  rel::Exprs& exprs = task.exprs();
  BoundNames found;
  if (cuts.is_body_cut) found.insert("unwind");
  if (question.has_numbers || cuts.overflowed) found.insert("bitwidth");
  bool has_inputs = has_inputs_in_scope(task, question);
  if (has_inputs) found.insert("scope");
  for (const std::string& bound : bounds_of(question)) {
    if (found.contains(bound)) continue;
    rel::Formula beyond = is_exceeded(task, question, bound);
    if (beyond == exprs.truth(false)) continue;
    std::vector<rel::Formula> all = {beyond};
    if (!has_inputs) {
      for (rel::Expr set : initial_objects(task, question.initial)) all.push_back(exprs.no(set));
    }
    rel::Formula what = exprs.conjunction(all);
    if (!executions.is_good() || executions.can(what) != Chance::No) found.emplace(bound);
  }
  return found;
}

// The bounds that executions exceed, whatever the inputs beyond them.
BoundNames find_exceeded(const Task& task, const Question& question, RoundCuts cuts,
                         Executions& executions) {
  rel::Exprs& exprs = task.exprs();
  BoundNames found;
  if (cuts.is_body_cut) found.insert("unwind");
  // Objects that are there for no reason use up the scope: only arguments are before.
  rel::Expr arguments = exprs.none(1);
  for (rel::Expr arg : question.initial.args) arguments = exprs.make_union(arguments, arg);
  std::vector<rel::Formula> is_small;
  for (rel::Expr set : initial_objects(task, question.initial)) {
    is_small.push_back(exprs.in(set, arguments));
  }
  for (std::string_view bound : kBounds) {
    rel::Formula beyond = is_exceeded(task, question, bound);
    if (bound == "scope") beyond = exprs.conjunction({beyond, exprs.conjunction(is_small)});
    Chance chance = executions.can(beyond);
    if (chance == Chance::Yes) found.emplace(bound);
    if (chance == Chance::Overflow) found.insert("bitwidth");
  }
  return found;
}

}  // namespace

CoverageReport judge_coverage(const Task& task, const Question& question,
                              const std::vector<rel::Formula>& learnt, RoundCuts cuts) {
  rel::Exprs& exprs = task.exprs();
  Executions executions(task, question, learnt);
  CoverageReport report{.cut = find_cuts(task, question, cuts, executions)};
  if (!executions.is_good() || task.run.stop_reason_now()) return report;
  bool has_goal = task.property || has_checks(task);
  rel::Formula is_checked = exprs.disjunction(question.checked);
  // An execution without an exception is one that was looked at, too.
  if (looks_at_ends(task)) is_checked = exprs.disjunction({is_checked, question.returns});
  Chance is_looked_at = executions.can(task.property ? question.returns : is_checked);
  if (has_goal && is_looked_at == Chance::Yes) return report;
  Chance has_end =
      executions.can(exprs.disjunction({question.returns, question.raises, is_checked}));
  if (!has_goal && has_end == Chance::Yes) return report;
  report.exceeded = find_exceeded(task, question, cuts, executions);
  if (is_looked_at == Chance::Overflow || has_end == Chance::Overflow) {
    report.exceeded.insert("bitwidth");
  }
  report.cut.insert(report.exceeded.begin(), report.exceeded.end());
  if (!report.exceeded.empty()) {
    report.coverage = Coverage::AllCut;
    return report;
  }
  // Of specifications and invariants nobody but this engine knows more.
  bool is_stated = !question.spec_only_calls.empty() || !task.formulas.invariants.empty();
  if (has_end == Chance::No) {
    report.coverage = report.cut.empty() || is_stated ? Coverage::Vacuous : Coverage::NoInput;
  } else if (is_stated && task.property) {
    report.coverage = Coverage::Vacuous;  // it may throw, but what is stated lets none return
  }
  // Else it always throws.
  return report;
}

}  // namespace modular
