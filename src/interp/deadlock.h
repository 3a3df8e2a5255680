// Explains a deadlock: which thread waits for what, and who has it.
#pragma once

#include "interp/state.h"

namespace interp {

// Where a thread that has not ended and cannot move stands, and what it waits for:
// "for the lock of Account#2, held by thread 3".
struct Waiting {
  base::Span span;
  std::string what;
};
Waiting describe_waiting(const Model& model, const State& state, ThreadId thread);

// For a state in which some thread has not ended and none can move.
verdict::Violation describe_deadlock(const Model& model, const State& state);

}  // namespace interp
