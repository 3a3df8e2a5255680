// Methods of models that are one step: those with the annotation braid.Atomic.
#pragma once

#include "lang/jvm/graph.h"

namespace jvm {

inline constexpr std::string_view kAtomic = "Lbraid/Atomic;";

// Makes one transition of the graph of a procedure, which has no cycle. Ways that throw are taken
// to be impossible: callers have tested. An Assume is what the step waits for.
//
// All places are read first, once each; what is written depends on the way that would have been
// taken. So a place that only some ways write is written on all of them, with what it held.
void make_atomic(Graph& g);

}  // namespace jvm
