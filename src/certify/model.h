// Certifies executions of models: an engine that searches a model tells the steps and
// their choices, and the reference interpreter takes the same ones.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "engine/interp/inputs.h"
#include "engine/interp/model.h"
#include "result/verdict/model_trace.h"
#include "result/verdict/verdict.h"

namespace certify {

// Executes the steps on the program they belong to, and no others. The result is the execution with
// its trace and decisions. With `claimed`, the execution must end in a violation of this kind;
// without, all that counts is that the steps are possible. A program with parameters needs
// `inputs`. Lenient: what a step does not choose is the first alternative.
tl::expected<verdict::Result, std::string> replay_model(
    const interp::Model& model, const verdict::ModelTrace& steps,
    std::optional<verdict::ViolationKind> claimed,
    const std::optional<interp::GivenInputs>& inputs = std::nullopt, bool lenient = false);

}  // namespace certify
