// `braid verify`: can any input and any interleaving break the program?
#include <fmt/format.h>

#include <algorithm>

#include "base/terminal.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/progress.h"
#include "cli/project_command.h"
#include "cli/search_options.h"
#include "cli/status.h"
#include "cli/verify_options.h"
#include "engine/symex/team.h"
#include "pipeline/verify.h"
#include "result/report/item.h"

namespace cli {

namespace {

int refuse(const pipeline::Refusal& refusal, const pipeline::Input& input) {
  if (refusal.is_usage) return usage_error(refusal.text);
  if (refusal.text.empty()) {
    show_diagnostics(input);
  } else {
    say_problem(refusal.text);
  }
  return kBadInput;
}

int show_answer(const pipeline::Job& job, const pipeline::Answer& answer,
                const VerifyOptions& options) {
  if (answer.diagnostics) say_diagnostics(job.input.sources, *answer.diagnostics);
  if (answer.is_refused) return kBadInput;
  if (!answer.warning.empty()) fmt::print(stderr, "warning: {}\n", answer.warning);
  if (options.verbose) base::print_error(answer.story);
  report::Subject subject = subject_of(options, job.input, base::word_of(job.engine()));
  pipeline::describe(job, answer, subject);
  int status = show_result(answer.result, options, job.input, subject, true, fail_on_of(options));
  const report::Item item{answer.result, subject, job.input.sources};
  if (!options.witness.empty() && report::has_witness(item)) {
    int written = write_piece(options.witness, report::witness({{&item, 1}, {}, status}));
    if (written != kValid) return written;
  }
  if (options.dot.empty() || answer.dot.empty()) return status;
  int written = write_result(options.dot, answer.dot);
  return written == kValid ? status : written;
}

// The program is ready for execution.
int verify_input(const VerifyOptions& options, pipeline::Request request, pipeline::Input& input) {
  // The page shows which lines executions reached, if that is known in the end.
  bool is_whole = request.checkpoint.empty() && request.resume.empty();
  if (options.format == report::Format::Html && is_whole) request.coverage = true;
  auto job = pipeline::resolve(std::move(request), input);
  if (!job) return refuse(job.error(), input);
  if (pipeline::follows(job->request)) {
    run::Run part(job->request.limits, job->request.seed);
    pipeline::follow(part, *job);
    return kValid;
  }
  announce(subject_of(options, input, base::word_of(job->engine())));
  run::Run run(job->request.limits, job->request.seed);
  InterruptGuard guard(run);
  auto on_search = [&](run::Run& search) -> std::shared_ptr<void> {
    if (symex::Team* team = job->request.team) {
      return std::make_shared<ProgressLine>(
          search, options.progress,
          [team](const run::Statistics& stats) { return team->progress(stats); });
    }
    return std::make_shared<ProgressLine>(search, options.progress);
  };
  return show_answer(*job, pipeline::verify(run, *job, on_search), options);
}

// The modular engine looks at one method, with any receiver.
bool is_modular(const VerifyOptions& options, const pipeline::Request& request) {
  if (request.engine) return request.engine == pipeline::Engine::Modular;
  bool has_specs = std::any_of(options.paths.begin(), options.paths.end(),
                               [](const std::string& path) { return path.ends_with(".spec"); });
  bool is_finite = !request.ltl.empty() || pipeline::is_abstract(request);
  return has_specs && !is_finite;
}

int verify_program(VerifyOptions options, pipeline::Request request) {
  pipeline::Input input;
  if (auto refusal = pipeline::check_options(request)) return refuse(*refusal, input);
  options.java.is_open = is_modular(options, request);
  if (!load_program(options, input)) return kBadInput;
  return verify_input(options, std::move(request), input);
}

}  // namespace

int verify_one(const VerifyOptions& options, pipeline::Request request, pipeline::Input& input) {
  if (auto refusal = pipeline::check_options(request)) return refuse(*refusal, input);
  LoadOptions load = load_options(options);
  bool is_late = pipeline::is_lowered_per_entry(input.language);
  bool good = !input.sink.has_errors() && (!is_late || lower_sources(load, input)) &&
              prepare_program(load, input);
  show_diagnostics(input);
  return good ? verify_input(options, std::move(request), input) : kBadInput;
}

void add_verify(Command& c) {
  auto options = std::make_shared<VerifyOptions>();
  add_verify_options(c, *options);
  c.action(
      {.common = options.get(),
       .run =
           [&c, options] {
             if (is_project(*options) && c.team() != nullptr) {
               return usage_error("braid-mpi verifies one method: name it with --entry");
             }
             if (is_project(*options)) return verify_project(c, *options);
             if (has_settings(*options)) return verify_named(c, *options);
             // Temporal properties and coverage are about what a loop does while it waits, too.
             bool follows = !options->request.ltl.empty() || options->request.coverage ||
                            !options->request.modular.property.empty();
             if (follows && !options->awaits) options->awaits = false;
             add_language_defaults(*options);
             return verify_program(*options, verify_request(c, *options));
           },
       .writes =
           [options] {
             return std::vector<std::string>{options->request.checkpoint, options->dot,
                                             options->witness};
           },
       .watch = [options](WatchOptions& watch) { tell_watch(*options, options->request, watch); }});
}

}  // namespace cli
