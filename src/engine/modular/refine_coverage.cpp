// What stands behind "it holds": whether anything was checked within the bounds, and which
// bounds left something out. A formula is kept for every place where an execution would exceed a
// bound (encode.h), so that these are questions for the solver. They are asked with the facts of
// the last question and with few conflicts: if that does not suffice, a bound is taken to have
// cut, and something to have been checked.
#include <algorithm>

#include "engine/modular/refine.h"

namespace modular {

namespace {

constexpr std::uint64_t kConflicts = 2'000;

}  // namespace

// Whether there are assertions, or contracts that can fail, at all.
bool Refinement::has_checks() const {
  auto reachable = effects_.calls().reachable(proc_);
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    if (!reachable[i]) continue;
    const ir::Procedure& proc = program_.procs[i];
    for (const ir::Clause& clause : proc.contract) {
      bool is_assumed = ir::ProcId(i) == proc_ && clause.kind == ir::ContractKind::Requires;
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

// Whether the state before may have objects that matter: those that parameters refer to, or that
// the property or an invariant speaks of. Static fields are null.
bool Refinement::has_inputs_in_scope(const Property* property) const {
  const ir::Procedure& proc = program_.proc(proc_);
  bool has_references = std::any_of(proc.params.begin(), proc.params.end(), [&](ir::LocalId param) {
    return ir::is_reference(program_.type(proc.local(param).type).kind);
  });
  bool has_heap = property && (!property->before.empty() || !property->after.empty());
  return has_references || has_heap || !stated_.invariants.empty() || !given_.empty();
}

// Whether an execution can do this; with an overflow, whether one with greater numbers might.
Refinement::Chance Refinement::can_happen(rel::Solver& solver,
                                          const std::vector<rel::LabelId>& facts,
                                          rel::Formula what) {
  if (what == exprs_.truth(false)) return Chance::No;
  auto id = solver.add(what, "what may happen");
  if (!id) return Chance::Yes;
  rel::Query query{.only = facts, .pins = {}};
  query.only->push_back(*id);
  query.conflicts = kConflicts;
  if (solver.solve(query) != rel::Answer::Unsat) return Chance::Yes;
  return solver.is_cut_by_overflow() ? Chance::Overflow : Chance::No;
}

// Which bounds leave something out. Objects that exist before use up the scope, so if none of
// them matters there are none.
void Refinement::find_cuts(rel::Solver& solver, const std::vector<rel::LabelId>& facts,
                           const Property* property, bool has_solver) {
  if (has_cut_body_) cut_.insert("unwind");
  if (has_numbers_ || overflowed_) cut_.insert("bitwidth");
  bool has_inputs = has_inputs_in_scope(property);
  if (has_inputs) cut_.insert("scope");
  for (std::string_view bound : {"unwind", "scope", "bitwidth"}) {
    if (cut_.contains(bound)) continue;
    std::vector<rel::Formula> reached;
    for (const Cut& cut : cuts_) {
      if (cut.bound == bound) reached.push_back(cut.reached);
    }
    rel::Formula beyond = exprs_.disjunction(reached);
    if (beyond == exprs_.truth(false)) continue;
    std::vector<rel::Formula> all = {beyond};
    for (std::size_t i = 0; i < slots_.size() && !has_inputs; ++i) {
      bool is_set = slots_[SlotId(i)].kind == SlotKind::Allocated;
      if (is_set && before_[i]) all.push_back(exprs_.no(state_[i]));
    }
    rel::Formula what = exprs_.conjunction(all);
    if (!has_solver || can_happen(solver, facts, what) != Chance::No) cut_.emplace(bound);
  }
}

// The bounds that executions exceed, whatever the inputs beyond them.
void Refinement::find_exceeded(rel::Solver& solver, const std::vector<rel::LabelId>& facts) {
  if (has_cut_body_) exceeded_.insert("unwind");
  // Objects that are there for no reason use up the scope: only arguments are before.
  rel::Expr arguments = exprs_.none(1);
  for (rel::RelationId id : args_) {
    arguments = exprs_.make_union(arguments, exprs_.relation(id));
  }
  std::vector<rel::Formula> is_small;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    bool is_set = slots_[SlotId(i)].kind == SlotKind::Allocated;
    if (is_set && before_[i]) is_small.push_back(exprs_.in(state_[i], arguments));
  }
  for (std::string_view bound : {"unwind", "scope", "bitwidth"}) {
    std::vector<rel::Formula> reached;
    for (const Cut& cut : cuts_) {
      if (cut.bound == bound) reached.push_back(cut.reached);
    }
    rel::Formula beyond = exprs_.disjunction(reached);
    if (bound == "scope") {
      beyond = exprs_.conjunction({beyond, exprs_.conjunction(is_small)});
    }
    Chance chance = can_happen(solver, facts, beyond);
    if (chance == Chance::Yes) exceeded_.emplace(bound);
    if (chance == Chance::Overflow) exceeded_.insert("bitwidth");
  }
}

void Refinement::judge_coverage(const Property* property) {
  rel::Solver solver(exprs_, heap_.problem(), rel::Options{}, run_);
  std::vector<rel::LabelId> facts;
  bool has_solver = true;
  auto state = [&](rel::Formula fact) {
    auto id = solver.add(fact, "facts");
    has_solver = has_solver && id;
    if (id) facts.push_back(*id);
  };
  for (std::size_t i = 0; i < fact_count_ && has_solver; ++i) state(formulas_[i].first);
  for (std::size_t i = 0; i < learnt_.size() && has_solver; ++i) state(learnt_[i]);
  find_cuts(solver, facts, property, has_solver);
  if (!has_solver || run_.stop_reason_now()) return;
  bool has_goal = property || has_checks();
  rel::Formula looked_at = property ? returns_ : exprs_.disjunction(checked_);
  Chance is_looked_at = can_happen(solver, facts, looked_at);
  if (has_goal && is_looked_at == Chance::Yes) return;
  rel::Formula ends = exprs_.disjunction({returns_, raises_, exprs_.disjunction(checked_)});
  Chance has_end = can_happen(solver, facts, ends);
  if (!has_goal && has_end == Chance::Yes) return;
  find_exceeded(solver, facts);
  if (is_looked_at == Chance::Overflow || has_end == Chance::Overflow) {
    exceeded_.insert("bitwidth");
  }
  cut_.insert(exceeded_.begin(), exceeded_.end());
  if (!exceeded_.empty()) {
    coverage_ = Coverage::AllCut;
    return;
  }
  // Of specifications and invariants nobody but this engine knows more.
  bool is_stated = !given_.empty() || !stated_.invariants.empty();
  if (has_end == Chance::No) {
    coverage_ = cut_.empty() || is_stated ? Coverage::Vacuous : Coverage::NoInput;
  } else if (is_stated && property) {
    coverage_ = Coverage::Vacuous;  // it may throw, but what is stated lets none return
  }
  // Else it always throws.
}

}  // namespace modular
