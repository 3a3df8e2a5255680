// One row per engine: what it needs, what it refuses, what it does. This is the one place that
// knows all engines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run/run.h"
#include "pipeline/job.h"
#include "result/report/report.h"

namespace pipeline {

struct EngineRow {
  Engine engine{};
  std::string_view help;
  bool needs_finite_model = false;
  bool checks_constants = false;  // that nobody writes to one that other threads know
  bool finds_races = false;
  bool reads_specifications = false;  // of methods without code
  bool shows_progress = true;
  bool can_shorten = true;  // its counterexamples are executions from the first step on
  // What to say if it cannot do what the job asks for.
  std::optional<std::string> (*refuse)(const Job& job) = nullptr;
  Answer (*run)(run::Run& run, Job& job) = nullptr;
  // What a report says about the search.
  void (*describe)(const Job& job, const Answer& answer, report::Subject& subject) = nullptr;
};

const EngineRow& row_of(Engine engine);

// `symex: symbolic execution (default); interp: …`
std::string engines_help();

}  // namespace pipeline
