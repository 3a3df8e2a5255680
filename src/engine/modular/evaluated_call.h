// A call of an execution that the solver found, evaluated with the body of its procedure.
#pragma once

#include <vector>

#include "engine/modular/body.h"
#include "engine/modular/task.h"
#include "logic/rel/eval.h"

namespace modular {

// The state before the call is that of the instance; how it ends there is what the instance
// claims. Procedures are deterministic, so the body tells whether that is so.
struct EvaluatedCall {
  EvaluatedCall(const Task& task, const CallSite& the_call, const Body& the_body)
      : call(the_call), body(the_body), inside(task.exprs(), task.heap.universe(), instance) {}

  const Ending& ending() const { return is_raised ? body.code.raised : body.code.normal; }
  // The call can have ended as it is claimed.
  bool is_feasible(rel::Evaluator& caller);
  // The body ends as it is claimed, perhaps in another state.
  bool ends() { return inside.holds(ending().reached) == rel::Truth::True; }
  // The slots, none standing for the result, in which the body does not compute what is claimed.
  std::vector<SlotId> differences(rel::Evaluator& caller);

  const CallSite& call;
  const Body& body;
  rel::Instance instance;  // of the relations of the body
  rel::Evaluator inside;
  bool is_raised = false;  // as it is claimed
};

}  // namespace modular
