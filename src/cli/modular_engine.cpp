#include "cli/modular_engine.h"

#include <fmt/format.h>

#include "base/check.h"
#include "certify/replay.h"
#include "cli/deepen.h"
#include "cli/engine.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "engine/modular/execution.h"
#include "engine/symex/engine.h"
#include "result/verdict/json.h"

namespace cli {

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
void replay_violation(const VerifyOptions& options, const ir::Program& program,
                      verdict::Result& result) {
  interp::Options concrete_options = interpreter_options(options);
  concrete_options.bounds = modular::bounds_of_numbers(options.modular.scope.bitwidth);
  interp::Model concrete(program, concrete_options);
  run::Run again;
  auto execution = certify::replay(again, concrete, result, {});
  CHECK(execution, "a counterexample failed its replay: {}\n{}", execution.error(),
        verdict::inputs_json(*result.counterexample).dump());
  auto values = std::move(result.violation->values);
  result.violation = std::move(execution->violation);
  result.violation->values.insert(result.violation->values.end(), values.begin(), values.end());
  if (!result.counterexample->decisions.empty()) {
    // What specifications speak of need not be reachable from the inputs.
    execution->counterexample->inputs = std::move(result.counterexample->inputs);
    execution->counterexample->heap = std::move(result.counterexample->heap);
  }
  result.counterexample = std::move(execution->counterexample);
}

// Whether no input at all fulfils `requires`. Symbolic execution has no bounds of numbers, so it
// can tell; a second is enough for a contradiction.
bool has_contradiction(const run::Run& run, const ir::Program& program) {
  if (find_given(program)) return false;
  run::Limits limits;
  limits.seconds = 1;
  run::Run trial(limits, 0, &run);
  symex::Model model(program);
  verdict::Result result = symex::verify(trial, model, {}).result;
  return result.verdict == verdict::VerdictKind::Valid && result.vacuous && !result.is_cut();
}

modular::Options settings_of(const VerifyOptions& options) {
  modular::Options result = options.modular;
  result.refine.unwind = options.unwind.value_or(result.scope.objects);
  return result;
}

// What the engine says within the bounds of the options; nothing after an error in a formula.
std::optional<modular::Answer> answer_within(run::Run& run, const VerifyOptions& options,
                                             Input& input, diag::Sink& sink) {
  modular::Answer answer;
  bool is_read =
      modular::verify(run, *input.program, input.sources, settings_of(options), sink, answer);
  if (!is_read) return std::nullopt;
  if (answer.has_no_input && has_contradiction(run, *input.program)) {
    answer.result.verdict = verdict::VerdictKind::Valid;
    answer.result.reason.clear();
    answer.result.vacuous = true;
  }
  if (answer.needs_replay) replay_violation(options, *input.program, answer.result);
  return answer;
}

}  // namespace

std::optional<verdict::Result> search_modular(run::Run& run, const VerifyOptions& options,
                                              Input& input) {
  auto answer = answer_within(run, options, input, input.sink);
  return answer ? std::optional(std::move(answer->result)) : std::nullopt;
}

int verify_modular(const VerifyOptions& options, Input& input) {
  if (options.int_mode != ir::IntMode::Math) {
    return usage_error("the modular engine has mathematical integers: leave --int out");
  }
  run::Run run(limits_of(options), options.seed);
  InterruptGuard guard(run);
  diag::Sink sink;
  std::vector<std::pair<VerifyOptions, std::optional<modular::Answer>>> answers;
  auto search = [&](run::Run& round, const VerifyOptions& bounded) {
    diag::Sink again;  // what is to say about formulas is said once
    answers.emplace_back(bounded,
                         answer_within(round, bounded, input, answers.empty() ? sink : again));
    return answers.back().second ? answers.back().second->result : verdict::Result();
  };
  Deepening deepening;
  if (options.deepen) {
    deepening = deepen(run, options, search);
  } else {
    deepening.result = search(run, options);
  }
  show_diagnostics(input.sources, sink);
  auto& [used, found] = answers[deepening.round];
  if (!found) return kBadInput;
  modular::Answer& answer = *found;
  answer.result = std::move(deepening.result);
  if (options.verbose) print_error(story(answer));
  modular::Options settings = settings_of(used);
  report::Subject subject = subject_of(options, input, options.engine);
  if (options.deepen) subject.deepened = {deepening.rounds, deepening.ended};
  subject.options.emplace_back("scope", std::to_string(settings.scope.objects));
  subject.options.emplace_back("unwind", std::to_string(settings.refine.unwind));
  subject.options.emplace_back("bitwidth", std::to_string(settings.scope.bitwidth));
  if (!settings.property.empty()) subject.options.emplace_back("property", settings.property);
  int status = show_result(answer.result, options, input, subject, true, options.strict);
  if (options.dot.empty() || answer.dot.empty()) return status;
  int written = write_result(options.dot, answer.dot);
  return written == kValid ? status : written;
}

}  // namespace cli
