// Temporal properties in a Promela model: propositions as macros over its variables, the
// automaton of what is wrong as a never claim.
#pragma once

#include <string>
#include <vector>

#include "engine/spin/promela_layout.h"
#include "logic/ltl/automaton.h"
#include "logic/ltl/proposition.h"

namespace spin {

// What a proposition asks about threads, and the variable, by process, that tells it.
struct PromelaWatch {
  ir::ProcId proc;
  ir::LocId location;  // whether the thread is there; else
  ir::LocalId local;   // the value of this variable; else whether it runs the procedure
  std::string variable;
};

// The places and variables of threads that the propositions name, each once.
std::vector<PromelaWatch> find_watches(const std::vector<ltl::Proposition>& propositions);

// Declarations of the variables of the watches.
std::string declare_watches(const PromelaLayout& layout, const std::vector<PromelaWatch>& watches);

// Macros and the never claim. Executions that are cut or discarded do not count.
std::string write_claim(const PromelaLayout& layout, const PromelaClaim& claim,
                        const std::vector<PromelaWatch>& watches);

}  // namespace spin
