// The parser of temporal properties; the grammar is in docs/language/ltl.md.
#pragma once

#include "base/source.h"
#include "diag/diagnostic.h"
#include "ltl/syntax.h"

namespace ltl {

// The formula in the file, which is the text of the command line as a source. Null after
// an error, which has been reported.
SyntaxPtr parse(const base::Sources& sources, base::FileId file, diag::Sink& sink);

}  // namespace ltl
