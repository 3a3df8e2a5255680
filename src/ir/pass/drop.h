// The slice of a program: the same program without the actions that only serve variables which no
// verdict depends on (slice.h). For engines that search the program itself; a finite model is
// sliced as it is made.
//
// Everything keeps its number: procedures, variables, locations and transitions. A step whose
// actions are gone stays, empty, so that an execution of the slice and one of the program take the
// same steps.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "ir/program.h"

namespace pass {

// What stays, whether or not a verdict depends on it: for formulas about states.
struct Kept {
  // Fields, globals and variables, as FiniteBounds::kept names them; "[]": all elements of arrays.
  std::set<std::string> variables;
  // Further actions; absent: none. What they read must matter.
  std::function<bool(const ir::Action&)> keeps;
  // Objects that are thrown go if no handler looks at one.
  bool forgets_thrown = false;
};

// Nothing if all of it matters.
std::optional<ir::Program> drop_irrelevant(const ir::Program& program, const Kept& kept = {});

}  // namespace pass
