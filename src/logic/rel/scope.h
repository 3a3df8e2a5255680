// The bounds of a command: how many atoms each signature has, and which tuples each field may
// have. Atoms of a signature whose number is exact are fixed; others are shared by the
// signatures that extend it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "logic/rel/model.h"
#include "logic/rel/problem.h"

namespace rel {

struct ScopeOptions {
  std::optional<std::int64_t> overall;   // instead of the command's `for N`, or of 3
  std::optional<std::int64_t> bitwidth;  // instead of the command's `N Int`, or of 4
};

struct ScopedProblem {
  Problem problem;
  // What bounds alone cannot say: disjoint children, scopes of children, numbers of atoms.
  std::vector<LabelledFormula> constraints;
};

// Nullopt after an error.
std::optional<ScopedProblem> make_problem(Model& model, const CommandSyntax& command,
                                          const std::vector<LabelledFormula>& goal,
                                          const ScopeOptions& options, diag::Sink& sink);

}  // namespace rel
