#include "engine/modular/judge.h"

#include <fmt/format.h>

#include <memory>

#include "engine/modular/evaluated_call.h"
#include "engine/modular/refine_log.h"
#include "logic/rel/printer.h"

namespace modular {

namespace {

constexpr std::size_t kMostNodesShown = 80;  // of each formula that is learnt

// The body says nothing of a state with a number that has no atom; `number` is it then.
struct Evaluation {
  std::unique_ptr<EvaluatedCall> call;
  rel::Expr number;
};

Evaluation evaluate(const Task& task, const CallSite& call, const Body& body,
                    rel::Evaluator& caller) {
  auto inside = std::make_unique<EvaluatedCall>(task, call, body);
  auto take = [&](rel::RelationId relation, rel::Expr expr) {
    auto value = caller.value(expr);
    if (value) inside->instance.set(relation, *value);
    return value.has_value();
  };
  for (std::size_t i = 0; i < body.relations.size(); ++i) {
    bool is_used = body.relations[i].is_valid();
    if (is_used && !take(body.relations[i], call.before[i])) return {nullptr, call.before[i]};
  }
  for (std::size_t i = 0; i < body.params.size(); ++i) {
    if (!take(body.params[i], call.args[i])) return {nullptr, call.args[i]};
  }
  // The constants of the heap mean the same in the body.
  const rel::Problem& problem = task.heap.problem();
  for (rel::RelationId id : problem.relations()) {
    const rel::Bound& bound = problem.bound_of(id);
    if (bound.is_exact()) inside->instance.set(id, bound.lower);
  }
  inside->is_raised = call.raised && caller.holds(call.raised) == rel::Truth::True;
  return {std::move(inside), {}};
}

// The execution with what the call really does. Nullopt: it does not end within the bounds, or by
// an exception that is not followed.
std::optional<rel::Instance> correct(const Task& task, const rel::Instance& execution,
                                     EvaluatedCall& inside) {
  const CallSite& call = inside.call;
  const Encoded& code = inside.body.code;
  bool returns = inside.inside.holds(code.normal.reached) == rel::Truth::True;
  bool raises = call.raised && inside.inside.holds(code.raised.reached) == rel::Truth::True;
  if (!returns && !raises) return std::nullopt;
  const Ending& ending = returns ? code.normal : code.raised;
  rel::Instance corrected = execution;
  // What is not a relation is known exactly.
  auto set = [&](rel::Expr claimed, rel::Expr computed) {
    const rel::Node& node = task.exprs().node(claimed);
    if (node.op != rel::Op::Relation) return true;
    auto value = inside.inside.value(computed);
    if (value) corrected.set(rel::RelationId(static_cast<std::size_t>(node.value)), *value);
    return value.has_value();
  };
  for (const auto& [slot, after] : call.after) {
    if (!set(after, ending.state[slot.index()])) return std::nullopt;
  }
  if (returns && call.result && !set(call.result, ending.result)) return std::nullopt;
  if (call.raised) {
    rel::TupleSet truth(task.heap.universe(), 1);
    if (!returns) truth.add({task.heap.bool_atom(true)});
    corrected.set(call.raised_relation, truth);
  }
  return corrected;
}

Consequence why_not_ended(const Task& task, EvaluatedCall& inside) {
  PathExplainer explainer(task.exprs(), inside.inside);
  bool is_raised = inside.is_raised;
  rel::Formula reason = explainer.explain_false(inside.ending().reached);
  Consequence consequence{.is_about_raised = is_raised, .path = reason};
  consequence.text = fmt::format("it {} only if {}", is_raised ? "throws" : "returns",
                                 rel::to_text(task.exprs(), reason, kMostNodesShown));
  consequence.difference =
      fmt::format("{} does not {} here", call_text(task, inside), is_raised ? "throw" : "return");
  return consequence;
}

// What the body says of a call that cannot have ended as it is claimed.
InfeasibleCall blame(const Task& task, rel::Evaluator& caller, EvaluatedCall& inside) {
  InfeasibleCall result{.call = &inside.call};
  if (!inside.ends()) {
    result.consequences.push_back(why_not_ended(task, inside));
    return result;
  }
  const rel::Exprs& exprs = task.exprs();
  PathExplainer explainer(task.exprs(), inside.inside);
  for (SlotId slot : inside.differences(caller)) {
    Consequence consequence{.is_about_raised = inside.is_raised, .slot = slot};
    consequence.value = explainer.along_path(inside.ending().value(slot), consequence.path);
    consequence.text =
        fmt::format("{} => {} = {}", rel::to_text(exprs, consequence.path, kMostNodesShown),
                    slot ? task.slots()[slot].name + "'" : "return",
                    rel::to_text(exprs, consequence.value, kMostNodesShown));
    consequence.difference =
        fmt::format("{} {}", call_text(task, inside), difference_text(task, slot, caller, inside));
    result.consequences.push_back(std::move(consequence));
  }
  return result;
}

bool is_violation(const Task& task, const Question& question, const rel::Instance& execution) {
  rel::Evaluator evaluator(task.exprs(), task.heap.universe(), execution);
  return evaluator.holds(question.violation) == rel::Truth::True;
}

}  // namespace

Judgement judge(const Task& task, const Question& question, Specifications& specifications,
                rel::Instance execution) {
  const rel::Universe& universe = task.heap.universe();
  Judgement judgement{.execution = std::move(execution)};
  std::optional<rel::Evaluator> caller(std::in_place, task.exprs(), universe, judgement.execution);
  for (const CallSite& call : question.calls) {
    if (caller->holds(call.guard) != rel::Truth::True) continue;
    const Body& body = specifications.body_of(call);
    if (!body.problem.empty()) {
      judgement.feasibility = Feasibility::Unknown;
      judgement.problem = body.problem;
      return judgement;
    }
    auto [inside, number] = evaluate(task, call, body, *caller);
    if (!inside && !judgement.corrected) {
      judgement.feasibility = Feasibility::Overflow;
      judgement.overflowing = &call;
      judgement.number = number;
      return judgement;
    }
    if (inside && inside->is_feasible(*caller)) continue;
    // Results of calls without code were chosen for the states that are claimed.
    bool is_corrigible = inside && question.spec_only_calls.empty();
    auto real = is_corrigible ? correct(task, judgement.execution, *inside) : std::nullopt;
    if (real && is_violation(task, question, *real)) {
      if (!judgement.corrected) judgement.corrected = blame(task, *caller, *inside);
      judgement.execution = std::move(*real);
      caller.emplace(task.exprs(), universe, judgement.execution);
      continue;
    }
    judgement.feasibility = Feasibility::Infeasible;
    if (inside) judgement.blamed = blame(task, *caller, *inside);
    return judgement;
  }
  return judgement;
}

}  // namespace modular
