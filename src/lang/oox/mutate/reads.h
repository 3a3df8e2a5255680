// Which variables of a method are ever read. Internal to this folder.
#pragma once

#include <vector>

#include "lang/oox/symbols.h"

namespace mutate {

// By VarId. Writing a variable is no read; contracts, assertions and assumptions read.
std::vector<bool> variables_read(const oox::Member& member);

}  // namespace mutate
