// How many objects and threads a model can make. What happens once, because it is on no
// cycle and its thread is started once, needs room for one; what may repeat gets the
// bound, and going beyond it is LimitState.
#pragma once

#include "pass/inline.h"

namespace pass {

// Sizes the collections, and counts the threads in a variable of the model if there may
// be more than the bound. Notes tell what was bounded.
void bound_allocations(Inlining& shared);

}  // namespace pass
