// The heap as a picture shows it: objects by their names, and what each of them holds.
#pragma once

#include <vector>

#include "engine/interp/state.h"

namespace interp {

// All objects and shared variables of a state.
std::vector<verdict::HeapChange> describe_heap(const Model& model, const State& state);

// What a step that touched these places did to them. Objects that are shown as values, such as
// strings, and what a language keeps to itself are left out.
std::vector<verdict::HeapChange> describe_changes(const Model& model, const State& before,
                                                  const State& after, const Accesses& touched);

// Whether the heap that an execution starts with and what its steps did to it make up the state.
bool adds_up(const Model& model, const verdict::Counterexample& execution, const State& state);

}  // namespace interp
