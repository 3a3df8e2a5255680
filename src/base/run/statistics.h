// The counters of one run. Every engine adds to the same struct and the report
// prints all of it.
#pragma once

#include <cstdint>

namespace run {

struct Statistics {
  std::uint64_t paths = 0;        // complete executions: finished, cut, deadlocked or violating
  std::uint64_t pruned = 0;       // executions started and abandoned by a reduction
  std::uint64_t cut = 0;          // those of `paths` that a bound ended
  std::uint64_t discarded = 0;    // executions that an assumption ended
  std::uint64_t checks = 0;       // assertions, contracts and properties that were evaluated
  std::uint64_t transitions = 0;  // steps taken, over all executions
  std::uint64_t states = 0;       // states visited; with state matching: distinct ones
  std::uint64_t max_depth = 0;    // steps of the longest execution
  std::uint64_t live_states = 0;  // most states that a search kept at once

  std::uint64_t stored_states = 0;  // states that the search remembers
  double bytes_per_state = 0;       // memory of the state store by the states in it
  double omission_probability = 0;  // that two states were taken for one (--hash-compact)

  std::uint64_t solver_queries = 0;  // questions that reached a solver
  std::uint64_t cache_hits = 0;      // questions that a cache answered
  std::uint64_t evaluated = 0;       // questions that evaluation alone answered
  std::uint64_t differences = 0;     // questions that the difference procedure answered
  std::uint64_t unanswered = 0;      // questions that ended unknown

  double solver_seconds = 0;            // time spent in solvers
  double seconds = 0;                   // wall-clock time of the run
  std::uint64_t peak_memory_bytes = 0;  // largest resident set of the process
};

}  // namespace run
