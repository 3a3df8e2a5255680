// The bounded heap in relational logic: which atoms there are, and the relations of a state.
//
// Null is the absence of a tuple. Numbers and truth values are atoms; fields that hold them are
// total on the allocated objects of their class. Objects that are not allocated have no
// tuples. Objects of a class that the program allocates are allocated in the
// order of their atoms, so that the set of allocated objects is always a prefix; which objects
// exist before is then up to symmetry no restriction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/modular/slots.h"
#include "logic/rel/expr.h"
#include "logic/rel/problem.h"

namespace modular {

struct Scope {
  static constexpr std::uint32_t kMost = 64;  // objects of a class

  std::uint32_t objects = 3;                     // of each class and array type
  unsigned bitwidth = 4;                         // of integers
  std::map<std::string, std::uint32_t> classes;  // instead, by name of the class
};

// A value of a program: a reference as a set with at most one element, a number, or a truth
// value, by its type.
struct SymbolicValue {
  rel::Expr set;
  rel::IntExpr number;
  rel::Formula truth;
};

class Heap {
 public:
  // `allocated`: the slots of the sets of objects that may grow.
  Heap(const ir::Program& program, const Slots& slots, rel::Exprs& exprs, const Scope& scope,
       std::vector<bool> allocated);
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  rel::Exprs& exprs() { return exprs_; }
  rel::Problem& problem() { return problem_; }
  const Slots& slots() const { return slots_; }
  const rel::Universe& universe() const { return problem_.universe(); }

  // A new relation for a value of the slot. The problem bounds it; `well_formed` is what the
  // bounds cannot say.
  rel::RelationId fresh(SlotId slot, const std::string& name);
  // Objects that exist before are alike, whatever their place in the order of allocation: it
  // matters only for those that are still to come. `before`: the relation of a set of objects.
  void allow_exchange(SlotId set, rel::RelationId before);
  // A new set for a value of a type.
  rel::RelationId fresh(ir::TypeId type, const std::string& name);
  // Values of these relations are possible values of a slot in any state: total where it must
  // be. In the state before, and in specification fields always, objects refer to allocated ones
  // only.
  rel::Formula is_total(SlotId slot, const std::vector<rel::Expr>& state);
  rel::Formula is_total(ir::TypeId type, rel::Expr value);
  rel::Formula is_closed(SlotId slot, const std::vector<rel::Expr>& state);

  // All atoms of the objects that a reference of this type may refer to, or of the numbers.
  rel::Expr atoms(ir::TypeId type);
  rel::Expr atoms(SlotId set);
  // The allocated objects among them, in a state.
  rel::Expr objects(ir::TypeId type, const std::vector<rel::Expr>& state);
  // The same, or all numbers or truth values.
  rel::Expr existing(ir::TypeId type, const std::vector<rel::Expr>& state);
  // All atoms, as a union of their kinds.
  rel::Expr everything();
  rel::Expr truth_atom(bool value) { return exprs_.relation(value ? true_ : false_); }
  // The object that is allocated next: empty if the scope is used up.
  rel::Expr next_object(SlotId set, rel::Expr allocated);

  // Between values and their representation as sets.
  SymbolicValue value_of(ir::TypeId type, rel::Expr set);
  rel::Expr set_of(ir::TypeId type, const SymbolicValue& value);
  // relation with `at` mapped to the value alone
  rel::Expr updated(SlotId slot, rel::Expr relation, rel::Expr at, rel::Expr value);

  rel::TupleSet atom_set(ir::TypeId type) const;
  rel::TupleSet atom_set(SlotId set) const;
  std::uint32_t count(SlotId set) const;
  // The greatest number that has an atom.
  std::int64_t greatest() const { return problem_.universe().greatest_int(); }
  rel::Atom first_atom(SlotId set) const { return ranges_.at(set).first; }
  rel::Atom bool_atom(bool value) const { return value ? true_atom_ : false_atom_; }

 private:
  rel::TupleSet bound_of(SlotId slot) const;
  rel::RelationId constant(const std::string& name, rel::TupleSet value);
  static rel::Universe make_universe(const Slots& slots, const Scope& scope,
                                     std::map<SlotId, std::pair<rel::Atom, rel::Atom>>& ranges);

  const ir::Program& program_;
  const Slots& slots_;
  rel::Exprs& exprs_;
  std::vector<bool> allocated_;
  std::map<SlotId, std::pair<rel::Atom, rel::Atom>> ranges_;  // first atom and end of a set
  rel::Problem problem_;
  rel::Atom true_atom_ = 0, false_atom_ = 0;
  rel::RelationId true_, false_;
  std::map<SlotId, rel::RelationId> all_;    // all atoms of a set
  std::map<SlotId, rel::RelationId> first_;  // of the sets that grow
  std::map<SlotId, rel::RelationId> order_;
};

}  // namespace modular
