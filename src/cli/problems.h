// How a run that comes to no result says why: on standard error for people; with `--format json`
// and other formats that can tell as one document (result/report/item.h).
#pragma once

#include <string>
#include <string_view>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "result/report/report.h"

namespace cli {

// From now on problems are kept for a document in this format, and a failed CHECK prints one.
// There is one standard output, so this belongs to the process; it is called before anything else
// runs.
void use_format_for_problems(report::Format format);

// The file for the result, once it is known. A document in JSON goes to standard output all the
// same; others go where the result would have gone, for whoever reads a result there cannot read
// anything else.
void write_problems_to(std::string output);

// "braid: TEXT", and a diagnostic of the document without code and place. In JSON, only that.
void say_problem(std::string_view text);

// All diagnostics of the sink, in the same way. Warnings beside a result are shown on standard
// error in any case, and are no part of the document.
void say_diagnostics(const base::Sources& sources, const diag::Sink& sink);

// There is a document of a result: there must not be a second one.
void note_printed_result();

// At the end of the run: prints the document if one is due. Returns the status.
int finish_problems(int status);

}  // namespace cli
