// NuSMV and nuXmv as an engine: from the options of the command line to a certified result.
#pragma once

#include "base/run/run.h"
#include "engine/nusmv/smv.h"
#include "ir/program.h"
#include "logic/ltl/observe.h"
#include "pipeline/request.h"
#include "result/verdict/claim.h"

namespace pipeline {

// What the command line says about the model, as promela_options (spin_engine.h) does.
nusmv::SmvOptions smv_options(const Request& options, bool finitised);

// Checks a finite program as it stands, and confirms a violation on it. With `finitised`,
// exceeding a bound ends an execution unless the options say otherwise; else it is an error.
verdict::Answer ask_nusmv(run::Run& run, const ir::Program& program, const Request& options,
                          bool finitised);

// Checks a temporal property, whose propositions are bound to the program, and confirms a
// counterexample.
verdict::Answer ask_nusmv_about(run::Run& run, const ir::Program& program,
                                const ltl::Property& property, const Request& options,
                                bool finitised);

// As `ask_nusmv`, for programs that nothing has to be mapped back to.
verdict::Result verify_with_nusmv(run::Run& run, const ir::Program& program,
                                  const Request& options);

}  // namespace pipeline
