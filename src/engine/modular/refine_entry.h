// A call of an execution that was found, seen from inside of the procedure called.
#pragma once

#include "engine/modular/refine.h"

namespace modular {

// A call in the state that an instance gives, and how it is claimed to end.
struct Refinement::Entry {
  Entry(const rel::Exprs& exprs, const rel::Universe& universe, const Body& the_body)
      : body(the_body), inside(exprs, universe, instance) {}
  const Ending& ending() const { return raised ? body.code.raised : body.code.normal; }

  const Body& body;
  rel::Instance instance;  // of the relations of the body
  rel::Evaluator inside;
  bool raised = false;
};

}  // namespace modular
