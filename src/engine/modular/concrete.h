// States of the interpreter as values of slots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interp/model.h"
#include "engine/interp/state.h"
#include "engine/modular/heap.h"

namespace modular {

// By slot. Nullopt: something in it has no atom, as a number beyond the bitwidth.
using SlotValues = std::vector<std::optional<rel::TupleSet>>;

class ConcreteHeap {
 public:
  ConcreteHeap(const interp::Model& model, const Heap& heap) : model_(model), heap_(heap) {}

  // The value of every slot in the state; nullopt, and `problem` says why, if the state does
  // not fit the scope. Objects keep the atom that they got in an earlier call.
  std::optional<SlotValues> slots(const interp::State& state);
  std::optional<rel::TupleSet> value(const interp::State& state, const interp::Value& value);
  const std::string& problem() const { return problem_; }

 private:
  std::optional<rel::Atom> atom(const interp::State& state, const interp::Value& value);
  std::optional<rel::Atom> object_atom(const interp::State& state, interp::ObjectId id);
  SlotId set_of(const interp::Object& object) const;
  bool add_object(const interp::State& state, interp::ObjectId id, SlotValues& slots);

  const interp::Model& model_;
  const Heap& heap_;
  std::vector<std::optional<rel::Atom>> atoms_;  // by object
  std::map<SlotId, std::uint32_t> used_;         // atoms of a set that have objects
  std::string problem_;
};

}  // namespace modular
