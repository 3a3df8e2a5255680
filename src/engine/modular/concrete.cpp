#include "engine/modular/concrete.h"

#include <fmt/format.h>

namespace modular {

SlotId ConcreteHeap::set_of(const interp::Object& object) const {
  return object.is_array() ? heap_.slots().allocated(object.array)
                           : heap_.slots().allocated(object.cls);
}

std::optional<rel::Atom> ConcreteHeap::object_atom(const interp::State& state,
                                                   interp::ObjectId id) {
  if (atoms_.size() < state.heap.size()) atoms_.resize(state.heap.size());
  auto& atom = atoms_[id.index()];
  if (atom) return atom;
  SlotId set = set_of(state.object(id));
  std::uint32_t number = used_[set]++;
  if (number >= heap_.count(set)) {
    problem_ = fmt::format("more objects of {} than the scope has", heap_.slots()[set].name);
    return std::nullopt;
  }
  atom = heap_.first_atom(set) + number;
  return atom;
}

std::optional<rel::Atom> ConcreteHeap::atom(const interp::State& state,
                                            const interp::Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return heap_.bool_atom(*flag);
  if (const auto* object = std::get_if<interp::ObjectId>(&value)) {
    return object_atom(state, *object);
  }
  if (const auto* number = std::get_if<base::Integer>(&value)) {
    auto small = number->to_int64();
    auto found = small ? heap_.universe().atom_of(*small) : std::nullopt;
    if (!found) problem_ = fmt::format("{} is beyond the bitwidth", number->to_string());
    return found;
  }
  problem_ = "a value of a type without atoms";
  return std::nullopt;
}

std::optional<rel::TupleSet> ConcreteHeap::value(const interp::State& state,
                                                 const interp::Value& value) {
  rel::TupleSet set(heap_.universe(), 1);
  if (interp::is_null(value)) return set;
  auto found = atom(state, value);
  if (!found) return std::nullopt;
  set.add({*found});
  return set;
}

bool ConcreteHeap::add_object(const interp::State& state, interp::ObjectId id, SlotValues& slots) {
  const interp::Object& object = state.object(id);
  const Slots& names = heap_.slots();
  auto self = object_atom(state, id);
  if (!self) return false;
  slots[set_of(object).index()]->add({*self});
  auto add = [&](SlotId slot, std::initializer_list<std::optional<rel::Atom>> atoms) {
    auto& tuples = slots[slot.index()];
    rel::Tuple tuple;
    for (const auto& atom : atoms) {
      if (!atom) tuples.reset();
      if (!tuples) return;
      tuple.push_back(*atom);
    }
    tuples->add(tuple);
  };
  auto number = [&](std::size_t n) {
    return atom(state, base::Integer(static_cast<std::int64_t>(n)));
  };
  if (object.is_array()) {
    add(names.length(object.array), {self, number(object.slots.size())});
    for (std::size_t i = 0; i < object.slots.size(); ++i) {
      if (interp::is_null(object.slots[i])) continue;
      add(names.elements(object.array), {self, number(i), atom(state, object.slots[i])});
    }
    return true;
  }
  const auto& fields = model_.fields(object.cls);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (interp::is_null(object.slots[i])) continue;
    add(names.field(fields[i]), {self, atom(state, object.slots[i])});
  }
  return true;
}

std::optional<SlotValues> ConcreteHeap::slots(const interp::State& state) {
  const Slots& names = heap_.slots();
  SlotValues slots;
  for (std::size_t i = 0; i < names.size(); ++i) {
    slots.emplace_back(rel::TupleSet(heap_.universe(), names[SlotId(i)].arity));
  }
  // Atoms in the order of allocation, not in that of references.
  for (std::size_t i = 0; i < state.heap.size(); ++i) {
    if (!object_atom(state, interp::ObjectId(i))) return std::nullopt;
  }
  for (std::size_t i = 0; i < state.heap.size(); ++i) {
    if (!add_object(state, interp::ObjectId(i), slots)) return std::nullopt;
  }
  for (std::size_t i = 0; i < state.globals.size(); ++i) {
    slots[names.global(ir::GlobalId(i)).index()] = value(state, state.globals[i]);
  }
  return slots;
}

}  // namespace modular
