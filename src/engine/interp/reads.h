// The actions that only read shared state into a local. They may stand in the
// `read` part of a transition, where they decide whether it is enabled.
#pragma once

#include "engine/interp/eval.h"

namespace interp {

Value read(const Scope& scope, const ir::LoadField& action);
Value read(const Scope& scope, const ir::LoadElement& action);
Value read(const Scope& scope, const ir::LoadGlobal& action);
Value read(const Scope& scope, const ir::TestLock& action, ThreadId self);
Value read(const Scope& scope, const ir::TestThread& action);

// Performs the `read` part of a transition on these locals, which need not be
// those of the state.
void perform_reads(const Model& model, const State& state, ThreadId self, const ir::Procedure& proc,
                   const std::vector<ir::Action>& reads, std::vector<Value>& locals,
                   Accesses* touched);

}  // namespace interp
