// Where the data of a program lies in a Promela model: numbers of objects, variables and
// locks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/spin/promela.h"
#include "engine/spin/promela_text.h"
#include "ir/program.h"

namespace spin {

// Numbers from `lo` to `hi`; none if lo > hi.
struct PromelaRange {
  std::int64_t lo = 1;
  std::int64_t hi = 0;

  std::int64_t size() const { return hi < lo ? 0 : hi - lo + 1; }
};

// A row of objects with consecutive numbers: those of a collection, or those that lie in
// a global, in a field of all objects of a class, or in the elements of arrays.
struct PromelaUnit {
  enum class Kind : std::uint8_t { Collection, Global, Field, Element };
  Kind kind{};
  ir::CollectionId collection;
  ir::GlobalId global;
  ir::FieldId field;
  std::size_t group = 0;  // Element: of the arrays that hold them
  ir::ClassId cls;        // objects
  ir::TypeId array;       // arrays: the type by which instances are told
  ir::TypeId element;     // arrays
  std::int64_t capacity = 0;
  PromelaRange numbers;
  std::string in_use;  // Collection: the bits
};

// Arrays that a reference may mix up: all their elements are one variable.
struct PromelaGroup {
  ir::TypeId element;         // in-place elements have no variable
  std::int64_t capacity = 0;  // elements per array, at most
  PromelaRange numbers;
  std::string elements;  // the variables
  std::string lengths;   // empty if no array is made by NewArray
};

// Which parts of a lock exist.
struct PromelaLockShape {
  bool reentrant = false;
  bool waits = false;
  friend auto operator<=>(const PromelaLockShape&, const PromelaLockShape&) = default;
};

// What the model needs beyond its own data.
struct PromelaNeeds {
  bool over = false;       // an execution may end early
  bool ended = false;      // someone asks whether a thread has ended
  bool join = false;       // someone joins
  bool pick = false;       // a choice whose values may fail
  bool reachable = false;  // someone chooses among reachable objects
  bool cuts = false;       // a bound may be left
};

class PromelaLayout {
 public:
  // Throws PromelaUnsupported.
  PromelaLayout(const ir::Program& program, const PromelaOptions& options);

  const ir::Program& program() const { return program_; }
  const PromelaOptions& options() const { return options_; }
  PromelaNames& names() { return names_; }
  PromelaNeeds needs;

  // ---- objects
  const std::vector<PromelaUnit>& units() const { return units_; }
  const PromelaUnit& unit_of(ir::CollectionId collection) const;
  std::int64_t object_count() const { return objects_; }
  PromelaRange class_range(ir::ClassId cls) const { return class_ranges_[cls.index()]; }
  // The condition that the (non-null or null) reference is one to an instance.
  std::string is_instance(const std::string& object, ir::ClassId cls) const;
  std::string is_instance(const std::string& object, ir::TypeId array) const;
  bool is_instance(const PromelaUnit& unit, ir::ClassId cls) const;
  // The condition that the array may hold the reference.
  std::string accepts(const std::string& array, const std::string& held) const;
  // The condition that the object with this number exists.
  std::string exists(std::int64_t number) const;

  // ---- variables; what lies in place has the number of its object for a value
  std::string global(ir::GlobalId global) const;
  std::string field(const std::string& object, ir::FieldId field) const;
  std::string element(const PromelaGroup& group, const std::string& array,
                      const std::string& index) const;
  std::string length(const PromelaGroup& group, const std::string& array) const;
  // For an Array or FixedArray type; null if no such array exists.
  const PromelaGroup* group_of(ir::TypeId array) const;
  const std::vector<PromelaGroup>& groups() const { return groups_; }

  // ---- locks; a variable of a lock shape
  std::string own_lock(const std::string& object) const;
  PromelaLockShape own_shape() const { return own_shape_; }
  static PromelaLockShape shape_of(const ir::Type& lock) { return {lock.reentrant, lock.waits}; }

  // ---- types
  // The Promela type of a variable of this type.
  std::string type_text(ir::TypeId type) const;
  std::string initial_text(ir::TypeId type, const std::optional<ir::Constant>& initial) const;
  // The values that it may have; booleans 0 and 1.
  PromelaRange values_of(ir::TypeId type) const;
  static std::string constant_text(const ir::Constant& value);

  // Typedefs and global variables.
  std::string declarations();

 private:
  void make_units();
  void add_in_place(PromelaUnit unit, ir::TypeId type);
  void make_groups();
  std::size_t group_for(ir::TypeId element);
  void number_classes();
  void number_groups();
  std::int64_t count(const PromelaUnit& unit);
  std::int64_t subtree_count(ir::ClassId cls);
  std::int64_t group_count(std::size_t group);
  void find_own_locks();
  void name_variables();
  bool is_reference(ir::TypeKind kind) const;
  bool is_in_place(ir::TypeId type) const;
  std::string shape_name(const PromelaLockShape& shape);
  std::string number_type(std::int64_t lo, std::int64_t hi) const;
  void declare_lock_types(std::string& out);
  void declare_classes(std::string& out);
  void declare_collections(std::string& out);
  void declare_globals(std::string& out);
  void declare_services(std::string& out);

  const ir::Program& program_;
  const PromelaOptions& options_;
  PromelaNames names_;
  std::vector<PromelaUnit> units_;
  std::vector<PromelaGroup> groups_;
  std::vector<PromelaRange> class_ranges_;    // by class, with those below it
  std::vector<std::string> class_variables_;  // by class; empty if nothing is stored
  std::vector<std::string> field_names_;
  std::vector<std::string> global_names_;
  std::int64_t objects_ = 0;
  int nesting_ = 0;         // of counting, to find records that contain themselves
  PromelaRange own_locks_;  // objects whose own lock is used
  PromelaLockShape own_shape_{true, false};
  std::map<PromelaLockShape, std::string> shapes_;  // those in use, with their typedefs
};

}  // namespace spin
