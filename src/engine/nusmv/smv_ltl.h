// Temporal properties in SMV: propositions become definitions, formulas LTLSPEC.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/nusmv/smv_layout.h"
#include "logic/ltl/observe.h"

namespace nusmv {

// The terms with all that they name looked up in the program.
std::vector<ltl::Proposition> smv_bound(const ltl::Property& property, const ir::Program& program);

// The locals that propositions look at.
SmvLocals smv_observed(const std::vector<ltl::Proposition>& propositions);

// A condition on a state.
std::string smv_proposition(const SmvLayout& layout, const ltl::Term& term);

// The formula over the names of its propositions. An execution that was cut does not count.
std::string smv_formula(const ltl::Property& property, const std::vector<std::string>& names);

}  // namespace nusmv
