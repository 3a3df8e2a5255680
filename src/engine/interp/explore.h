// Exhaustive exploration: all executions of a program, over all schedules and all
// inputs within small bounds. Nothing is clever here; this is the truth that the
// engines are tested against.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/run/run.h"
#include "engine/interp/inputs.h"
#include "engine/interp/model.h"
#include "result/verdict/verdict.h"

namespace interp {

struct ExploreOptions {
  std::uint64_t depth = 1000;         // steps of one execution
  bool match_states = false;          // do not explore a state a second time
  bool use_invisible = false;         // do not interleave steps that no other thread can observe
  bool bounded = false;               // LimitState ends an execution instead of being wrong
  std::optional<GivenInputs> inputs;  // absent: all within Options::bounds
  // Called for each transition that is taken.
  std::function<void(ir::ProcId, ir::TransId)> on_step;
  // Called for each execution that ends without a violation.
  std::function<void(const State&)> on_final;
};

// Stops at the first violation, whose counterexample has been replayed. Valid means
// that no execution within the bounds is wrong; `bounds_hit` names the bounds that
// cut something: "depth", "inputs", "limit".
verdict::Result explore(run::Run& run, const Model& model, ExploreOptions options = {});

}  // namespace interp
