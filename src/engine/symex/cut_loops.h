// Loops that can be replaced by their invariants: what a round may change, and where it begins.
//
// A loop is cut where its last invariant is asserted. The first time the invariants are checked,
// then whatever a round may change becomes arbitrary, the invariants are assumed, and the execution
// goes on: one arbitrary round, or out of the loop. When it comes back, the invariants are checked
// again, and the execution ends. So no execution goes round, and all that the loop can do is
// among what is seen.
//
// That is right only if nobody else moves meanwhile, so programs that start threads are left alone,
// and if everything that a round may change is known and can be made arbitrary.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace symex {

struct CutLoop {
  ir::LocId head;
  std::vector<ir::TransId> back;       // transitions by which a round ends
  ir::TransId last;                    // asserts the last invariant
  std::vector<ir::ExprId> invariants;  // all of them
  // What a round assigns. If all that is assigned is one constant, and the variable has that
  // value already, it keeps it.
  struct Assigned {
    ir::LocalId local;
    ir::ExprId constant;
  };
  std::vector<Assigned> locals;
  // Fields and arrays that a round writes, of the object that a variable refers to which the loop
  // does not assign; of all objects if that is invalid.
  std::vector<std::pair<ir::FieldId, ir::LocalId>> fields;
  std::vector<std::pair<ir::TypeId, ir::LocalId>> elements;  // by type of the array
  std::vector<ir::GlobalId> globals;
  base::Span span;
  std::string why_not;  // it is not cut; empty: it is
};

class CutLoops {
 public:
  CutLoops() = default;
  explicit CutLoops(const ir::Program& program);

  const std::vector<CutLoop>& loops() const { return loops_; }
  // The loop that is cut by this transition, or null.
  const CutLoop* cut_by(ir::ProcId proc, ir::TransId transition) const;
  // The one whose rounds begin there, or null.
  const CutLoop* at_head(ir::ProcId proc, ir::LocId head) const;

 private:
  std::vector<CutLoop> loops_;
  std::map<std::pair<ir::ProcId, ir::TransId>, std::size_t> by_transition_;
  std::map<std::pair<ir::ProcId, ir::LocId>, std::size_t> by_head_;
};

}  // namespace symex
