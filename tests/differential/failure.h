// How failures are told.
#pragma once

#include <string>

#include "compare.h"
#include "isolate.h"

namespace differential {

// A child that did not come to its end is a failure, named by the place where it broke.
Failure failure_of(const Isolated& child);

// Every line as a comment of OOX.
std::string commented(const std::string& text);

}  // namespace differential
