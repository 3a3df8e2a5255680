// How many objects and threads a model can make. What happens once, because it is on no
// cycle and its thread is started once, needs room for one; what may repeat gets the
// bound, and going beyond it is LimitState.
#pragma once

#include "ir/pass/inline.h"

namespace pass {

// Sizes the collections. The bound on threads is kept by whoever runs the model. Notes tell
// what was bounded.
void bound_allocations(Inlining& shared);

// How many threads a finite program can start, the first one included; very many if there is
// no end to it.
std::int64_t threads_started(const ir::Program& program);

}  // namespace pass
