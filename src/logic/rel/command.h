// Running the commands of a model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/run/run.h"
#include "logic/rel/model.h"
#include "logic/rel/scope.h"
#include "logic/rel/solver.h"

namespace rel {

struct CommandOptions {
  ScopeOptions scope;
  std::uint64_t most_instances = 1;
  bool symmetry = true;
  bool core = true;  // find out which formulas exclude an instance
};

// A relation of an instance, by names.
struct ShownRelation {
  enum class Kind : std::uint8_t { Sig, Field, Variable };
  Kind kind{};
  std::string name;  // `next`, or `$x` for a variable
  std::string sig;   // of a field
  std::vector<std::vector<std::string>> tuples;
};
using ShownInstance = std::vector<ShownRelation>;

struct CommandResult {
  Answer answer = Answer::Unknown;  // Sat: an instance, for `check` a counterexample
  std::string reason;               // of Unknown
  std::vector<ShownInstance> instances;
  bool is_exhaustive = false;  // there are no further instances, up to symmetry
  // Of Unsat.
  std::vector<LabelledFormula> core;
  bool is_core_minimal = false;
  bool is_cut_by_overflow = false;  // more integers might give an instance
  SolverStatistics stats;
};

// Nullopt after an error in the scope or a formula that cannot be translated, which was reported.
std::optional<CommandResult> run_command(Model& model, const CommandSyntax& command,
                                         const CommandOptions& options, run::Run& run,
                                         diag::Sink& sink);

}  // namespace rel
