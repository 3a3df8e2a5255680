// NuSMV and nuXmv as an engine: the model is written, checked by the program on the PATH,
// and what it answers is read back. Every violation is replayed by the interpreter.
#pragma once

#include "base/run/run.h"
#include "engine/mc/liveness.h"
#include "engine/nusmv/smv.h"
#include "ir/program.h"
#include "logic/ltl/observe.h"
#include "pipeline/request.h"
#include "result/verdict/model_trace.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// What the command line says about the model, as promela_options (spin_engine.h) does.
nusmv::SmvOptions smv_options(const Request& options, bool finitised);

struct NusmvAnswer {
  // A violation has its kind only: a replay of `trace` gives the rest.
  verdict::Result result;
  verdict::ModelTrace trace;
};

// Checks a finite program as it stands. With `finitised`, exceeding a bound ends an
// execution unless the options say otherwise; else it is an error.
NusmvAnswer ask_nusmv(run::Run& run, const ir::Program& program, const Request& options,
                      bool finitised);

// Checks a temporal property, whose propositions are bound to the program. A trace has been
// confirmed by the interpreter.
mc::LivenessAnswer ask_nusmv_about(run::Run& run, const ir::Program& program,
                                   const ltl::Property& property, const Request& options,
                                   bool finitised);

// The same, with the replay on the program itself.
verdict::Result verify_with_nusmv(run::Run& run, const ir::Program& program,
                                  const Request& options);

}  // namespace pipeline
