// Marks transitions that no other thread can observe or affect as invisible: they
// need not be interleaved (virtual coarsening).
#pragma once

#include <vector>

#include "ir/program.h"

namespace pass {

// Recomputes Transition::invisible of every procedure. Program::entry should be
// set: without it, every procedure counts as one that a thread may end in.
// `roomy` names collections that cannot become full: allocating there is no bound that
// may be exceeded.
void mark_visibility(ir::Program& program, const std::vector<ir::CollectionId>& roomy = {});

}  // namespace pass
