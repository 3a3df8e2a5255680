// Data races of one execution, by happens-before with vector clocks (Mattern 1989;
// Pozniansky and Schuster 2003, "Efficient on-the-fly data race detection in
// multithreaded C++ programs").
//
// An event happens before another if a chain of these leads from one to the other:
//   - the order of steps in a thread;
//   - a fork, and the first step of the new thread;
//   - the end of a thread, and a `join` (or a test of its end) that saw it;
//   - leaving a monitor, also by `wait`, or unlocking a semaphore, and a later taking of
//     the same lock, if both order. A notification needs no rule of its own: who is woken up
//     takes the monitor only after the notifier has left it;
//   - a volatile write, and the later volatile reads of the place, as long as only volatile writes
//     come in between (JLS 17.4.4: all subsequent reads, not only those that see it);
//   - a write that releases, and a read that acquires and sees what it wrote, or what steps wrote
//     that each read the place and wrote it in one (release sequences of C++).
// Two accesses to the same field, element or global by different threads race if at least one is a
// write, at least one is plain (ir::AccessMode), and neither happens before the other.
//
// The first race ends an execution, so that all plain writes before it are ordered: of a
// place's history the last plain write, and for each thread the last access of each kind after it,
// are enough. The copies of a history share what they have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/copy_on_write.h"
#include "base/source.h"
#include "engine/interp/access.h"

namespace interp {

// By thread: how much of it has happened before. A thread beyond the end: nothing.
using Clock = std::vector<std::uint32_t>;

std::uint32_t at(const Clock& clock, ThreadId thread);

// An access that a later one may race with.
struct PastAccess {
  AccessKind kind{};
  bool is_atomic = false;
  ThreadId thread;
  std::uint32_t time = 0;  // of its thread
  base::Span span;         // the statement
};

// Of a place: a field, an element, a global or a lock.
struct History {
  std::optional<PastAccess> write;   // the last plain one
  std::vector<PastAccess> accesses;  // since then: the last of each thread, kind and atomicity
  // What happened before the volatile writes, since the last write of another mode.
  Clock written;
  // What the value that is there releases; of a lock, all that was given with it.
  Clock released;
};

struct PlaceOrder {
  bool operator()(const Place& a, const Place& b) const;
};

// How a field, an element or a global is accessed.
struct ModedAccess {
  AccessKind kind{};
  Place place;
  ir::AccessMode mode{};
  // A write: the step has read the place before, and is one with that read.
  bool has_read = false;
  // Accesses of the place are both plain and atomic in the program. If not, those that are atomic
  // race with nothing.
  bool is_mixed = false;
};

class HappensBefore {
 public:
  using Places = std::vector<std::pair<Place, base::CopyOnWrite<History>>>;  // by PlaceOrder

  // There is a first thread now.
  void start();
  bool has_started() const { return !threads_.empty(); }
  void fork(ThreadId self, ThreadId forked);
  void join(ThreadId self, ThreadId ended);
  void take(ThreadId self, const Place& lock);
  void give(ThreadId self, const Place& lock);

  // Takes note of a read or write of a field, an element or a global. The answer is the
  // earlier access that it races with.
  std::optional<PastAccess> access(ThreadId self, const ModedAccess& access, base::Span span);

  const Clock& thread(ThreadId thread) const { return *threads_[thread.index()]; }
  std::size_t count() const { return threads_.size(); }  // of threads
  // Those that were accessed; locks that were given.
  const Places& places() const { return places_; }

 private:
  void advance(ThreadId thread);
  const History* find(const Place& place) const;
  History& edit(const Place& place);
  void acquire(ThreadId self, const Clock& clock);
  void release(ThreadId self, History& history, const ModedAccess& access);
  std::optional<PastAccess> judge(ThreadId self, const ModedAccess& access, base::Span span);

  std::vector<base::CopyOnWrite<Clock>> threads_;  // by ThreadId; of ended ones their last
  Places places_;
};

}  // namespace interp
