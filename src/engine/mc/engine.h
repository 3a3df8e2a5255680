// Explicit-state search over a finite model.
#pragma once

#include "base/run/run.h"
#include "engine/mc/system.h"
#include "result/verdict/model_trace.h"
#include "result/verdict/verdict.h"

namespace mc {

struct Answer {
  // A violation has its kind, place and thread only: a replay of `trace` in the reference
  // interpreter gives the rest.
  verdict::Result result;
  verdict::ModelTrace trace;
};

// Searches the states that the model can reach for a violation, as its options say.
// `complete` if nothing was cut; a search that had to stop tells how far it came.
Answer search(run::Run& run, const Model& model);

}  // namespace mc
