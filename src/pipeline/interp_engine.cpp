#include "pipeline/interp_engine.h"

#include "engine/interp/explore.h"
#include "pipeline/coverage.h"

namespace pipeline {

std::optional<std::string> refuse_nothing(const Job&) { return std::nullopt; }

Answer run_interp(run::Run& run, Job& job) {
  const Request& request = job.request;
  const ir::Program& program = *job.input.program;
  interp::Model model(program, interp_options(request));
  interp::ExploreOptions explore;
  if (request.depth) explore.depth = *request.depth;
  explore.match_states = request.stateful.value_or(true);
  explore.use_invisible = request.coarsen;
  Taken taken = none_taken(program);
  if (request.coverage) {
    explore.on_step = [&](ir::ProcId proc, ir::TransId transition) {
      taken[proc.index()][transition.index()] = true;
    };
  }
  Answer answer;
  answer.result = interp::explore(run, model, std::move(explore));
  if (request.coverage) answer.result.coverage = coverage_of(program, taken);
  return answer;
}

void describe_inputs(const Job& job, const Answer&, report::Subject& subject) {
  if (!job.request.array_size) return;
  subject.options.emplace_back("array-size", std::to_string(*job.request.array_size));
}

}  // namespace pipeline
