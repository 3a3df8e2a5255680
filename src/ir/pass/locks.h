// Locks of objects as fields. In the source program every object has a lock; in the
// model only those classes have one whose objects are locked, as the field `$lock`, and
// it says `wait` and `reentrant` only where the model waits or enters twice.
//
// One object must have one lock whatever type it is seen with. So the field lies in the
// topmost class that is locked: a lock of a subclass is the same. Objects that are locked
// through an interface, and have no such class in common, keep the lock of every object,
// as arrays do, and with them all objects if they are locked through the root class.
#pragma once

#include <optional>
#include <vector>

#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace pass {

class LockPlan {
 public:
  LockPlan(const ir::Program& source, const Hierarchy& hierarchy,
           const std::vector<bool>& reachable);

  // The class whose field is the lock of an object of this static type; invalid if the
  // object keeps its own.
  ir::ClassId owner(ir::ClassId seen) const { return owners_[seen.index()]; }

  // Adds the fields to the classes of the model, which have the ids of the source's.
  void declare(ir::Program& model);
  ir::FieldId field(ir::ClassId owner) const { return fields_[owner.index()]; }

  // Gives the fields of the finished model the types that it needs.
  static void finish(ir::Program& model);

 private:
  std::vector<ir::ClassId> owners_;  // by class
  std::vector<ir::FieldId> fields_;  // by class
};

// The lock that the action works on, if it does.
const ir::LockPlace* lock_of(const ir::Action& action);

}  // namespace pass
