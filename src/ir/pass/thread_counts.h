// How many threads a finite model needs.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace pass {

// By procedure: how many threads may run it, at most `most` each, by the number of forks on any
// path through the procedures that fork it.
std::vector<std::int64_t> thread_counts(const ir::Program& program, std::int64_t most);

}  // namespace pass
