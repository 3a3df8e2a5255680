// Which SMV variables a program needs: threads and objects become slots, each slot a
// group of variables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/nusmv/smv.h"
#include "engine/nusmv/smv_text.h"
#include "ir/program.h"

namespace nusmv {

// Why a program cannot be written as SMV; thrown inside of this folder only.
struct SmvUnsupported {
  std::string what;
};

// NuSMV computes with 32-bit integers.
inline constexpr std::int64_t kSmvLargest = (std::int64_t{1} << 31) - 1;

// Choices in one transition.
inline constexpr std::size_t kSmvMostChoices = 16;

inline constexpr std::size_t kNoVar = static_cast<std::size_t>(-1);

using SmvLocals = std::set<std::pair<ir::ProcId, ir::LocalId>>;

enum class SmvKind : std::uint8_t { Bool, Int, Ref, Tid, Symbol };

// The values that a variable or an expression may have.
struct SmvDomain {
  SmvKind kind = SmvKind::Bool;
  std::int64_t lo = 0;                // Int
  std::int64_t hi = 0;                // Int
  std::vector<std::int64_t> members;  // Int: the values, if not all of lo..hi
  std::vector<std::size_t> targets;   // Ref: objects, Tid: threads; both besides null
  std::vector<std::string> symbols;   // Symbol
};

// All numbers of this range, if NuSMV can compute with them. The bounds are that small, so
// that results of one operation fit 64 bits.
SmvDomain smv_integers(std::int64_t lo, std::int64_t hi);

struct SmvVar {
  std::string name;
  SmvDomain domain;
  std::string initial;
  std::string comment;  // may be empty
};

// What a global or a field is: a variable, an object in place, or a lock.
struct SmvCell {
  enum class Kind : std::uint8_t { Var, Object, Lock };
  Kind kind = Kind::Var;
  std::size_t index = 0;
};

// Object of a collection, or object or array in place.
struct SmvObject {
  std::string name;             // the constant that references have
  ir::ClassId cls;              // valid for objects
  ir::TypeId array;             // valid for arrays: the type it is declared or allocated with
  ir::CollectionId collection;  // invalid in place
  std::size_t in_use = kNoVar;  // of the collection's object that it is or lies in
  std::vector<ir::FieldId> fields;
  std::vector<SmvCell> cells;   // fields, or elements
  std::size_t length = kNoVar;  // variable with the length; without, all elements exist
  std::size_t lock = kNoVar;    // its own lock, if any action may use it
};

struct SmvLock {
  bool reentrant = false;
  std::size_t owner = kNoVar;           // free, semaphore, or a thread
  std::size_t depth = kNoVar;           // if re-entrant
  std::vector<std::size_t> waits;       // by thread: no, waiting, notified; kNoVar: never waits
  std::vector<std::size_t> wait_depth;  // by thread, if re-entrant
};

struct SmvThread {
  std::string name;
  ir::ProcId proc;
  std::size_t ordinal = 0;
  std::size_t pc = kNoVar;
  std::vector<std::size_t> locals;    // by LocalId; kNoVar: no variable is needed
  std::vector<std::size_t> embedded;  // by LocalId: the object in place, or kNoVar
  std::size_t exception = kNoVar;     // whether an exception is in flight
  // By thread: whether this one descends from it; kNoVar if nobody asks.
  std::vector<std::size_t> under;
};

// Invariant: every index is valid, and names and constants are unique.
class SmvLayout {
 public:
  // `observed` are the locals that a property looks at: they are never dead.
  SmvLayout(const ir::Program& program, const SmvOptions& options, SmvLocals observed = {});

  const ir::Program& program() const { return program_; }
  const SmvOptions& options() const { return options_; }
  SmvNames& names() { return names_; }

  std::vector<SmvVar> vars;
  std::vector<SmvThread> threads;  // the first one runs the entry
  std::vector<SmvObject> objects;
  std::vector<SmvLock> locks;
  std::vector<SmvCell> globals;
  std::map<ir::ProcId, std::vector<std::size_t>> threads_of;  // by procedure
  std::vector<std::vector<std::size_t>> objects_of;           // by collection
  std::vector<std::vector<std::string>> locations;            // constants by procedure, location
  bool counts_threads = false;                                // more slots than threads allowed

  // Constants that are not names of anything in the program.
  std::string idle, ended, null, free, semaphore, no, waiting, notified;

  SmvDomain domain_of(ir::TypeId type) const;
  std::string literal(const ir::Constant& value) const;
  std::string type_text(const SmvDomain& domain) const;
  // True if the local has to be kept at this location.
  bool is_kept(ir::ProcId proc, ir::LocId at, ir::LocalId local) const;
  // Objects that a reference of this type may refer to.
  std::vector<std::size_t> instances(ir::TypeId type) const;
  std::vector<std::size_t> instances(ir::ClassId cls) const;
  std::string initial_text(ir::TypeId type, const std::optional<ir::Constant>& initial) const;

 private:
  struct PendingVar {
    std::size_t var;
    ir::TypeId type;  // a reference: its domain needs all objects
  };

  bool is_remembered(ir::ProcId proc, ir::LocalId local) const;
  void make_threads();
  void make_locals(std::size_t thread);
  void make_globals();
  void make_collections();
  void make_object_locks();
  void make_ancestry();
  std::size_t add_var(const std::string& name, SmvDomain domain, std::string initial);
  std::size_t add_typed_var(const std::string& name, ir::TypeId type,
                            const std::optional<ir::Constant>& initial);
  SmvCell add_cell(const std::string& name, ir::TypeId type,
                   const std::optional<ir::Constant>& initial, std::size_t in_use);
  std::size_t add_object(const std::string& name, ir::TypeId type, std::size_t in_use,
                         bool has_length);
  std::size_t add_lock(const std::string& name, bool reentrant, bool waits);

  const ir::Program& program_;
  SmvOptions options_;
  SmvLocals observed_;
  SmvNames names_;
  std::vector<PendingVar> pending_;
};

}  // namespace nusmv
