// Explicit-state search on finite models: from the options of the command line to a
// certified result.
#pragma once

#include <string_view>

#include "base/run/run.h"
#include "engine/interp/model.h"
#include "engine/mc/options.h"
#include "ir/program.h"
#include "pipeline/request.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// What the command line says about the search. Without a word about it, exceeding a bound
// is an error of a model that is searched as it stands, and ends an execution of one that
// was made from a program (`finitised`).
mc::Options mc_options(const Request& options, bool finitised);

// How often one thread may be inside of a re-entrant lock.
std::size_t lock_depth_of(Engine engine);

// The interpreter with the bounds of the search, for replays on the model.
interp::Options model_interp_options(const Request& options, bool finitised);

// Searches a finite program as it stands.
verdict::Result search_model(run::Run& run, const ir::Program& program, const Request& options);

}  // namespace pipeline
