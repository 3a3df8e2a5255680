// Returning from procedures: what happens when a frame reaches its normal or its
// exceptional exit, up to the end of the thread or of the whole execution.
#pragma once

#include "engine/interp/state.h"

namespace interp {

// An end of the execution that a step brings about; thrown inside the interpreter
// only, and turned into the outcome of the state by `step`.
struct Violated {
  verdict::Violation violation;
};
struct Discarded {
  std::string reason;
};
struct Halted {};

// Pops the frames of the thread that stand at an exit. If an exception leaves the
// thread's first frame, the execution ends.
void pop_finished_frames(const Model& model, State& state, ThreadId thread, Accesses& touched);

// Evaluates the clauses of this kind of the procedure that the thread runs; throws
// Violated or Discarded if one does not hold.
void check_contract(const Model& model, const State& state, ThreadId thread, ir::ContractKind kind,
                    base::Span span, Accesses& touched);

// How the thread would stand after its top frame went to `target`.
enum class Ending : std::uint8_t {
  None,      // it goes on
  Ends,      // it ends normally
  Uncaught,  // an exception leaves it: the execution ends
};
Ending ending_at(const Model& model, const State& state, ThreadId thread, ir::LocId target);

}  // namespace interp
