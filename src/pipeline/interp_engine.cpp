#include "pipeline/interp_engine.h"

#include "base/check.h"
#include "engine/interp/execute.h"
#include "engine/interp/explore.h"
#include "pipeline/coverage.h"
#include "pipeline/sliced.h"

namespace pipeline {

namespace {

// A violation of the slice, with the same decisions taken by the whole program.
void show_on(const interp::Model& whole, verdict::Result& result) {
  run::Run unlimited;
  verdict::Result shown = interp::replay(unlimited, whole, result.counterexample->decisions);
  CHECK(shown.violation && shown.violation->kind == result.violation->kind &&
            shown.violation->span == result.violation->span,
        "a counterexample of the slice is none of the program: {}: {}; {}",
        verdict::keyword(result.violation->kind), result.violation->message, shown.reason);
  result.violation = std::move(shown.violation);
  result.counterexample = std::move(shown.counterexample);
}

// Class initialisers and the library are made of many small steps.
constexpr std::uint64_t kJavaDepth = 20'000;

}  // namespace

std::optional<std::string> refuse_nothing(const Job&) { return std::nullopt; }

Answer run_interp(run::Run& run, Job& job) {
  const Request& request = job.request;
  Sliced sliced(*job.input.program, request);
  const ir::Program& program = sliced.program();
  interp::Model model(program, interp_options(request));
  interp::ExploreOptions explore;
  if (job.input.language == Language::Java) explore.depth = kJavaDepth;
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
  if (answer.result.violation && sliced.is_smaller()) {
    show_on(interp::Model(*job.input.program, interp_options(request)), answer.result);
  }
  if (request.coverage) answer.result.coverage = coverage_of(program, taken);
  return answer;
}

void describe_inputs(const Job& job, const Answer&, report::Subject& subject) {
  if (!job.request.array_size) return;
  subject.options.emplace_back("array-size", std::to_string(*job.request.array_size));
}

}  // namespace pipeline
