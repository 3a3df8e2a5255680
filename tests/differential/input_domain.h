// Which inputs the interpreter tries.
#pragma once

#include "engine/interp/model.h"
#include "result/verdict/verdict.h"

namespace differential {

// Whether all values of the counterexample, and its objects, lie within the bounds.
bool is_in_domain(const verdict::Counterexample& example, const interp::Bounds& bounds);

}  // namespace differential
