// The parser of temporal properties; the grammar is in docs/language/ltl.md.
#pragma once

#include <optional>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "logic/ltl/observables.h"
#include "logic/ltl/syntax.h"

namespace ltl {

// The formula in the file, which is the text of the command line as a source. Null after
// an error, which has been reported.
SyntaxPtr parse(const base::Sources& sources, base::FileId file, diag::Sink& sink,
                const Observables& observables = {});

// `(a, b): CONDITION`, as a program has it behind the name of an observable. Nothing after an
// error.
std::optional<Observable> parse_observable(const base::Sources& sources, base::Span text,
                                           diag::Sink& sink, const Observables& known);

// A property file; what was read before an error counts.
void parse_file(const base::Sources& sources, base::FileId file, diag::Sink& sink,
                Properties& into);

// Adds the observable, unless the name is taken, which is reported.
void declare(const std::string& name, Observable&& observable, diag::Sink& sink, Observables& into);

}  // namespace ltl
