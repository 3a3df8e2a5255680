// Which threads can move, and how an execution ends when none can.
#pragma once

#include "engine/interp/state.h"

namespace interp {

// The transitions that the thread may take now. One whose guard or reads fail is
// among them: taking it is an error.
std::vector<ir::TransId> enabled_transitions(const Model& model, const State& state,
                                             ThreadId thread);

// Ascending; empty when the execution is over.
std::vector<ThreadId> enabled_threads(const Model& model, const State& state);

// The threads that `join` of this thread waits for, ended ones included.
std::vector<ThreadId> joined_threads(const Model& model, const State& state, ThreadId thread);

// No thread but daemons is left: the execution may end here.
bool may_end(const State& state);

// How the execution stands, deadlocks included.
Outcome outcome(const Model& model, const State& state);
// If the state is violated: why. A deadlock is described by who waits for what.
std::optional<verdict::Violation> violation(const Model& model, const State& state);

}  // namespace interp
