// Symbolic execution: all inputs within bounds, all interleavings, or an execution
// that breaks the program.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "engine/symex/checkpoint.h"
#include "engine/symex/options.h"
#include "engine/symex/program_tables.h"
#include "engine/symex/state.h"
#include "result/verdict/claim.h"

namespace symex {

// Searches by the names that results give them.
inline constexpr const char* kTraces = "one execution per trace";
inline constexpr const char* kMatching = "state matching";

// The steps of the claim are verdict::Told::Threads.
struct Answer : verdict::Answer {
  // An assumption of the search was wrong (Options::own_unlocks_only): this is no answer.
  bool has_foreign_unlock = false;
  // Executions became much longer than Options::depth: this is no answer.
  bool exceeds_depth = false;
  // Inputs decide whether threads may go on that wait for conditions.
  bool has_open_guard = false;
  // Reads-from classes do not tell all of the program, for this reason: this is no answer.
  std::string traces_needed;
  // It was wrong, and this is the answer of a search without it.
  bool allows_foreign_unlocks = false;
  // With Options::coverage: the transitions that were taken, by procedure.
  std::vector<std::vector<bool>> taken;
  bool stateful = false;  // the search that answered remembers states
  Reduction reduction{};  // the one in force: Options::reduction, or what took its place
  // Its name, and why it was chosen; empty: there was no choice.
  std::string search;
  std::string why;
  // Options::cut_loops: the loops that were replaced by their invariants, and those that were not
  // everywhere; and the one behind which the violation lies, which then may be none.
  std::set<const CutLoop*> made_cuts;
  std::set<const CutLoop*> refused_cuts;
  const CutLoop* violated_behind = nullptr;
  std::string checkpoint_error;  // why the latest checkpoint could not be written
};

// With `resumed`, goes on with what that search had left.
Answer verify(run::Run& run, const ProgramTables& tables, const Options& options,
              const std::optional<Checkpoint>& resumed = std::nullopt);

// In a process that does not lead Options::team: takes part in its searches until there are no
// more.
void follow(run::Run& run, const ProgramTables& tables, const Options& options);

}  // namespace symex
