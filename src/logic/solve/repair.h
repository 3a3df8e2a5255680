// Repair: a model that violates one constraint often needs a new value for a single
// variable only. Candidates are read off the constraint and tried by evaluation, so a
// repair that succeeds is a model; one that fails says nothing.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/term/eval.h"

namespace solve {

// Values for single variables, each of which makes `violated` true if the variable is
// changed and the others keep their values under `model`. At most `most` of them.
std::vector<std::pair<term::Variable, term::Value>> repairs(const term::Terms& terms,
                                                            term::Evaluator& model,
                                                            term::Term violated, std::size_t most);

}  // namespace solve
