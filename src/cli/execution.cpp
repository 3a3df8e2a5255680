#include "cli/execution.h"

#include <fmt/format.h>

#include "base/terminal.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/watch.h"

namespace cli {

void show_diagnostics(const Input& input) { say_diagnostics(input.sources, input.sink); }

bool load_program(const ProgramOptions& options, Input& input) {
  LoadOptions load{
      .paths = options.paths, .entry = options.entry, .int_mode = options.semantics.integers};
  input.java.class_path = options.class_path;
  input.java.lowering = options.java;
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              lower_sources(load, input) && prepare_program(load, input);
  show_diagnostics(input);
  return good;
}

report::Subject subject_of(const ProgramOptions& options, const Input& input,
                           std::string_view engine) {
  report::Subject subject;
  subject.input = options.paths;
  subject.entry =
      input.entry.empty() ? input.program->proc(input.program->entry).name : input.entry;
  subject.engine = engine;
  const ir::Semantics& semantics = options.semantics;
  subject.options = {{"int", std::string(base::word_of(semantics.integers))},
                     {"join", std::string(base::word_of(semantics.join))},
                     {"deadlock", std::string(base::word_of(semantics.deadlock))}};
  if (semantics.spurious) subject.options.emplace_back("spurious", "on");
  if (semantics.races) subject.options.emplace_back("races", "on");
  return subject;
}

int show_result(const verdict::Result& result, const ProgramOptions& options, const Input& input,
                const report::Subject& subject, bool trace, bool strict) {
  bool is_text = options.format == report::Format::Text;
  report::TextOptions format;
  format.trace = trace;
  format.full_trace = options.full_trace;
  format.stats = options.stats;
  format.color = options.output.empty() && base::wants_color(stdout);
  if (options.output.empty()) format.width = base::terminal_width(stdout);
  std::string text = report::view(options.format, result, subject, input.sources, format);
  bool is_refused = strict && verdict::exit_code(result, true) != verdict::exit_code(result);
  if (is_text && is_refused) {
    text += "--strict accepts only what is complete and not vacuous: status 5\n";
  }
  // Before it is written: a limit that comes right behind must not change the status.
  Watch* watch = Watch::current();
  int status = verdict::exit_code(result, strict);
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
