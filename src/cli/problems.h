// How a run that comes to no result says why: on standard error for people; with
// `--format json` as one object on standard output (result/report/problems.h).
#pragma once

#include <string_view>

#include "base/diag/diagnostic.h"
#include "base/source.h"

namespace cli {

// From now on problems are kept for the object, and a failed CHECK prints one. There is one
// standard output, so this belongs to the process; it is called before anything else runs.
void use_json_for_problems();

// "braid: TEXT", or a diagnostic of the object without code and place.
void say_problem(std::string_view text);

// All diagnostics of the sink. In JSON, those of a sink with errors are for the object alone,
// while warnings beside a result are shown on standard error.
void say_diagnostics(const base::Sources& sources, const diag::Sink& sink);

// Standard output has the object of a result: there must not be a second one.
void note_printed_result();

// At the end of the run: prints the object if one is due. Returns the status.
int finish_problems(int status);

}  // namespace cli
