// What a step did to threads and locks, for pictures and for the formats of other tools. In words
// for people it is in events.h.
#pragma once

#include <vector>

#include "engine/interp/state.h"
#include "engine/interp/step.h"

namespace interp {

// `before` and `after` are the states around one step of the thread.
std::vector<verdict::Sync> find_syncs(const Model& model, const State& before, const State& after,
                                      ThreadId thread, const Effects& effects);

}  // namespace interp
