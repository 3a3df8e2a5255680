// Methods of models that are one step: those with the annotation braid.Atomic.
#pragma once

#include "lang/jvm/graph.h"

namespace jvm {

inline constexpr std::string_view kAtomic = "Lbraid/Atomic;";

// Which order between threads the accesses of such a method give: the value of the annotation.
ir::AccessMode atomic_mode(const ClassFile& file, const Method& method);

// Makes one transition of the graph of a procedure, which has no cycle. Ways that throw are taken
// to be impossible: callers have tested. An Assume is what the step waits for.
//
// All places are read first, once each; what is written depends on the way that would have been
// taken. So a place that only some ways write is written on all of them, with what it held. A
// compareAndSet that fails is a write, then, and with mode Volatile it releases. No race is missed
// by that: what comes before such a write, and what its readers do next, is ordered by it in
// executions where the write comes first, but no reader can tell, and there is an execution where
// it comes later.
void make_atomic(Graph& g, ir::AccessMode mode);

}  // namespace jvm
