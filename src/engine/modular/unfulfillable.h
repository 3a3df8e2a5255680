// Specifications of the user that cannot be fulfilled in some state. Executions that call such a
// method there do not exist for the solver, and whatever holds of them holds for no reason; so it
// is worth a warning.
#pragma once

#include "engine/modular/task.h"

namespace modular {

// Whether the procedure of the task, of which there is a specification only, may be called in a
// state in which nothing fulfils the specification. False also if that is not known.
bool is_unfulfillable(const Task& task);

}  // namespace modular
