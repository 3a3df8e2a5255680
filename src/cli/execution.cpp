#include "cli/execution.h"

#include <fmt/format.h>

#include "base/terminal.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/watch.h"
#include "pipeline/verify.h"
#include "result/report/item.h"

namespace cli {

LoadOptions load_options(const ProgramOptions& options) {
  return {.paths = options.paths,
          .entry = options.entry,
          .int_mode = options.semantics.integers,
          .awaits = options.awaits.value_or(false),
          .races = options.semantics.races};
}

void show_diagnostics(const Input& input) { say_diagnostics(input.sources, input.sink); }

bool load_program(const ProgramOptions& options, Input& input) {
  LoadOptions load = load_options(options);
  input.java.class_path = options.class_path;
  input.java.lowering = options.java;
  input.java.lowering.spurious = options.semantics.spurious;
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input) && prepare_program(load, input);
  show_diagnostics(input);
  return good;
}

report::Subject subject_of(const ProgramOptions& options, const Input& input,
                           std::string_view engine) {
  return pipeline::subject_of(options.paths, options.semantics, input, engine);
}

int show_result(const verdict::Result& result, const ProgramOptions& options, const Input& input,
                const report::Subject& subject, bool trace, const verdict::FailOn& fail_on) {
  report::TextOptions format;
  format.trace = trace;
  format.full_trace = options.full_trace;
  format.stats = options.stats;
  format.color = options.output.empty() && base::wants_color(stdout);
  if (options.output.empty()) format.width = base::terminal_width(stdout);
  const report::Item item{result, subject, input.sources, fail_on};
  int status = item.status();
  std::string text = report::view_all(options.format, {{&item, 1}, {}, status}, format);
  // Before it is written: a limit that comes right behind must not change the status.
  Watch* watch = Watch::current();
  if (watch) watch->settle(status);
  int written = write_result(options.output, text);
  if (written == kValid) return status;
  if (watch) watch->settle(written);
  return written;
}

void announce(const report::Subject& subject) {
  if (Watch* watch = Watch::current()) watch->tell(subject);
}

int usage_error(std::string_view text) {
  say_problem(text);
  return kUsage;
}

}  // namespace cli
