// Reads the BIR language: the grammar of the Bandera paper (Iosif, Dwyer, Hatcliff:
// Translating Java for Multiple Model Checkers, Appendix A) and Braid's extensions.
// Heap reads inside the expressions of paper-style files become reads and loads of
// their transition.
#pragma once

#include <optional>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"

namespace bir {

// Nullopt if anything was reported as an error. A program that is returned has
// passed verify().
std::optional<ir::Program> parse(const base::Sources& sources, base::FileId file, diag::Sink& sink);

}  // namespace bir
