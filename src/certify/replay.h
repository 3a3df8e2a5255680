// Certifies counterexamples: an engine's claim counts only if the reference
// interpreter, given the same inputs and the same schedule, sees the same violation.
// Nothing here knows an engine.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "base/run/run.h"
#include "engine/interp/model.h"
#include "result/verdict/verdict.h"

namespace certify {

// Executes the claim: `claimed` has a violation and a counterexample with inputs and
// heap, and as decisions the arbitrary values that it takes, if any; `schedule` lists the steps
// from the moment there is more than one thread. The result is the execution with its trace and
// decisions. If it does not end in a violation of the same kind at the same place (if the claim
// names one), the error says what happened instead.
tl::expected<verdict::Result, std::string> replay(run::Run& run, const interp::Model& model,
                                                  const verdict::Result& claimed,
                                                  const verdict::Schedule& schedule);

}  // namespace certify
