// A slice (src/ir/pass/drop.h) against the program that it was made of.
#pragma once

#include <cstdint>
#include <string>

#include "truth.h"

namespace concurrent {

// Takes a few random executions in both at once: where the threads are, who can move, and how it
// ends must be the same after each step. Says what is not; empty: nothing.
std::string walk_both(const Subject& subject, const ir::Program& program, const ir::Program& slice,
                      std::uint64_t seed);

// How executions end, of the final states: "finished", "exception", "stuck".
std::set<std::string> endings(const Finals& finals);

}  // namespace concurrent
