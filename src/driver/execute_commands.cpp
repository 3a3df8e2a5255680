// Commands that execute programs: run and verify.
#include <fmt/format.h>

#include <memory>

#include "base/file.h"
#include "driver/commands.h"
#include "driver/entry.h"
#include "driver/interrupt.h"
#include "driver/load.h"
#include "driver/schedule.h"
#include "driver/status.h"
#include "driver/terminal.h"
#include "interp/execute.h"
#include "interp/explore.h"
#include "pass/liveness.h"
#include "pass/visibility.h"
#include "report/report.h"

namespace driver {

namespace {

// Loads the program and prepares it for execution.
bool load(const ExecuteOptions& options, Input& input) {
  LoadOptions load{.paths = options.paths, .entry = options.entry, .int_mode = options.int_mode};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input) && choose_entry(options.entry, *input.program, input.sink);
  show_diagnostics(input);
  if (!good) return false;
  if (input.language == Language::Oox) {
    pass::annotate_liveness(*input.program);
    pass::mark_visibility(*input.program);
  }
  return true;
}

run::Limits limits_of(const ExecuteOptions& options) {
  run::Limits limits;
  limits.seconds = options.timeout;
  if (options.memory) limits.memory_bytes = *options.memory << 20;
  return limits;
}

interp::Options interp_options(const ExecuteOptions& options) {
  interp::Options result;
  if (options.join_children) result.join = interp::JoinMode::Children;
  if (options.deadlock_main) result.deadlock = interp::DeadlockMode::Main;
  return result;
}

int show(const verdict::Result& result, const ExecuteOptions& options, const Input& input,
         const std::string& engine, bool trace, bool strict) {
  report::Subject subject{options.paths, input.program->proc(input.program->entry).name, engine,
                          ""};
  std::string text;
  if (options.format == ReportFormat::Json) {
    text = report::json(result, subject, input.sources);
  } else {
    report::TextOptions format{.trace = trace, .stats = options.stats};
    format.color = options.output.empty() && wants_color(stdout);
    text = report::text(result, subject, input.sources, format);
  }
  int written = write_result(options.output, text);
  return written == kValid ? verdict::exit_code(result, strict) : written;
}

int usage_error(std::string_view text) {
  print_error(fmt::format("braid: {}\n", text));
  return kUsage;
}

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
    ts::RandomChooser chooser(seed);
    return interp::execute(run, model, chooser, std::move(execute));
  }
  ts::ReplayChooser chooser(*recorded.decisions);
  verdict::Result result = interp::execute(run, model, chooser, std::move(execute));
  if (chooser.problem()) {
    result.verdict = verdict::VerdictKind::Unknown;
    result.reason = "the schedule does not fit this program: " + *chooser.problem();
    result.violation.reset();
  }
  return result;
}

}  // namespace

int run_command(const RunOptions& options) {
  Input input;
  if (!load(options, input)) return kBadInput;
  auto recorded = read_recorded(options);
  if (!recorded) return usage_error(recorded.error());
  interp::Model model(*input.program, interp_options(options));
  std::optional<interp::GivenInputs> inputs;
  if (!recorded->inputs.empty()) {
    auto parsed = interp::parse_inputs(model, recorded->inputs);
    if (const auto* error = std::get_if<interp::InputError>(&parsed)) {
      return usage_error("--input: " + error->text);
    }
    inputs = std::get<interp::GivenInputs>(std::move(parsed));
  }
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
    total.seconds += result.stats.seconds;
    total.peak_memory_bytes = result.stats.peak_memory_bytes;
    if (result.verdict != verdict::VerdictKind::Valid) break;
  }
  result.vacuous = vacuous;
  result.stats = total;
  return show(result, options, input, "interp", options.trace, false);
}

int verify_command(const VerifyOptions& options) {
  Input input;
  if (!load(options, input)) return kBadInput;
  interp::Options interp = interp_options(options);
  if (options.array_size) interp.bounds.array_size = *options.array_size;
  interp::Model model(*input.program, interp);
  run::Run run(limits_of(options), options.seed);
  InterruptGuard guard(run);
  interp::ExploreOptions explore;
  if (options.depth) explore.depth = *options.depth;
  explore.match_states = options.stateful;
  explore.use_invisible = options.coarsen;
  verdict::Result result = interp::explore(run, model, std::move(explore));
  return show(result, options, input, "interp", true, options.strict);
}

}  // namespace driver
