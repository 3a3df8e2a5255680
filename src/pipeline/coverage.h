// Which statements a search came to, for --coverage.
#pragma once

#include <vector>

#include "ir/program.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// By procedure and transition: whether it was taken.
using Taken = std::vector<std::vector<bool>>;
Taken none_taken(const ir::Program& program);

// A statement is what transitions with the same span stand for, and is reached if one of them was
// taken. Checks of `exceptional` are no statements: they come up only with exceptions.
std::vector<verdict::MethodCoverage> coverage_of(const ir::Program& program, const Taken& taken);

}  // namespace pipeline
