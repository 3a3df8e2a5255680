// Loops that come back to a state they have been in: the execution never ends, and
// nothing new can happen in it.
#pragma once

#include "engine/symex/program_tables.h"
#include "engine/symex/state.h"

namespace symex {

// Whether two moments of one path of a lone thread, at the same location, cannot be
// told apart by anything that follows. May say no where yes would be right.
bool is_repeated(const ProgramTables& tables, const State& before, const State& now);

}  // namespace symex
