// The command mutate: lists the mutants of a program, prints one, or verifies all.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "cli/commands.h"
#include "cli/engine.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/mutation_run.h"
#include "cli/mutation_table.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "lang/oox/printer.h"

namespace cli {

namespace {

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
  return options.output.empty() ? terminal_width(stdout) : 0;
}

int verify_all(const MutateOptions& options, Input& input, const MutationSubject& subject) {
  KillTable table(subject, options.stats, width_of(options));
  // A table that goes to a file is written as a whole; on standard output people watch it grow.
  bool is_text = options.format == ReportFormat::Text;
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
  MutationRun run = run_mutants(whole, input, subject.mutants, options, events);
  if (status != kValid) return status;
  put(table.totals(run));
  if (!is_text) text = kill_table_json(subject, run);
  if (!streams) status = write_result(options.output, text);
  return status == kValid && run.interrupted ? kUnknown : status;
}

// The engine that the options mean, or what is wrong with them.
std::optional<std::string> choose_engine(MutateOptions& options) {
  if (!options.run) {
    for (const GivenOption& option : options.given) {
      const OptionRow* row = find_option(option.name, option.value);
      bool is_about_engines = row && (!row->engines.empty() || option.name == "--engine");
      // `--int` says what the program means, which a list has to know, too.
      if (is_about_engines && option.name != "--int") return option.name + " is for --run";
    }
    return std::nullopt;
  }
  if (options.engine == "auto") options.engine = engine_meant(options.given).value_or("auto");
  return refused_option(options.given, options.engine, false);
}

}  // namespace

int mutate_command(const MutateOptions& given) {
  MutateOptions options = given;
  if (auto problem = choose_engine(options)) return usage_error(*problem);
  Input input;
  LoadOptions load{.paths = options.paths, .entry = options.entry, .int_mode = options.int_mode};
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
    if (options.engine == "auto") {
      options.engine = default_engine(*input.program, options);
      auto refused = refused_option(options.given, options.engine, true);
      if (refused) return usage_error(*refused);
    }
    subject.engine = options.engine;
    subject.entry = input.program->proc(input.program->entry).name;
    return verify_all(options, input, subject);
  }
  bool is_text = options.format == ReportFormat::Text;
  return write_result(options.output, is_text ? mutant_list_text(subject, width_of(options))
                                              : mutant_list_json(subject));
}

}  // namespace cli
