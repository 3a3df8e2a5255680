// Loops that only wait: `while (!flag) Thread.onSpinWait();`. A round that reads a variable and
// comes back to where it was, with the same values in all variables of the thread that matter,
// changes nothing; the thread may as well wait until the variable is such that the round does
// something else. docs/decisions/0040-awaits.md says why that is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace pass {

// Variables that are set once, when their object is made or their class is initialised, beside
// those that are constant.
struct SetOnce {
  std::vector<bool> fields;   // by field; shorter: the others are not
  std::vector<bool> globals;  // by global
};

// Which variables may be waited for.
enum class Spins : std::uint8_t {
  All,
  Atomic,  // those that are not read plainly: a step that waits in vain has no data race
};

// Lets the steps that read such variables wait, with guards over them. Small methods that the
// rounds call become part of the loop. Annotates liveness. True: something was changed.
bool await_in_spin_loops(ir::Program& program, Spins spins, const SetOnce& set_once = {});

}  // namespace pass
