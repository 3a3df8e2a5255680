// Property files: properties of methods and invariants of classes beside the program that they
// are about, with predicates and functions for all formulas (docs/language/properties.md).
#pragma once

#include <functional>
#include <string_view>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"

namespace modular {

// Whether there is such a class or, with a method, such a method, although the program does not
// reach it. Classes may be named without their packages.
using Unreached = std::function<bool(std::string_view cls, std::string_view method)>;

// Adds what the file says to the program. What formulas mean is checked by check_formulas. False
// after errors. A Java program has one method only, its entry: what is said of other methods
// is passed over, if `unreached` knows them.
bool read_spec_file(const base::Sources& sources, base::FileId file, ir::Program& program,
                    diag::Sink& sink, const Unreached& unreached = {});

}  // namespace modular
