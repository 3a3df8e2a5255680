// The bounds of a finite model that nobody gave, from the program: its literals, the sizes of
// its arrays, how often its `new` and `fork` run, how deep its recursion goes. The choice is a
// guess at what the program needs. A guess that is too small shows in the verdict, as the
// bound that cut the search.
//
// How often a statement runs: the product of the trips of the loops around it, of the
// executions of its procedure. The trips of a loop are told by the comparisons that leave it:
// `i < n` with i from 0 and n = 5 gives 5. Integers: what the variables can hold
// (intervals.h); a variable that grows without end gets room for as many additions as its
// statements make.
#pragma once

#include "ir/pass/finite.h"
#include "ir/program.h"

namespace pass {

// Fills in what `bounds.given` does not name.
void choose_bounds(const ir::Program& program, FiniteBounds& bounds);

}  // namespace pass
