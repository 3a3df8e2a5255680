// Which actions cannot fail. The front ends put the condition that excludes a failure
// into the guard of the transition, so a look at its conjuncts is enough for them; a
// program written by hand may rely on more, and then the answer is no.
#pragma once

#include "ir/program.h"

namespace pass {

// Neither a null reference, an index, a divisor, a cast, a size nor an unsigned integer
// below zero can make the action undefined.
bool is_safe(const ir::Program& program, const ir::Procedure& proc, const ir::Transition& t,
             const ir::Action& action);
// The same for one expression, under no condition at all.
bool is_total(const ir::Program& program, ir::ExprId expr);

}  // namespace pass
