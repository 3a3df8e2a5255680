// The reference interpreter as an engine: every execution within the bounds.
#pragma once

#include "base/run/run.h"
#include "pipeline/job.h"
#include "result/report/report.h"

namespace pipeline {

std::optional<std::string> refuse_nothing(const Job& job);
Answer run_interp(run::Run& run, Job& job);
// The bound on inputs, which all engines that draw them have.
void describe_inputs(const Job& job, const Answer& answer, report::Subject& subject);

}  // namespace pipeline
