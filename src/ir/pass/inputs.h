// The inputs of the entry as the first steps of its thread: the environment chooses.
//
// A number, a boolean or a character is one choice among the values of its range. A
// reference is null, an object that an earlier input made, or a new one of a class that
// fits, as long as the class has room; then the fields of all objects made so far are
// chosen in the same way, in a fixed order, until none is left. So every shape and every
// aliasing within the bounds comes up, and none twice: the first mention of an object
// gives it the next number of its class. Only what matters is chosen.
#pragma once

#include "ir/pass/inline.h"

namespace pass {

// Puts the choices in front of the entry of the model.
void choose_inputs(Inlining& shared);

}  // namespace pass
