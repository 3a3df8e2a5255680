// A symbolic state: threads, heap, locks, the path condition and what is known of
// the inputs. Copying it is how a path splits; the copies share what neither of them
// changes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"
#include "symex/frames.h"
#include "symex/shared.h"
#include "symex/value.h"
#include "term/term.h"
#include "verdict/verdict.h"

namespace symex {

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
  std::string name;  // where it came from: "node.next"
};

struct Object {
  ir::TypeId array;  // valid for arrays
  // Objects: the classes it may still have, sorted; one for what the program made.
  std::vector<ir::ClassId> classes;
  bool is_input = false;       // made by lazy initialisation
  bool has_size = true;        // arrays: whether `slots` has its final size
  std::string name;            // inputs: the first way to it
  std::vector<Value> slots;    // elements, or fields by Model::slot
  std::vector<Value> initial;  // inputs: what the slots held at the start, where known
  bool is_array() const { return array.is_valid(); }
};

// The lock of an object; see ir/action.h for the two ways to hold it.
struct Lock {
  enum class Holder : std::uint8_t { Free, Monitor, Semaphore };
  Holder holder = Holder::Free;
  std::uint32_t owner = 0;
  std::uint32_t depth = 0;
  std::map<std::uint32_t, std::uint32_t> waiting;  // thread: depth to restore
  std::map<std::uint32_t, std::uint32_t> notified;
  bool is_owned_by(std::uint32_t thread) const {
    return holder == Holder::Monitor && owner == thread;
  }
};

struct Exception {
  ir::ExceptionKind kind{};
  std::string message;
  base::Span span;
};

struct Thread {
  std::uint32_t parent = 0;
  Frames frames;  // empty: ended
  std::optional<Exception> exception;
  bool has_ended() const { return frames.empty(); }
};

struct State {
  std::vector<Thread> threads;
  std::vector<Shared<Object>> heap;
  std::vector<Value> globals;
  Shared<std::map<ObjectId, Lock>> locks;  // objects that were ever locked
  Shared<std::vector<Symbol>> symbols;
  std::vector<term::Term> condition;  // the path condition, a conjunction
  verdict::Schedule moves;            // since there was more than one thread
  std::uint64_t depth = 0;            // steps taken
  std::uint64_t forks = 0;            // splits and branches on the way here
  std::uint32_t running = 0;          // the thread that moved last
  // Set while the step of `running` that was chosen waits for a split.
  struct Chosen {
    ir::TransId transition;
    std::uint32_t choice = 0;
  };
  std::optional<Chosen> chosen;
  bool entry_returned = false;
  std::vector<Value> entry_locals;  // of the entry's first frame, once it returned

  const Object& object(ObjectId id) const { return *heap[id.index()]; }
  Object& edit(ObjectId id) { return heap[id.index()].edit(); }
  const Symbol& symbol(SymbolId id) const { return (*symbols)[id.index()]; }
  Symbol& edit(SymbolId id) { return symbols.edit()[id.index()]; }
  ObjectId add(Object object) {
    heap.emplace_back(std::move(object));
    return ObjectId(heap.size() - 1);
  }
};

}  // namespace symex
