// Threads that are made to run for ever, such as servers: bounding their executions
// leaves most of them out, remembering their states does not.
#pragma once

#include "ir/program.h"

namespace pass {

// A procedure that a started thread may run has a loop that no path leaves, exceptions
// aside.
bool has_endless_thread(const ir::Program& program);

}  // namespace pass
