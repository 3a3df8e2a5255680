// Options of the commands that search programs: verify, mutate; bounds of finite models also for
// emit.
#pragma once

#include "cli/command.h"
#include "cli/program_options.h"
#include "engine/modular/engine.h"
#include "ir/pass/finite.h"
#include "logic/solve/options.h"
#include "pipeline/request.h"

namespace cli {

void add_search_options(Command& c, ProgramOptions& options, pipeline::Request& request);
void add_bound_options(Command& c, pipeline::Request& request);
// Of finite models, without the size of arrays.
void add_finite_bounds(Command& c, pass::FiniteBounds& bounds);
void add_solver_options(Command& c, solve::Options& options, Engines engines);
void add_summary_options(Command& c, modular::SummaryOptions& limits, Engines engines);

// The request with what the other options say, once the command line is read.
pipeline::Request request_of(const Command& c, const ProgramOptions& options,
                             pipeline::Request request);

// What a watch should know about a search, before the program is read.
void tell_watch(const ProgramOptions& options, const pipeline::Request& request,
                WatchOptions& watch);

}  // namespace cli
