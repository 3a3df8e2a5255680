// Makes a counterexample shorter: fewer steps, fewer switches between threads, smaller inputs.
// Whatever is tried is executed by the interpreter, and only an execution that ends in the same
// kind of violation at the same place takes the place of what was found.
#pragma once

#include <cstdint>

#include "base/run/run.h"
#include "engine/interp/model.h"
#include "result/verdict/verdict.h"

namespace certify {

struct ShortenOptions {
  // What all attempts together may cost: steps, each by the number of threads that are to be
  // looked at before it.
  std::uint64_t work = 200'000;
};

// `result` has a violation, and its counterexample replays with the model. If the run has to
// stop, what was found so far counts. Returns whether anything changed.
bool shorten(run::Run& run, const interp::Model& model, verdict::Result& result,
             const ShortenOptions& options = {});

}  // namespace certify
