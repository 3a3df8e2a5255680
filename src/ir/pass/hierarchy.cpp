#include "ir/pass/hierarchy.h"

#include <algorithm>

namespace pass {

// Each class is entered into the list of each of its supertypes, so the work is
// proportional to the result.
Hierarchy::Hierarchy(const ir::Program& program)
    : program_(program), subtypes_(program.classes.size()) {
  std::vector<std::size_t> seen_by(program.classes.size(), program.classes.size());
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    ir::ClassId cls(i);
    seen_by[i] = i;
    std::vector<ir::ClassId> above{cls};
    for (std::size_t next = 0; next < above.size(); ++next) {
      const ir::Class& c = program.cls(above[next]);
      auto add = [&](ir::ClassId id) {
        if (!id || seen_by[id.index()] == i) return;
        seen_by[id.index()] = i;
        above.push_back(id);
      };
      add(c.super);
      for (ir::ClassId interface : c.interfaces) add(interface);
    }
    for (ir::ClassId super : above) subtypes_[super.index()].push_back(cls);
  }
}

std::vector<ir::ClassId> Hierarchy::instances(ir::ClassId cls) const {
  std::vector<ir::ClassId> result;
  for (ir::ClassId id : subtypes(cls)) {
    if (!program_.cls(id).is_abstract && !program_.cls(id).is_interface) result.push_back(id);
  }
  return result;
}

std::vector<ir::ClassId> Hierarchy::inputs(ir::ClassId cls) const {
  std::vector<ir::ClassId> result = instances(cls);
  std::erase_if(result, [&](ir::ClassId id) { return program_.cls(id).is_internal; });
  return result;
}

std::vector<ir::ProcId> Hierarchy::targets(const ir::Callee& callee) const {
  if (!callee.is_virtual()) return {callee.proc};
  auto [known, is_new] = targets_.try_emplace({callee.declared.index(), callee.selector});
  std::vector<ir::ProcId>& result = known->second;
  if (!is_new) return result;
  for (ir::ClassId cls : instances(callee.declared)) {
    ir::ProcId proc = program_.dispatch(cls, callee.selector);
    if (proc) result.push_back(proc);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace pass
