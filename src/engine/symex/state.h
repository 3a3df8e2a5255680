// A symbolic state: threads, heap, locks, the path condition and what is known of
// the inputs. Copying it is how a path splits; the copies share what neither of them
// changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/copy_on_write.h"
#include "engine/interp/happens_before.h"
#include "engine/por/event.h"
#include "engine/symex/frames.h"
#include "engine/symex/trail.h"
#include "engine/symex/value.h"
#include "ir/program.h"
#include "logic/term/term.h"
#include "result/verdict/claim.h"

namespace symex {

using base::CopyOnWrite;

struct CutLoop;

// An input reference (or string) that may still be null or any object.
struct Symbol {
  enum class Status : std::uint8_t {
    Open,      // nothing is known
    NotNull,   // not null, but which object is open
    Resolved,  // `value` says what it is
  };
  ir::TypeId type;
  Status status = Status::Open;
  Value value;
  std::string name;               // where it came from: "node.next"
  bool is_known_at_fork = false;  // resolved while there was one thread
};

struct Object {
  ir::TypeId array;  // valid for arrays
  // Objects: the classes it may still have, sorted; one for what the program made.
  using Classes = base::SmallVector<ir::ClassId, 2>;
  Classes classes;
  bool is_input = false;          // made by lazy initialisation
  bool is_known_at_fork = false;  // size and class were known while there was one thread
  bool is_shared = false;         // another thread than the one that made it may know it
  bool has_size = true;           // arrays: whether `slots` has its final size
  term::Term length;  // arrays of inputs, before that: what was assumed of it is about this
  std::size_t least_size = 0;  // before that: smaller ones have been tried
  std::string name;            // inputs: the first path to it
  Values slots;                // elements, or fields by ProgramTables::slot
  Values initial;              // inputs: what the slots held at the start, where known
  bool is_array() const { return array.is_valid(); }
};

// The lock of an object; see ir/action.h for the two ways to hold it.
struct Lock {
  enum class Holder : std::uint8_t { Free, Monitor, Semaphore };
  ObjectId object;
  Holder holder = Holder::Free;
  std::uint32_t owner = 0;
  std::uint32_t depth = 0;
  struct Waiter {
    std::uint32_t thread = 0;
    std::uint32_t depth = 0;  // to restore
  };
  std::vector<Waiter> waiting;  // by thread
  std::vector<Waiter> notified;
  bool is_free() const { return holder == Holder::Free; }
  bool is_owned_by(std::uint32_t thread) const {
    return holder == Holder::Monitor && owner == thread;
  }
  bool has_waiting(std::uint32_t thread) const {
    return std::any_of(waiting.begin(), waiting.end(),
                       [&](const Waiter& w) { return w.thread == thread; });
  }
  bool was_notified(std::uint32_t thread) const {
    return std::any_of(notified.begin(), notified.end(),
                       [&](const Waiter& w) { return w.thread == thread; });
  }
};

struct Exception {
  ir::ExceptionKind kind{};
  std::string message;
  base::Span span;
  Value object = Value::null();  // as the program sees it
};

// What a thread is to do next, when there are others.
enum class ThreadStatus : std::uint8_t {
  NotReady,   // invisible steps come first
  Ready,      // its next step is visible
  Deciding,   // something about the inputs has to be decided first
  Discarded,  // an assumption failed: it takes no further step
  Cut,        // a bound was reached
  Halted,     // it ends the execution, but others may go before
  Ended,
};

// What the next step of a thread waits for.
struct Wait {
  enum class Kind : std::uint8_t {
    Nothing,
    Monitor,
    Semaphore,
    Notification,
    Join,    // of all threads that it waits for
    Thread,  // the end of one
    Condition
  };
  Kind kind = Kind::Nothing;
  ObjectId object;             // whose lock it is
  term::Term condition;        // Condition: what has to hold, for the variables at the last update
  bool is_open = false;        // Condition: inputs decide whether some guard holds
  std::uint32_t thread = 0;    // Thread: which one; Join: how many there were when it was seen
  bool may_give_up = false;    // Notification: it need not come
  bool has_other_way = false;  // Monitor: if it is not free, the thread goes another way
  bool is_for_lock() const {
    return kind == Kind::Monitor || kind == Kind::Semaphore || kind == Kind::Notification;
  }
};

struct Thread {
  std::uint32_t parent = 0;
  std::uint32_t children = 0;
  bool is_daemon = false;  // it keeps no execution going
  por::NameId name;
  Frames frames;  // empty: ended
  // Of procedures that ProgramTables::forks_recursively: the latest activations in the threads
  // before this one.
  CopyOnWrite<std::vector<Activation>> ancestry;
  std::optional<Exception> exception;
  std::optional<Exception> caught;  // the last one caught, in case it is thrown again
  // With several threads: the next step.
  ThreadStatus status = ThreadStatus::NotReady;
  Wait wait;
  ir::TransId chosen;  // the transition that a decision picked; invalid: none was needed
  ir::TransId next;    // the one that comes next, whatever others do; invalid: it depends
  std::uint64_t steps = 0;
  std::uint64_t decisions = 0;  // splits and branches, also of those that led to its start
  std::uint32_t drawn = 0;      // arbitrary values and choices
  por::Footprint footprint;
  const por::Event* last = nullptr;  // its latest event, or the one that started it
  std::uint32_t events = 0;
  bool has_ended() const { return frames.empty(); }
};

// It takes no further step, although it has not ended.
inline bool has_stopped(const Thread& thread) {
  return thread.status == ThreadStatus::Discarded || thread.status == ThreadStatus::Cut ||
         thread.status == ThreadStatus::Halted;
}

// A step that an execution took, if executions are to be listed.
struct TakenStep {
  std::uint32_t thread = 0;
  base::Span span;
  std::optional<CopyOnWrite<TakenStep>> before;
  TakenStep() = default;
  TakenStep(const TakenStep&) = default;
  TakenStep& operator=(const TakenStep&) = delete;
  ~TakenStep();
};

// A value that `havoc` or a choice gave.
struct Arbitrary {
  Value value;
  ir::TypeId type;          // invalid: a choice, and `value` is the chosen number
  std::uint32_t count = 0;  // a choice: among so many
};

struct State {
  std::vector<CopyOnWrite<Thread>> threads;
  CopyOnWrite<std::vector<CopyOnWrite<Object>>> heap;
  CopyOnWrite<std::vector<Value>> globals;
  CopyOnWrite<std::vector<Lock>> locks;  // of objects that were ever locked, by object
  CopyOnWrite<std::vector<Symbol>> symbols;
  std::vector<term::Term> condition;                // the path condition, a conjunction
  std::size_t condition_at_fork = 0;                // so much of it when a second thread started
  Trail trail;                                      // since there was more than one thread
  std::optional<CopyOnWrite<TakenStep>> listing;    // the latest step; Options::listed
  std::uint64_t depth = 0;                          // steps taken
  CopyOnWrite<std::vector<std::uint32_t>> choices;  // choices while there was one thread
  CopyOnWrite<std::vector<Arbitrary>> arbitrary;    // what `havoc` chose, in order
  std::uint32_t arbitrary_rounds = 0;               // loops that were replaced by their invariants
  const CutLoop* latest_cut = nullptr;              // the last of them
  bool entry_returned = false;
  bool is_over = false;              // an exception that nobody caught has ended the execution
  CopyOnWrite<Values> entry_locals;  // of the entry's first frame, once it returned
  // Looking for races, since there was more than one thread.
  CopyOnWrite<interp::HappensBefore> order;

  const Thread& thread(std::uint32_t i) const { return *threads[i]; }
  Thread& edit_thread(std::uint32_t i) { return threads[i].edit(); }
  const Object& object(ObjectId id) const { return *(*heap)[id.index()]; }
  Object& edit(ObjectId id) { return heap.edit()[id.index()].edit(); }
  const Symbol& symbol(SymbolId id) const { return (*symbols)[id.index()]; }
  Symbol& edit(SymbolId id) { return symbols.edit()[id.index()]; }
  ObjectId add(Object object) {
    heap.edit().emplace_back(std::move(object));
    return ObjectId(heap->size() - 1);
  }
  const Lock* find_lock(ObjectId id) const;  // null: nobody ever used it
  Lock& edit_lock(ObjectId id);
  void list_step(std::uint32_t thread, base::Span span);
  std::vector<verdict::Explored::Step> listed_steps() const;
};

}  // namespace symex
