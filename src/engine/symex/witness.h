// From a symbolic state and values for its variables to the inputs that lead there.
#pragma once

#include "engine/symex/program_tables.h"
#include "engine/symex/state.h"
#include "logic/term/terms.h"
#include "result/verdict/verdict.h"

namespace symex {

// The parameters of the entry (`inputs`), and the objects they span as they were at the start. What
// the path never read gets the default of its type.
verdict::Inputs inputs_of(const ProgramTables& tables, const term::Terms& terms, const State& state,
                          const std::vector<Value>& inputs, const term::Assignment& values);

}  // namespace symex
