// `braid replay`: a recorded execution: it must fit the program, step by step.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "base/file.h"
#include "base/terminal.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/recording.h"
#include "cli/reproducer.h"
#include "cli/status.h"
#include "cli/stepper/stepper_ui.h"
#include "engine/interp/execute.h"
#include "engine/interp/timeline.h"
#include "engine/modular/execution.h"
#include "pipeline/ltl_engine.h"

namespace cli {

namespace {

// What the file says, unless an option is given.
struct ReplayOptions : CommonOptions {
  std::string trace;  // a JSON result
  std::string entry;
  std::string class_path;  // of Java programs
  std::optional<ir::IntMode> int_mode;
  std::optional<ir::JoinMode> join;
  std::optional<ir::DeadlockMode> deadlock;
  std::optional<bool> races;  // whatever the file says
  bool spurious = false;      // even if the file does not say so
  std::optional<bool> awaits;
  bool interactive = false;
  bool full_trace = false;
  std::string reproducer;  // a Java class to write; empty: none
};

// Of an execution whose length the file does not tell.
constexpr std::uint64_t kMostSteps = 1'000'000;

// Takes the recorded decisions, and ends the run as soon as one does not fit.
class StrictChooser : public interp::Chooser {
 public:
  StrictChooser(run::Run& run, run::Decisions decisions)
      : run_(run), inner_(std::move(decisions)) {}
  const interp::ReplayChooser& inner() const { return inner_; }
  std::optional<std::string> told_value() override { return inner_.told_value(); }

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override {
    std::size_t chosen = inner_.choose(kind, count);
    if (inner_.problem()) run_.cancel();
    return chosen;
  }

  run::Run& run_;
  interp::ReplayChooser inner_;
};

std::map<std::string, std::string> by_name(
    const std::vector<std::pair<std::string, std::string>>& updates) {
  std::map<std::string, std::string> result;
  for (const auto& [name, value] : updates) result[name] = value;
  return result;
}

// What differs between a step and its record.
std::optional<std::string> difference(const RecordedStep& recorded, const verdict::TraceStep& step,
                                      const base::Sources& sources) {
  if (recorded.thread != step.thread) {
    return fmt::format("thread {} moves, but the trace says thread {}", step.thread,
                       recorded.thread);
  }
  if (recorded.method && *recorded.method != step.proc) {
    return fmt::format("it runs {}, but the trace says {}", step.proc, *recorded.method);
  }
  base::LineColumn at = step.span.is_valid() ? sources.begin(step.span) : base::LineColumn{};
  if (recorded.line && *recorded.line != at.line) {
    return fmt::format("it runs line {}, but the trace says line {}", at.line, *recorded.line);
  }
  if (recorded.column && *recorded.column != at.column) {
    return fmt::format("it runs line {}, column {}, but the trace says column {}", at.line,
                       at.column, *recorded.column);
  }
  if (!recorded.updates) return std::nullopt;
  auto expected = by_name(*recorded.updates);
  auto found = by_name(step.updates);
  for (const auto& [name, value] : expected) {
    auto now = found.find(name);
    if (now == found.end()) {
      return fmt::format("it does not set {}, which the trace sets to {}", name, value);
    }
    if (now->second != value) {
      return fmt::format("{} becomes {}, but the trace says {}", name, now->second, value);
    }
  }
  for (const auto& [name, value] : found) {
    if (!expected.contains(name)) {
      return fmt::format("{} becomes {}, of which the trace says nothing", name, value);
    }
  }
  return std::nullopt;
}

// A relational property is about two heaps, not about the execution between them.
bool is_about_property(const Recording& recording) {
  return recording.violation == std::string(verdict::keyword(verdict::ViolationKind::Property));
}

// The first way in which the execution is not the recorded one.
std::optional<std::string> misfit(const Recording& recording, const verdict::Result& result,
                                  const interp::ReplayChooser& chooser,
                                  const base::Sources& sources) {
  const auto& trace = result.counterexample->trace;
  // With a decision that does not fit, one step was taken that means nothing.
  std::size_t sound = chooser.problem() && !trace.empty() ? trace.size() - 1 : trace.size();
  for (std::size_t i = 0; i < std::min(sound, recording.steps.size()); ++i) {
    if (auto text = difference(recording.steps[i], trace[i], sources)) {
      return fmt::format("step {}: {}", i + 1, *text);
    }
  }
  if (chooser.problem()) return fmt::format("step {}: {}", sound + 1, *chooser.problem());
  if (trace.size() < recording.steps.size()) {
    return fmt::format("the execution ends after step {}, but the trace has {} steps", trace.size(),
                       recording.steps.size());
  }
  if (!chooser.is_finished()) {
    return fmt::format("the execution ends after step {}, before all decisions are taken",
                       trace.size());
  }
  if (!recording.is_result || recording.loop) return std::nullopt;
  std::string ending = result.violation ? std::string(verdict::keyword(result.violation->kind))
                                        : std::string("no violation");
  std::string expected = recording.violation.value_or("no violation");
  if (ending == expected || (!result.violation && is_about_property(recording))) {
    return std::nullopt;
  }
  return fmt::format("the execution ends with {}, but the file says {}", ending, expected);
}

// An execution that goes on for ever: what it breaks, the file alone can tell.
void add_loop(const Recording& recording, verdict::Result& result) {
  if (*recording.loop > result.counterexample->trace.size()) return;
  bool is_ltl = recording.violation == std::string(verdict::keyword(verdict::ViolationKind::Ltl));
  if (result.violation && !is_ltl) return;
  result.counterexample->loop = recording.loop;
  if (!is_ltl) return;
  result.violation = verdict::Violation{
      .kind = verdict::ViolationKind::Ltl,
      .message = recording.message.value_or("a temporal property does not hold")};
  result.verdict = verdict::verdict_of(verdict::ViolationKind::Ltl);
  result.reason.clear();
}

// An execution that ends as it should, but in a heap that violates a property: which one, the
// file alone can tell.
void add_property(const Recording& recording, verdict::Result& result) {
  result.violation = verdict::Violation{
      .kind = verdict::ViolationKind::Property,
      .message = recording.message.value_or("a relational property does not hold")};
  result.verdict = verdict::verdict_of(verdict::ViolationKind::Property);
}

// The options of the command line over those of the file.
ProgramOptions merged(const ReplayOptions& options, const Recording& recording) {
  ProgramOptions result;
  static_cast<CommonOptions&>(result) = options;
  result.entry = options.entry.empty() ? recording.entry.value_or("") : options.entry;
  ir::Semantics& semantics = result.semantics;
  semantics = recording.semantics;
  if (options.int_mode) semantics.integers = *options.int_mode;
  if (options.join) semantics.join = *options.join;
  if (options.deadlock) semantics.deadlock = *options.deadlock;
  semantics.races = options.races.value_or(semantics.races);
  semantics.spurious = semantics.spurious || options.spurious;
  result.class_path = options.class_path;
  bool is_java = std::any_of(result.paths.begin(), result.paths.end(), pipeline::is_java);
  result.awaits = options.awaits.value_or(recording.awaits.value_or(is_java));
  result.java.linearizable = recording.linearizable.value_or("");
  result.java.is_open = recording.bitwidth.has_value();  // the modular engine was asked
  // Java's main has inputs if it was given any arguments; those of harnesses begin with a dollar.
  const auto& inputs = recording.schedule.inputs;
  if (inputs.is_object() && inputs.contains("inputs")) {
    for (const auto& [name, value] : inputs["inputs"].items()) {
      if (!name.starts_with('$')) result.java.any_arguments = true;
    }
  }
  result.full_trace = options.full_trace;
  return result;
}

int refuse(const std::string& path, std::string_view why) {
  say_problem(fmt::format("{} cannot be replayed: {}", path, why));
  return kBadInput;
}

int step_through(const interp::Model& model, const std::optional<interp::GivenInputs>& inputs,
                 const verdict::Result& result, const Input& input) {
  const verdict::Counterexample& execution = *result.counterexample;
  interp::Timeline timeline(model, inputs, execution.decisions, execution.trace.size());
  stepper::StepperSession session(model, timeline, result, input.sources,
                                  base::wants_color(stdout));
  stepper::run_session(session, std::cin, std::cout, !base::is_terminal(stdin));
  if (std::cout.flush()) return verdict::exit_code(result);
  base::print_error("braid: cannot write to standard output\n");
  return kUnknown;
}

// The name of the class is that of the file.
int write_reproducer(const ReplayOptions& options, const ir::Program& program,
                     const verdict::Result& result) {
  std::string name = std::filesystem::path(options.reproducer).stem().string();
  auto text = java_reproducer(program, result, name);
  if (text) return write_piece(options.reproducer, *text);
  say_problem(fmt::format("{} has no reproducer: {}", options.trace, text.error()));
  return kBadInput;
}

int replay(const ReplayOptions& options) {
  auto text = base::read_file(options.trace);
  if (!text) return refuse(options.trace, text.error().text);
  auto recording = parse_recording(*text);
  if (!recording) return refuse(options.trace, recording.error());
  ProgramOptions execute = merged(options, *recording);
  Input input;
  if (!load_program(execute, input)) return kBadInput;
  announce(subject_of(execute, input, "interp"));
  if (recording->ltl) {
    pass::FiniteBounds bounds;
    if (recording->threads) bounds.threads = static_cast<std::int64_t>(*recording->threads);
    if (recording->instances) {
      bounds.instances = static_cast<std::int64_t>(*recording->instances);
    }
    ltl::SyntaxPtr formula = pipeline::parse_formula(*recording->ltl, input);
    if (!pipeline::observe_property(formula, bounds, input)) {
      show_diagnostics(input);
      return refuse(options.trace, "its temporal property does not fit the program");
    }
  }

  interp::Options interp{.semantics = execute.semantics};
  if (recording->bitwidth) {
    auto bitwidth = std::clamp<std::size_t>(*recording->bitwidth, 1, 32);
    interp.bounds = modular::bounds_of_numbers(static_cast<unsigned>(bitwidth));
  }
  if (recording->threads && !recording->ltl) interp.bounds.threads = *recording->threads;
  if (recording->array_size) interp.bounds.array_size = *recording->array_size;
  if (recording->has_wide_choices) interp.bounds.range_values = INT32_MAX;
  interp::Model model(*input.program, interp);
  std::optional<interp::GivenInputs> inputs;
  if (!recording->schedule.inputs.is_null()) {
    auto read = interp::read_inputs(model, recording->schedule.inputs);
    if (const auto* error = std::get_if<interp::InputError>(&read)) {
      return refuse(options.trace, "its inputs do not fit: " + error->text);
    }
    inputs = std::get<interp::GivenInputs>(std::move(read));
  }

  run::Limits limits = options.limits();
  limits.steps = recording->steps.empty() ? kMostSteps : recording->steps.size();
  run::Run run(limits);
  StrictChooser chooser(run, recording->schedule.decisions);
  verdict::Result result;
  {
    InterruptGuard guard(run);
    result =
        interp::execute(run, model, chooser, {.inputs = inputs, .trace = true, .on_output = {}});
  }
  if (recording->ltl) pipeline::hide_counters(*result.counterexample);
  bool interrupted = run.is_cancelled() && !chooser.inner().problem();
  if (!interrupted) {
    if (auto why = misfit(*recording, result, chooser.inner(), input.sources)) {
      return refuse(options.trace, "it does not fit the program: " + *why);
    }
  }
  bool is_cut = !interrupted && result.verdict == verdict::VerdictKind::Unknown &&
                result.counterexample->trace.size() == recording->steps.size();
  if (is_cut) result.reason = "the recording ends here";
  if (recording->loop && !interrupted) add_loop(*recording, result);
  if (!interrupted && !result.violation && is_about_property(*recording)) {
    add_property(*recording, result);
  }
  if (options.interactive) return step_through(model, inputs, result, input);
  if (!options.reproducer.empty()) {
    int status = write_reproducer(options, *input.program, result);
    if (status != kValid) return status;
  }
  return show_result(result, execute, input, subject_of(execute, input, "interp"), true);
}

void add_options(Command& c, ReplayOptions& options) {
  c.files(options);
  c.file("--trace", options.trace, "the execution: a result of `verify --format json`").required();
  Option interactive =
      c.flag("--interactive", options.interactive, "step forward and back; `help` tells more");
  c.text("--entry", options.entry, "the method to run (default: what the trace says)");
  c.text("--cp", options.class_path, "Java: folders and jars with further classes, with colons", {},
         "PATH");
  c.choice("--int", options.int_mode, "width of int and uint, if the trace is silent");
  c.choice("--join", options.join, "whom `join` waits for");
  c.choice("--deadlock", options.deadlock, "which deadlocks count");
  c.on_off("--races", "--no-races", options.races, "report data races, whatever the trace says");
  c.on_off("--await", "--no-await", options.awaits,
           "whether loops that only wait are one step: as for the command that made the trace");
  c.flag("--spurious", options.spurious, "whoever waits may wake up without a reason");
  c.flag("--full-trace", options.full_trace, "show every step of a long execution");
  c.text("--reproducer", options.reproducer,
         "Java: write a class that does the same with the real `java -ea`", {}, "FILE.java");
  c.limits(options);
  interactive.excludes(c.format(options, report::Use::Executions));
  interactive.excludes(c.output(options));
}

}  // namespace

void add_replay(Command& c) {
  auto options = std::make_shared<ReplayOptions>();
  add_options(c, *options);
  c.action({.common = options.get(),
            .run = [options] { return replay(*options); },
            .watch = [options](WatchOptions& watch) { watch.entry = options->entry; },
            .is_interactive = [options] { return options->interactive; }});
}

}  // namespace cli
