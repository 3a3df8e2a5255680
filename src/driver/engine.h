// The one place where an engine is chosen and run.
#pragma once

#include "driver/commands.h"
#include "ir/program.h"
#include "run/run.h"
#include "verdict/verdict.h"

namespace driver {

// The name of the engine that `--engine` chooses. Left to Braid, programs without
// inputs that start threads are enumerated with state matching; all others are
// executed symbolically.
std::string chosen_engine(const ir::Program& program, const VerifyOptions& options);

// What `--timeout` and `--memory` mean.
run::Limits limits_of(const ExecuteOptions& options);

// Verifies the entry of a program that is ready for execution (load.h). A
// counterexample in the result has been replayed by the interpreter.
verdict::Result verify_program(run::Run& run, const ir::Program& program,
                               const VerifyOptions& options);

}  // namespace driver
