// Explains a deadlock: which thread waits for what, and who has it.
#pragma once

#include "interp/state.h"

namespace interp {

// For a state in which some thread has not ended and none can move.
verdict::Violation describe_deadlock(const Model& model, const State& state);

}  // namespace interp
