// The symbolic transition systems of SymPaths (de Boer et al., 2020), section 3, exactly as
// defined: no state is dropped because its path condition has no model.
//
// A configuration is a set of symbolic states (σ, φ, Σ). One application of SCHEDULE replaces a
// state by all states that one step of one of its threads leads to. The plain system keeps
// every state; the reduced one keeps one state of those with equivalent paths. Counted are the
// applications of SCHEDULE ("steps") and the states at the end, when no thread is active.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "logic/dl/event.h"

namespace explore {

// Which paths the reduced system takes for equivalent.
enum class Canonical : std::uint8_t {
  // Equivalent paths, all of them: paths are kept in lexicographic normal form.
  Full,
  // Neighbouring events are ordered by thread if they do not interfere. That is no normal form
  // (an event cannot pass a neighbour of a smaller thread), so some equivalent paths stay
  // apart. It is what the prototype behind the paper's figures does.
  Adjacent,
};

struct Options {
  bool reduce = false;
  Canonical canonical = Canonical::Full;
  bool keep_states = false;  // the states at the end, not only their number
};

struct FinalState {
  std::vector<dl::Event> path;  // without silent events
  dl::SubstId subst;
  bool fails = false;  // the execution ends in a failure: not all threads got to their end
};

struct Result {
  std::uint64_t states = 0;  // at the end
  std::uint64_t failed = 0;  // those of them that end in a failure
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> per_step;  // states in the configuration after each step
  std::vector<FinalState> finals;       // if kept, ordered by their paths
  std::optional<std::string> stopped;   // why the exploration did not come to its end
};

// All loops must have bounds. The order of steps is fixed: depth first without, breadth first
// with reduction, so that equivalent states meet.
Result explore(dl::Store& store, dl::SubstId subst, dl::PoolId pool, const Options& options,
               run::Run& run);

}  // namespace explore
