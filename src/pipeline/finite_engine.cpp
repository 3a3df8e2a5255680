#include "pipeline/finite_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/certify.h"
#include "engine/mc/engine.h"
#include "ir/pass/features.h"
#include "pipeline/finite.h"
#include "pipeline/interp_engine.h"
#include "pipeline/ltl_engine.h"
#include "pipeline/mc_engine.h"
#include "pipeline/nusmv_engine.h"
#include "pipeline/spin_engine.h"

namespace pipeline {

namespace {

verdict::Answer search(run::Run& run, const ir::Program& model, const Request& options) {
  if (options.engine == Engine::Spin) return ask_spin(run, model, options, true);
  if (options.engine == Engine::Nusmv) return ask_nusmv(run, model, options, true);
  auto compiled = mc::compile(model, mc_options(options, true));
  if (compiled) return mc::search(run, **compiled);
  verdict::Result result;
  result.reason = "the model cannot be searched: " + compiled.error();
  return {std::move(result), {}};
}

// The inputs of a model are some of those that the program may get.
void add_input_bound(verdict::Result& result) {
  result.cut("inputs");
  result.complete = false;
}

}  // namespace

verdict::Result verify_as_it_stands(run::Run& run, const ir::Program& program,
                                    const Request& request) {
  if (request.engine == Engine::Spin) return verify_with_spin(run, program, request);
  if (request.engine == Engine::Nusmv) return verify_with_nusmv(run, program, request);
  return search_model(run, program, request);
}

namespace {

std::optional<std::string> refusal(const Job& job, std::initializer_list<pass::Feature> supported) {
  auto refused = pass::find_unsupported(*job.input.program, supported);
  if (!refused) return std::nullopt;
  return fmt::format("--engine {} does not support {}", base::word_of(job.engine()),
                     pass::text(*refused));
}

}  // namespace

// A model has exceptions without objects and variables for the current thread. A program that is
// finite as it stands is searched as it is.
std::optional<std::string> refuse_finite(const Job& job) {
  using pass::Feature;
  if (is_abstract(job.request) && job.input.language == Language::Bir) {
    return "--abstract is for OOX, PL and Java: BIR has internChoose";
  }
  if (!pass::why_infinite(*job.input.program).empty()) return std::nullopt;
  if (job.engine() != Engine::Mc) {
    return refusal(job, {Feature::Root, Feature::Accepts, Feature::JoinThread, Feature::TimedWait,
                         Feature::Daemons, Feature::Halt, Feature::Unsupported});
  }
  return refusal(
      job, {Feature::Root, Feature::Accepts, Feature::JoinThread, Feature::Self, Feature::TimedWait,
            Feature::WrittenConstants, Feature::Daemons, Feature::Halt, Feature::Unsupported});
}

Answer run_finite(run::Run& run, Job& job) {
  const ir::Program& program = *job.input.program;
  const pass::FiniteModel* model = job.model ? &*job.model : nullptr;
  Answer answer;
  if (job.property) {
    answer.result = verify_property(run, program, model, *job.property, job.request);
  } else {
    answer.result = model ? verify_finite(run, program, *model, job.request)
                          : verify_as_it_stands(run, program, job.request);
  }
  name_bounds(job.request, model != nullptr, answer.result);
  return answer;
}

void describe_finite(const Job& job, const Answer& answer, report::Subject& subject) {
  describe_inputs(job, answer, subject);
  const Request& request = job.request;
  const auto& violation = answer.result.violation;
  bool is_limit = violation && violation->kind == verdict::ViolationKind::Limit;
  if (is_limit && !job.property) {
    subject.options.emplace_back("threads", std::to_string(request.bounds.threads));
  }
  if (!job.property) return;
  subject.options.emplace_back("ltl", request.ltl);
  if (job.formula) subject.options.emplace_back("property", request.modular.property);
  const std::string& formula = job.property->written_out;
  if (!formula.empty()) subject.options.emplace_back("formula", formula);
  subject.options.emplace_back("fair", request.fair ? "on" : "off");
  subject.options.emplace_back("threads", std::to_string(request.bounds.threads));
  subject.options.emplace_back("instances", std::to_string(request.bounds.instances));
  if (!job.property->is_stutter_invariant) subject.options.emplace_back("coarsen", "off");
}

bool rests_on_guess(const pass::FiniteModel& model, std::span<const verdict::Step> steps) {
  return std::any_of(steps.begin(), steps.end(), [&](const verdict::Step& step) {
    return model.origins[step.proc.index()][step.transition.index()].is_guess;
  });
}

verdict::Result spurious(const verdict::Result& found, const std::string& why) {
  verdict::Result result;
  result.bounds = found.bounds;
  result.stats = found.stats;
  result.reason = fmt::format(
      "the model, in which tests of floats come out either way, has an execution with `{}` that "
      "may be none of the program: {}",
      found.violation->message, why);
  return result;
}

namespace {

// What is wrong on the abstraction need not be in the program: if it cannot be executed there, the
// verdict is unknown, and says why.
void confirm(const interp::Model& source, const pass::FiniteModel& model,
             const verdict::Claim& claim, verdict::Result& result) {
  auto found = certify::try_on_source(source, model, claim);
  if (found) {
    result.verdict = found->verdict;
    result.violation = std::move(found->violation);
    result.counterexample = std::move(found->counterexample);
    return;
  }
  result.verdict = verdict::VerdictKind::Unknown;
  result.complete = false;
  result.violation.reset();
  result.counterexample.reset();
  result.reason = "a counterexample of the abstraction is spurious";
  result.abstraction->spurious = std::move(found.error());
}

verdict::Abstracted abstracted(const Request& request) {
  verdict::Abstracted result;
  for (const auto& [name, abstraction] : request.bounds.abstractions) {
    result.variables.push_back(fmt::format("{}={}", name, abstraction.text()));
  }
  return result;
}

// Steps of the program only: what is found may well be real.
std::optional<verdict::Result> search_choose_free(run::Run& run, const ir::Program& source,
                                                  const pass::FiniteModel& model,
                                                  const Request& request) {
  bool is_open = request.engine == Engine::Mc && request.search == SearchMode::Default;
  if (!is_abstract(request) || !is_open) return std::nullopt;
  Request choose_free = request;
  choose_free.search = SearchMode::ChooseFree;
  verdict::Result found = verify_finite(run, source, model, choose_free);
  if (!found.violation) return std::nullopt;
  return found;
}

}  // namespace

verdict::Result verify_finite(run::Run& run, const ir::Program& source,
                              const pass::FiniteModel& model, const Request& options) {
  if (auto found = search_choose_free(run, source, model, options)) return std::move(*found);
  verdict::Answer answer = search(run, model.program, options);
  verdict::Result& result = answer.result;
  if (model.inputs_cut) add_input_bound(result);
  if (is_abstract(options)) result.abstraction = abstracted(options);
  if (!result.violation) return std::move(result);
  // Leaving a bound of the model says nothing about the program.
  if (result.violation->kind == verdict::ViolationKind::Limit) {
    verdict::Result cut;
    cut.bounds = std::move(result.bounds);
    if (options.engine == Engine::Mc) cut.cut(result.violation->message);
    cut.reason = "an execution leaves a bound of the model";
    cut.stats = result.stats;
    cut.abstraction = std::move(result.abstraction);
    return cut;
  }
  interp::Model concrete(source, interp_options(options));
  if (is_abstract(options)) {
    confirm(concrete, model, answer.claim, result);
    return std::move(result);
  }
  auto execution = certify::certify_on_source(concrete, model, answer.claim);
  if (!execution && rests_on_guess(model, answer.claim.steps)) {
    return spurious(result, execution.error());
  }
  CHECK(execution, "a counterexample of the model is none of the program: {}\nclaimed: {}: {}",
        execution.error(), verdict::keyword(result.violation->kind), result.violation->message);
  result.verdict = execution->verdict;
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return std::move(result);
}

}  // namespace pipeline
