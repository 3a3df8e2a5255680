// The slice of a program: the same program without the actions that only serve variables which no
// verdict depends on (slice.h). For engines that search the program itself; a finite model is
// sliced as it is made.
//
// Everything keeps its number: procedures, variables, locations and transitions. A step whose
// actions are gone stays, empty, so that an execution of the slice and one of the program take the
// same steps.
#pragma once

#include <optional>

#include "ir/program.h"

namespace pass {

// Nothing if all of it matters.
std::optional<ir::Program> drop_irrelevant(const ir::Program& program);

}  // namespace pass
