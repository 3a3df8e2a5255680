// The second stage of a check: the question whether an execution violates the goal, with some
// calls inlined and the others replaced by their specifications.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "engine/modular/initial_state.h"
#include "engine/modular/inlining.h"
#include "engine/modular/specifications.h"

namespace modular {

struct Question {
  InitialState initial;
  std::vector<CallSite> calls;  // that are replaced by specifications
  std::vector<SpecOnlyCall>
      spec_only_calls;                  // in the order of execution; not all of them take place
  std::vector<LabelledFormula> facts;   // of all executions
  std::vector<LabelledFormula> sought;  // of those that violate the goal
  rel::Formula violation;               // the same as one formula
  std::vector<Obligation> obligations;  // without a property
  rel::Formula returns;                 // the procedure ends normally
  rel::Formula raises;                  // an exception leaves it
  std::vector<Cut> cuts;
  std::vector<rel::Formula> checked;  // an assertion or contract is looked at
  bool has_numbers = false;           // beyond the bounds there are executions with greater numbers
};

// The error says why there is no question.
tl::expected<Question, std::string> make_question(const Task& task, const Inlining& inlining,
                                                  Specifications& specifications);

}  // namespace modular
