// What inlining leaves behind: assignments whose value nobody reads, and locations that
// cannot be reached.
#pragma once

#include <set>
#include <string>

#include "ir/pass/finite.h"

namespace pass {

// No step goes: a transition may lose its last action. Only code that cannot be reached
// disappears as a whole.
// Variables of `kept`, by "Thread.local", keep their values: properties read them.
void remove_dead_code(FiniteModel& model, const std::set<std::string>& kept);

}  // namespace pass
