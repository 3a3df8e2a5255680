// What a transition touches of the state that threads share. Reductions decide
// independence from these declarations alone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "ir/action.h"
#include "ir/ids.h"

namespace interp {

// The thread that starts first has index 0; people see numbers from 1.
using ThreadId = base::Id<struct ThreadTag>;
// An object or an array of one state, numbered in the order of creation.
using ObjectId = base::Id<struct ObjectTag>;

inline std::uint32_t printed(ThreadId thread) { return thread.index() + 1; }

enum class PlaceKind : std::uint8_t {
  Field,      // object, field
  Element,    // object, index
  Global,     // global
  Lock,       // of an object (object), of a field (object, field), or a variable (global)
  Thread,     // thread: whether it exists and has ended
  Threads,    // which number the next thread gets
  Instances,  // which objects exist
  Output,     // what the program prints
  Awaited,    // the variables of a group that guards read together: in symbolic execution alone
  // All of the above and whether the execution goes on. A write of it conflicts
  // even with transitions that declare no access at all.
  Everything,
};

// The fields that the kind does not name keep their defaults.
struct Place {
  PlaceKind kind{};
  ObjectId object;
  ir::FieldId field;
  ir::GlobalId global;
  ThreadId thread;
  std::uint64_t index = 0;

  static Place field_of(ObjectId object, ir::FieldId field);
  static Place element_of(ObjectId object, std::uint64_t index);
  static Place global_variable(ir::GlobalId global);
  static Place lock_of(ObjectId object, ir::FieldId field, ir::GlobalId global);
  static Place status_of(ThreadId thread);
  static Place next_thread() { return {.kind = PlaceKind::Threads}; }
  static Place instances() { return {.kind = PlaceKind::Instances}; }
  static Place output() { return {.kind = PlaceKind::Output}; }
  static Place everything() { return {.kind = PlaceKind::Everything}; }

  friend bool operator==(const Place&, const Place&) = default;
};

enum class AccessKind : std::uint8_t {
  Read,
  Write,
  // A change that commutes with the same change by another thread but not with
  // reads: allocations and the set of instances.
  Add,
};

struct Access {
  AccessKind kind{};
  Place place;
  ir::AccessMode mode{};  // of fields, elements and globals that a step touched

  friend bool operator==(const Access&, const Access&) = default;
};

using Accesses = std::vector<Access>;

// True if the order of the two can matter. Symmetric.
bool conflicts(const Access& a, const Access& b);
bool conflicts(const Accesses& a, const Accesses& b);

// True if an access that was declared allows one that happened: it is the same or
// a stronger one.
bool covers(const Access& declared, const Access& happened);
// The first access that nothing in `declared` covers, or null.
const Access* find_undeclared(const Accesses& declared, const Accesses& happened);

}  // namespace interp
