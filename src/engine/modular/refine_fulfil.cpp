// Specifications that cannot be fulfilled in some state. Executions that call such a method there
// do not exist for the solver, and whatever holds of them holds for no reason; so it is worth a
// warning.
//
// Whether there is a state after for every state before is a question that a SAT solver cannot be
// asked. But most specifications define what they change: `elts' = …`, `return = …` with nothing
// unknown on the right. Then there is one candidate, and the question is whether it is a possible
// value, and whether it fulfils the rest. Other specifications are not judged.
#include <algorithm>

#include "engine/modular/refine.h"

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
      auto used = exprs.relations_in(right);
      bool is_known = std::none_of(used.begin(), used.end(),
                                   [&](rel::RelationId id) { return unknown.contains(id); });
      if (is_known) return rel::Expr(right);
    }
  }
  return std::nullopt;
}

}  // namespace

// At most one value in the last column, where the slot says so.
rel::Formula Refinement::is_functional(SlotId slot, rel::Expr value) {
  const Slot& s = slots_[slot];
  if (!s.is_functional) return exprs_.truth(true);
  std::vector<rel::Decl> decls = {{exprs_.add_variable("x"), heap_.atoms(s.domain)}};
  if (s.middle) decls.push_back({exprs_.add_variable("y"), heap_.atoms(s.middle)});
  for (const rel::Decl& decl : decls) value = exprs_.join(exprs_.variable(decl.variable), value);
  return exprs_.for_all(decls, exprs_.lone(value));
}

bool Refinement::is_unfulfillable(ir::ProcId proc) {
  const Property& specification = stated_.specifications.at(proc);
  if (specification.may_allocate) return false;
  declare_state(proc, nullptr);
  EncodeOptions options;
  options.specification = [&](ir::ProcId) -> const Property& { return specification; };
  std::vector<rel::Expr> args;
  for (rel::RelationId id : args_) args.push_back(exprs_.relation(id));
  Encoder encoder(program_, effects_, heap_, options);
  rel::Formula is_called = encoder.encode(proc, state_, args).normal.reached;

  rel::Exprs::Substitution by;
  std::set<rel::RelationId> unknown;
  for (const auto& [slot, relation] : specification.before) {
    by.relations.emplace(relation, state_[slot.index()]);
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    by.relations.emplace(specification.params[i], args[i]);
  }
  for (const auto& [slot, relation] : specification.after) {
    unknown.insert(relation);
    bool stays = slots_[slot].kind != SlotKind::Spec;
    if (stays) by.relations.emplace(relation, state_[slot.index()]);
  }
  if (specification.result) unknown.insert(specification.result);
  rel::Formula formula = exprs_.substitute(specification.formula, by);
  std::vector<rel::Formula> possible;  // values, as far as they are known
  rel::Exprs::Substitution candidate;
  State after = state_;
  for (const auto& [slot, relation] : specification.after) {
    auto value = definition_of(exprs_, relation, formula, unknown);
    if (!value) continue;
    candidate.relations.emplace(relation, *value);
    after[slot.index()] = *value;
    possible.push_back(heap_.is_closed(slot, after));
    possible.push_back(is_functional(slot, *value));
  }
  formula = exprs_.substitute(formula, candidate);
  if (specification.result) {
    auto value = definition_of(exprs_, specification.result, formula, unknown);
    if (value) {
      ir::TypeId type = program_.proc(proc).result;
      candidate.relations.emplace(specification.result, *value);
      possible.push_back(exprs_.in(*value, heap_.existing(type, state_)));
      possible.push_back(exprs_.lone(*value));
      possible.push_back(heap_.is_total(type, *value));
      formula = exprs_.substitute(formula, candidate);
    }
  }
  auto used = exprs_.relations_in(formula);
  bool is_known = std::none_of(used.begin(), used.end(),
                               [&](rel::RelationId id) { return unknown.contains(id); });
  if (is_known) possible.push_back(formula);
  add(is_called, "the method is called");
  add(exprs_.negation(exprs_.conjunction(possible)), "nothing fulfils its specification");
  solver_ = std::make_unique<rel::Solver>(exprs_, heap_.problem(), rel::Options{}, run_);
  for (const auto& [part, label] : formulas_) {
    if (!add(part, label)) return false;
  }
  return solver_->solve() == rel::Answer::Sat;
}

}  // namespace modular
