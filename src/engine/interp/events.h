// What happened in a step besides changed values: branches, calls and returns,
// exceptions, threads that start and end, locks. In words, for traces.
#pragma once

#include <string>
#include <vector>

#include "engine/interp/state.h"
#include "engine/interp/step.h"

namespace interp {

// `before` and `after` are the states around one step of the thread.
std::vector<std::string> describe_events(const Model& model, const State& before,
                                         const State& after, ThreadId thread,
                                         const Effects& effects);

}  // namespace interp
