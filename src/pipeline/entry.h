// Which procedure is under verification.
#pragma once

#include <string>

#include "base/diag/diagnostic.h"
#include "ir/program.h"

namespace pipeline {

// Sets Program::entry to the procedure called `wanted` or, if that is empty, to the
// program's own entry, the only static `main`, or else the only procedure with a
// contract. Reports an error and returns false if there is no such procedure.
bool choose_entry(const std::string& wanted, ir::Program& program, diag::Sink& sink);

}  // namespace pipeline
