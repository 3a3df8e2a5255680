#include "driver/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "diag/diagnostic.h"
#include "driver/commands.h"
#include "driver/status.h"
#include "driver/terminal.h"
#include "report/report.h"

namespace driver {

namespace {

using IntModes = std::map<std::string, ir::IntMode>;
const char* const kIntHelp = "width of int and uint: math (default), 32 or 64 bits";

const IntModes& int_modes() {
  static const IntModes kModes{
      {"math", ir::IntMode::Math}, {"32", ir::IntMode::Bits32}, {"64", ir::IntMode::Bits64}};
  return kModes;
}

// CLI11's own transformer prints enum numbers in help; this one shows words only.
template <class Map>
CLI::Option* add_choice(CLI::App* app, const std::string& name, typename Map::mapped_type& target,
                        const Map& choices, const std::string& help) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return app
      ->add_option_function<std::string>(
          name, [&target, &choices](const std::string& word) { target = choices.at(word); }, help)
      ->check(CLI::IsMember(words))
      ->type_name(fmt::format("{}", fmt::join(words, "|")));
}

void add_files(CLI::App* app, std::vector<std::string>& paths) {
  app->add_option("FILE", paths, "source files; several OOX files form one program")->required();
}

void add_check(CLI::App& app, CheckOptions& options) {
  CLI::App* c = app.add_subcommand("check", "parse and type-check only");
  add_files(c, options.paths);
}

void add_fmt(CLI::App& app, FmtOptions& options) {
  CLI::App* c = app.add_subcommand("fmt", "format OOX files in place");
  add_files(c, options.paths);
  c->add_flag("--check", options.check, "change nothing; status 2 if a file would change");
  c->add_flag("--stdout", options.to_stdout, "print the result instead of replacing the file");
}

void add_emit(CLI::App& app, EmitOptions& options) {
  static const std::map<std::string, EmitFormat> kFormats{{"bir", EmitFormat::Bir},
                                                          {"dot", EmitFormat::Dot}};
  CLI::App* c = app.add_subcommand("emit", "print a program in another language");
  add_files(c, options.paths);
  add_choice(c, "--to", options.format, kFormats, "the language to print")->required();
  c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  c->add_option("--entry", options.entry, "the method under verification, as Class.method");
  c->add_option("--method", options.method, "dot: this method alone");
  c->add_flag("--positions", options.positions, "bir: source positions as comments");
  add_choice(c, "--int", options.int_mode, int_modes(), kIntHelp);
}

void add_execute(CLI::App* c, ExecuteOptions& options) {
  static const std::map<std::string, bool> kJoin{{"descendants", false}, {"children", true}};
  static const std::map<std::string, bool> kDeadlock{{"any", false}, {"main", true}};
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  add_files(c, options.paths);
  c->add_option("--entry", options.entry,
                "the method to run, as Class.method (default: the static main, else the only "
                "method with a contract)");
  add_choice(c, "--int", options.int_mode, int_modes(), kIntHelp);
  add_choice(c, "--join", options.join_children, kJoin,
             "whom `join` waits for: descendants (default) or children");
  add_choice(c, "--deadlock", options.deadlock_main, kDeadlock,
             "report deadlocks any time (default), or only before the entry method returned");
  c->add_flag("--races", options.races,
              "report data races: two unordered accesses, at least one a write");
  c->add_option("--seed", options.seed, "seed of random choices (default 0)");
  c->add_option("--timeout", options.timeout, "limit in seconds")->check(CLI::PositiveNumber);
  c->add_option("--memory", options.memory, "limit in MiB")->check(CLI::PositiveNumber);
  add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
  c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  c->add_flag("--stats", options.stats, "print all counters");
  c->add_flag("--full-trace", options.full_trace, "show every step of a long execution");
}

void add_run(CLI::App& app, RunOptions& options) {
  CLI::App* c = app.add_subcommand("run", "execute once, with random schedule and inputs");
  add_execute(c, options);
  c->add_option("--seeds", options.executions,
                "number of executions, with seeds from --seed on, until one is wrong (default 1)")
      ->check(CLI::PositiveNumber);
  c->add_option("--schedule", options.schedule,
                "replay the decisions of this file: a JSON result, or its list of decisions");
  c->add_option("--input", options.input, "inputs as JSON, or @FILE (default: random, small)");
  c->add_flag("--trace", options.trace, "show each step with its thread, line and changed values");
  c->add_option("--max-steps", options.max_steps, "give up after so many steps (default 1000000)")
      ->check(CLI::PositiveNumber);
}

void add_solver(CLI::App* c, solve::Options& options) {
  c->add_flag("!--no-eval", options.evaluation, "do not try known models first");
  c->add_flag("!--no-repair", options.repair, "do not try known models with one value changed");
  c->add_flag_callback(
      "--no-cache", [&options] { options.exact_cache = options.subset_cache = false; },
      "do not keep answers of the solver");
  c->add_flag("!--no-slice", options.slicing, "ask with the whole path condition");
  c->add_flag("!--no-equalities", options.equalities, "do not substitute known values");
  c->add_flag("!--no-differences", options.differences,
              "no own procedure for difference constraints");
  c->add_flag("--validate-solver", options.validate,
              "ask a fresh solver, and cvc5 if installed, to confirm each `unsat`");
  c->add_option("--dump-queries", options.dump,
                "save each question that no solver answered in this folder, as SMT-LIB");
  c->add_option("--query-timeout", options.query_seconds,
                "limit in seconds for one question to the solver (default 10)")
      ->check(CLI::PositiveNumber);
}

// What `verify` shares with commands that verify many programs.
void add_search(CLI::App* c, VerifyOptions& options) {
  static const std::map<std::string, bool> kSearch{{"default", false}, {"random", true}};
  c->add_option("--engine", options.engine,
                "symex: symbolic execution (default); interp: enumerate every execution")
      ->check(CLI::IsMember({"auto", "symex", "interp"}));
  c->add_option("--depth", options.depth, "bound on the steps of one execution");
  c->add_option("--unwind", options.unwind,
                "bound on loop iterations and recursion that depend on inputs (default 10)");
  c->add_option("--array-size", options.array_size,
                "bound on the size of input arrays (default 3)");
  add_choice(c, "--search", options.random_search, kSearch,
             "depth first (default), or in random order");
  c->add_flag("!--no-repetitions", options.repetitions,
              "symex: follow loops that repeat a state to the depth bound");
  c->add_flag("!--no-coarsen", options.coarsen, "interleave local steps, too");
  c->add_option("--por", options.por,
                "symex: which interleavings are left out because others show the same (default "
                "optimal: one execution of each kind)")
      ->check(CLI::IsMember({"none", "simple", "guarded", "mpor", "sympath", "optimal"}))
      ->type_name("none|simple|guarded|mpor|sympath|optimal");
  c->add_option("--jobs", options.jobs, "symex: search with so many threads (default 1)")
      ->check(CLI::PositiveNumber);
  c->add_flag_function(
      "--stateful,!--no-stateful", [&options](std::int64_t count) { options.stateful = count > 0; },
      "do not explore equal states twice (default: interp on, symex off)");
  add_solver(c, options.solver);
}

void add_progress(CLI::App* c, std::optional<bool>& progress) {
  c->add_flag_callback(
      "--progress", [&progress] { progress = true; },
      "show a line about the progress (default on a terminal)");
  c->add_flag_callback(
      "--no-progress", [&progress] { progress = false; }, "do not show it");
  c->get_option("--no-progress")->excludes(c->get_option("--progress"));
}

void add_verify(CLI::App& app, VerifyOptions& options) {
  CLI::App* c = app.add_subcommand("verify", "search all inputs and interleavings for a violation");
  add_execute(c, options);
  add_search(c, options);
  c->add_option("--checkpoint", options.checkpoint,
                "symex: write what is left of the search to this file, now and then and when "
                "interrupted");
  c->add_option("--resume", options.resume, "symex: go on with the search of this checkpoint");
  c->add_flag("--strict", options.strict, "valid only if no bound cut the search");
  add_progress(c, options.progress);
}

void add_replay(CLI::App& app, ReplayOptions& options) {
  using Flags = std::map<std::string, std::optional<bool>>;
  static const Flags kJoin{{"descendants", false}, {"children", true}};
  static const Flags kDeadlock{{"any", false}, {"main", true}};
  static const std::map<std::string, std::optional<ir::IntMode>> kInt(int_modes().begin(),
                                                                      int_modes().end());
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  CLI::App* c = app.add_subcommand("replay", "execute a counterexample again, or step through it");
  add_files(c, options.paths);
  c->add_option("--trace", options.trace, "the execution: a result of `verify --format json`")
      ->required();
  c->add_flag("--interactive", options.interactive, "step forward and back; `help` tells more");
  c->add_option("--entry", options.entry, "the method to run (default: what the trace says)");
  add_choice(c, "--int", options.int_mode, kInt, "width of int and uint, if the trace is silent");
  add_choice(c, "--join", options.join_children, kJoin, "whom `join` waits for");
  add_choice(c, "--deadlock", options.deadlock_main, kDeadlock, "which deadlocks count");
  c->add_flag("--races", options.races, "report data races, if the trace is silent");
  c->add_flag("--full-trace", options.full_trace, "show every step of a long execution");
  CLI::Option* format =
      add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
  CLI::Option* output =
      c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  c->get_option("--interactive")->excludes(format, output);
}

void add_mutate(CLI::App& app, MutateOptions& options) {
  CLI::App* c = app.add_subcommand("mutate", "programs with one small change, and who notices");
  add_execute(c, options);
  add_search(c, options);
  c->add_option("--method", options.method, "mutants of this method alone, as Class.method");
  c->add_option("--only", options.only, "mutants with these names alone, as ARITH3,VAR12")
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* list = c->add_flag("--list")->description("list the mutants (default)");
  CLI::Option* show = c->add_option("--show", options.show, "print the mutant with this name");
  CLI::Option* run = c->add_flag("--run", options.run, "verify all and say which are killed");
  list->excludes(show, run);
  show->excludes(run);
}

// CLI11 says only that a command is needed if the given one is unknown.
bool is_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return false;
  std::string text = fmt::format("braid: there is no command `{}`", argv[1]);
  if (auto near = diag::nearest(argv[1], {names.begin(), names.end()})) {
    text += fmt::format("; did you mean `{}`?", *near);
  }
  print_error(text + "\n");
  return true;
}

}  // namespace

int run_cli(int argc, char** argv) {
  CLI::App app{"Braid verifies concurrent object-oriented programs.", "braid"};
  app.set_version_flag("--version", fmt::format("braid {}", report::kVersion));
  app.require_subcommand(1);
  app.footer("`braid COMMAND --help` tells more about a command.");
  CheckOptions check;
  FmtOptions format;
  EmitOptions emit;
  RunOptions run;
  VerifyOptions verify;
  ReplayOptions replay;
  MutateOptions mutate;
  std::string code;
  add_verify(app, verify);
  add_check(app, check);
  add_fmt(app, format);
  add_emit(app, emit);
  add_run(app, run);
  add_replay(app, replay);
  add_mutate(app, mutate);
  app.add_subcommand("explain", "what a diagnostic means")
      ->add_option("CODE", code, "such as OOX0201")
      ->required();
  if (is_unknown_command(app, argc, argv)) return kUsage;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    app.exit(e);
    return kUsage;
  }
  std::string name = app.get_subcommands().front()->get_name();
  if (name == "check") return check_command(check);
  if (name == "fmt") return fmt_command(format);
  if (name == "emit") return emit_command(emit);
  if (name == "run") return run_command(run);
  if (name == "replay") return replay_command(replay);
  if (name == "verify") return verify_command(verify);
  if (name == "mutate") return mutate_command(mutate);
  return explain_command(code);
}

}  // namespace driver
