// Executions of a finite model as executions of the program that it was made of. The
// first steps of a model choose the inputs; every other step is one of the program.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "engine/interp/model.h"
#include "ir/pass/finite.h"
#include "result/verdict/model_trace.h"
#include "result/verdict/verdict.h"

namespace certify {

// An execution of the source program.
struct SourceExecution {
  // Inputs and heap, in the form of a counterexample, without a trace.
  verdict::Counterexample inputs;
  verdict::ModelTrace steps;  // procedures and transitions of the source
};

// The execution of `source` that the steps of the model stand for. `source` is the
// program that the model was made of. An error if the steps are none of the model's.
tl::expected<SourceExecution, std::string> source_execution(const interp::Model& source,
                                                            const pass::FiniteModel& model,
                                                            const verdict::ModelTrace& steps);

// The same, and executes it. With `claimed`, it must end in a violation of this kind,
// where a model's assertion may be a clause of a contract in the source; the result has
// the source's own violation, trace and decisions.
tl::expected<verdict::Result, std::string> replay_finite(
    const interp::Model& source, const pass::FiniteModel& model, const verdict::ModelTrace& steps,
    std::optional<verdict::ViolationKind> claimed);

}  // namespace certify
