// Symbolic execution as an engine.
#pragma once

#include <optional>
#include <string>

#include "base/run/run.h"
#include "pipeline/job.h"
#include "result/report/report.h"

namespace pipeline {

std::optional<std::string> refuse_symex(const Job& job);
Answer run_symex(run::Run& run, Job& job);
// In a process that does not lead the team of the request: takes part in its searches.
void follow_symbolically(run::Run& run, const Job& job);
// `run_symex` without a job. With the sources, what it says of the program has places.
Answer execute_symbolically(run::Run& run, const ir::Program& program, const Request& request,
                            const std::optional<symex::Checkpoint>& resumed = std::nullopt,
                            const base::Sources* sources = nullptr);
void describe_symex(const Job& job, const Answer& answer, report::Subject& subject);

// What is left of the search that `--resume` names, or why it cannot be used.
tl::expected<symex::Checkpoint, std::string> read_checkpoint(const Job& job);

}  // namespace pipeline
