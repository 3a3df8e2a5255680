// The parser of temporal properties; the grammar is in docs/language/ltl.md.
#pragma once

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "logic/ltl/syntax.h"

namespace ltl {

// The formula in the file, which is the text of the command line as a source. Null after
// an error, which has been reported.
SyntaxPtr parse(const base::Sources& sources, base::FileId file, diag::Sink& sink);

}  // namespace ltl
