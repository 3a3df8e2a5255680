// Where everything lies in a state: the first half of compiling.
#pragma once

#include <optional>
#include <string>

#include "engine/mc/model.h"

namespace mc {

// Fills the types, globals, parts and kinds of the model, and the initial values of
// their slots. The threads' slots come behind. `own_locks` tells by class or array type
// whether objects are used as locks themselves. Returns what cannot be laid out.
class Layout {
 public:
  Layout(const ir::Program& program, Model& model) : program_(program), model_(model) {}

  bool run();
  const std::string& problem() const { return problem_; }

  // The index in Model::types; the type must be one that a variable may have.
  std::uint32_t type_index(ir::TypeId type);
  // The value as a slot holds it.
  std::int32_t constant(const ir::Constant& value);

 private:
  // A unit under construction.
  struct Unit {
    std::vector<Part> parts;  // slots relative to the unit
    std::vector<Item> items;
    std::vector<std::int32_t> initial;                         // by slot
    std::vector<std::pair<SlotId, std::uint32_t>> references;  // slots that hold a part
  };

  bool refuse(std::string what);
  VarType make_type(ir::TypeId type);
  SlotId take(Unit& unit, std::uint32_t slots, std::int32_t value);
  void lay_out(Unit& unit, ir::TypeId type, int depth);
  void lay_out_object(Unit& unit, ir::ClassId cls, int depth);
  void lay_out_array(Unit& unit, ir::TypeId type, std::uint32_t size, int depth);
  void variable(Unit& unit, ir::TypeId type, std::vector<std::pair<SlotId, ir::TypeId>>& inner);
  void own_lock(Unit& unit, Part& part);
  void find_own_locks();
  void add_kind(const Unit& unit, UnitKind kind);
  void lay_out_globals();
  void lay_out_collections();
  void field_offsets();
  ir::TypeId array_of(ir::TypeId element) const;

  const ir::Program& program_;
  Model& model_;
  std::string problem_;
  std::vector<std::uint32_t> type_indices_;  // by TypeId; kNone: not made yet
  std::vector<bool> locked_classes_;         // an action locks objects of this class
  bool locked_arrays_ = false;
  bool waited_ = false;  // on locks of objects
};

}  // namespace mc
