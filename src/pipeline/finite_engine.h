// Engines that search finite models. Of a program that is not finite a model is made and
// searched, and what is found is executed again on the program itself.
#pragma once

#include <span>
#include <string>

#include "base/run/run.h"
#include "ir/pass/finite.h"
#include "ir/program.h"
#include "pipeline/job.h"
#include "result/report/report.h"
#include "result/verdict/verdict.h"

namespace pipeline {

// What the engine does not support, by name.
std::optional<std::string> refuse_finite(const Job& job);
Answer run_finite(run::Run& run, Job& job);
void describe_finite(const Job& job, const Answer& answer, report::Subject& subject);

// Searches a finite program as it stands with the engine of the request.
verdict::Result verify_as_it_stands(run::Run& run, const ir::Program& program,
                                    const Request& request);

// Some step takes a test of floats for a choice (pass::FiniteOrigin), so that the program need not
// have the execution.
bool rests_on_guess(const pass::FiniteModel& model, std::span<const verdict::Step> steps);
// What was found, if it is none of the program, or need not be.
verdict::Result spurious(const verdict::Result& found, const std::string& why);

// Searches the model, which was made of `source`, with the engine of the options. A
// counterexample in the result is one of the source program, and has been replayed.
verdict::Result verify_finite(run::Run& run, const ir::Program& source,
                              const pass::FiniteModel& model, const Request& options);

}  // namespace pipeline
