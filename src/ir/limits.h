// Names of limits that a front end and the engines have to agree on.
#pragma once

namespace ir {

// Limit::what of an execution that needs more calls in one condition than were put in their place.
inline constexpr const char* kNestedCalls = "needs more nested calls in one condition";

}  // namespace ir
