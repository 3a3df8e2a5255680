// Why a condition does not hold: the values that it reads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/interp/eval.h"

namespace interp {

// The variables of the user that the condition names, in the order of their first
// mention, each with its value; of arrays the elements are shown, too.
std::vector<std::pair<std::string, std::string>> condition_values(const Scope& scope,
                                                                  const ir::Procedure& proc,
                                                                  ir::ExprId condition);

}  // namespace interp
