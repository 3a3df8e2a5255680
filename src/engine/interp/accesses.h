// Declared accesses: what the next step of a thread may touch, computed from the
// text of its transitions before anything happens.
#pragma once

#include "engine/interp/state.h"

namespace interp {

// See TransitionSystem::accesses.
Accesses declared_accesses(const Model& model, const State& state, ThreadId thread);

// See TransitionSystem::is_invisible.
bool is_invisible(const Model& model, const State& state, ThreadId thread);

}  // namespace interp
