// A text for each state that does not depend on the names of heap objects: objects
// are numbered in the order in which a traversal from the roots (globals, locals
// of threads, inputs) finds them, and what the traversal does not find is left out.
// Two states with the same text have the same future. The idea is the heap
// canonicalisation of Iosif's dSPIN (see the BIR paper, section 4.2).
#pragma once

#include <string>

#include "engine/interp/state.h"

namespace interp {

std::string encode(const Model& model, const State& state);

}  // namespace interp
