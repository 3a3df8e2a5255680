// One verification with any engine, for callers that verify many programs, or one many times.
#pragma once

#include "base/run/run.h"
#include "cli/commands.h"
#include "cli/engine.h"
#include "cli/load.h"
#include "result/verdict/verdict.h"

namespace cli {

// Verifies the entry of a program that is ready for execution (load.h) with the engine of the
// options (`auto`: symbolic execution). A finite model is made if the engine needs one; where none
// can be made, or a formula has an error, the verdict is unknown and says so. `chosen` tells
// what was left to Braid.
verdict::Result search_once(run::Run& run, VerifyOptions options, Input& input,
                            ChosenSearch* chosen = nullptr);

}  // namespace cli
