// Commands that execute programs: run and verify.
#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <memory>

#include "base/file.h"
#include "certify/shorten.h"
#include "cli/commands.h"
#include "cli/deepen.h"
#include "cli/engine.h"
#include "cli/execution.h"
#include "cli/finite.h"
#include "cli/finite_engine.h"
#include "cli/interrupt.h"
#include "cli/ltl_engine.h"
#include "cli/modular_engine.h"
#include "cli/problems.h"
#include "cli/progress.h"
#include "cli/schedule.h"
#include "cli/search_once.h"
#include "cli/simulator.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "engine/interp/execute.h"
#include "ir/pass/liveness.h"

namespace cli {

namespace {

// What --input and --schedule ask for.
struct Recorded {
  std::optional<run::Decisions> decisions;
  std::string inputs;  // JSON; empty: random
};

tl::expected<Recorded, std::string> read_recorded(const RunOptions& options) {
  Recorded result;
  if (!options.schedule.empty()) {
    auto text = base::read_file(options.schedule);
    if (!text) {
      return tl::make_unexpected(
          fmt::format("cannot read {}: {}", options.schedule, text.error().text));
    }
    auto schedule = parse_schedule(*text);
    if (!schedule) {
      return tl::make_unexpected(
          fmt::format("{} is no schedule: {}", options.schedule, schedule.error()));
    }
    result.decisions = std::move(schedule->decisions);
    result.inputs = std::move(schedule->inputs);
  }
  if (options.input.starts_with('@')) {
    std::string path = options.input.substr(1);
    auto text = base::read_file(path);
    if (!text) {
      return tl::make_unexpected(fmt::format("cannot read {}: {}", path, text.error().text));
    }
    result.inputs = std::move(*text);
  } else if (!options.input.empty()) {
    result.inputs = options.input;
  }
  return result;
}

verdict::Result execute_once(const RunOptions& options, const interp::Model& model,
                             const Recorded& recorded,
                             const std::optional<interp::GivenInputs>& inputs, run::Run& run,
                             std::uint64_t seed) {
  interp::ExecuteOptions execute{.inputs = inputs, .trace = options.trace, .on_output = {}};
  if (options.format == ReportFormat::Text) {
    execute.on_output = [](const std::string& line) { fmt::print("{}\n", line); };
  }
  if (!recorded.decisions) {
    interp::RandomChooser chooser(seed);
    return interp::execute(run, model, chooser, std::move(execute));
  }
  interp::ReplayChooser chooser(*recorded.decisions);
  verdict::Result result = interp::execute(run, model, chooser, std::move(execute));
  if (chooser.problem()) {
    result.verdict = verdict::VerdictKind::Unknown;
    result.reason = "the schedule does not fit this program: " + *chooser.problem();
    result.violation.reset();
  }
  return result;
}

// Says so if the program has no code for a method that may be called.
bool refuses_given(std::string_view why, Input& input) {
  ir::ProcId given = find_given(*input.program);
  if (!given) return false;
  const ir::Procedure& proc = input.program->proc(given);
  input.sink.report(diag::Kind::GivenBySpecification, proc.span, proc.name, why);
  show_diagnostics(input);
  return true;
}

// The user takes the steps.
int simulate(const RunOptions& options, const interp::Model& model,
             std::optional<interp::GivenInputs> inputs, const Input& input) {
  auto save = [&](const verdict::Result& result, const std::string& path) -> std::string {
    std::string text = report::json(result, subject_of(options, input, "interp"), input.sources);
    auto written = base::write_output(path, text);
    return written ? std::string() : written.error();
  };
  SimulatorSession session(model, std::move(inputs), options.seed, input.sources,
                           wants_color(stdout), save);
  run_session(session, std::cin, std::cout, !is_terminal(stdin));
  if (!std::cout.flush()) {
    print_error("braid: cannot write to standard output\n");
    return kUnknown;
  }
  return verdict::exit_code(session.result());
}

}  // namespace

int run_command(const RunOptions& options) {
  Input input;
  if (!load_program(options, input)) return kBadInput;
  if (refuses_given("it cannot be run", input)) return kBadInput;
  auto recorded = read_recorded(options);
  if (!recorded) return usage_error(recorded.error());
  interp::Model model(*input.program, interpreter_options(options));
  std::optional<interp::GivenInputs> inputs;
  if (!recorded->inputs.empty()) {
    auto parsed = interp::parse_inputs(model, recorded->inputs);
    if (const auto* error = std::get_if<interp::InputError>(&parsed)) {
      return usage_error("--input: " + error->text);
    }
    inputs = std::get<interp::GivenInputs>(std::move(parsed));
  }
  if (options.interactive) return simulate(options, model, std::move(inputs), input);
  announce(subject_of(options, input, "interp"));
  run::Limits limits = limits_of(options);
  limits.steps = options.max_steps;
  verdict::Result result;
  bool vacuous = true;
  run::Statistics total;
  for (std::uint64_t i = 0; i < options.executions; ++i) {
    run::Run run(limits, options.seed + i);
    InterruptGuard guard(run);
    result = execute_once(options, model, *recorded, inputs, run, options.seed + i);
    vacuous = vacuous && result.vacuous;
    total.paths += result.stats.paths;
    total.discarded += result.stats.discarded;
    total.transitions += result.stats.transitions;
    total.states += result.stats.states;
    total.max_depth = std::max(total.max_depth, result.stats.max_depth);
    total.seconds = result.stats.seconds;
    total.peak_memory_bytes = result.stats.peak_memory_bytes;
    if (result.verdict != verdict::VerdictKind::Valid) break;
  }
  result.vacuous = vacuous;
  result.stats = total;
  report::Subject subject = subject_of(options, input, "interp");
  subject.executions = options.executions;
  return show_result(result, options, input, subject, options.trace, false);
}

namespace {

// What is left of the search that `--resume` names.
tl::expected<symex::Checkpoint, std::string> read_checkpoint(const ir::Program& program,
                                                             const VerifyOptions& options) {
  auto text = base::read_file(options.resume);
  if (!text) return tl::unexpected(text.error().text);
  auto result = symex::checkpoint_from(*text);
  if (result && result->subject != subject_of_checkpoint(program, options)) {
    return tl::unexpected<std::string>(
        "it belongs to another program, or to other options of the search");
  }
  return result;
}

}  // namespace

namespace {

// What certifies a counterexample of a program may also make it shorter.
void shorten_counterexample(run::Run& run, const VerifyOptions& options, bool is_finitised,
                            const ir::Program& program, verdict::Result& result) {
  if (!options.shorten || !result.violation) return;
  interp::Options meaning = interpreter_options(options);
  if (options.array_size) meaning.bounds.array_size = *options.array_size;
  // In finite programs arbitrary values are not cut.
  bool is_finite = needs_finite_model(options.engine) && !is_finitised;
  if (is_finite) meaning.bounds.range_values = INT32_MAX;
  interp::Model model(program, meaning);
  certify::shorten(run, model, result);
}

}  // namespace

int verify_command(const VerifyOptions& given) {
  VerifyOptions options = given;
  bool is_chosen = options.engine == "auto";
  if (is_chosen) options.engine = engine_meant(options.given).value_or("auto");
  if (auto refused = refused_option(options.given, options.engine, is_chosen)) {
    return usage_error(*refused);
  }
  Input input;
  if (!load_program(options, input)) return kBadInput;
  std::string why;  // this engine, if Braid chose it
  std::optional<ltl::Property> property;
  if (!options.ltl.empty()) {
    if (options.engine == "auto") options.engine = "mc";
    if (options.depth) return usage_error("--depth does not go with --ltl");
    if (!settle_bounds(options.bounds, input)) {
      show_diagnostics(input);
      return kBadInput;
    }
    property = observe_property(options.ltl, options.bounds, input);
    if (!property) {
      show_diagnostics(input);
      return kBadInput;
    }
    options.bounds.bounds.kept.insert(property->observed.begin(), property->observed.end());
  } else if (options.fair) {
    return usage_error("--fair is for --ltl");
  }
  bool about_bounds =
      options.search == "basic" || options.search == "bounded" || options.search == "choose-free";
  if (about_bounds && options.engine == "auto") options.engine = "mc";
  if (input.language == Language::Bir) {
    // BIR by hand may do what is undefined, which symbolic execution does not watch.
    if (options.engine == "symex") {
      return usage_error("symbolic execution is for OOX; use --engine interp or mc for BIR");
    }
    if (options.engine == "auto")
      std::tie(options.engine, why) = engine_for_bir(*input.program, options);
  }
  if (options.engine == "auto" && !input.spec_files.empty()) options.engine = "modular";
  if (options.engine == "auto") options.engine = default_engine(*input.program, options);
  if (auto refused = refused_option(options.given, options.engine, is_chosen)) {
    return usage_error(*refused);
  }
  if (options.deepen && (property || !options.checkpoint.empty() || !options.resume.empty())) {
    return usage_error("--deepen does not go with --ltl, --checkpoint and --resume");
  }
  if (options.coverage && (!options.checkpoint.empty() || !options.resume.empty())) {
    return usage_error("--coverage does not go with --checkpoint and --resume");
  }
  if (needs_finite_model(options.engine) && refuses_given("use --engine modular", input)) {
    return kBadInput;
  }
  bool keeps_work = !options.checkpoint.empty() || !options.resume.empty();
  bool can_keep = options.engine == "symex" &&
                  reduction_used(*input.program, options) == "optimal" &&
                  !is_stateful(*input.program, options);
  if (keeps_work && !can_keep) {
    return usage_error(
        "--checkpoint and --resume are for --engine symex with --por optimal and "
        "without --stateful, and for programs without await");
  }
  std::optional<symex::Checkpoint> resumed;
  if (!options.resume.empty()) {
    auto read = read_checkpoint(*input.program, options);
    if (!read) {
      say_problem(fmt::format("cannot go on from {}: {}", options.resume, read.error()));
      return kBadInput;
    }
    resumed = std::move(*read);
  }
  std::optional<pass::FiniteModel> model;
  if (needs_finite_model(options.engine)) {
    bool is_finite = pass::why_infinite(*input.program).empty();
    bool good = property || settle_bounds(options.bounds, input);
    if (!good || (!is_finite && !(model = make_finite(options.bounds, input)))) {
      show_diagnostics(input);
      return kBadInput;
    }
    // What a file says about liveness need not be right, nor all there is.
    pass::annotate_liveness(*input.program);
  }
  announce(subject_of(options, input, options.engine));
  if (options.engine == "modular") return verify_modular(options, input);
  run::Run run(limits_of(options), options.seed);
  InterruptGuard guard(run);
  verdict::Result result;
  std::string warning;
  ChosenSearch chosen;
  std::optional<std::pair<std::uint32_t, std::string>> deepened;
  if (property) {
    ProgressLine progress(run, options.progress);
    result = verify_property(run, *input.program, model ? &*model : nullptr, *property, options);
    name_bounds(options, model.has_value(), result);
  } else if (options.deepen) {
    std::vector<ChosenSearch> searches;
    VerifyOptions unsettled = options;
    unsettled.bounds = given.bounds;
    Deepening deepening = deepen(run, unsettled, [&](run::Run& round, const VerifyOptions& larger) {
      ProgressLine progress(round, options.progress);
      return search_once(round, larger, input, &searches.emplace_back());
    });
    result = std::move(deepening.result);
    chosen = searches[deepening.round];
    deepened = {deepening.rounds, deepening.ended};
  } else {
    ProgressLine progress(run, options.progress);
    result = model ? verify_finite(run, *input.program, *model, options)
                   : verify_program(run, *input.program, options, resumed, &warning, &chosen);
    if (needs_finite_model(options.engine)) name_bounds(options, model.has_value(), result);
  }
  if (!property) {
    shorten_counterexample(run, options, model.has_value(), *input.program, result);
  }
  if (!warning.empty()) {
    fmt::print(stderr, "warning: the checkpoint could not be written: {}\n", warning);
  }
  report::Subject subject = subject_of(options, input, options.engine);
  subject.engine_reason = why;
  subject.deepened = deepened;
  if (options.engine == "symex") {
    subject.por = reduction_used(*input.program, options);
    if (chosen.stateful) subject.options.emplace_back("stateful", "on");
    subject.search = chosen.name;
    subject.why = chosen.why;
  }
  if (options.array_size) {
    subject.options.emplace_back("array-size", std::to_string(*options.array_size));
  }
  bool is_limit = result.violation && result.violation->kind == verdict::ViolationKind::Limit;
  if (is_limit && !property && needs_finite_model(options.engine)) {
    subject.options.emplace_back("threads", std::to_string(options.bounds.bounds.threads));
  }
  if (property) {
    subject.options.emplace_back("ltl", options.ltl);
    subject.options.emplace_back("fair", options.fair ? "on" : "off");
    subject.options.emplace_back("threads", std::to_string(options.bounds.bounds.threads));
    subject.options.emplace_back("instances", std::to_string(options.bounds.bounds.instances));
    if (!property->is_stutter_invariant) subject.options.emplace_back("coarsen", "off");
  }
  return show_result(result, options, input, subject, true, options.strict);
}

}  // namespace cli
