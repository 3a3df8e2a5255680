// Concrete states: heap, globals, locks and threads. A state is a plain value;
// copying it is how searches branch.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/interp/happens_before.h"
#include "engine/interp/model.h"
#include "engine/interp/value.h"
#include "result/verdict/verdict.h"

namespace interp {

struct Object {
  ir::ClassId cls;           // valid for objects
  ir::TypeId array;          // valid for arrays: an Array or FixedArray type
  std::uint32_t number = 0;  // among the objects of its type, from 1: `Node#2`
  std::vector<Value> slots;  // fields in the order of Model::fields, or elements
  base::Span made;           // the statement that made it, for messages; inputs: none

  bool is_array() const { return array.is_valid(); }
};

// Which lock: the intrinsic one of an object, that of a field, or a global one.
struct LockKey {
  ObjectId object;
  ir::FieldId field;
  ir::GlobalId global;

  friend auto operator<=>(const LockKey&, const LockKey&) = default;
  Place place() const { return Place::lock_of(object, field, global); }
};

struct Lock {
  enum class Holder : std::uint8_t { Free, Monitor, Semaphore };

  Holder holder = Holder::Free;
  // Monitor: who owns it. Semaphore: who took it, which only messages tell.
  ThreadId owner;
  base::Span taken;                            // the statement that took it, for messages
  std::uint32_t depth = 0;                     // Monitor: how often it was entered
  std::map<ThreadId, std::uint32_t> waiting;   // wait set, with the depth to restore
  std::map<ThreadId, std::uint32_t> notified;  // notified but not yet back in the monitor

  bool is_free() const { return holder == Holder::Free; }
  bool is_owned_by(ThreadId t) const { return holder == Holder::Monitor && owner == t; }
  bool is_idle() const { return is_free() && waiting.empty() && notified.empty(); }
};

// An exception in flight.
struct Exception {
  ir::ExceptionKind kind{};
  std::string message;
  base::Span span;                 // the statement that threw
  Value object = ir::NullValue{};  // as the program sees it; null: it does not
};

struct Frame {
  ir::ProcId proc;
  ir::LocId at;
  std::vector<Value> locals;
  // The transition of the caller that called; invalid in the first frame. The
  // caller's location stays at the source of that transition.
  ir::TransId call;
  std::optional<Value> result;  // set by Return
};

struct Thread {
  ThreadId parent;            // invalid for the first thread
  bool is_daemon = false;     // it keeps no execution going
  std::vector<Frame> frames;  // the running one last; empty: the thread has ended
  std::optional<Exception> exception;
  // The last one that was caught with its object, in case it is thrown again; no part of what a
  // state is.
  std::optional<Exception> caught;

  bool has_ended() const { return frames.empty(); }
};

enum class Outcome : std::uint8_t {
  Running,    // some thread can move
  Finished,   // the execution ended and is right
  Discarded,  // an assumption does not hold: the execution does not count
  Violated,   // the execution is wrong, a deadlock included
  Exhausted,  // it needs more memory than the interpreter is ready to give
};

struct State {
  std::vector<Object> heap;             // by ObjectId; never shrinks
  std::vector<Value> globals;           // by GlobalId
  std::map<LockKey, Lock> locks;        // those that are not idle
  std::vector<Thread> threads;          // by ThreadId
  std::vector<std::int64_t> allocated;  // by CollectionId: how many objects
  std::map<std::pair<ir::ClassId, ir::TypeId>, std::uint32_t> numbers;  // last Object::number
  std::vector<ObjectId> inputs;  // objects that the inputs refer to directly
  // Kept after the entry procedure has returned: its result, and its locals if its
  // `exceptional` clause may still have to be checked.
  std::optional<Value> result;
  std::optional<std::vector<Value>> entry_locals;
  HappensBefore order;  // with Options::races; else empty
  // A decision on the way here was taken among fewer values than the type of the value has, so
  // that the executions seen are not all there are.
  bool is_cut = false;
  std::uint64_t checks = 0;  // assertions and contracts evaluated; no part of what a state is

  // Running until a step ended the execution; a state in which no thread can move
  // is over all the same, see Machine::outcome.
  Outcome outcome = Outcome::Running;
  std::optional<verdict::Violation> violation;  // exactly if outcome is Violated
  std::string reason;  // why Discarded or Exhausted; the exception that ended it

  const Object& object(ObjectId id) const { return heap[id.index()]; }
  Object& object(ObjectId id) { return heap[id.index()]; }
  const Thread& thread(ThreadId id) const { return threads[id.index()]; }
  Thread& thread(ThreadId id) { return threads[id.index()]; }
  // A copy: an idle lock is not stored.
  Lock lock(const LockKey& key) const;
  void set_lock(const LockKey& key, Lock lock);
};

// "division by zero"; with an object: its class, and its message if it has one.
std::string describe(const Model& model, const State& state, const Exception& exception);
// The class of its object; empty: it has none.
std::string class_of(const Model& model, const State& state, const Exception& exception);

// A new object with its fields at their defaults.
ObjectId allocate_object(const Model& model, State& state, ir::ClassId cls);
// A new array of this type with its elements at their defaults.
ObjectId allocate_array(const Model& model, State& state, ir::TypeId type, std::size_t size);
// What a variable of this type starts with; embedded records and arrays are allocated.
Value initial_value(const Model& model, State& state, ir::TypeId type,
                    const std::optional<ir::Constant>& constant = std::nullopt);
// Threads that count for a bound: the first one, those that run, and those that ended while a
// lock knew them or that a variable may still refer to.
std::size_t threads_in_use(const Model& model, const State& state);
// Globals at their initial values; no thread.
State empty_state(const Model& model);
// A frame at the entry of the procedure; the arguments are converted to the types
// of the parameters.
Frame make_frame(const Model& model, State& state, ir::ProcId proc, std::vector<Value> args);

// The frame that stands for the thread in reports, by its position: the innermost one that is not
// of a library, if there is any.
std::size_t shown_frame(const Model& model, const std::vector<Frame>& frames);
// Where a step of the thread is shown: at `span`, or, in procedures of a library, at the call that
// led there.
base::Span shown_span(const Model& model, const Thread& thread, base::Span span);

// The value as a variable of this type holds it: integers are wrapped to the width
// of the type. Throws BoundExceeded if a range or an enumeration does not contain it.
Value converted(const ir::Program& program, Value value, ir::TypeId type);

// True if the object may be referred to by a variable of this type.
bool is_instance(const ir::Program& program, const Object& object, ir::TypeId type);
bool is_instance(const ir::Program& program, const Object& object, ir::ClassId cls);

// Where the field lies in the object; throws UndefinedOperation if it has none.
std::size_t slot_of(const Model& model, const Object& object, ir::FieldId field);

// The text that an object holds whose class is one of texts (ir::Display); else nothing.
std::optional<std::string> text_of(const ir::Program& program, const State& state,
                                   const Value& value);
// What the language calls the thread; empty: it gives no names.
std::string thread_name(const Model& model, const State& state, ThreadId thread);
// `thread 2`; with names `thread "worker"`, or `thread "worker" (2)` if several have that name.
std::string told(const Model& model, const State& state, ThreadId thread);
// `thread 2`, `threads 2, 3`; `last` stands before the last one of several.
std::string told(const Model& model, const State& state, const std::vector<ThreadId>& threads,
                 std::string_view last = ", ");
// `Node#2`, `int[]#1`
std::string name_of(const ir::Program& program, const State& state, ObjectId id);
// A value as people read it: 3, "a", Node#2, thread 1. With the type, the members
// of enumerations are shown by name.
std::string show(const ir::Program& program, const State& state, const Value& value,
                 ir::TypeId type = {});
// What an object holds: `{ value = 3, next = Node#2 }`, `[1, 0]`. Of a long array
// only the first elements are shown.
std::string show_contents(const Model& model, const State& state, ObjectId id);
// `Node#2.next`, `lock of int[]#1`
std::string show(const Model& model, const State& state, const Place& place);
// `read Node#2.next`
std::string show(const Model& model, const State& state, const Access& access);

}  // namespace interp
