#include "engine/modular/initial_state.h"

#include <fmt/format.h>

namespace modular {

namespace {

// Slots that the code or the property mentions, and the sets of objects behind them.
std::vector<bool> needed_slots(const Task& task) {
  const Effects& effects = task.effects.of(task.proc);
  const Slots& slots = task.slots();
  std::vector<bool> needed(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) needed[i] = effects.reads[i] || effects.writes[i];
  if (task.property) {
    for (const auto& [slot, relation] : task.property->before) needed[slot.index()] = true;
    for (const auto& [slot, relation] : task.property->after) needed[slot.index()] = true;
  }
  for (const Property& invariant : task.formulas.invariants) {
    for (const auto& [slot, relation] : invariant.before) needed[slot.index()] = true;
  }
  std::vector<ir::TypeId> types;
  const ir::Procedure& proc = task.program.proc(task.proc);
  for (ir::LocalId param : proc.params) types.push_back(proc.local(param).type);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!needed[i]) continue;
    const Slot& slot = slots[SlotId(i)];
    if (slot.kind == SlotKind::Elements) needed[slots.length(slot.domain).index()] = true;
    types.push_back(slot.range);
    if (slot.arity > 1) types.push_back(slot.domain);
    if (slot.middle) types.push_back(slot.middle);
  }
  for (ir::TypeId type : types) {
    for (SlotId set : slots.sets_of(type)) needed[set.index()] = true;
    if (task.program.type(type).kind == ir::TypeKind::Array) {
      needed[slots.length(type).index()] = true;
    }
  }
  return needed;
}

class Declaration {
 public:
  explicit Declaration(const Task& task)
      : task_(task), heap_(task.heap), exprs_(task.exprs()), slots_(task.slots()) {}

  InitialState declare() {
    declare_slots();
    declare_params();
    assume_invariants();
    return std::move(out_);
  }

 private:
  void add(rel::Formula formula, std::string label) {
    out_.facts.push_back({formula, std::move(label)});
  }

  bool is_number(ir::TypeId type) const {
    return modular::is_number(task_.program.type(type).kind);
  }

  void declare_slots() {
    auto needed = needed_slots(task_);
    out_.relations.resize(slots_.size());
    out_.state.resize(slots_.size());
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (!needed[i]) continue;
      out_.relations[i] = heap_.fresh(SlotId(i), slots_[SlotId(i)].name);
      out_.state[i] = exprs_.relation(out_.relations[i]);
      heap_.allow_exchange(SlotId(i), out_.relations[i]);
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (needed[i]) constrain(SlotId(i));
    }
  }

  void constrain(SlotId id) {
    const Slot& slot = slots_[id];
    if (slot.kind == SlotKind::Global) {
      // Static fields start at their defaults, or as constants.
      SymbolicValue start{exprs_.none(1), exprs_.constant(0), exprs_.truth(false)};
      const auto& given = task_.program.global(slot.global).initial;
      if (const auto* flag = given ? std::get_if<bool>(&*given) : nullptr) {
        start.truth = exprs_.truth(*flag);
      }
      if (const auto* number = given ? std::get_if<base::Integer>(&*given) : nullptr) {
        start.number = exprs_.constant(number->to_int64().value_or(INT64_MAX));
      }
      add(exprs_.equal(out_.state[id.index()], heap_.set_of(slot.range, start)),
          "initial values of static fields");
      return;
    }
    bool has_numbers =
        slot.arity > 1 && (is_number(slot.range) || (slot.middle && is_number(slot.middle)));
    out_.has_numbers = out_.has_numbers || has_numbers;
    add(heap_.is_closed(id, out_.state), fmt::format("`{}` before", slot.name));
    bool is_internal =
        slot.kind == SlotKind::Allocated && slot.cls && task_.program.cls(slot.cls).is_internal;
    if (is_internal) add(exprs_.no(out_.state[id.index()]), "objects that only the program makes");
  }

  void declare_params() {
    const ir::Procedure& proc = task_.program.proc(task_.proc);
    for (std::size_t i = 0; i < proc.params.size(); ++i) {
      const ir::Local& param = proc.local(proc.params[i]);
      out_.params.push_back(heap_.fresh(param.type, param.name));
      out_.has_numbers = out_.has_numbers || is_number(param.type);
      rel::Expr value = exprs_.relation(out_.params.back());
      out_.args.push_back(value);
      add(heap_.is_total(param.type, value), "parameters");
      if (ir::is_reference(task_.program.type(param.type).kind)) {
        add(exprs_.in(value, heap_.objects(param.type, out_.state)), "parameters");
      }
      if (proc.has_this && i == 0) add(exprs_.some(value), "parameters");
    }
  }

  void assume_invariants() {
    rel::Expr unfinished =
        is_constructor(task_.program, task_.proc) ? out_.args[0] : exprs_.none(1);
    for (const Property& invariant : task_.formulas.invariants) {
      add(instantiate(invariant, exprs_, out_.state, out_.state, {unfinished}, {}),
          fmt::format("invariant {}", invariant.name));
    }
  }

  const Task& task_;
  Heap& heap_;
  rel::Exprs& exprs_;
  const Slots& slots_;
  InitialState out_;
};

}  // namespace

InitialState declare_initial_state(const Task& task) { return Declaration(task).declare(); }

}  // namespace modular
