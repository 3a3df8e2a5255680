// A finite program compiled for speed: a fixed layout of the state and flat code.
//
// A state is an array of 32-bit slots: globals, objects and arrays in place, the
// allocation counts of the collections, their objects, and the threads. Objects are
// numbered over the whole model, so that a reference is one slot. A part is an object or
// array in place inside of another one; the outermost one with all its parts is a unit,
// and units are what is allocated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/mc/options.h"
#include "ir/program.h"
#include "result/verdict/verdict.h"

namespace mc {

using SlotId = std::uint32_t;
constexpr std::uint32_t kNone = 0xffffffffU;

// ---------------------------------------------------------------- expressions

enum class Op : std::uint8_t {
  Constant,  // value
  Local,     // slot `a` of the thread
  Neg,
  Not,
  And,
  Or,
  Implies,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  BitAnd,
  BitOr,
  BitXor,
  Shl,  // of a word as wide as `fit` says, by the low bits of b
  Shr,
  Ushr,
  Fit,  // a, fitted
  Ite,
  Length,
  InstanceOf,  // `value`: index of a set of objects
  Cast,        // the same
  Accepts,     // array a may hold reference b
  Forall,      // array a, condition b; slots c and `value` hold element and index
  Exists,
  FieldOf,    // field `value` of object a
  ElementOf,  // array a, index b
  GlobalOf,   // of the variable `value`
  LocalEq,    // fused forms of frequent guards: slot a, constant value
  LocalNe,
  LocalLt,
  LocalGe,
};

// The place of an Assume that no thread but the first looks at.
inline constexpr std::uint32_t kOnlyInput = 1;

// How results of arithmetic are fitted into their type.
enum class Fit : std::uint8_t {
  None,
  Signed8,
  Signed16,
  Unsigned16,
  Signed32,
  Unsigned32,
  Signed64,
  Unsigned64,
  NotNegative
};

struct Node {
  Op op = Op::Constant;
  Fit fit = Fit::None;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::int64_t value = 0;
};

// ---------------------------------------------------------------- variables

enum class Coding : std::uint8_t {
  Scalar,  // `width` bits, from `low`
  Ref,     // an object
  Fixed,   // an object in place: never changes
  Thread,  // a thread
  Lock,
};

// What a variable may hold.
struct VarType {
  Coding coding = Coding::Scalar;
  std::uint8_t width = 0;     // Scalar
  bool is_checked = false;    // low..high, or a member of `members`
  bool is_unbounded = false;  // an integer of the program: beyond low..high the engine gives up
  bool waits = false;         // Lock
  bool reentrant = false;     // Lock
  std::int32_t low = 0;
  std::int32_t high = 0;
  std::int32_t initial = 0;       // the default
  std::uint32_t members = kNone;  // enumeration with gaps: index of Model::enum_members
  std::uint32_t slots = 1;        // how many it takes
};

// A variable at a place, for encoding: what is needed of its type.
struct Item {
  SlotId slot = 0;  // absolute, or relative to a thread or a unit
  std::int32_t low = 0;
  std::uint8_t width = 0;
  Coding coding = Coding::Scalar;
  bool waits = false;
  bool reentrant = false;

  Item() = default;
  Item(SlotId at, const VarType& type)
      : slot(at),
        low(type.low),
        width(type.width),
        coding(type.coding),
        waits(type.waits),
        reentrant(type.reentrant) {}
};

// A lock takes these slots from its place on; the last two and the depths only if it is
// waited on.
constexpr SlotId kHolder = 0;    // 0 free; thread + 1; kSemaphore
constexpr SlotId kDepth = 1;     // how often it was entered
constexpr SlotId kWaiting = 2;   // the wait set, a bit per thread
constexpr SlotId kNotified = 3;  // notified, not yet back
constexpr SlotId kSaved = 4;     // per thread: the depth to restore
constexpr std::int32_t kSemaphore = 0xff;
constexpr std::int32_t kMaxDepth = 65'535;

// ---------------------------------------------------------------- objects

struct Part {
  std::uint32_t unit = 0;      // the number of the unit's first part
  SlotId slots = 0;            // fields or elements
  SlotId length = kNone;       // arrays of collections: slot of the length; kNone: `capacity`
  SlotId lock = kNone;         // own lock; kNone: never used
  std::uint32_t capacity = 0;  // of an array
  ir::ClassId cls;             // invalid for arrays
  ir::TypeId array;            // invalid for objects
  std::uint32_t kind = 0;      // index of Model::kinds
};

// Units of one shape: those of a collection, or one aggregate in place of a global.
struct UnitKind {
  std::uint32_t first = 0;  // number of the first part of the first unit
  std::uint32_t count = 0;  // units
  std::uint32_t parts = 0;  // parts of a unit
  SlotId slots = 0;         // of the first unit
  SlotId stride = 0;        // slots of a unit
  SlotId allocated = 0;     // slot that counts the allocated units; 0: they always exist
  std::uint32_t group = 0;  // the first kind with units of the same type
  ir::CollectionId collection;
  std::vector<Item> items;       // relative to the unit; the length of an array comes first
  std::uint8_t count_width = 0;  // bits of the number of allocated units
  bool has_length = false;       // a unit is an array of a collection: item 0 is its length
  // Which items are its elements; those behind its length are not used.
  std::uint32_t first_element = 0;
  std::uint32_t elements = 0;
};

// ---------------------------------------------------------------- code

enum class Code : std::uint8_t {
  Assign,
  LoadGlobal,
  StoreGlobal,
  LoadField,
  StoreField,
  LoadElement,
  StoreElement,
  New,
  NewArray,
  Fork,
  Join,
  JoinThread,
  Enter,
  Exit,
  Acquire,
  Release,
  Wait,
  Unwait,
  Notify,
  NotifyAll,
  TestLock,
  TestThread,
  Self,
  Assert,
  Assume,
  Halt,
  Limit,
  Havoc,
  Choose,
  ChooseInstance,
  ChooseReachable,
  Throw,
  Catch,
  Evaluate,  // for its errors only
};

enum class LockSort : std::uint8_t { Global, Field, Own };

// Which fields mean something depends on the code.
struct Instr {
  Code code{};
  ir::LockTest test{};
  LockSort lock{};
  bool flag = false;   // Choose: internal; Assert, Assume: undefined counts as false; Limit: of
                       // what Braid supports; stores: nobody else may know the place
  bool waits = false;  // locks
  bool reentrant = false;
  verdict::ViolationKind violation{};  // Assert
  std::uint32_t target = kNone;        // slot of the thread
  std::uint32_t type = 0;              // index of Model::types, of the variable written
  std::uint32_t a = kNone;             // nodes: object, array or condition
  std::uint32_t b = kNone;             // index or value
  std::uint32_t place = 0;             // slot of a global; offset of a field; kind of units; thread
                                       // program; set of objects; exception; index of Model::lists;
                                       // index of Model::texts
};

// A list of nodes: arguments, or alternatives of a choice.
struct List {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// A set of places that accesses may touch; see reduction.cpp.
using Places = std::vector<std::uint64_t>;

// An object that a transition names, as far as it is known before the transition is taken.
struct Term {
  enum class Kind : std::uint8_t { Value, Global, Field, Element };
  Kind kind = Kind::Value;
  std::uint32_t base = kNone;  // Field, Element: the term of the object in which it lies
  std::uint32_t at = 0;  // Value: node; Global: slot; Field: offset; Element: node of the index
  std::vector<SlotId> locals;  // that the term reads, those of `base` included
};

// A place that a transition touches.
struct Access {
  std::uint32_t number = 0;  // over the whole model
  std::uint32_t place = 0;
  bool is_write = false;
  bool is_own = false;          // conflicts with what others may still do
  bool is_future = false;       // what others who act now may conflict with
  bool is_awaited = false;      // only decides whether the transition is enabled
  bool is_element = false;      // of an array
  std::uint32_t term = kNone;   // the object, if it is known
  std::uint32_t offset = 0;     // of the field in the object; slot of a global
  std::uint32_t index = kNone;  // of an element: node, if it is known
  std::vector<SlotId> index_locals;
  std::uint32_t target = kNone;  // slot of the thread into which a load goes
  std::uint32_t value = kNone;   // node of a constant that is written
};

// A part of the guard, all of which must hold.
struct Literal {
  std::uint32_t node = kNone;
  std::vector<std::uint32_t> loads;  // accesses whose values it reads
  std::vector<SlotId> locals;        // others that it reads
};

// What a transition waits for, beside its guard.
enum class Waits : std::uint8_t { No, Lock, Notification, Children, Other };

// What a transition touches, and what it needs in order to be enabled.
struct Footprint {
  std::vector<Access> accesses;
  std::vector<Literal> literals;
  bool is_total = true;        // once its loads are known, no read and no test can fail
  Waits waits = Waits::No;     // of the first action
  std::uint32_t lock = kNone;  // access of the lock that it waits for
  bool may_give_up = false;    // Notification: it need not be awaited
  bool releases = false;       // leaves a lock, or waits on it
  bool notifies = false;
  std::vector<std::uint32_t> starts;  // entries of threads
};

// Sets of transitions, as bits over all of them.
using TransitionSet = std::vector<std::uint64_t>;

inline bool contains(const TransitionSet& set, std::size_t i) {
  return (set[i / 64] >> (i % 64) & 1) != 0;
}
inline void insert(TransitionSet& set, std::size_t i) {
  set[i / 64] |= std::uint64_t{1} << (i % 64);
}
inline bool merge(const TransitionSet& from, TransitionSet& into) {
  bool changed = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    changed = changed || (from[i] & ~into[i]) != 0;
    into[i] |= from[i];
  }
  return changed;
}
inline bool meet(const TransitionSet& a, const TransitionSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

struct Transition {
  std::uint32_t reads = 0;    // instructions [reads, actions)
  std::uint32_t actions = 0;  // [actions, end)
  std::uint32_t end = 0;
  std::uint32_t guard = kNone;
  std::uint32_t source = 0;  // a point
  std::uint32_t target = 0;  // a point; kEnded, kUncaught
  ir::ProcId proc;
  ir::TransId id;
  base::Span span;
};

// Control points are locations of all threads, numbered over the model.
constexpr std::uint32_t kEnded = 0;
constexpr std::uint32_t kUncaught = 1;  // the exceptional exit; never in a state

struct Point {
  std::uint32_t begin = 0;  // transitions [begin, end)
  std::uint32_t end = 0;
  ir::ProcId proc;
  ir::LocId location;
  bool is_daemons = false;  // of a thread that keeps no execution going
  bool is_local = false;    // no other thread can observe or affect its steps
  bool may_reduce = false;  // its steps may be an ample set: the property does not see them
  bool is_seen = false;     // the property observes this location
  std::vector<Item> live;   // relative to the thread
  Places reads;             // of its transitions
  Places writes;
  Places future_reads;  // of whatever can run from here, by other threads' eyes
  Places future_writes;
  TransitionSet future;               // transitions of this thread that can be taken from here on
  std::vector<bool> unstable;         // locals that they may write, by slot of the thread
  std::vector<std::uint32_t> before;  // transitions that lead here
};

struct ThreadProgram {
  ir::ProcId proc;
  std::uint32_t entry = 0;            // point
  std::vector<Item> locals;           // all
  std::vector<std::uint32_t> types;   // by local: index of Model::types
  std::vector<std::int32_t> initial;  // by slot behind kLocals
  std::uint32_t params = 0;
  bool is_daemon = false;  // it keeps no execution going
};

// A thread takes these slots, then its locals.
constexpr SlotId kPoint = 0;
constexpr SlotId kParent = 1;     // thread + 1
constexpr SlotId kException = 2;  // index of Model::exceptions + 1
constexpr SlotId kHeld = 3;       // locks that it holds, and wait sets that it is in
constexpr SlotId kOrder = 4;      // larger than that of all threads that started before
constexpr SlotId kLocals = 5;

struct Model {
  const ir::Program* program = nullptr;
  Options options;

  std::vector<VarType> types;
  std::vector<std::vector<std::int32_t>> enum_members;  // sorted
  std::vector<Item> globals;                            // those that are no aggregates
  std::vector<std::uint32_t> global_slots;              // by GlobalId
  std::vector<std::uint32_t> field_offsets;             // by FieldId
  std::vector<Part> parts;                              // by number; 0 is null
  std::vector<UnitKind> kinds;                          // aggregates in place of globals first
  std::uint32_t fixed_kinds = 0;                        // how many of them are such
  std::vector<std::vector<bool>> object_sets;           // by number of an object
  std::vector<std::uint32_t> accepted;  // by number of an array: the set that it may hold

  SlotId threads_slot = 0;   // how many threads have started
  SlotId threads_begin = 0;  // slots of the first thread
  SlotId thread_stride = 0;
  SlotId slots = 0;                   // of the whole state
  std::vector<std::int32_t> initial;  // all slots

  std::vector<Node> nodes;
  std::vector<std::uint32_t> list_nodes;
  std::vector<List> lists;
  std::vector<Instr> instrs;
  std::vector<Transition> transitions;
  std::vector<Point> points;
  std::vector<ThreadProgram> programs;
  std::vector<std::uint32_t> program_of_proc;  // by ProcId; kNone
  struct ExceptionText {
    ir::ExceptionKind kind{};
    std::string message;
    friend bool operator==(const ExceptionText&, const ExceptionText&) = default;
  };
  std::vector<ExceptionText> exceptions;
  std::vector<std::string> texts;          // names of bounds
  std::vector<std::uint32_t> exceptional;  // conditions over the first thread's locals
  std::vector<Item> kept;                  // locals of the first thread after its end

  bool has_join = false;
  bool names_threads = false;     // there are variables for threads
  bool frees_threads = false;     // a thread that nothing refers to gives its place back
  bool frees_objects = false;     // and an object that no one can reach
  bool may_lack_threads = false;  // it may start more threads than there is place for
  bool sees_instances = false;    // unreachable objects matter
  std::uint8_t point_width = 0;   // bits
  std::uint8_t thread_width = 0;
  std::uint8_t ref_width = 0;
  std::uint8_t kind_width = 0;
  std::uint8_t exception_width = 0;
  std::vector<std::uint64_t> object_places;  // those that belong to objects

  std::vector<Term> terms;
  std::vector<Footprint> footprints;  // by transition

  // For stubborn sets, by transition; empty if they are not used.
  std::vector<TransitionSet> conflicting;         // what it may conflict with, once enabled
  std::vector<TransitionSet> starting_conflicts;  // what starts threads that may do such a thing
  std::vector<TransitionSet> enabling;            // what may write what it waits for
  std::vector<TransitionSet> starting_enablers;   // what starts threads that may do such a thing
};

inline std::uint8_t bits_for(std::uint64_t values) {  // to tell so many values apart
  std::uint8_t bits = 0;
  while (bits < 63 && (std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

}  // namespace mc
