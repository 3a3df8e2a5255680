// Who may call and fork whom, virtual calls resolved by class-hierarchy analysis,
// and which procedures are recursive.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace pass {

class CallGraph {
 public:
  CallGraph(const ir::Program& program, const Hierarchy& hierarchy);

  const std::vector<ir::ProcId>& calls(ir::ProcId proc) const { return calls_[proc.index()]; }
  const std::vector<ir::ProcId>& forks(ir::ProcId proc) const { return forks_[proc.index()]; }
  // Some fork may start a thread with this procedure.
  bool is_forked(ir::ProcId proc) const { return forked_[proc.index()]; }
  // A call from one to the other may be part of a recursion.
  bool same_component(ir::ProcId a, ir::ProcId b) const {
    return component_[a.index()] == component_[b.index()];
  }
  bool is_recursive(ir::ProcId proc) const { return recursive_[proc.index()]; }
  // By calls and forks, `from` included; indexed by procedure.
  std::vector<bool> reachable(ir::ProcId from) const;

 private:
  void find_components();

  std::vector<std::vector<ir::ProcId>> calls_;
  std::vector<std::vector<ir::ProcId>> forks_;
  std::vector<bool> forked_;
  std::vector<std::uint32_t> component_;
  std::vector<bool> recursive_;
};

}  // namespace pass
