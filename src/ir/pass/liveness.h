// Live variables: for each location, the locals whose value may still be read.
// Engines may reset the others, which makes more states equal.
#pragma once

#include "ir/program.h"

namespace pass {

// Fills Location::live of every procedure, and empties it where the sets would take
// too much memory: then nothing is known.
void annotate_liveness(ir::Program& program);
// The same for a procedure that is or will be one of the program's.
void annotate_liveness(const ir::Program& program, ir::Procedure& proc);

}  // namespace pass
