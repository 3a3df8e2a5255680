// Explains a deadlock: which thread waits for what, who has it, and which threads wait
// for each other.
#pragma once

#include "engine/interp/state.h"

namespace interp {

// A thread that has not ended and cannot move.
struct Waiting {
  enum class Reason : std::uint8_t {
    Lock,       // another thread has it, or the thread itself
    Notify,     // nobody has notified it
    Join,       // other threads have not ended
    Condition,  // a guard does not hold
    Library,    // … in a call of a library, which `object` names
    Nothing,    // there is nothing to do
  };

  base::Span span;  // where it stands
  Reason reason = Reason::Nothing;
  std::string what;                // "for the lock of Account#2, held by thread 3"
  std::string object;              // "the lock of Account#2", "the end of thread 3"
  std::vector<ThreadId> blockers;  // those that would have to move first, ascending; among
                                   // them maybe the thread itself, or one that has ended
};
Waiting describe_waiting(const Model& model, const State& state, ThreadId thread);

// For a state in which some thread has not ended and none can move.
verdict::Violation describe_deadlock(const Model& model, const State& state);

}  // namespace interp
