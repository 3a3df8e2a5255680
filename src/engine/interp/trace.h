// Makes steps readable: what a step touched and what it changed, by the names that
// the program gives to things.
#pragma once

#include "engine/interp/state.h"
#include "engine/interp/step.h"

namespace interp {

// `before` and `after` are the states around one step of the thread.
verdict::TraceStep describe_step(const Model& model, const State& before, const State& after,
                                 ThreadId thread, const Effects& effects);

}  // namespace interp
