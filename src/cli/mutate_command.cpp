// The command mutate: lists the mutants of a program, prints one, or verifies all.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/terminal.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/mutation_run.h"
#include "cli/mutation_table.h"
#include "cli/output.h"
#include "cli/search_options.h"
#include "cli/status.h"
#include "lang/oox/printer.h"
#include "pipeline/verify.h"

namespace cli {

namespace {

// Without `run` and `show` it lists the mutants.
struct MutateOptions : ProgramOptions {
  pipeline::Request request;
  std::string method;             // mutants of this one alone
  std::vector<std::string> only;  // mutants with these names alone
  std::string show;               // print the mutant with this name
  bool list = false;
  bool run = false;  // verify them
};

LoadOptions load_options(const MutateOptions& options) {
  return {.paths = options.paths, .entry = options.entry, .int_mode = options.semantics.integers};
}

// As `--method` and `--entry` spell it.
std::string name_of(const oox::Program& program, const oox::MethodInfo& method) {
  std::string owner(program.text(method.owner->name));
  if (method.is_constructor) return fmt::format("{}.new${}", owner, method.params.size());
  return fmt::format("{}.{}", owner, program.text(method.name));
}

const oox::MethodInfo* find_method(const std::string& wanted, Input& input) {
  std::vector<std::string> names;
  for (const oox::ClassInfo* cls : input.oox.classes) {
    for (const auto* members : {&cls->methods, &cls->constructors}) {
      for (const oox::MethodInfo* method : *members) {
        names.push_back(name_of(input.oox, *method));
        if (names.back() == wanted) return method;
      }
    }
  }
  auto& report = input.sink.report(diag::Kind::NoSuchMethod, {}, wanted);
  if (auto near = diag::nearest(wanted, {names.begin(), names.end()})) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
  return nullptr;
}

// Reports every wanted name that no mutant has.
bool check_names(const std::vector<std::string>& wanted, const std::vector<mutate::Mutant>& mutants,
                 Input& input) {
  std::vector<std::string> names;
  names.reserve(mutants.size());
  for (const mutate::Mutant& m : mutants) names.push_back(m.name());
  for (const std::string& name : wanted) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    auto& report = input.sink.report(diag::Kind::UnknownMutant, {}, name);
    if (auto near = diag::nearest(name, {names.begin(), names.end()})) {
      report.help(fmt::format("did you mean `{}`?", *near));
    }
  }
  return !input.sink.has_errors();
}

// The mutants that the options ask for; false after an error.
bool find_mutants(const MutateOptions& options, Input& input,
                  std::vector<mutate::Mutant>& mutants) {
  if (input.language != Language::Oox) {
    input.sink.report(diag::Kind::NotOox, {}, options.paths[0]);
    return false;
  }
  const oox::MethodInfo* method = nullptr;
  if (!options.method.empty()) {
    method = find_method(options.method, input);
    if (!method) return false;
  }
  mutants = mutate::enumerate(input.sources, input.oox, method);
  std::vector<std::string> wanted = options.only;
  if (!options.show.empty()) wanted.push_back(options.show);
  if (!check_names(wanted, mutants, input)) return false;
  if (!wanted.empty()) {
    std::erase_if(mutants, [&](const mutate::Mutant& m) {
      return std::find(wanted.begin(), wanted.end(), m.name()) == wanted.end();
    });
  }
  return true;
}

// The changed file of the mutant, formatted.
std::string formatted(const Input& input, const mutate::Mutant& mutant) {
  Input mutated;
  bool good =
      mutate::build(input.sources, input.oox, mutant, mutated.sources, mutated.oox, mutated.sink);
  CHECK(good, "the mutant {} is no correct program", mutant.name());
  for (std::size_t i = 0; i < input.oox.units.size(); ++i) {
    if (input.oox.units[i].file == mutant.edited.file) {
      return oox::print(mutated.sources, mutated.oox, mutated.oox.units[i]);
    }
  }
  UNREACHABLE("the mutant is in no file");
}

const mutate::Mutant& named(const std::vector<mutate::Mutant>& mutants, const std::string& name) {
  auto found = std::find_if(mutants.begin(), mutants.end(),
                            [&](const mutate::Mutant& m) { return m.name() == name; });
  CHECK(found != mutants.end(), "no mutant {}", name);
  return *found;
}

// Columns that a table must fit; 0: no matter.
std::size_t width_of(const MutateOptions& options) {
  return options.output.empty() ? base::terminal_width(stdout) : 0;
}

int verify_all(const MutateOptions& options, const pipeline::Request& request, Input& input,
               const MutationSubject& subject) {
  KillTable table(subject, options.stats, width_of(options));
  // A table that goes to a file is written as a whole; on standard output people watch it grow.
  bool is_text = options.format == report::Format::Text;
  bool streams = is_text && options.output.empty();
  std::string text;
  int status = kValid;
  auto put = [&](const std::string& piece) {
    if (streams) {
      status = write_piece("", piece);
    } else if (is_text) {
      text += piece;
    }
    return status == kValid;
  };
  run::Run whole;
  InterruptGuard guard(whole);
  // A result that is not shown piece by piece is kept for the case that a mutant does not end.
  MutationRun so_far;
  so_far.interrupted = true;
  auto keep = [&] {
    Watch* watch = Watch::current();
    if (streams || watch == nullptr) return;
    so_far.seconds = whole.elapsed_seconds();
    watch->keep(is_text ? text + table.totals(so_far) : kill_table_json(subject, so_far));
  };
  MutationEvents events{.on_original =
                            [&](const Verified& original) {
                              so_far.original = original;
                              bool goes_on = put(table.head(original));
                              keep();
                              return goes_on;
                            },
                        .on_mutant =
                            [&](const MutantResult& mutant) {
                              so_far.mutants.push_back(mutant);
                              bool goes_on = put(table.row(mutant));
                              keep();
                              return goes_on;
                            }};
  MutationRun run =
      run_mutants(whole, input, subject.mutants, load_options(options), request, events);
  if (status != kValid) return status;
  put(table.totals(run));
  if (!is_text) text = kill_table_json(subject, run);
  if (!streams) status = write_result(options.output, text);
  return status == kValid && run.interrupted ? kUnknown : status;
}

// Options about the search mean nothing to a list.
std::optional<std::string> needless_option(const pipeline::Request& request) {
  for (const pipeline::GivenOption& option : request.given) {
    std::string name = option.name.substr(0, option.name.find(' '));
    bool is_about_engines = !option.engines.is_all() || name == "--engine";
    // `--int` says what the program means, which a list has to know, too.
    if (is_about_engines && name != "--int") return name + " is for --run";
  }
  return std::nullopt;
}

// What is wrong with the options, before anything is read.
std::optional<std::string> problem_of(const MutateOptions& options, pipeline::Request& request) {
  if (!options.run) return needless_option(request);
  auto refusal = pipeline::check_options(request);
  return refusal ? std::optional(refusal->text) : std::nullopt;
}

int mutate_program(const MutateOptions& options, pipeline::Request request) {
  if (auto problem = problem_of(options, request)) return usage_error(*problem);
  Input input;
  LoadOptions load = load_options(options);
  std::vector<mutate::Mutant> mutants;
  // Only verification needs an entry; a wrong one is an error all the same.
  bool needs_entry = options.run || !options.entry.empty();
  bool good = read_sources(options.paths, input) && parse_sources(input) && check_sources(input) &&
              find_mutants(options, input, mutants) &&
              (!needs_entry || (lower_sources(load, input) && prepare_program(load, input)));
  show_diagnostics(input);
  if (!good) return kBadInput;
  if (!options.show.empty()) {
    return write_result(options.output, formatted(input, named(mutants, options.show)));
  }
  MutationSubject subject{input.sources, mutants, options.paths, "", ""};
  if (options.run) {
    // All mutants are verified as the original is: a change may remove its only fork.
    if (!request.engine) {
      request.engine = pipeline::default_engine(*input.program, request);
      auto refused = pipeline::refused_option(request.given, *request.engine, true);
      if (refused) return usage_error(*refused);
    }
    subject.engine = base::word_of(*request.engine);
    subject.entry = input.program->proc(input.program->entry).name;
    return verify_all(options, request, input, subject);
  }
  bool is_text = options.format == report::Format::Text;
  return write_result(options.output, is_text ? mutant_list_text(subject, width_of(options))
                                              : mutant_list_json(subject));
}

void add_options(Command& c, MutateOptions& options) {
  c.name_engines();
  c.files(options);
  add_input_options(c, options);
  c.group("Mutants");
  Option list = c.flag("--list", options.list, "list the mutants (default)");
  Option show = c.text("--show", options.show, "print the mutant with this name");
  Option run = c.flag("--run", options.run, "verify all and say which are killed");
  list.excludes(show);
  list.excludes(run);
  show.excludes(run);
  c.text("--method", options.method, "mutants of this method alone, as Class.method");
  c.list("--only", options.only, "mutants with these names alone, as ARITH3,VAR12");
  add_search_options(c, options, options.request);
  add_bound_options(c, options.request);
  add_thread_options(c, options);
  c.rare_group("Solver (--engine symex)");
  add_solver_options(c, options.request.solver, {Engine::Symex});
  add_limit_options(c, options);
  add_output_options(c, options);
  add_full_trace(c, options);
  add_stats(c, options);
}

}  // namespace

void add_mutate(Command& c) {
  auto options = std::make_shared<MutateOptions>();
  add_options(c, *options);
  c.action({.common = options.get(),
            .run =
                [&c, options] {
                  return mutate_program(*options, request_of(c, *options, options->request));
                },
            .watch =
                [options](WatchOptions& watch) {
                  tell_watch(*options, options->request, watch);
                  // Each mutant has the time for itself.
                  if (options->run) watch.seconds.reset();
                }});
}

}  // namespace cli
