// Procedures that are given by specification only. What a call may change and what it returns are
// relations of which the formula holds, in executions that make the call; everything else stays.
// Specification fields relate existing objects. At most one object is made, and returned: as
// everywhere, the next one in the order of atoms.
#include <fmt/format.h>

#include "base/check.h"
#include "engine/modular/encode.h"

namespace modular {

void Encoder::run_spec_only(Frame& frame, Point point) {
  const ir::Procedure& proc = *frame.proc;
  CHECK(options_.specification, "{} is given by specification only", proc.name);
  const Property& specification = options_.specification(frame.id);
  check_contract(frame, ir::ContractKind::Requires, point);
  std::vector<rel::Expr> args;
  for (ir::LocalId param : proc.params) {
    args.push_back(heap_.set_of(proc.local(param).type, point.locals[param.index()]));
  }
  std::size_t number = spec_only_calls_.size() + 1;
  SpecOnlyCall call{.callee = frame.id, .guard = conjunction(point.guard)};
  State before = point.state;
  auto require = [&](rel::Formula fact) { facts_.push_back(exprs_.implies(call.guard, fact)); };

  rel::Expr object;
  call.is_made = exprs_.truth(false);
  if (specification.may_allocate) {
    call.is_made = make_object(program_.type(proc.result).cls, point, object);
    require(exprs_.implies(call.is_made, exprs_.some(object)));
  }
  for (const auto& [slot, relation] : specification.after) {
    if (slots_[slot].kind != SlotKind::Spec) continue;
    std::string name = fmt::format("{}${}", slots_[slot].name, number);
    rel::Expr value = exprs_.relation(heap_.fresh(slot, name));
    point.state[slot.index()] = value;
    call.after.emplace_back(slot, value);
  }
  for (const auto& [slot, value] : call.after) require(heap_.is_closed(slot, point.state));
  if (proc.retval) {
    std::string name = fmt::format("{}$return${}", proc.name, number);
    call.result = exprs_.relation(heap_.fresh(proc.result, name));
    require(heap_.is_total(proc.result, call.result));
    require(exprs_.in(call.result, heap_.existing(proc.result, point.state)));
    if (object) require(exprs_.implies(call.is_made, exprs_.equal(call.result, object)));
    point.locals[proc.retval.index()] = heap_.value_of(proc.result, call.result);
  }
  require(instantiate(specification, exprs_, before, point.state, args, call.result));
  point.result = call.result;
  spec_only_calls_.push_back(std::move(call));
  check_contract(frame, ir::ContractKind::Ensures, point);
  frame.exit = std::move(point);
  frame.has_exit = true;
}

// Whether there is a new object: if so, it is in the state.
rel::Formula Encoder::make_object(ir::ClassId cls, Point& point, rel::Expr& object) {
  rel::RelationId id = exprs_.add_relation(fmt::format("new${}", spec_only_calls_.size() + 1), 1);
  rel::Atom atom = heap_.bool_atom(true);
  const rel::Universe& universe = heap_.problem().universe();
  heap_.problem().bound(id, rel::TupleSet::atoms(universe, std::span(&atom, 1)));
  rel::Formula is_made = exprs_.some(exprs_.relation(id));
  SlotId set = slots_.allocated(cls);
  object = heap_.next_object(set, point.state[set.index()]);
  State made = point.state;
  made[set.index()] = exprs_.make_union(made[set.index()], object);
  initialise(cls, object, made);
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (made[i] == point.state[i]) continue;
    point.state[i] = exprs_.if_expr(is_made, made[i], point.state[i]);
  }
  return is_made;
}

}  // namespace modular
