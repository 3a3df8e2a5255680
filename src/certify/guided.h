// Executions that are known in part: an engine outside of Braid tells which thread took
// which transition and what values were chosen, but names objects and threads in its own
// way. The interpreter fills in the rest.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/interp/model.h"
#include "result/verdict/model_trace.h"

namespace certify {

struct GuidedStep {
  ir::ProcId proc;
  std::size_t ordinal = 0;  // which of the threads that run it, in the order of their starts
  ir::TransId transition;
  // The alternatives that Choose and Havoc took, in order, each of two or more. Which object
  // or which waiting thread was chosen is not told.
  std::vector<std::uint32_t> values;
};

// The execution with these steps. Where several fit, the first is taken that can make all
// of the steps and, if `ends`, ends with the last one.
tl::expected<verdict::ModelTrace, std::string> complete_trace(const interp::Model& model,
                                                              const std::vector<GuidedStep>& steps,
                                                              bool ends);

}  // namespace certify
