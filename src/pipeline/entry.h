// Which procedure is under verification.
#pragma once

#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "ir/program.h"

namespace pipeline {

// Sets Program::entry to the procedure called `wanted` or, if that is empty, to the
// program's own entry, the only static `main`, or else the only procedure with a
// contract. Reports an error and returns false if there is no such procedure.
bool choose_entry(const std::string& wanted, ir::Program& program, diag::Sink& sink);

// All procedures worth verifying, in the order of the program: every static `main` and every one
// with a contract or a property; of a program that has an entry, that one alone.
std::vector<std::string> find_targets(const ir::Program& program);

}  // namespace pipeline
