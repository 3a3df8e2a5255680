// Objects of java.lang.invoke.VarHandle. Each variable that a handle is made for, a field or the
// elements of a type of arrays, has a class of its own. Its methods are those that are called
// somewhere, with the descriptors that the calls have: accesses are one step.
#pragma once

#include <string_view>

#include "lang/jvm/graph.h"

namespace jvm {

inline constexpr std::string_view kVarHandle = "java/lang/invoke/VarHandle";

// Whether a method of VarHandle accesses the variable.
bool is_variable_access(std::string_view name);

// The class of the handles of a variable.
ClassInfo& handle_class(World& world, const VariableHandles::Variable& variable, ir::ProcId from);

// Some code calls this method of VarHandle.
void reach_access(World& world, std::string_view name, std::string_view descriptor,
                  ir::ProcId from);

}  // namespace jvm
