// The narrow waist between systems and searches: what a search or a reduction may
// ask of a concurrent system. Nothing here tells how states look, and nothing
// tells why an execution is wrong: the decisions that lead there do, when the
// reference interpreter replays them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ts/access.h"
#include "ts/chooser.h"

namespace ts {

// A state of some system, opaque to searches.
class State {
 public:
  virtual ~State() = default;
  virtual std::unique_ptr<State> clone() const = 0;

 protected:
  State() = default;
  State(const State&) = default;
  State& operator=(const State&) = default;
};

enum class Outcome : std::uint8_t {
  Running,    // some thread can move
  Finished,   // the execution ended and is right
  Discarded,  // an assumption does not hold: the execution does not count
  Violated,   // the execution is wrong, a deadlock included
  Exhausted,  // it needs more memory than the system is ready to give
};

class TransitionSystem {
 public:
  TransitionSystem() = default;
  TransitionSystem(const TransitionSystem&) = delete;
  TransitionSystem& operator=(const TransitionSystem&) = delete;
  virtual ~TransitionSystem() = default;

  // A state to start from; the inputs are decisions.
  virtual std::unique_ptr<State> initial(Chooser& chooser) const = 0;

  // The threads that can move, in ascending order. Schedule decisions choose
  // among these. Empty: the execution is over and `outcome` tells how.
  virtual std::vector<ThreadId> enabled(const State& state) const = 0;
  virtual Outcome outcome(const State& state) const = 0;
  // True if a decision on the way here was taken among fewer values than the
  // type of the value has, so that the executions seen are not all there are.
  virtual bool is_cut(const State& state) const = 0;

  // The threads that have started, the ended ones included.
  virtual std::size_t thread_count(const State& state) const = 0;

  // Everything that the next step of the thread may touch, whichever decisions it
  // takes. For a thread that cannot move: what its next step would touch once
  // unblocked, as far as it can be said; what it waits for in any case.
  virtual Accesses accesses(const State& state, ThreadId thread) const = 0;
  // True if no other thread can observe or affect the next step of the thread, so
  // that it need not be interleaved.
  virtual bool is_invisible(const State& state, ThreadId thread) const = 0;

  // One atomic step of an enabled thread.
  virtual void step(State& state, ThreadId thread, Chooser& chooser) const = 0;

  // Equal for states that behave alike, and only for those: a text that does not
  // depend on the names of heap objects.
  virtual std::string encode(const State& state) const = 0;
};

}  // namespace ts
