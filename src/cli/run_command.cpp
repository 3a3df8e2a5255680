// `braid run`: one execution, or some, with random schedule and inputs.
#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <memory>

#include "base/file.h"
#include "base/terminal.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/problems.h"
#include "cli/program_options.h"
#include "cli/schedule.h"
#include "cli/status.h"
#include "cli/stepper/simulator.h"
#include "engine/interp/execute.h"

namespace cli {

namespace {

struct RunOptions : ProgramOptions {
  std::uint64_t executions = 1;  // random executions, until one is wrong
  std::string schedule;          // a file with decisions, as in a JSON result
  std::string input;             // JSON text, or @FILE
  bool trace = false;
  bool interactive = false;  // choose the steps by hand
  std::uint64_t max_steps = 1'000'000;
};

const std::string kMisfit = "the schedule does not fit this program: ";

// What --input and --schedule ask for.
struct Recorded {
  std::optional<Schedule> schedule;
  std::string input;  // JSON text; empty: that of the schedule
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
    result.schedule = std::move(*schedule);
  }
  if (options.input.starts_with('@')) {
    std::string path = options.input.substr(1);
    auto text = base::read_file(path);
    if (!text) {
      return tl::make_unexpected(fmt::format("cannot read {}: {}", path, text.error().text));
    }
    result.input = std::move(*text);
  } else {
    result.input = options.input;
  }
  return result;
}

// Nothing: they are random.
std::optional<std::variant<interp::GivenInputs, interp::InputError>> inputs_of(
    const interp::Model& model, const Recorded& recorded) {
  if (!recorded.input.empty()) return interp::parse_inputs(model, recorded.input);
  bool has_inputs = recorded.schedule && !recorded.schedule->inputs.is_null();
  if (has_inputs) return interp::read_inputs(model, recorded.schedule->inputs);
  return std::nullopt;
}

verdict::Result execute_once(const RunOptions& options, const interp::Model& model,
                             const Recorded& recorded,
                             const std::optional<interp::GivenInputs>& inputs, run::Run& run,
                             std::uint64_t seed) {
  interp::ExecuteOptions execute{.inputs = inputs, .trace = options.trace, .on_output = {}};
  if (options.format == report::Format::Text) {
    execute.on_output = [](const std::string& text) { fmt::print("{}", text); };
  }
  if (!recorded.schedule) {
    interp::RandomChooser chooser(seed);
    execute.stops_daemons = true;
    return interp::execute(run, model, chooser, std::move(execute));
  }
  interp::ReplayChooser chooser(recorded.schedule->decisions);
  verdict::Result result = interp::execute(run, model, chooser, std::move(execute));
  if (chooser.problem()) {
    result.verdict = verdict::VerdictKind::Unknown;
    result.reason = kMisfit + *chooser.problem();
    result.violation.reset();
  }
  return result;
}

// Says so if the program has no code for a method that may be called.
bool refuses_given(std::string_view why, Input& input) {
  ir::ProcId given = pipeline::find_given(*input.program);
  if (!given) return false;
  pipeline::report_given(given, why, input);
  show_diagnostics(input);
  return true;
}

// The user takes the steps.
int simulate(const RunOptions& options, const interp::Model& model, const Recorded& recorded,
             std::optional<interp::GivenInputs> inputs, const Input& input) {
  auto save = [&](const verdict::Result& result, const std::string& path) -> std::string {
    std::string text = report::json(result, subject_of(options, input, "interp"), input.sources);
    auto written = base::write_output(path, text);
    return written ? std::string() : written.error();
  };
  stepper::RecordedExecution past;
  if (recorded.schedule) past = {recorded.schedule->decisions, recorded.schedule->steps};
  stepper::SimulatorSession session(model, std::move(inputs), past, options.seed, input.sources,
                                    base::wants_color(stdout), save);
  if (session.problem()) {
    say_problem(kMisfit + *session.problem());
    return kUnknown;
  }
  stepper::run_session(session, std::cin, std::cout, !base::is_terminal(stdin));
  if (!std::cout.flush()) {
    base::print_error("braid: cannot write to standard output\n");
    return kUnknown;
  }
  return verdict::exit_code(session.result());
}

int run_program(const RunOptions& options) {
  Input input;
  if (!load_program(options, input)) return kBadInput;
  if (refuses_given("it cannot be run", input)) return kBadInput;
  auto recorded = read_recorded(options);
  if (!recorded) return usage_error(recorded.error());
  interp::Model model(*input.program, {.semantics = options.semantics});
  std::optional<interp::GivenInputs> inputs;
  if (auto read = inputs_of(model, *recorded)) {
    if (const auto* error = std::get_if<interp::InputError>(&*read)) {
      return usage_error("--input: " + error->text);
    }
    inputs = std::get<interp::GivenInputs>(std::move(*read));
  }
  if (options.interactive) return simulate(options, model, *recorded, std::move(inputs), input);
  announce(subject_of(options, input, "interp"));
  run::Limits limits = options.limits();
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
  return show_result(result, options, input, subject, options.trace);
}

void add_options(Command& c, RunOptions& options) {
  c.files(options);
  add_input_options(c, options);
  c.text("--input", options.input, "inputs as JSON, or @FILE (default: random, small)");
  c.file("--schedule", options.schedule,
         "replay the decisions of this file: a JSON result, or its list of decisions");
  c.group("Engine and search");
  add_seed(c, options);
  c.number("--seeds", options.executions,
           "number of executions, with seeds from --seed on, until one is wrong (default 1)", {},
           {.least = 1});
  c.flag("--interactive", options.interactive,
         "choose the steps by hand, and undo them; `help` tells more");
  c.group("Bounds and limits");
  c.number("--max-steps", options.max_steps, "give up after so many steps (default 1000000)", {},
           {.least = 1});
  add_thread_options(c, options);
  add_limit_options(c, options);
  add_output_options(c, options, report::Use::Executions);
  c.flag("--trace", options.trace, "show each step with its thread, line and changed values");
  add_full_trace(c, options);
  add_stats(c, options);
}

}  // namespace

void add_run(Command& c) {
  auto options = std::make_shared<RunOptions>();
  add_options(c, *options);
  c.action({.common = options.get(),
            .run =
                [options] {
                  add_language_defaults(*options);
                  // Formats about executions need the steps.
                  bool is_plain = report::use_of(options->format) == report::Use::Any;
                  options->trace = options->trace || !is_plain;
                  return run_program(*options);
                },
            .watch = [options](WatchOptions& watch) { watch.entry = options->entry; },
            .is_interactive = [options] { return options->interactive; }});
}

}  // namespace cli
