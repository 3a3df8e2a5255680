// The native methods of the models (intrinsics.def): what Java cannot say, said in the IR.
#pragma once

#include <string_view>

#include "lang/jvm/graph.h"

namespace jvm {

// Writes the code of a native method into its procedure. False: it is not known.
bool lower_native(Graph& g, const MethodRef& method);

// The variable that tells whether a thread was started; only there if somebody asks.
inline constexpr const char* kHasThreads = "java.lang.Thread.any";

// The field of a thread's object that holds the thread.
ir::FieldId thread_identifier(World& world);

// The procedure that a new thread runs: calls `run` of its object.
ir::ProcId thread_procedure(World& world, ir::ProcId from);

// A procedure that copies an array of this type.
ir::ProcId clone_procedure(World& world, const Type& array, ir::ProcId from);

}  // namespace jvm
