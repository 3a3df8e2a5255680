// What a search over a finite model is asked to do. Every accelerator has its switch.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "ir/ids.h"
#include "ir/semantics.h"

namespace mc {

// The three searches of the BIR paper, section 5.0.3.
enum class SearchKind : std::uint8_t {
  Basic,       // LimitState is an error
  Bounded,     // an execution that exceeds a bound ends there silently
  ChooseFree,  // as Bounded, and choices of values by an abstraction and of objects are not taken
};

// What a temporal property looks at. A step that may change any of it is visible: it is
// neither coarsened nor an ample set of its own.
struct Observed {
  std::set<std::pair<ir::ProcId, ir::LocId>> locations;  // some thread is there
  std::set<std::pair<ir::ProcId, ir::LocalId>> locals;   // kept although they may be dead
  std::set<ir::GlobalId> globals;                        // variables and locks
  std::set<ir::FieldId> fields;                          // of any object; locks too
  bool elements = false;                                 // elements of arrays
  bool instances = false;                                // which objects exist
  bool threads = false;                                  // which threads exist or have ended
};

constexpr std::uint32_t kMaxThreads = 30;  // wait sets are bits of a slot
constexpr std::uint32_t kMaxJobs = 256;    // each has a working state of its own

struct Options {
  ir::Semantics semantics;
  SearchKind kind = SearchKind::Bounded;
  // Basic: exceeding the engine's own bounds, on threads and on the depth of locks, is an error
  // like exceeding those that the model declares; else it ends an execution.
  bool own_limits = false;
  bool breadth_first = false;  // shortest counterexample
  std::uint32_t jobs = 1;      // threads that search; with more than one, breadth first
  std::uint32_t alone = 32;    // one thread expands levels with fewer states
  bool random_order = false;   // of the threads, from the seed of the run
  bool hash_compact = false;   // keep hashes of states only
  bool symmetry = true;        // states equal up to names of objects and threads are one
  bool live = true;            // dead variables do not tell states apart
  bool coarsen = true;         // local steps are not interleaved
  bool reduce = true;          // partial-order reduction
  bool stubborn = true;        // with stubborn sets, not of single threads alone
  bool forget_ended = true;    // threads that ended do not tell states apart
  // Threads that have ended and that no variable names any more give their places back, and so do,
  // if collections say how many objects there are at a time, those that no one can reach.
  bool reclaim_threads = true;
  bool reclaim_objects = false;
  // At a time, the first one included; at most kMaxThreads. A thread that has ended gives its
  // place back, unless the program has variables for threads or the property looks at them.
  std::uint32_t threads = 8;
  std::optional<std::uint64_t> depth;  // steps of one execution
  Observed observed;
  bool is_temporal = false;  // for a temporal property
};

}  // namespace mc
