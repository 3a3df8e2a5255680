#include "pass/future_writes.h"

#include "pass/hierarchy.h"

namespace pass {

namespace {

bool unite(std::vector<bool>& into, const std::vector<bool>& from) {
  bool grew = false;
  for (std::size_t i = 0; i < into.size(); ++i) {
    if (!from[i] || into[i]) continue;
    into[i] = true;
    grew = true;
  }
  return grew;
}

}  // namespace

FutureWrites::FutureWrites(const ir::Program& program)
    : fields_(program.fields.size()), globals_(program.globals.size()) {
  for (std::size_t i = 0; i < program.types.size(); ++i) {
    const ir::Type& type = program.type(ir::TypeId(i));
    is_plain_.push_back(type.kind == ir::TypeKind::Array &&
                        !ir::is_reference(program.type(type.element).kind));
  }
  std::size_t size = fields_ + globals_ + program.types.size() + 1;
  Hierarchy hierarchy(program);
  std::vector<std::vector<std::vector<ir::ProcId>>> targets;  // by procedure and transition
  for (const ir::Procedure& proc : program.procs) {
    sets_.emplace_back(proc.locations.size(), Set(size));
    auto& own = targets.emplace_back(proc.transitions.size());
    for (std::size_t i = 0; i < proc.transitions.size(); ++i) {
      for (const ir::Action& action : proc.transitions[i].actions) {
        const auto* call = std::get_if<ir::Call>(&action);
        const auto* fork = std::get_if<ir::Fork>(&action);
        if (!call && !fork) continue;
        for (ir::ProcId p : hierarchy.targets(call ? call->callee : fork->callee)) {
          own[i].push_back(p);
        }
      }
    }
  }
  bool grows = true;
  while (grows) {
    grows = false;
    for (std::size_t p = program.procs.size(); p-- > 0;) {
      const ir::Procedure& proc = program.procs[p];
      for (std::size_t i = proc.transitions.size(); i-- > 0;) {
        const ir::Transition& t = proc.transitions[i];
        Set& set = sets_[p][t.source.index()];
        for (const ir::Action& action : t.actions) {
          std::size_t place = size;
          if (const auto* a = std::get_if<ir::StoreField>(&action)) place = a->field.index();
          if (const auto* a = std::get_if<ir::StoreGlobal>(&action)) {
            place = fields_ + a->global.index();
          }
          if (const auto* a = std::get_if<ir::StoreElement>(&action)) {
            place = place_of(program.expr(a->array).type);
          }
          if (place == size || set[place]) continue;
          set[place] = true;
          grows = true;
        }
        grows = unite(set, sets_[p][t.target.index()]) || grows;
        if (t.except) grows = unite(set, sets_[p][t.except.index()]) || grows;
        for (ir::ProcId callee : targets[p][i]) {
          const ir::Procedure& c = program.proc(callee);
          grows = unite(set, sets_[callee.index()][c.entry.index()]) || grows;
        }
      }
    }
  }
}

}  // namespace pass
