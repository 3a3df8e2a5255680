// Whether there is a state after for every state before is a question that a SAT solver cannot be
// asked. But most specifications define what they change: `elts' = …`, `return = …` with nothing
// unknown on the right. Then there is one candidate, and the question is whether it is a possible
// value, and whether it fulfils the rest. Other specifications are not judged.
#include "engine/modular/unfulfillable.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/modular/initial_state.h"
#include "logic/rel/solver.h"

namespace modular {

namespace {

std::vector<rel::Formula> conjuncts(const rel::Exprs& exprs, rel::Formula formula) {
  const rel::Node& node = exprs.node(formula);
  if (node.op != rel::Op::And) return {formula};
  std::vector<rel::Formula> all;
  for (std::uint32_t kid : exprs.children(node)) {
    for (rel::Formula part : conjuncts(exprs, rel::Formula(kid))) all.push_back(part);
  }
  return all;
}

bool mentions(const rel::Exprs& exprs, std::uint32_t node,
              const std::set<rel::RelationId>& unknown) {
  auto used = exprs.relations_in(node);
  return std::any_of(used.begin(), used.end(),
                     [&](rel::RelationId id) { return unknown.contains(id); });
}

// The right side of `relation = …`, if nothing unknown occurs there; nothing for `no relation`.
std::optional<rel::Expr> definition_of(rel::Exprs& exprs, rel::RelationId relation,
                                       rel::Formula formula,
                                       const std::set<rel::RelationId>& unknown) {
  auto is_it = [&](std::uint32_t index) {
    const rel::Node& node = exprs.node(index);
    return node.op == rel::Op::Relation && exprs.relation_of(node) == relation;
  };
  for (rel::Formula part : conjuncts(exprs, formula)) {
    rel::Op op = exprs.node(part).op;
    if (op != rel::Op::Equal && op != rel::Op::No) continue;
    auto sides = exprs.children(exprs.node(part));
    if (op == rel::Op::No && is_it(sides[0])) return exprs.none(exprs.node(sides[0]).arity);
    if (op == rel::Op::No) continue;
    for (auto [left, right] : {std::pair(sides[0], sides[1]), std::pair(sides[1], sides[0])}) {
      if (!is_it(left)) continue;
      if (!mentions(exprs, right, unknown)) return rel::Expr(right);
    }
  }
  return std::nullopt;
}

// At most one value in the last column, where the slot says so.
rel::Formula is_functional(const Task& task, SlotId slot, rel::Expr value) {
  rel::Exprs& exprs = task.exprs();
  const Slot& s = task.slots()[slot];
  if (!s.is_functional) return exprs.truth(true);
  std::vector<rel::Decl> decls = {{exprs.add_variable("x"), task.heap.atoms(s.domain)}};
  if (s.middle) decls.push_back({exprs.add_variable("y"), task.heap.atoms(s.middle)});
  for (const rel::Decl& decl : decls) value = exprs.join(exprs.variable(decl.variable), value);
  return exprs.for_all(decls, exprs.lone(value));
}

// What must hold of the one candidate for the state after and the result.
std::vector<rel::Formula> fulfilment(const Task& task, const Property& specification,
                                     const InitialState& initial) {
  rel::Exprs& exprs = task.exprs();
  Heap& heap = task.heap;
  rel::Exprs::Substitution by;
  std::set<rel::RelationId> unknown;
  for (const auto& [slot, relation] : specification.before) {
    by.relations.emplace(relation, initial.state[slot.index()]);
  }
  for (std::size_t i = 0; i < initial.args.size(); ++i) {
    by.relations.emplace(specification.params[i], initial.args[i]);
  }
  for (const auto& [slot, relation] : specification.after) {
    unknown.insert(relation);
    bool stays = task.slots()[slot].kind != SlotKind::Spec;
    if (stays) by.relations.emplace(relation, initial.state[slot.index()]);
  }
  if (specification.result) unknown.insert(specification.result);
  rel::Formula formula = exprs.substitute(specification.formula, by);
  std::vector<rel::Formula> possible;  // values, as far as they are known
  rel::Exprs::Substitution candidate;
  State after = initial.state;
  for (const auto& [slot, relation] : specification.after) {
    auto value = definition_of(exprs, relation, formula, unknown);
    if (!value) continue;
    candidate.relations.emplace(relation, *value);
    after[slot.index()] = *value;
    possible.push_back(heap.is_closed(slot, after));
    possible.push_back(is_functional(task, slot, *value));
  }
  formula = exprs.substitute(formula, candidate);
  if (specification.result) {
    auto value = definition_of(exprs, specification.result, formula, unknown);
    if (value) {
      ir::TypeId type = task.program.proc(task.proc).result;
      candidate.relations.emplace(specification.result, *value);
      possible.push_back(exprs.in(*value, heap.existing(type, initial.state)));
      possible.push_back(exprs.lone(*value));
      possible.push_back(heap.is_total(type, *value));
      formula = exprs.substitute(formula, candidate);
    }
  }
  if (!mentions(exprs, formula.index(), unknown)) possible.push_back(formula);
  return possible;
}

}  // namespace

bool is_unfulfillable(const Task& task) {
  rel::Exprs& exprs = task.exprs();
  const Property& specification = task.formulas.specifications.at(task.proc);
  if (specification.may_allocate) return false;
  InitialState initial = declare_initial_state(task);
  EncodeOptions options;
  options.specification = [&](ir::ProcId) -> const Property& { return specification; };
  Encoder encoder(task.program, task.effects, task.heap, options);
  rel::Formula is_called = encoder.encode(task.proc, initial.state, initial.args).normal.reached;
  std::vector<rel::Formula> possible = fulfilment(task, specification, initial);
  std::vector<LabelledFormula> all = std::move(initial.facts);
  all.push_back({is_called, "the method is called"});
  all.push_back({exprs.negation(exprs.conjunction(possible)), "nothing fulfils its specification"});
  rel::Solver solver(exprs, task.heap.problem(), rel::Options{}, task.run);
  for (const auto& [formula, label] : all) {
    if (!solver.add(formula, label)) return false;
  }
  return solver.solve() == rel::Answer::Sat;
}

}  // namespace modular
