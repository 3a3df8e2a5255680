// Property files: properties of methods and invariants of classes beside the program that they
// are about, with predicates and functions for all formulas (docs/language/properties.md).
#pragma once

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"

namespace modular {

// Adds what the file says to the program. What formulas mean is checked by check_formulas. False
// after errors.
bool read_spec_file(const base::Sources& sources, base::FileId file, ir::Program& program,
                    diag::Sink& sink);

}  // namespace modular
