// Inputs that are easier to read than those that a solver came up with.
#pragma once

#include <functional>

#include "result/verdict/verdict.h"

namespace certify {

// Makes one value after the other smaller: numbers towards 0, references null, arrays and texts
// shorter, as long as `still_wrong` says yes to the whole. Returns whether anything changed.
bool make_smaller(verdict::Inputs& inputs,
                  const std::function<bool(const verdict::Inputs&)>& still_wrong);

}  // namespace certify
