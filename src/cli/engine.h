// The one place where an engine is chosen and run.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/run/run.h"
#include "cli/commands.h"
#include "engine/symex/script.h"
#include "ir/program.h"
#include "result/verdict/verdict.h"

namespace cli {

// What Braid chooses: the modular engine for methods that are given by specification only; else
// symbolic execution, unless races are asked for of threads that run for ever, where only the
// interpreter can remember states, or that wait for conditions.
std::string default_engine(const ir::Program& program, const VerifyOptions& options);

// The same for BIR, with the reason: explicit-state search for finite programs, unless
// something is asked for that only the interpreter does.
std::pair<std::string, std::string> engine_for_bir(const ir::Program& program,
                                                   const VerifyOptions& options);

// Whether symbolic execution remembers states. Left to Braid, it does so if a thread runs for
// ever, or waits for a condition, and nothing is asked for that needs whole executions.
bool is_stateful(const ir::Program& program, const VerifyOptions& options);

// The search that symbolic execution came to.
struct ChosenSearch {
  bool stateful = false;
  std::string name;  // as results call it; empty: it was asked for, or there was no choice
  std::string why;
};

// The reduction of `--por`, or the one that takes its place: the optimal one does not know
// threads that wait for conditions.
std::string reduction_used(const ir::Program& program, const VerifyOptions& options);

// What a checkpoint is about: it changes with the program and with whatever changes the
// search.
std::string subject_of_checkpoint(const ir::Program& program, const VerifyOptions& options);

// What `--timeout` and `--memory` mean.
run::Limits limits_of(const ExecuteOptions& options);

// That nothing is known, and why.
verdict::Result unknown_result(const run::Run& run, std::string reason);

// Verifies the entry of a program that is ready for execution (load.h). A
// counterexample in the result has been replayed by the interpreter. `resumed` is what
// is left of an earlier search; `warning` tells that a checkpoint could not be written,
// `chosen` what was left to Braid.
verdict::Result verify_program(run::Run& run, const ir::Program& program,
                               const VerifyOptions& options,
                               const std::optional<symex::Checkpoint>& resumed = std::nullopt,
                               std::string* warning = nullptr, ChosenSearch* chosen = nullptr);

}  // namespace cli
