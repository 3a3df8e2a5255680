// The relations that make up a state of a program: one per field, static field and specification
// field, two per type of arrays (elements and length), and the set of allocated objects of every
// class and array type. Each is a slot.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "ir/pass/hierarchy.h"
#include "ir/program.h"

namespace modular {

// Types whose values have atoms of integers.
constexpr bool is_number(ir::TypeKind kind) {
  return kind == ir::TypeKind::Int || kind == ir::TypeKind::Uint || kind == ir::TypeKind::Long ||
         kind == ir::TypeKind::Range || kind == ir::TypeKind::Enum;
}

// Whether values of this type can be elements of relations.
bool has_atoms(const ir::Program& program, ir::TypeId type);

struct SlotTag;
using SlotId = base::Id<SlotTag>;

enum class SlotKind : std::uint8_t {
  Field,      // object -> value
  Global,     // value
  Elements,   // array -> index -> value
  Length,     // array -> number
  Allocated,  // the objects of one class, or the arrays of one type
  Spec,       // object -> value, or object -> value -> value: seen by formulas alone
};

struct Slot {
  SlotKind kind{};
  std::string name;  // `next`, `Counter.total`, `Node`
  unsigned arity = 1;
  ir::TypeId domain;  // of the first column if there are several
  ir::TypeId middle;  // of the second of three columns; elements: invalid, an index
  ir::TypeId range;   // of the last column
  ir::FieldId field;
  ir::GlobalId global;
  ir::ClassId cls;            // of objects
  bool is_functional = true;  // at most one tuple for all columns but the last
};

class Slots {
 public:
  explicit Slots(const ir::Program& program);

  std::size_t size() const { return all_.size(); }
  const Slot& operator[](SlotId id) const { return all_[id.index()]; }

  SlotId field(ir::FieldId id) const { return fields_[id.index()]; }
  SlotId global(ir::GlobalId id) const { return globals_[id.index()]; }
  SlotId elements(ir::TypeId array) const { return elements_.at(array); }
  SlotId length(ir::TypeId array) const { return lengths_.at(array); }
  // Of a class that has objects of its own, or of an array type.
  SlotId allocated(ir::ClassId cls) const { return objects_[cls.index()]; }
  SlotId allocated(ir::TypeId array) const { return arrays_.at(array); }
  // The reference type of a class.
  ir::TypeId ref_type(ir::ClassId cls) const { return refs_[cls.index()]; }
  // The sets of objects that a reference of this type may refer to.
  std::vector<SlotId> sets_of(ir::TypeId reference) const;
  // Arrays are below the root.
  std::vector<SlotId> sets_of(ir::ClassId cls) const;
  const pass::Hierarchy& hierarchy() const { return hierarchy_; }

 private:
  SlotId add(Slot slot);

  const ir::Program& program_;
  pass::Hierarchy hierarchy_;
  std::vector<Slot> all_;
  std::vector<SlotId> fields_;
  std::vector<SlotId> globals_;
  std::vector<SlotId> objects_;  // by class; invalid for abstract ones
  std::vector<ir::TypeId> refs_;
  std::map<ir::TypeId, SlotId> elements_, lengths_, arrays_;
};

}  // namespace modular
