// Data races of one execution, by happens-before with vector clocks (Mattern 1989;
// Pozniansky and Schuster 2003, "Efficient on-the-fly data race detection in
// multithreaded C++ programs").
//
// An event happens before another if a chain of these leads from one to the other:
//   - the order of steps in a thread;
//   - a fork, and the first step of the new thread;
//   - the end of a thread, and a `join` (or a test of its end) that saw it;
//   - leaving a monitor, also by `wait`, or unlocking a semaphore, and a later taking of
//     the same lock. A notification needs no rule of its own: who is woken up takes the
//     monitor only after the notifier has left it;
//   - a write of a volatile field or global, and the later reads of it.
// Two accesses to the same field, element or global, unless it is volatile, by different threads
// race if at least one is a write and neither happens before the other.
//
// The first race ends an execution, so that all writes before it are ordered: of a
// place's history the last write, and for each thread the last read after it, are enough.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/source.h"
#include "engine/interp/access.h"

namespace interp {

// By thread: how much of it has happened before. A thread beyond the end: nothing.
using Clock = std::vector<std::uint32_t>;

std::uint32_t at(const Clock& clock, ThreadId thread);

// An access that a later one may race with.
struct PastAccess {
  AccessKind kind{};
  ThreadId thread;
  std::uint32_t time = 0;  // of its thread
  base::Span span;         // the statement
};

struct History {
  std::optional<PastAccess> write;  // the last one
  std::vector<PastAccess> reads;    // since then, the last one of each thread, by thread
};

struct PlaceOrder {
  bool operator()(const Place& a, const Place& b) const;
};

class HappensBefore {
 public:
  // There is a first thread now.
  void start();
  void fork(ThreadId self, ThreadId forked);
  void join(ThreadId self, ThreadId ended);
  void take(ThreadId self, const Place& lock);
  void give(ThreadId self, const Place& lock);

  // Takes note of a read or write of a field, an element or a global. The answer is the
  // earlier access that it races with.
  std::optional<PastAccess> access(ThreadId self, const Access& access, base::Span span);

  const std::vector<Clock>& threads() const { return threads_; }
  const std::map<Place, Clock, PlaceOrder>& locks() const { return locks_; }
  const std::map<Place, History, PlaceOrder>& places() const { return places_; }

 private:
  void advance(ThreadId thread) { ++threads_[thread.index()][thread.index()]; }

  std::vector<Clock> threads_;  // by ThreadId; of ended ones their last
  // What happened before locks were given free, and volatile variables were written.
  std::map<Place, Clock, PlaceOrder> locks_;
  std::map<Place, History, PlaceOrder> places_;  // those that were accessed
};

}  // namespace interp
