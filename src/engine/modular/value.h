// Abstract values: the relational expressions that bound variables, fields and sets of
// allocated objects in a summary (Taghdiri, Automating Modular Program Verification by
// Refining Specifications, chapter 4). They are built syntactically over symbols for the state
// before the procedure; building simplifies by rules that keep the meaning.
//
// Here null is an element, as in the paper: a reference is always a set with one element.
// `to_rel.h` translates into relational logic, where null is the absence of an element.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/cons_store.h"
#include "base/ids.h"
#include "ir/program.h"

namespace modular {

struct ValueTag;
struct SymbolTag;
using ValueId = base::Id<ValueTag>;
using SymbolId = base::Id<SymbolTag>;

enum class ValueOp : std::uint8_t {
  Symbol,        // what a variable, field or type was before the procedure
  Null,          // the set with null alone
  None,          // the empty relation
  Number,        // an integer constant
  Truth,         // true or false
  Type,          // all values of a type; null is one of a reference's
  New,           // an object that the procedure allocates, or nothing
  NewSet,        // any number of them
  Union,         // of two or more, in order of their ids
  Intersection,  // likewise
  Difference,
  Join,
  Product,
  Override,  // r ++ (x -> y): the elements of x are mapped to y alone
  Star,      // reflexive transitive closure
};

struct ValueNode {
  ValueOp op{};
  std::uint8_t arity = 1;
  ir::TypeId type;            // of the last column
  std::uint32_t size = 0;     // how many operators
  bool has_new = false;       // mentions an allocated object
  bool may_have_new = false;  // or may have one as an element: those are of a type, too
  std::int64_t value = 0;     // Symbol, New, NewSet: the symbol; Number, Truth: the constant
  std::vector<ValueId> operands;
};

// A name in summaries: of the state before, or of allocated objects.
struct Symbol {
  std::string name;
  ir::TypeId type;  // of the last column
  std::uint8_t arity = 1;
  bool is_functional = false;  // one value, or one for each object
};

class Values {
 public:
  explicit Values(const ir::Program& program) : program_(program) {}
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  SymbolId add_symbol(std::string name, ir::TypeId type, unsigned arity,
                      bool is_functional = false);
  const Symbol& symbol(SymbolId id) const { return symbols_[id.index()]; }

  ValueId symbol_value(SymbolId id);
  ValueId null(ir::TypeId type);
  ValueId none(unsigned arity, ir::TypeId type);
  ValueId number(std::int64_t value, ir::TypeId type);
  ValueId truth(bool value, ir::TypeId type);
  ValueId type(ir::TypeId type);
  ValueId new_object(SymbolId id);
  ValueId new_set(SymbolId id);
  ValueId make_union(ValueId a, ValueId b);
  ValueId intersection(ValueId a, ValueId b);
  ValueId difference(ValueId a, ValueId b);
  ValueId join(ValueId a, ValueId b);
  ValueId product(ValueId a, ValueId b);
  ValueId override_with(ValueId relation, ValueId at, ValueId value);
  ValueId star(ValueId relation);

  const ValueNode& node(ValueId id) const { return nodes_[id.index()]; }
  ValueOp op(ValueId id) const { return node(id).op; }
  ValueId operand(ValueId id, std::size_t i) const { return node(id).operands[i]; }
  bool is_none(ValueId id) const { return op(id) == ValueOp::None; }
  const ir::Program& program() const { return program_; }

  // True if every element of `a` is one of `b`, in all states; false: perhaps not.
  bool is_within(ValueId a, ValueId b) const;
  // False if null is surely no element of the set.
  bool may_have_null(ValueId id) const;

  // True if the set surely has at most one element.
  bool is_scalar(ValueId id) const;
  // True if the relation surely is the one that fields have, and no mere bound: each object has
  // one element.
  bool is_function(ValueId id) const;

  // The same with other values in place of symbols.
  ValueId substitute(ValueId id, const std::unordered_map<SymbolId, ValueId>& by);
  // The symbols that occur, in order of their ids.
  std::vector<SymbolId> symbols_in(std::span<const ValueId> ids) const;

  // As Alloy writes it, null included.
  std::string show(ValueId id) const;

 private:
  ValueId make(ValueNode node);
  std::uint32_t add(ValueNode node);  // its number; not there yet
  ValueId make_set(ValueOp op, std::vector<ValueId> parts);
  bool is_within(ValueId a, ValueId b, int depth) const;
  bool is_within_star(ValueId a, ValueId b, int depth) const;
  bool is_of_type(ValueId a, ValueId type, int depth) const;
  std::vector<ValueId> parts_of(ValueOp op, ValueId a, ValueId b) const;
  bool merge_union(ValueId a, ValueId b, ValueId& merged);
  bool merge_operands(ValueId a, ValueId b, ValueId& merged);
  bool merge_intersection(ValueId a, ValueId b, ValueId& merged);
  template <class Merge>
  ValueId combine(ValueOp op, std::vector<ValueId> parts, const Merge& merge);
  // A union of the operands that `keep` accepts; none if there are none.
  template <class Keep>
  ValueId filtered(ValueId id, const Keep& keep);
  // True if the two sets of objects have nothing in common in any state.
  bool are_disjoint(ValueId a, ValueId b) const;
  std::string show(ValueId id, int outer) const;

  const ir::Program& program_;
  std::vector<ValueNode> nodes_;
  std::vector<Symbol> symbols_;
  base::ConsTable table_;
};

}  // namespace modular
