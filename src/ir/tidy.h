// The last step of lowering a procedure, for front ends that build its graph piece by piece.
#pragma once

#include "ir/program.h"

namespace ir {

// Removes jumps that do nothing and locations that nothing reaches, numbers the rest in the order
// in which they were made, which is source order, and names them.
void tidy(Procedure& proc);

}  // namespace ir
