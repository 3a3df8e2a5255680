// Loop bounds from outside: `while (b)[2]` for all loops, or for each of them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/source.h"
#include "logic/dl/program.h"

namespace explore {

// Where the loops of the processes are, in the order of the text.
std::vector<base::Span> loops_of(const dl::Program& program);
// Those that have no bound.
std::vector<base::Span> unbounded_loops_of(const dl::Program& program);

// Sets the bounds of the loops of the processes: one for all of them, or as many as loops_of
// says.
void set_bounds(dl::Program& program, const std::vector<std::uint32_t>& bounds);

}  // namespace explore
