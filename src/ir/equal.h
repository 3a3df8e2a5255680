// Structural equality of programs, source spans aside: the equality of
// parse(print(p)) == p.
#pragma once

#include <string>

#include "ir/program.h"

namespace ir {

// Empty if equal, else the first difference.
std::string difference(const Program& a, const Program& b);

}  // namespace ir
