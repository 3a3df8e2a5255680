// Variables of the entry that its `exceptional` clauses read. An exception that ends another
// thread looks at them, so that writing them is not the business of the first thread alone.
#pragma once

#include <vector>

#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace pass {

class Watched {
 public:
  Watched(const ir::Program& program, const Hierarchy& hierarchy);

  // Whether the transition may change one of them, also by returning into it.
  bool changes(ir::ProcId proc, const ir::Transition& t) const;

 private:
  void watch(ir::ExprId id);

  const ir::Program& program_;
  std::vector<bool> locals_;   // by local of the entry
  std::vector<bool> returns_;  // by procedure: the entry puts its result into one of them
};

}  // namespace pass
