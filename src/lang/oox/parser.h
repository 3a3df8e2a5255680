// Source text to syntax tree. Recovers after an error at the next statement or
// member, so that one run reports several errors; whatever it could not read is an
// Error node.
#pragma once

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "lang/oox/symbols.h"

namespace oox {

// Parses one file and adds it to `program`.
void parse(const base::Sources& sources, base::FileId file, Program& program, diag::Sink& sink);

}  // namespace oox
