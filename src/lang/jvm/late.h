// Procedures that depend on all classes with instances, all literals or all types of arrays: they
// are written when everything else is known.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/jvm/graph.h"

namespace jvm {

class LateProcedures {
 public:
  explicit LateProcedures(World& world) : world_(world) {}

  // Who asks for them.
  void set_origin(ir::ProcId from) { from_ = from; }

  // Makes what classes bind, and reaches what the others will need. Call it until there is nothing
  // new.
  void reach();
  // Writes the others. Call it when all literals are known.
  void lower();

 private:
  ir::ProcId declare(ClassInfo& cls, std::string_view selector, ir::TypeId result);
  void bind(ClassInfo& cls, std::string_view selector, ir::TypeId result);
  void write_class_of(const ClassInfo& cls, ir::ProcId id);
  bool has_identity_hash(ClassInfo& cls) const;
  void draw_hashes();
  void write_hash_of(ClassInfo& cls, ir::ProcId id);
  MethodRef identity();
  void ask_identity(Graph& g);
  void bind_overridden_hashes();
  void mark_forks();
  void write_clone_of(const ClassInfo& cls, ir::ProcId id);
  void write_root(std::string_view selector, ir::ProcId id);
  void reach_enums();
  void reach_arrays();
  void write_enum_constants(Graph& g);
  void write_is_instance(Graph& g);
  void write_intern(Graph& g);
  void write_clone_array(Graph& g);
  void write_array_like(Graph& g);
  // From here, go on at the result if it is this class object, and elsewhere if it is not.
  void if_class(Graph& g, const World::ClassObject& object, ir::LocId then);
  // Types of arrays, each before those it can be assigned to.
  std::vector<std::pair<ir::TypeId, Type>> narrow_first() const;

  World& world_;
  ir::ProcId from_;
  std::set<std::pair<const ClassInfo*, std::string_view>> bound_;
  std::vector<std::pair<std::string_view, ir::ProcId>> of_root_;
  std::map<ir::ClassId, ir::FieldId> hashes_;  // where objects of these very classes have theirs
};

}  // namespace jvm
