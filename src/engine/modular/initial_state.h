// The first stage of a check: relations for the state in which the procedure is called.
#pragma once

#include <vector>

#include "engine/modular/encode.h"
#include "engine/modular/task.h"

namespace modular {

struct InitialState {
  std::vector<rel::RelationId> relations;  // by slot; invalid for those that do not matter
  std::vector<rel::RelationId> params;
  State state;                  // the same relations as expressions
  std::vector<rel::Expr> args;  // the parameters as expressions
  std::vector<LabelledFormula> facts;
  bool has_numbers = false;  // beyond the bounds there are inputs with greater numbers
};

InitialState declare_initial_state(const Task& task);

}  // namespace modular
