// From a counter-model of an open goal to a counterexample that was executed.
#include <fmt/format.h>

#include <map>

#include "base/check.h"
#include "certify/certify.h"
#include "cli/prove_view.h"
#include "lang/pl/lower.h"
#include "logic/dl/print.h"
#include "logic/dl/subst.h"

namespace cli {

namespace {

using dl::ExprId;

// What `check` is to confirm: the values of the model, those that ∀ stands for on the way, and
// the schedule.
proof::Refutation claim_of(const dl::Store& store, const ProvedGoal& goal) {
  const prove::Result& search = goal.search;
  const prove::OpenGoal& open = search.open[search.counterexample];
  proof::Refutation claim;
  claim.goal = goal.formula;
  claim.values.resize(store.var_count());
  for (const auto& [var, value] : open.model) claim.values[var.index()] = value;
  for (prove::NodeId id = open.node; id; id = search.origins[id.index()].parent) {
    const prove::Node& node = search.proof.node(id);
    if (node.rule != prove::Rule::ForallRight) continue;
    dl::VarId bound = store.expr(node.sequent.claims[node.principal]).var;
    claim.choices[bound] = claim.values[node.fresh.index()];
  }
  for (const prove::PathStep& step : prove::interleaving(store, search, open.node)) {
    claim.schedule.push_back(step.thread);
  }
  return claim;
}

class Story {
 public:
  explicit Story(const dl::Program& program) : program_(program), store_(*program.store) {}

  verdict::Counterexample tell(const proof::Refutation& claim,
                               const std::vector<proof::RefutingStep>& steps) {
    verdict::Counterexample story;
    for (dl::VarId var : dl::free_vars(store_, claim.goal)) {
      story.inputs.emplace_back(store_.var(var).name, datum(var, claim.values[var.index()]));
    }
    for (const auto& [var, value] : claim.choices) {
      story.inputs.emplace_back(store_.var(var).name, datum(var, value));
    }
    for (const proof::RefutingStep& step : steps) story.trace.push_back(trace_step(step));
    return story;
  }

  std::uint32_t number(dl::ThreadId thread) {
    const dl::Thread& info = store_.thread(thread);
    if (!info.parent) return info.index + 1;
    auto next = static_cast<std::uint32_t>(program_.processes.size() + started_.size() + 1);
    return started_.try_emplace(thread, next).first->second;
  }

 private:
  verdict::Datum datum(dl::VarId var, const base::Integer& value) const {
    if (store_.var(var).sort == dl::Sort::Bool) return !value.is_zero();
    return value;
  }

  verdict::TraceStep trace_step(const proof::RefutingStep& step) {
    const dl::Stmt& stmt = store_.stmt(step.stmt);
    verdict::TraceStep made;
    made.thread = number(step.thread);
    made.proc = "process " + store_.thread_name(step.thread);
    made.span = stmt.span;
    for (const auto& [var, value] : step.updates) {
      bool is_bool = store_.var(var).sort == dl::Sort::Bool;
      std::string text = is_bool ? (value.is_zero() ? "false" : "true") : value.to_string();
      made.updates.emplace_back(store_.var(var).name, std::move(text));
    }
    bool branches = stmt.kind == dl::StmtKind::If || stmt.kind == dl::StmtKind::While;
    if (branches && !step.fails) made.notes.push_back(step.holds ? "true" : "false");
    return made;
  }

  const dl::Program& program_;
  const dl::Store& store_;
  std::map<dl::ThreadId, std::uint32_t> started_;
};

// What the last step, or the end, broke.
verdict::Violation violation_of(const dl::Program& program, const ProvedGoal& goal, Story& story,
                                const std::vector<proof::RefutingStep>& steps) {
  verdict::Violation made;
  made.kind = verdict::ViolationKind::Ensures;
  made.span = goal.span;
  made.message = goal.number < 0 ? "the postcondition does not hold at the end"
                                 : fmt::format("the formula {} does not hold", goal.name);
  if (steps.empty() || !steps.back().fails) return made;
  const dl::Stmt& stmt = program.store->stmt(steps.back().stmt);
  bool is_assert = stmt.kind == dl::StmtKind::Assert;
  made.kind = is_assert ? verdict::ViolationKind::Assert : verdict::ViolationKind::Error;
  made.message = is_assert ? "the assertion does not hold" : "division by zero";
  made.span = stmt.span;
  made.thread = story.number(steps.back().thread);
  return made;
}

// In the interpreter, all PL processes are children of a first thread; the first thread of an
// OOX program is the only process.
std::vector<std::uint32_t> name_of(const dl::Store& store, dl::ThreadId thread, bool has_main) {
  std::vector<std::uint32_t> name;
  while (store.thread(thread).parent) {
    name.insert(name.begin(), store.thread(thread).index);
    thread = store.thread(thread).parent;
  }
  if (has_main) name.insert(name.begin(), store.thread(thread).index);
  return name;
}

// The step of a statement that touches no variable has no counterpart that others can notice.
bool touches_variables(const dl::Store& store, const dl::Stmt& stmt) {
  switch (stmt.kind) {
    case dl::StmtKind::Skip: return false;
    case dl::StmtKind::While:
      if (stmt.bound && *stmt.bound == 0) return false;
      [[fallthrough]];
    case dl::StmtKind::If:
    case dl::StmtKind::Await:
    case dl::StmtKind::Assume:
    case dl::StmtKind::Assert: return !dl::free_vars(store, stmt.value).empty();
    case dl::StmtKind::Assign:
    case dl::StmtKind::Spawn:
    case dl::StmtKind::Join: return true;
  }
  UNREACHABLE("statement");
}

// Executes the counterexample in the interpreter. If that does not work out, the story stays
// as it is: true, but not to be replayed.
bool make_replayable(const dl::Program& program, const interp::Model& model,
                     const proof::Refutation& claim, const std::vector<proof::RefutingStep>& steps,
                     verdict::Result& result) {
  const dl::Store& store = *program.store;
  const ir::Procedure& entry = model.program().proc(model.program().entry);
  verdict::Claim wanted;
  wanted.told = verdict::Told::Statements;
  verdict::Inputs& inputs = wanted.inputs.emplace();
  for (ir::LocalId id : entry.params) {
    const ir::Local& param = entry.local(id);
    base::Integer value(0);
    if (dl::VarId var = store.find_var(param.name)) value = claim.values[var.index()];
    bool is_bool = model.program().type(param.type).kind == ir::TypeKind::Bool;
    verdict::Datum datum = value;
    if (is_bool) datum = !value.is_zero();
    inputs.inputs.emplace_back(param.name, std::move(datum));
  }
  bool has_main = entry.name == pl::kMain;
  for (const proof::RefutingStep& step : steps) {
    const dl::Stmt& stmt = store.stmt(step.stmt);
    if (!touches_variables(store, stmt)) continue;
    verdict::Step& said = wanted.steps.emplace_back();
    said.child = name_of(store, step.thread, has_main);
    said.span = stmt.span;
  }
  auto execution = certify::certify(model, wanted);
  if (!execution || !execution->violation) return false;
  result.verdict = execution->verdict;
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return true;
}

}  // namespace

void judge(const dl::Program& program, run::Run& run, const interp::Model* model,
           ProvedGoal& goal) {
  verdict::Result& result = goal.result;
  result.complete = true;
  if (goal.search.is_proved) {
    result.verdict = verdict::VerdictKind::Valid;
    return;
  }
  for (const prove::OpenGoal& open : goal.search.open) {
    if (open.kind == prove::OpenKind::Unfolding) result.cut("unfold");
    if (open.kind == prove::OpenKind::Limit) result.reason = open.reason;
  }
  result.complete = !result.is_cut();
  if (goal.search.counterexample < goal.search.open.size()) {
    proof::Refutation claim = claim_of(*program.store, goal);
    auto steps = proof::refute(*program.store, run, claim);
    if (steps) {
      Story story(program);
      result.counterexample = story.tell(claim, *steps);
      result.violation = violation_of(program, goal, story, *steps);
      result.verdict = verdict::verdict_of(result.violation->kind);
      result.bounds.clear();
      result.complete = true;
      result.reason.clear();
      if (model && goal.number < 0) {
        goal.is_replayable = make_replayable(program, *model, claim, *steps, result);
      }
      return;
    }
    result.reason = "the counter-model could not be confirmed: " + steps.error();
  }
  if (result.reason.empty()) result.reason = "goals are left open";
}

}  // namespace cli
