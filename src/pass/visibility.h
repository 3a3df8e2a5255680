// Marks transitions that no other thread can observe or affect as invisible: they
// need not be interleaved (virtual coarsening).
#pragma once

#include "ir/program.h"

namespace pass {

// Recomputes Transition::invisible of every procedure. Program::entry should be
// set: without it, every procedure counts as one that a thread may end in.
void mark_visibility(ir::Program& program);

}  // namespace pass
