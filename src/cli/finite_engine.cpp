#include "cli/finite_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/finite.h"
#include "cli/execution.h"
#include "cli/mc_engine.h"
#include "cli/nusmv_engine.h"
#include "cli/spin_engine.h"
#include "engine/mc/engine.h"

namespace cli {

namespace {

struct ModelAnswer {
  verdict::Result result;
  verdict::ModelTrace trace;
};

ModelAnswer search(run::Run& run, const ir::Program& model, const VerifyOptions& options) {
  if (options.engine == "spin") {
    SpinAnswer answer = ask_spin(run, model, options, true);
    return {std::move(answer.result), std::move(answer.trace)};
  }
  if (options.engine == "nusmv") {
    NusmvAnswer answer = ask_nusmv(run, model, options, true);
    return {std::move(answer.result), std::move(answer.trace)};
  }
  auto compiled = mc::compile(model, mc_options(options, true));
  if (!compiled) {
    verdict::Result result;
    result.reason = "the model cannot be searched: " + compiled.error();
    return {std::move(result), {}};
  }
  mc::Answer answer = mc::search(run, **compiled);
  return {std::move(answer.result), std::move(answer.trace)};
}

// The inputs of a model are some of those that the program may get.
void add_input_bound(verdict::Result& result) {
  result.cut("inputs");
  result.complete = false;
}

}  // namespace

bool needs_finite_model(std::string_view engine) {
  return engine == "mc" || engine == "spin" || engine == "nusmv";
}

verdict::Result verify_finite(run::Run& run, const ir::Program& source,
                              const pass::FiniteModel& model, const VerifyOptions& options) {
  ModelAnswer answer = search(run, model.program, options);
  verdict::Result& result = answer.result;
  if (model.inputs_cut) add_input_bound(result);
  if (!result.violation) return std::move(result);
  // Leaving a bound of the model says nothing about the program.
  if (result.violation->kind == verdict::ViolationKind::Limit) {
    verdict::Result cut;
    cut.bounds = std::move(result.bounds);
    if (options.engine == "mc") cut.cut(result.violation->message);
    cut.reason = "an execution leaves a bound of the model";
    cut.stats = result.stats;
    return cut;
  }
  interp::Model concrete(source, interpreter_options(options));
  auto execution = certify::replay_finite(concrete, model, answer.trace, result.violation->kind);
  CHECK(execution, "a counterexample of the model is none of the program: {}\nclaimed: {}: {}",
        execution.error(), verdict::keyword(result.violation->kind), result.violation->message);
  result.verdict = execution->verdict;
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return std::move(result);
}

}  // namespace cli
