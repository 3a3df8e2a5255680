// What inlining leaves behind: assignments whose value nobody reads, and locations that
// cannot be reached.
#pragma once

#include "ir/pass/finite.h"

namespace pass {

// No step goes: a transition may lose its last action. Only code that cannot be reached
// disappears as a whole.
void remove_dead_code(FiniteModel& model);

}  // namespace pass
