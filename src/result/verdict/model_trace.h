// An execution of a finite model, step by step: what a search over models finds, and
// what a replay needs to do the same again.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ids.h"

namespace verdict {

struct ModelStep {
  std::uint32_t thread = 0;  // counted from 0, in the order in which the threads start
  ir::ProcId proc;           // of the model
  ir::TransId transition;
  // The decisions inside the step, in the order in which the interpreter asks for them,
  // each among two alternatives or more: which value, instance or waiting thread.
  std::vector<std::uint32_t> choices;
};
using ModelTrace = std::vector<ModelStep>;

}  // namespace verdict
