// Class-hierarchy analysis (Dean, Grove, Chambers 1995): which classes a reference
// may have, and which procedures a virtual call may run, from declarations alone.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace pass {

class Hierarchy {
 public:
  explicit Hierarchy(const ir::Program& program);

  // The class itself and everything below it, in declaration order.
  const std::vector<ir::ClassId>& subtypes(ir::ClassId cls) const { return subtypes_[cls.index()]; }
  // Those of them that objects can have.
  std::vector<ir::ClassId> instances(ir::ClassId cls) const;
  // Those of them that inputs can have.
  std::vector<ir::ClassId> inputs(ir::ClassId cls) const;
  // Every procedure the callee may be, without repetition, in order of id.
  std::vector<ir::ProcId> targets(const ir::Callee& callee) const;

 private:
  const ir::Program& program_;
  std::vector<std::vector<ir::ClassId>> subtypes_;
  // What targets() has found for a declared class and a selector: a program has many
  // calls, but few kinds of them. Not for several threads at once.
  mutable std::map<std::pair<std::size_t, std::string>, std::vector<ir::ProcId>> targets_;
};

}  // namespace pass
