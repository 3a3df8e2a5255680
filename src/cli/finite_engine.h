// Engines that search finite models, on programs that are not finite: a model is made,
// searched, and what is found is executed again on the program itself.
#pragma once

#include <string_view>

#include "base/run/run.h"
#include "cli/commands.h"
#include "ir/pass/finite.h"
#include "ir/program.h"
#include "result/verdict/verdict.h"

namespace cli {

// True for engines that need a finite model.
bool needs_finite_model(std::string_view engine);

// Searches the model, which was made of `source`, with the engine of the options. A
// counterexample in the result is one of the source program, and has been replayed.
verdict::Result verify_finite(run::Run& run, const ir::Program& source,
                              const pass::FiniteModel& model, const VerifyOptions& options);

}  // namespace cli
