#include "ir/pass/watched.h"

#include <algorithm>

namespace pass {

Watched::Watched(const ir::Program& program, const Hierarchy& hierarchy)
    : program_(program), returns_(program.procs.size(), false) {
  if (!program.entry) return;
  const ir::Procedure& entry = program.proc(program.entry);
  locals_.assign(entry.locals.size(), false);
  for (const ir::Clause& c : entry.contract) {
    if (c.kind == ir::ContractKind::Exceptional) watch(c.condition);
  }
  for (const ir::Transition& t : entry.transitions) {
    for (const ir::Action& a : t.actions) {
      const auto* call = std::get_if<ir::Call>(&a);
      if (!call || !call->target || !locals_[call->target.index()]) continue;
      for (ir::ProcId to : hierarchy.targets(call->callee)) returns_[to.index()] = true;
    }
  }
}

void Watched::watch(ir::ExprId id) {
  if (!id) return;
  const ir::Expr& e = program_.expr(id);
  if (e.kind == ir::ExprKind::Local) locals_[e.local.index()] = true;
  for (ir::ExprId part : {e.a, e.b, e.c}) watch(part);
}

bool Watched::changes(ir::ProcId id, const ir::Transition& t) const {
  if (returns_[id.index()] && t.target == program_.proc(id).exit) return true;
  if (id != program_.entry) return false;
  auto writes = [&](const ir::Action& a) {
    ir::LocalId target = ir::written_local(a);
    return target && locals_[target.index()];
  };
  return std::any_of(t.reads.begin(), t.reads.end(), writes) ||
         std::any_of(t.actions.begin(), t.actions.end(), writes);
}

}  // namespace pass
