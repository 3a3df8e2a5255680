// Runs SPIN on a model: `spin -a`, the C compiler, `pan`, and `pan -r` for the trail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/run/run.h"
#include "engine/spin/spin_output.h"

namespace spin {

struct SpinOptions {
  bool liveness = false;       // the model has a never claim
  bool fair = false;           // liveness: threads that can always move do move (weak fairness)
  bool reduce = true;          // SPIN's own partial-order reduction
  bool breadth_first = false;  // safety: a shortest counterexample
  std::optional<std::uint64_t> depth;  // steps of one execution; absent: as many as it takes
};

struct SpinAnswer {
  SpinSearch search;
  SpinTrail trail;     // if there is an error
  std::string reason;  // why there is no answer; empty if there is one
};

// The time and memory of the run are limits of pan, too.
SpinAnswer run_spin(run::Run& run, const std::string& promela, const SpinOptions& options = {});

}  // namespace spin
