#include "cli/execution.h"

#include <fmt/format.h>

#include "base/check.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "cli/watch.h"

namespace cli {

namespace {

std::string_view keyword(ir::IntMode mode) {
  switch (mode) {
    case ir::IntMode::Math: return "math";
    case ir::IntMode::Bits32: return "32";
    case ir::IntMode::Bits64: return "64";
  }
  UNREACHABLE("integer mode");
}

}  // namespace

bool load_program(const ExecuteOptions& options, Input& input) {
  LoadOptions load{.paths = options.paths, .entry = options.entry, .int_mode = options.int_mode};
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input) && prepare_program(load, input);
  show_diagnostics(input);
  return good;
}

interp::Options interpreter_options(const ExecuteOptions& options) {
  interp::Options result;
  if (options.join_children) result.join = interp::JoinMode::Children;
  if (options.deadlock_main) result.deadlock = interp::DeadlockMode::Main;
  result.races = options.races;
  return result;
}

report::Subject subject_of(const ExecuteOptions& options, const Input& input,
                           const std::string& engine) {
  report::Subject subject;
  subject.input = options.paths;
  subject.entry = input.program->proc(input.program->entry).name;
  subject.engine = engine;
  subject.options = {{"int", std::string(keyword(options.int_mode))},
                     {"join", options.join_children ? "children" : "descendants"},
                     {"deadlock", options.deadlock_main ? "main" : "any"}};
  if (options.races) subject.options.emplace_back("races", "on");
  return subject;
}

int show_result(const verdict::Result& result, const ExecuteOptions& options, const Input& input,
                const report::Subject& subject, bool trace, bool strict) {
  std::string text;
  if (options.format == ReportFormat::Json) {
    text = report::json(result, subject, input.sources);
  } else {
    report::TextOptions format;
    format.trace = trace;
    format.full_trace = options.full_trace;
    format.stats = options.stats;
    format.color = options.output.empty() && wants_color(stdout);
    if (options.output.empty()) format.width = terminal_width(stdout);
    text = report::text(result, subject, input.sources, format);
    bool is_refused = strict && verdict::exit_code(result, true) != verdict::exit_code(result);
    if (is_refused) text += "--strict accepts only what is complete and not vacuous: status 5\n";
  }
  int status = write_result(options.output, text);
  if (status == kValid) status = verdict::exit_code(result, strict);
  if (Watch* watch = Watch::current()) watch->settle(status);
  return status;
}

void announce(const report::Subject& subject) {
  if (Watch* watch = Watch::current()) watch->tell(subject);
}

int usage_error(std::string_view text) {
  say_problem(text);
  return kUsage;
}

}  // namespace cli
