// Symbolic execution: all inputs within bounds, all interleavings, or an execution
// that breaks the program.
#pragma once

#include "run/run.h"
#include "symex/model.h"
#include "symex/options.h"
#include "symex/state.h"
#include "verdict/verdict.h"

namespace symex {

struct Answer {
  // A counterexample has inputs and heap, but neither trace nor decisions: those
  // come from its replay.
  verdict::Result result;
  // The steps since there was more than one thread.
  verdict::Schedule schedule;
  // An assumption of the search was wrong (Options::quiet_unlocks): this is no answer.
  bool is_misled = false;
};

Answer verify(run::Run& run, const Model& model, const Options& options);

}  // namespace symex
