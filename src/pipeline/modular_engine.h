// The modular engine: relational summaries, refined.
#pragma once

#include "base/run/run.h"
#include "pipeline/job.h"
#include "result/report/report.h"

namespace pipeline {

std::optional<std::string> refuse_modular(const Job& job);
Answer run_modular(run::Run& run, Job& job);
void describe_modular(const Job& job, const Answer& answer, report::Subject& subject);

}  // namespace pipeline
