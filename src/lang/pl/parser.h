// The parser of PL: a file to a syntax tree. docs/language/pl.md is the grammar.
#pragma once

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "lang/pl/syntax.h"

namespace pl {

// The text must be well-formed UTF-8; `file` must be empty. What is wrong is reported, and the
// tree lacks it.
void parse_file(const base::Sources& sources, base::FileId id, File& file, diag::Sink& sink);

}  // namespace pl
