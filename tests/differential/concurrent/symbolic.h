// Symbolic execution under one of its settings, with the final states it finds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/symex/options.h"
#include "truth.h"

namespace concurrent {

struct Setting {
  symex::Reduction reduction = symex::Reduction::Optimal;
  bool coarsen = true;
  bool stateful = false;
  std::uint32_t jobs = 1;
  bool in_turns = false;  // searches take turns, short ones, and likely deadlocks come first
  // What of the path condition and the inputs a reduction makes use of.
  bool distinct_indices = true;
  bool equal_writes = true;
  bool early_inputs = true;

  friend bool operator==(const Setting&, const Setting&) = default;
};
std::string name(const Setting& setting);  // "mpor, no coarsening, 2 jobs"
std::vector<Setting> all_settings();

struct Symbolic {
  verdict::Result result;
  // For inputs within the subject's bounds: what the final states stand for.
  Finals finals;
  // What an `unlock` touches depends on the order, so that traces are not well defined;
  // symbolic execution lets it touch what it could in any order.
  bool allows_foreign_unlocks = false;
  symex::Reduction reduction{};  // the one in force
  std::string problem;           // the counterexample failed its replay
};
// With `whole` the program is a slice of that one, which counterexamples are executed on.
Symbolic execute(const Subject& subject, const ir::Program& program, const Setting& setting,
                 const Effort& effort, const ir::Program* whole = nullptr);

}  // namespace concurrent
