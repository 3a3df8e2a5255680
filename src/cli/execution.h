// What the commands that execute programs share: a program ready to run, and a
// result to show.
#pragma once

#include <string_view>

#include "cli/program_options.h"
#include "pipeline/load.h"
#include "result/report/report.h"
#include "result/verdict/verdict.h"

namespace cli {

using pipeline::Input;
using pipeline::Language;
using pipeline::LoadOptions;

// Shows what the sink of the input has (problems.h).
void show_diagnostics(const Input& input);

// Says what the command is about, for the case that a limit ends it without a result.
void announce(const report::Subject& subject);

// How the program is to be read.
LoadOptions load_options(const ProgramOptions& options);
// Loads the program and prepares it for execution; says what is wrong if it cannot.
bool load_program(const ProgramOptions& options, Input& input);

// What the result is about.
report::Subject subject_of(const ProgramOptions& options, const Input& input,
                           std::string_view engine);

// Prints or writes the result and returns the exit status of the process.
int show_result(const verdict::Result& result, const ProgramOptions& options, const Input& input,
                const report::Subject& subject, bool trace, const verdict::FailOn& fail_on = {});

// Says what is wrong with the command line and returns the exit status for it.
int usage_error(std::string_view text);

}  // namespace cli
