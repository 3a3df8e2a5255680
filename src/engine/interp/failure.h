// How the execution of an action can fail. These are thrown inside the interpreter
// only: each of its public functions turns them into an outcome of the state.
#pragma once

#include <string>

namespace interp {

// ErrorState of BIR: an operation without a meaning. Lowered programs guard
// against all of them.
struct UndefinedOperation {
  std::string what;
};

// LimitState of BIR: a declared bound of the model is exceeded.
struct BoundExceeded {
  std::string what;
};

// The interpreter will not go on: the program is not wrong, but wants too much.
struct ResourceExhausted {
  std::string what;
};

}  // namespace interp
