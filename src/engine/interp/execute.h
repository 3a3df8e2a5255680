// One concrete execution of a program.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/run/run.h"
#include "engine/interp/chooser.h"
#include "engine/interp/inputs.h"
#include "engine/interp/model.h"
#include "result/verdict/verdict.h"

namespace interp {

struct Effects;

struct ExecuteOptions {
  std::optional<GivenInputs> inputs;  // absent: drawn by decisions
  bool trace = false;                 // fill Counterexample::trace
  // Called for each line that the program prints, at once.
  std::function<void(const std::string&)> on_output = {};
  // Called in each state, the first and the last one included, with the step that led there. May
  // say why the execution cannot go on, which then is the reason for an unknown verdict.
  std::function<std::optional<std::string>(const State&, const Effects*)> on_state = {};
  bool stops_daemons = false;  // it ends with the last thread that is no daemon
  State* last = nullptr;       // takes the last state
};

// Runs until the execution ends or the run must stop. The result's counterexample
// is this execution, whatever the verdict: its inputs, its decisions and, if asked
// for, its trace. `valid` says that this one execution is right; `vacuous` that an
// assumption discarded it; `reason` how it ended if that is worth a word.
verdict::Result execute(run::Run& run, const Model& model, Chooser& chooser,
                        ExecuteOptions options = {});

// Replays recorded decisions with a trace; a list that does not fit the program
// gives `unknown`.
verdict::Result replay(run::Run& run, const Model& model, const run::Decisions& decisions,
                       std::optional<GivenInputs> inputs = std::nullopt);

}  // namespace interp
