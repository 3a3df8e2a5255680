// Quasi-monotonic computations (Kahlon, Wang, Gupta: Monotonic Partial Order Reduction,
// CAV 2009): of each trace, executions remain in which threads with smaller numbers come
// first where nothing orders the events.
#pragma once

#include "engine/por/reversal.h"

namespace por {

// Whether the execution may go on with an event of the thread, whose past is `past`. An
// event e of a later thread that has come before needs a reason: the new event depends
// on it, or an event of a thread before this one does.
bool is_monotonic(const Names& names, const Race::Path& path, NameId thread, const Clock& past);

}  // namespace por
