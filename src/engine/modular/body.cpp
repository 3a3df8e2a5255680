#include "engine/modular/body.h"

#include <fmt/format.h>

#include "base/check.h"

namespace modular {

Body make_body(const ir::Program& program, const EffectTable& effects, Heap& heap, ir::ProcId proc,
               const EncodeOptions& options) {
  const Slots& slots = heap.slots();
  const Effects& touched = effects.of(proc);
  rel::Exprs& exprs = heap.exprs();
  Body body;
  body.before.resize(slots.size());
  body.relations.resize(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!touched.reads[i] && !touched.writes[i]) continue;
    body.relations[i] = exprs.add_relation(slots[SlotId(i)].name, slots[SlotId(i)].arity);
    body.before[i] = exprs.relation(body.relations[i]);
  }
  const ir::Procedure& p = program.proc(proc);
  std::vector<rel::Expr> args;
  for (ir::LocalId param : p.params) {
    body.params.push_back(exprs.add_relation(p.local(param).name, 1));
    args.push_back(exprs.relation(body.params.back()));
  }
  Encoder encoder(program, effects, heap, options);
  body.code = encoder.encode(proc, body.before, args);
  CHECK(encoder.spec_only_calls().empty(), "the body of {} is not all there is", p.name);
  body.problem = encoder.stopped();
  if (!encoder.unsupported().empty()) {
    body.problem = fmt::format("the modular engine does not support {}", encoder.unsupported());
  }
  return body;
}

rel::Formula PathExplainer::condition_of(const Path& path) {
  return exprs_.conjunction(
      std::vector<rel::Formula>(path.conditions.begin(), path.conditions.end()));
}

rel::Expr PathExplainer::along_path(rel::Expr expr, rel::Formula& condition) {
  Path path;
  rel::Expr result(along_path(expr.index(), path));
  condition = condition_of(path);
  return result;
}

std::uint32_t PathExplainer::along_path(std::uint32_t index, Path& path) {
  if (auto found = path.done.find(index); found != path.done.end()) return found->second;
  std::uint32_t result = step_along(index, path);
  path.done.emplace(index, result);
  return result;
}

// A conditional whose condition has a value becomes the branch taken.
std::uint32_t PathExplainer::step_along(std::uint32_t index, Path& path) {
  const rel::Node node = exprs_.node(index);
  std::vector<std::uint32_t> kids(exprs_.children(node).begin(), exprs_.children(node).end());
  if (kids.empty() || rel::Exprs::is_binder(node.op)) return index;
  bool is_closed = exprs_.free_variables(node).empty();
  if (is_closed && (node.op == rel::Op::IfExpr || node.op == rel::Op::IfInt)) {
    rel::Formula condition(kids[0]);
    rel::Truth truth = evaluator_.holds(condition);
    if (truth == rel::Truth::True) {
      path.conditions.insert(explain_true(condition));
      return along_path(kids[1], path);
    }
    if (truth == rel::Truth::False) {
      path.conditions.insert(exprs_.negation(explain_false(condition)));
      return along_path(kids[2], path);
    }
  }
  bool is_same = true;
  for (std::uint32_t& kid : kids) {
    std::uint32_t made = along_path(kid, path);
    is_same = is_same && made == kid;
    kid = made;
  }
  return is_same ? index : exprs_.with_operands(index, kids);
}

rel::Formula PathExplainer::explain_true(rel::Formula formula) {
  if (auto found = true_.find(formula); found != true_.end()) return found->second;
  rel::Formula reason = find_reason_true(formula);
  true_.emplace(formula, reason);
  return reason;
}

rel::Formula PathExplainer::explain_false(rel::Formula formula) {
  if (auto found = false_.find(formula); found != false_.end()) return found->second;
  rel::Formula reason = find_reason_false(formula);
  false_.emplace(formula, reason);
  return reason;
}

rel::Formula PathExplainer::find_reason_true(rel::Formula formula) {
  const rel::Node node = exprs_.node(formula);
  std::vector<std::uint32_t> kids(exprs_.children(node).begin(), exprs_.children(node).end());
  if (node.op == rel::Op::Not) return exprs_.negation(explain_false(rel::Formula(kids[0])));
  if (node.op == rel::Op::And) {
    std::vector<rel::Formula> parts;
    for (std::uint32_t kid : kids) parts.push_back(explain_true(rel::Formula(kid)));
    return exprs_.conjunction(parts);
  }
  if (node.op == rel::Op::Or) {
    for (std::uint32_t kid : kids) {
      bool holds = evaluator_.holds(rel::Formula(kid)) == rel::Truth::True;
      if (holds) return explain_true(rel::Formula(kid));
    }
    return formula;
  }
  Path path;
  path.conditions.insert(rel::Formula(along_path(formula.index(), path)));
  return condition_of(path);
}

rel::Formula PathExplainer::find_reason_false(rel::Formula formula) {
  const rel::Node node = exprs_.node(formula);
  std::vector<std::uint32_t> kids(exprs_.children(node).begin(), exprs_.children(node).end());
  if (node.op == rel::Op::Not) return exprs_.negation(explain_true(rel::Formula(kids[0])));
  if (node.op == rel::Op::Or) {
    std::vector<rel::Formula> parts;
    for (std::uint32_t kid : kids) parts.push_back(explain_false(rel::Formula(kid)));
    return exprs_.disjunction(parts);
  }
  if (node.op == rel::Op::And) {
    for (std::uint32_t kid : kids) {
      bool fails = evaluator_.holds(rel::Formula(kid)) == rel::Truth::False;
      if (fails) return explain_false(rel::Formula(kid));
    }
    return formula;
  }
  Path path;
  rel::Formula along(along_path(formula.index(), path));
  return exprs_.implies(condition_of(path), along);
}

}  // namespace modular
