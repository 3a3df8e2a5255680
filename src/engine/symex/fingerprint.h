// Fingerprints of states: equal for states that behave alike up to the names of objects
// and, where threads do the same, of threads.
#pragma once

#include <vector>

#include "engine/por/hash.h"
#include "engine/symex/options.h"
#include "engine/symex/program_tables.h"
#include "engine/symex/state.h"

namespace symex {

// Of a state in which every thread stands where others may move.
por::Hash fingerprint(const ProgramTables& tables, const Options& options, const State& state);

}  // namespace symex
