// Classes that are checked for linearizability (models/braid/History.java): whoever calls a method
// that the specification has, too, calls a procedure that records the call.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "lang/jvm/world.h"

namespace jvm {

// Finds what `wanted` names: "Spec", or "Spec:Class" where several classes have its methods.
// Nothing: it was reported.
std::optional<Linearizable> find_linearizable(World& world, const std::vector<std::string>& classes,
                                              std::string_view wanted, diag::Sink& sink);

// If calls of the method are recorded, or it is a constructor after which they are: writes that
// into its procedure. The answer is the procedure for its own code; invalid: the same.
ir::ProcId record_calls(World& world, const MethodRef& method, ir::ProcId id);

// What is to be called when all threads have ended.
ir::ProcId linearizability_check(World& world, ir::ProcId from);

}  // namespace jvm
