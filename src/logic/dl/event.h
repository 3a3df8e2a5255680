// Events of symbolic paths, and the rules of the symbolic transition system (SymPaths, Fig. 5,
// with the extensions of its section 6).
//
// Besides the condition and the variables written and read, an event says which thread it
// started or whether it waited for others: such an event does not commute with those of the
// threads concerned. (The paper lets thread creation leave no event; then equal paths would
// not determine the thread pool.)
#pragma once

#include <vector>

#include "logic/dl/subst.h"

namespace dl {

struct Event {
  ThreadId thread;
  ExprId condition;
  VarSet writes;
  VarSet reads;
  ThreadId spawned;    // started by this event; invalid: none
  bool joins = false;  // waited for all descendants of `thread`
  // Left a loop whose bound is exhausted: ι⟨True, ∅, ∅⟩, a step that paths need not show.
  bool silent = false;

  friend bool operator==(const Event&, const Event&) = default;
};

// Interference freedom (Definition 4).
bool is_interference_free(const Store& store, const Event& a, const Event& b);

// One symbolic state that a thread's step leads to.
struct Outcome {
  Event event;
  SubstId subst;
  PoolId pool;         // empty if the execution fails
  bool fails = false;  // division by zero, or an assertion that does not hold
};

// T(Σ), minus threads at a Join whose descendants are still active. Awaits count as
// schedulable: their condition becomes part of the path.
std::vector<ThreadId> schedulable(const Store& store, PoolId pool);

// All outcomes of a step of `thread`, in order: an If or While gives that where the condition
// holds first. An expression that may divide by zero, and an Assert, gives a failing outcome
// at the end.
std::vector<Outcome> step(Store& store, SubstId subst, PoolId pool, ThreadId thread);

}  // namespace dl
