// `braid verify`: can any input and any interleaving break the program?
#include <fmt/format.h>

#include "base/terminal.h"
#include "base/text.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/progress.h"
#include "cli/search_options.h"
#include "cli/status.h"
#include "engine/modular/engine.h"
#include "pipeline/verify.h"

namespace cli {

namespace {

struct VerifyOptions : ProgramOptions {
  pipeline::Request request;
  bool strict = false;
  bool verbose = false;  // modular: show every round
  std::string dot;       // modular: file for the heaps of a counterexample
};

// `3`, or `Node=4`.
std::string set_scope(const std::string& text, modular::Scope& scope) {
  std::size_t equals = text.find('=');
  auto count = base::parse_number<std::int64_t>(
      equals == std::string::npos ? text : text.substr(equals + 1));
  if (!count || *count < 0 || *count > modular::Scope::kMost || equals == 0) {
    return fmt::format("`{}` is neither N nor CLASS=N with N up to 64", text);
  }
  if (equals == std::string::npos) {
    scope.objects = static_cast<std::uint32_t>(*count);
  } else {
    scope.classes[text.substr(0, equals)] = static_cast<std::uint32_t>(*count);
  }
  return "";
}

void add_modular_options(Command& c, VerifyOptions& options) {
  constexpr Engines kModular{Engine::Modular};
  modular::Options& modular = options.request.modular;
  c.group("Modular (--engine modular)");
  c.text("--property", modular.property,
         "check this property of the method alone (default: all, and assertions)", kModular);
  c.repeatable(
      "--scope", "[CLASS=]N",
      [&modular](const std::string& text) { return set_scope(text, modular.scope); },
      "objects of each class (default 3), or of one class alone; repeatable", kModular);
  c.number("--bitwidth", modular.scope.bitwidth, "bits of integers (default 4)", kModular,
           {.least = 1, .most = 12});
  c.flag("--inline", modular.refine.inline_calls,
         "put the bodies of procedures in the place of all calls", kModular);
  c.number("--inline-size", modular.refine.inline_size,
           "inline methods without loops of at most so many transitions (default 20)", kModular);
  c.choice(
      "--start", {"summary", "frame"},
      [&modular](const std::string& word) {
        modular.refine.start = word == "frame" ? modular::Start::Frames : modular::Start::Summaries;
      },
      "first specifications of calls: their summaries (default), or only what they cannot change",
      kModular);
  c.number("--refine-budget", modular.refine.budget,
           "refinements of one procedure before its calls are inlined (default 1)", kModular);
  add_summary_options(c, modular.summary, kModular);
  c.flag("-v,--verbose", options.verbose, "tell what happens in each round", kModular);
  c.text("--dot", options.dot, "write the heaps before and after a counterexample to this file",
         kModular);
}

void add_options(Command& c, VerifyOptions& options) {
  pipeline::Request& request = options.request;
  c.name_engines();
  c.files(options);
  add_input_options(c, options);
  add_search_options(c, options, request);
  c.text("--checkpoint", request.checkpoint,
         "write what is left of the search to this file, now and then and when interrupted",
         {Engine::Symex});
  c.text("--resume", request.resume, "go on with the search of this checkpoint", {Engine::Symex});
  add_bound_options(c, request);
  c.seconds("--deepen", request.deepen,
            "raise the bounds that cut and were not given, step by step, for so many seconds",
            {Engine::Symex, Engine::Mc, Engine::Modular});
  c.flag("--strict", options.strict, "valid only if no bound cut the search");
  add_thread_options(c, options);
  c.group("Temporal properties");
  c.formula("--ltl", request.ltl,
            "check this temporal property of a finite model (docs/language/ltl.md)",
            {Engine::Mc, Engine::Spin, Engine::Nusmv});
  c.flag("--fair", request.fair,
         "with --ltl: a thread that can move for ever does move (weak fairness)",
         {Engine::Mc, Engine::Spin});
  add_modular_options(c, options);
  c.group("Solver (--engine symex)");
  add_solver_options(c, request.solver, {Engine::Symex});
  add_limit_options(c, options);
  add_output_options(c, options);
  c.flag("--coverage", request.coverage,
         "symex, interp: list the statements that no execution reached",
         {Engine::Symex, Engine::Interp});
  add_full_trace(c, options);
  c.off("--no-shorten", request.shorten, "show a counterexample as it was found",
        {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin, Engine::Nusmv});
  add_stats(c, options);
  c.progress(options);
}

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
  int status = show_result(answer.result, options, job.input, subject, true, options.strict);
  if (options.dot.empty() || answer.dot.empty()) return status;
  int written = write_result(options.dot, answer.dot);
  return written == kValid ? status : written;
}

int verify_program(const VerifyOptions& options, pipeline::Request request) {
  pipeline::Input input;
  if (auto refusal = pipeline::check_options(request)) return refuse(*refusal, input);
  if (!load_program(options, input)) return kBadInput;
  auto job = pipeline::resolve(std::move(request), input);
  if (!job) return refuse(job.error(), input);
  announce(subject_of(options, input, base::word_of(job->engine())));
  run::Run run(job->request.limits, job->request.seed);
  InterruptGuard guard(run);
  auto on_search = [&](run::Run& search) -> std::shared_ptr<void> {
    return std::make_shared<ProgressLine>(search, options.progress);
  };
  return show_answer(*job, pipeline::verify(run, *job, on_search), options);
}

}  // namespace

void add_verify(Command& c) {
  auto options = std::make_shared<VerifyOptions>();
  add_options(c, *options);
  c.action(
      {.common = options.get(),
       .run =
           [&c, options] {
             add_language_defaults(*options);
             // The page shows which lines executions reached.
             if (options->format == report::Format::Html) options->request.coverage = true;
             return verify_program(*options, request_of(c, *options, options->request));
           },
       .writes =
           [options] {
             return std::vector<std::string>{options->request.checkpoint, options->dot};
           },
       .watch = [options](WatchOptions& watch) { tell_watch(*options, options->request, watch); }});
}

}  // namespace cli
