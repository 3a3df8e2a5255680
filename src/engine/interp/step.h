// One atomic step of one thread: the meaning of the transitions of the IR.
#pragma once

#include <optional>
#include <string>

#include "engine/interp/chooser.h"
#include "engine/interp/state.h"

namespace interp {

// What a step did, for traces and for checking declared accesses.
struct Effects {
  ir::ProcId proc;                    // where it ran
  ir::TransId transition;             // which transition it took
  Accesses touched;                   // in the order of their happening
  std::optional<std::string> output;  // the line it printed
  std::optional<Value> returned;      // the result that it gave to the caller
};

// Takes one of the enabled transitions of the thread; there must be one. Whatever
// goes wrong becomes the outcome of the state.
Effects step(const Model& model, State& state, ThreadId thread, Chooser& chooser);

// A state in which the entry procedure is about to run with these arguments. The
// state holds the heap that they refer to.
void start(const Model& model, State& state, std::vector<Value> args);

}  // namespace interp
