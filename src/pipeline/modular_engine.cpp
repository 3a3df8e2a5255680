#include "pipeline/modular_engine.h"

#include <fmt/format.h>

#include "base/check.h"
#include "certify/certify.h"
#include "engine/modular/execution.h"
#include "engine/symex/engine.h"
#include "ir/pass/features.h"
#include "pipeline/modular_view.h"
#include "result/verdict/json.h"

namespace pipeline {

namespace {

// What happened, for `-v`.
std::string story(const modular::Answer& answer) {
  std::string text;
  for (const modular::GoalReport& goal : answer.goals) {
    text += goal.name.empty()
                ? std::string("assertions\n")
                : fmt::format("{} {}\n", goal.is_invariant ? "invariant" : "property", goal.name);
    for (const std::string& line : goal.log) text += "  " + line + "\n";
    text += fmt::format(
        "  {} calls, {} refinements, {} inlined, {} variables, {} clauses, "
        "{} conflicts, {:.3f} s ({:.3f} s to translate, {:.3f} s to solve)\n",
        goal.stats.calls, goal.stats.refinements, goal.stats.inlined, goal.stats.solver.variables,
        goal.stats.solver.clauses, goal.stats.solver.conflicts, goal.seconds,
        goal.stats.solver.translate_seconds, goal.stats.solver.solve_seconds);
    if (!goal.specifications.empty()) text += "  specifications at the end\n";
    for (const std::string& line : goal.specifications) text += "    " + line + "\n";
  }
  auto heap = [&](std::string_view title, const auto& lines) {
    if (lines.empty()) return;
    text += fmt::format("{}\n", title);
    for (const auto& [name, value] : lines) text += fmt::format("  {} = {}\n", name, value);
  };
  heap("heap before", answer.before);
  heap("heap after", answer.after);
  return text;
}

// The execution of a violated assertion or contract, by the interpreter.
void certify_violation(const Request& options, const ir::Program& program,
                       const verdict::Claim& claim, verdict::Result& result) {
  interp::Options concrete_options = interp_options(options);
  concrete_options.bounds = modular::bounds_of_numbers(options.modular.scope.bitwidth);
  interp::Model concrete(program, concrete_options);
  auto execution = certify::certify(concrete, claim);
  CHECK(execution, "a counterexample failed its replay: {}\n{}", execution.error(),
        verdict::inputs_json(*claim.inputs).dump());
  auto values = std::move(result.violation->values);
  result.violation = std::move(execution->violation);
  result.violation->values.insert(result.violation->values.end(), values.begin(), values.end());
  result.counterexample = std::move(execution->counterexample);
  // What specifications speak of need not be reachable from the inputs.
  if (!claim.values.empty()) static_cast<verdict::Inputs&>(*result.counterexample) = *claim.inputs;
}

// The execution of a violated property, as one of the whole program: the slice takes its steps.
void complete(const Request& options, const ir::Program& program, verdict::Result& result) {
  interp::Options concrete_options = interp_options(options);
  concrete_options.bounds = modular::bounds_of_numbers(options.modular.scope.bitwidth);
  interp::Model concrete(program, concrete_options);
  verdict::Counterexample& found = *result.counterexample;
  verdict::Claim claim{.inputs = static_cast<const verdict::Inputs&>(found),
                       .told = verdict::Told::Threads,
                       .values = found.decisions};
  auto execution = certify::certify(concrete, claim);
  CHECK(execution, "an execution of a slice failed its replay: {}\n{}", execution.error(),
        verdict::inputs_json(*claim.inputs).dump());
  found = std::move(*execution->counterexample);
}

// Whether no input at all fulfils `requires`. Symbolic execution has no bounds of numbers, so it
// can tell; a second is enough for a contradiction.
bool has_contradiction(const run::Run& run, const ir::Program& program) {
  if (find_given(program)) return false;
  run::Limits limits;
  limits.seconds = 1;
  run::Run trial(limits, 0, &run);
  symex::ProgramTables tables(program);
  verdict::Result result = symex::verify(trial, tables, {}).result;
  return result.verdict == verdict::VerdictKind::Valid && result.vacuous && !result.is_cut();
}

modular::Options settings_of(const Request& options) {
  modular::Options result = options.modular;
  result.refine.unwind = options.unwind.value_or(result.scope.objects);
  return result;
}

}  // namespace

// What the engine does not know it refuses where it is used. Only constants that a file of BIR
// declares are something that must be looked for.
std::optional<std::string> refuse_modular(const Job& job) {
  using pass::Feature;
  if (job.input.program->is_guarded) return std::nullopt;
  auto refused = pass::find_unsupported(
      *job.input.program, {Feature::ExceptionObjects, Feature::Root, Feature::Accepts});
  if (!refused) return std::nullopt;
  return fmt::format("--engine modular does not support {}", pass::text(*refused));
}

Answer run_modular(run::Run& run, Job& job) {
  const ModularView view(*job.input.program, job.input.sources);
  const ir::Program& program = view.program();
  Answer answer;
  answer.modular = settings_of(job.request);
  answer.diagnostics = std::make_shared<diag::Sink>();
  modular::Answer found;
  if (!modular::verify(run, program, job.input.sources, answer.modular, *answer.diagnostics,
                       found)) {
    answer.is_refused = true;
    answer.result = verdict::unknown(run, "a formula is not correct");
    return answer;
  }
  if (found.has_no_input && has_contradiction(run, *job.input.program)) {
    found.result.verdict = verdict::VerdictKind::Valid;
    found.result.reason.clear();
    found.result.vacuous = true;
  }
  if (found.claim) {
    certify_violation(job.request, *job.input.program, *found.claim, found.result);
  } else if (view.is_slice() && found.result.counterexample) {
    complete(job.request, *job.input.program, found.result);
  }
  answer.story = story(found);
  answer.dot = std::move(found.dot);
  answer.result = std::move(found.result);
  return answer;
}

void describe_modular(const Job&, const Answer& answer, report::Subject& subject) {
  const modular::Options& used = answer.modular;
  subject.options.emplace_back("scope", std::to_string(used.scope.objects));
  subject.options.emplace_back("unwind", std::to_string(used.refine.unwind));
  subject.options.emplace_back("bitwidth", std::to_string(used.scope.bitwidth));
  if (!used.property.empty()) subject.options.emplace_back("property", used.property);
}

}  // namespace pipeline
