#include "cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <tuple>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/execution.h"
#include "cli/problems.h"
#include "cli/status.h"
#include "cli/terminal.h"
#include "cli/watch.h"
#include "result/report/report.h"

namespace cli {

namespace {

using IntModes = std::map<std::string, ir::IntMode>;
const char* const kIntHelp = "width of int and uint: math (default), 32 or 64 bits";

const IntModes& int_modes() {
  static const IntModes kModes{
      {"math", ir::IntMode::Math}, {"32", ir::IntMode::Bits32}, {"64", ir::IntMode::Bits64}};
  return kModes;
}

const CLI::Validator kNotEmpty(
    [](const std::string& text) { return text.empty() ? "it is empty" : std::string(); }, "");

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

// Every command that can take long has these.
template <class Options>
void add_limits(CLI::App* c, Options& options) {
  c->add_option("--timeout", options.timeout, "limit in seconds, from the start of the command")
      ->check(CLI::PositiveNumber);
  c->add_option("--memory", options.memory, "limit in MiB")->check(CLI::PositiveNumber);
}

void add_check(CLI::App& app, CheckOptions& options) {
  CLI::App* c = app.add_subcommand("check", "parse and type-check only");
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  add_files(c, options.paths);
  add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
  add_limits(c, options);
}

void add_fmt(CLI::App& app, FmtOptions& options) {
  CLI::App* c = app.add_subcommand("fmt", "format OOX files in place");
  add_files(c, options.paths);
  c->add_flag("--check", options.check, "change nothing; status 2 if a file would change");
  c->add_flag("--stdout", options.to_stdout, "print the result instead of replacing the file");
  add_limits(c, options);
}

// `0..7`, or nothing.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_range(const std::string& text) {
  std::size_t dots = text.find("..");
  if (dots == std::string::npos) return std::nullopt;
  auto low = read_integer(text.substr(0, dots));
  auto high = read_integer(text.substr(dots + 2));
  if (!low || !high || *low > *high) return std::nullopt;
  return std::pair(*low, *high);
}

void set_range(const std::string& text, pass::FiniteBounds& bounds) {
  std::size_t equals = text.find('=');
  auto range = parse_range(equals == std::string::npos ? text : text.substr(equals + 1));
  if (!range || equals == 0) {
    throw CLI::ValidationError("--range", fmt::format("`{}` is neither LO..HI nor NAME=LO..HI with "
                                                      "integers, the smaller one first",
                                                      text));
  }
  if (equals == std::string::npos) {
    std::tie(bounds.low, bounds.high) = *range;
    bounds.given.insert("range");
  } else {
    bounds.ranges[text.substr(0, equals)] = *range;
  }
}

void set_instances(const std::string& text, pass::FiniteBounds& bounds) {
  std::size_t equals = text.find('=');
  auto count = read_integer(equals == std::string::npos ? text : text.substr(equals + 1));
  if (!count || *count < 1 || equals == 0) {
    throw CLI::ValidationError(
        "--instances", fmt::format("`{}` is neither N nor CLASS=N with N at least 1", text));
  }
  if (equals == std::string::npos) {
    bounds.instances = *count;
    bounds.given.insert("instances");
  } else {
    bounds.class_instances[text.substr(0, equals)] = *count;
  }
}

void add_bounds(CLI::App* c, FiniteOptions& options) {
  pass::FiniteBounds& bounds = options.bounds;
  c->add_option_function<std::vector<std::string>>(
       "--range",
       [&bounds](const std::vector<std::string>& texts) {
         for (const std::string& text : texts) set_range(text, bounds);
       },
       "finite models: values of integers (default: by the literals of the program), or of one "
       "variable as "
       "Class.field=0..7 or Class.method.variable=0..7; repeatable")
      ->type_name("[NAME=]LO..HI")
      ->allow_extra_args(false);
  c->add_option_function<std::vector<std::string>>(
       "--instances",
       [&bounds](const std::vector<std::string>& texts) {
         for (const std::string& text : texts) set_instances(text, bounds);
       },
       "finite models: objects that one `new` makes, and inputs of one class (default: by "
       "the loops of the program, 3 at least), or of one class alone; repeatable")
      ->type_name("[CLASS=]N")
      ->allow_extra_args(false);
  auto add_number = [&](const std::string& name, std::int64_t& value, const std::string& help) {
    c->add_option_function<std::int64_t>(
         "--" + name,
         [&bounds, &value, name](std::int64_t number) {
           value = number;
           bounds.given.insert(name);
         },
         help)
        ->check(CLI::PositiveNumber);
  };
  add_number("threads", bounds.threads,
             "finite models: threads at a time, the first one included (default: as many as the "
             "program starts, 8 at least and 30 at most; BIR: 30)");
  add_number("recursion", bounds.recursion,
             "finite models: calls of one method open in one thread (default: by the comparisons "
             "of the method, 3 at least)");
  c->add_flag("!--no-drop", bounds.slice, "finite models: keep what no property reads");
}

void add_summary_limits(CLI::App* c, modular::SummaryOptions& limits) {
  c->add_option("--summary-size", limits.max_size,
                "operators of an expression before it is widened (default 1300)");
  c->add_option("--summary-objects", limits.max_objects,
                "allocated objects per class that have a name (default 5)");
  c->add_option("--summary-unions", limits.max_unions,
                "iterations before a union of joins becomes a closure (default 3)");
  c->add_option("--summary-contexts", limits.max_contexts,
                "contexts in which one procedure is summarised (default 5)");
  c->add_flag("--no-cursor{false}", limits.cursor_loops,
              "treat loops over linked structures like other loops");
}

void add_summarize(CLI::App& app, SummarizeOptions& options) {
  CLI::App* c = app.add_subcommand("summarize", "relational summaries of procedures");
  add_files(c, options.paths);
  c->add_option("--method", options.method, "of this procedure alone, as Class.method");
  add_summary_limits(c, options.limits);
  add_limits(c, options);
}

void add_emit(CLI::App& app, EmitOptions& options) {
  static const std::map<std::string, EmitFormat> kFormats{{"bir", EmitFormat::Bir},
                                                          {"dot", EmitFormat::Dot},
                                                          {"promela", EmitFormat::Promela},
                                                          {"smv", EmitFormat::Smv}};
  CLI::App* c = app.add_subcommand("emit", "print a program in another language");
  add_files(c, options.paths);
  add_choice(c, "--to", options.format, kFormats, "the language to print")->required();
  c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  c->add_option("--entry", options.entry, "the method under verification, as Class.method");
  c->add_option("--method", options.method, "dot: this method alone");
  c->add_flag("--positions", options.positions, "bir: source positions as comments");
  c->add_flag("--finite", options.finite,
              "bir: the finite model of the program, with source positions");
  c->add_flag("!--no-coarsen", options.coarsen, "promela: interleave local steps, too");
  c->add_flag("!--no-live", options.live, "promela: keep the values of dead variables");
  c->add_option("--ltl", options.ltl, "promela: this temporal property as a never claim")
      ->check(kNotEmpty);
  add_bounds(c, options.bounds);
  pass::FiniteBounds& bounds = options.bounds.bounds;
  c->add_option_function<std::uint32_t>(
      "--array-size",
      [&bounds](std::uint32_t size) {
        bounds.array_size = size;
        bounds.given.insert("array-size");
      },
      "finite models: elements of an array (default: by the sizes in the program, 3 at least)");
  c->add_option("--search", options.search,
                "promela, smv: exceeding a bound is an error (basic, default for BIR), ends the "
                "execution (bounded, default for OOX), or that without choices of abstractions "
                "(choose-free)")
      ->check(CLI::IsMember({"default", "basic", "bounded", "choose-free"}))
      ->type_name("default|basic|bounded|choose-free");
  add_choice(c, "--int", options.int_mode, int_modes(), kIntHelp);
  add_limits(c, options);
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
  add_limits(c, options);
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
  c->add_flag("--interactive", options.interactive,
              "choose the steps by hand, and undo them; `help` tells more");
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
  add_bounds(c, options.bounds);
  static const std::map<std::string, bool> kSearch{{"default", false}, {"random", true}};
  c->add_option("--engine", options.engine,
                "symex: symbolic execution (default); interp: enumerate every execution; mc: "
                "explicit-state search of a finite model; spin, nusmv: SPIN or NuSMV on such a "
                "model; modular: relational logic, with specifications in the place of calls")
      ->check(CLI::IsMember({"auto", "symex", "interp", "mc", "modular", "spin", "nusmv"}));
  c->add_option("--depth", options.depth, "bound on the steps of one execution");
  c->add_option("--unwind", options.unwind,
                "bound on loop iterations and recursion that depend on inputs (default 10)");
  c->add_option_function<std::uint32_t>(
      "--array-size",
      [&options](std::uint32_t size) {
        options.array_size = size;
        options.bounds.bounds.array_size = size;
        options.bounds.bounds.given.insert("array-size");
      },
      "bound on the size of input arrays, in finite models of all arrays (default 3, "
      "in finite models by the sizes in the program)");
  c->add_option("--search", options.search,
                "depth first (default), or in random order [symex mc]; exceeding a bound is an "
                "error (basic), ends the execution (bounded), or that without choices of "
                "abstractions (choose-free) [mc spin nusmv]")
      ->check(CLI::IsMember({"default", "random", "basic", "bounded", "choose-free"}))
      ->type_name("default|random|basic|bounded|choose-free");
  c->add_flag("--bfs", options.breadth_first, "breadth first, a shortest counterexample");
  c->add_flag("--hash-compact", options.hash_compact,
              "remember hashes of states only; the result tells the odds of a miss");
  c->add_flag("!--no-symmetry", options.symmetry, "tell states by the names of objects");
  c->add_flag("!--no-live", options.live, "tell states by dead variables, too");
  c->add_flag("!--no-repetitions", options.repetitions,
              "follow loops that repeat a state to the depth bound");
  c->add_flag("!--no-coarsen", options.coarsen, "interleave local steps, too");
  c->add_option("--por", options.por,
                "which interleavings are left out because others show the same (default optimal: "
                "one execution of each kind) [symex; mc and spin know none]")
      ->check(CLI::IsMember({"none", "simple", "guarded", "mpor", "sympath", "optimal"}))
      ->type_name("none|simple|guarded|mpor|sympath|optimal");
  c->add_option("--jobs", options.jobs, "search with so many threads (default 1)")
      ->check(CLI::PositiveNumber);
  c->add_flag_function(
      "--stateful,!--no-stateful", [&options](std::int64_t count) { options.stateful = count > 0; },
      "do not explore equal states twice (default: interp on; symex on if a "
      "thread runs for ever or waits for a condition, else in turns)");
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

// `3`, or `Node=4`.
void set_scope(const std::string& text, modular::Scope& scope) {
  std::size_t equals = text.find('=');
  auto count = read_integer(equals == std::string::npos ? text : text.substr(equals + 1));
  if (!count || *count < 0 || *count > modular::Scope::kMost || equals == 0) {
    throw CLI::ValidationError("--scope",
                               fmt::format("`{}` is neither N nor CLASS=N with N up to 64", text));
  }
  if (equals == std::string::npos) {
    scope.objects = static_cast<std::uint32_t>(*count);
  } else {
    scope.classes[text.substr(0, equals)] = static_cast<std::uint32_t>(*count);
  }
}

void add_modular(CLI::App* c, VerifyOptions& options) {
  modular::Options& modular = options.modular;
  c->add_option("--property", modular.property,
                "check this property of the method alone (default: all, and assertions)");
  c->add_option_function<std::vector<std::string>>(
       "--scope",
       [&modular](const std::vector<std::string>& texts) {
         for (const std::string& text : texts) set_scope(text, modular.scope);
       },
       "objects of each class (default 3), or of one class alone; repeatable")
      ->type_name("[CLASS=]N")
      ->allow_extra_args(false);
  c->add_option("--bitwidth", modular.scope.bitwidth, "bits of integers (default 4)")
      ->check(CLI::Range(1, 12));
  c->add_flag("--inline", modular.refine.inline_calls,
              "put the bodies of procedures in the place of all calls");
  static const std::map<std::string, modular::Start> kStarts{{"summary", modular::Start::Summaries},
                                                             {"frame", modular::Start::Frames}};
  add_choice(c, "--start", modular.refine.start, kStarts,
             "first specifications of calls: their summaries (default), or only what "
             "they cannot change");
  c->add_option("--inline-size", modular.refine.inline_size,
                "inline methods without loops of at most so many transitions (default 20)");
  c->add_option("--refine-budget", modular.refine.budget,
                "refinements of one procedure before its calls are inlined (default 1)");
  c->add_flag("-v,--verbose", options.verbose, "tell what happens in each round");
  c->add_option("--dot", options.dot,
                "write the heaps before and after a counterexample to this file");
  add_summary_limits(c, modular.summary);
}

void add_verify(CLI::App& app, VerifyOptions& options) {
  CLI::App* c = app.add_subcommand("verify", "search all inputs and interleavings for a violation");
  add_execute(c, options);
  add_search(c, options);
  add_modular(c, options);
  c->add_option("--checkpoint", options.checkpoint,
                "write what is left of the search to this file, now and then and when "
                "interrupted");
  c->add_option("--resume", options.resume, "go on with the search of this checkpoint");
  c->add_option("--ltl", options.ltl,
                "check this temporal property of a finite model (docs/language/ltl.md)")
      ->check(kNotEmpty)
      ->type_name("FORMULA");
  c->add_flag("--fair", options.fair,
              "with --ltl: a thread that can move for ever does move (weak fairness)");
  c->add_flag("!--no-shorten", options.shorten, "show a counterexample as it was found");
  c->add_flag("--strict", options.strict, "valid only if no bound cut the search");
  c->add_option("--deepen", options.deepen,
                "raise the bounds that cut and were not given, step by step, for so many seconds")
      ->check(CLI::PositiveNumber);
  c->add_flag("--coverage", options.coverage,
              "symex, interp: list the statements that no execution reached");
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
  add_limits(c, options);
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

void add_prove(CLI::App& app, ProveOptions& options) {
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  CLI::App* c = app.add_subcommand("prove", "prove formulas of dynamic logic about a program");
  c->add_option("FILE", options.paths, "a PL program, or OOX files")->required();
  c->add_option("--proof", options.proof, "write the proof to this file, for check-proof");
  c->add_option("--goal", options.goal, "this formula alone; `contract` for requires and ensures");
  c->add_option("--method", options.method, "OOX: the method to prove, as Class.method");
  c->add_option("--unfold", options.unfold,
                "iterations of loops that neither an invariant nor a cycle helps with (default 8)");
  c->add_flag("!--no-merge", options.merge, "prove equivalent sequents one by one");
  c->add_flag("!--no-invariants", options.invariants, "unfold loops, whatever their invariants");
  c->add_flag("--show", options.show_proof, "print every sequent");
  add_limits(c, options);
  add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
  c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  add_progress(c, options.progress);
  c->add_flag("--stats", options.stats, "tell what the solver did");
  add_solver(c, options.solver);
}

void add_check_proof(CLI::App& app, CheckProofOptions& options) {
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  CLI::App* c = app.add_subcommand("check-proof", "check a proof file; the prover is not involved");
  c->add_option("PROOF", options.path, "a file that `prove --proof` wrote")->required();
  c->add_option("--program", options.program, "refuse the proof unless it is about this file");
  add_limits(c, options);
  add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
}

void add_explore(CLI::App& app, ExploreOptions& options) {
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  static const std::map<std::string, explore::Canonical> kForms{
      {"adjacent", explore::Canonical::Adjacent}, {"full", explore::Canonical::Full}};
  CLI::App* c = app.add_subcommand("explore", "the symbolic transition system of a PL program");
  c->add_option("FILE", options.paths_in, "a PL program")->required()->expected(1);
  c->add_flag("--por", options.por, "merge states with equivalent paths");
  add_choice(c, "--canonical", options.canonical, kForms,
             "with --por: all equivalent paths are one (default full), or those that sorting "
             "neighbours makes equal");
  c->add_option("--bound", options.bounds,
                "iterations of all loops, or of each loop in the order of the text, as 2,1")
      ->delimiter(',')
      ->check(CLI::Range(0U, 1'000'000U))
      ->allow_extra_args(false);
  c->add_flag("--paths", options.paths, "print the symbolic paths of the states at the end");
  c->add_option("--plot", options.plot, "draw the number of states after each step, as SVG");
  add_limits(c, options);
  add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
  c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  add_progress(c, options.progress);
}

void add_solve(CLI::App& app, SolveOptions& options) {
  static const std::map<std::string, ReportFormat> kFormats{{"text", ReportFormat::Text},
                                                            {"json", ReportFormat::Json}};
  CLI::App* c = app.add_subcommand("solve", "run and check commands of an Alloy model");
  c->add_option("MODEL", options.path, "a model in the language of Alloy")->required();
  c->add_option("--scope", options.scope, "atoms of each signature that has no scope of its own")
      ->check(CLI::Range(0, 1000));
  c->add_option("--bitwidth", options.bitwidth, "bits of integers (default 4)")
      ->check(CLI::Range(1, 12));
  c->add_option("--command", options.command, "the command, predicate or assertion of this name");
  c->add_option("--all", options.all, "show up to so many instances of each command")
      ->check(CLI::PositiveNumber);
  c->add_flag("!--no-symmetry", options.symmetry, "show copies of instances, too");
  c->add_flag("!--no-core", options.core, "do not say which formulas exclude an instance");
  add_limits(c, options);
  add_choice(c, "--format", options.format, kFormats, "how to print the result (default text)");
  c->add_option("-o,--output", options.output, "write to this file instead of standard output");
  add_progress(c, options.progress);
  c->add_flag("--stats", options.stats, "print variables, clauses and times");
}

// The files that the command will write, each of which may lie where nobody can write.
template <class Options>
bool can_write_results(const Options& options) {
  std::vector<std::string> paths;
  if constexpr (requires { options.output; }) paths.push_back(options.output);
  if constexpr (requires { options.checkpoint; }) paths.push_back(options.checkpoint);
  if constexpr (requires { options.dot; }) paths.push_back(options.dot);
  if constexpr (requires { options.proof; }) paths.push_back(options.proof);
  if constexpr (requires { options.plot; }) paths.push_back(options.plot);
  for (const std::string& path : paths) {
    std::string why = why_not_writable(path);
    if (why.empty()) continue;
    say_problem(fmt::format("cannot write {}: {}", path, why));
    return false;
  }
  return true;
}

// Who takes the steps ends the session, too.
template <class Options>
bool is_interactive(const Options& options) {
  if constexpr (requires { options.interactive; }) return options.interactive;
  return false;
}

template <class Options>
WatchOptions watch_options(const std::string& command, const Options& options) {
  WatchOptions result;
  result.command = command;
  result.seconds = options.timeout;
  if (options.memory) result.memory_bytes = *options.memory << 20U;
  if constexpr (requires { options.paths_in; }) {
    result.input = options.paths_in;
  } else if constexpr (requires { options.paths; }) {
    result.input = options.paths;
  } else {
    result.input = {options.path};
  }
  if constexpr (requires { options.entry; }) result.entry = options.entry;
  if constexpr (requires { options.engine; }) result.engine = options.engine;
  if constexpr (requires { options.format == ReportFormat::Json; }) {
    result.is_json = options.format == ReportFormat::Json;
  }
  if constexpr (requires { options.output; }) result.output = options.output;
  if constexpr (requires { options.stats; }) result.stats = options.stats;
  if constexpr (requires { options.run; }) {
    // Each mutant has the time for itself.
    if (options.run) result.seconds.reset();
  }
  return result;
}

// Whether the arguments ask for JSON, be the rest of them right or wrong.
bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--format=json") return true;
    if (argument == "--format" && i + 1 < argc && argv[i + 1] == std::string_view("json")) {
      return true;
    }
  }
  return false;
}

int execute(int argc, char** argv) {
  const run::Clock::time_point start = run::Clock::now();
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
  ExploreOptions explore;
  ProveOptions prove;
  CheckProofOptions check_proof;
  std::string code;
  add_verify(app, verify);
  add_check(app, check);
  add_fmt(app, format);
  add_emit(app, emit);
  SummarizeOptions summarize;
  add_summarize(app, summarize);
  add_run(app, run);
  add_replay(app, replay);
  add_mutate(app, mutate);
  add_explore(app, explore);
  add_prove(app, prove);
  add_check_proof(app, check_proof);
  SolveOptions solve;
  add_solve(app, solve);
  app.add_subcommand("explain", "what a diagnostic means")
      ->add_option("CODE", code, "such as OOX0201; without it all codes are listed");
  prepare_arguments(app);
  if (argc > 1 && argv[1][0] != '-') {
    // CLI11 says only that a command is needed if the given one is unknown.
    if (auto problem = unknown_command(app, argv[1])) return usage_error(*problem);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    return usage_error(describe_problem(app, e));
  }
  std::string name = app.get_subcommands().front()->get_name();
  verify.given = given_options(*app.get_subcommands().front());
  mutate.given = verify.given;
  auto watched = [&](auto& options, auto command) {
    if (!can_write_results(options)) return kUnknown;
    if (is_interactive(options)) return command(options);
    Watch watch(start, watch_options(name, options));
    return command(options);
  };
  if (name == "check") return watched(check, check_command);
  if (name == "fmt") return watched(format, fmt_command);
  if (name == "emit") return watched(emit, emit_command);
  if (name == "solve") return watched(solve, solve_command);
  if (name == "summarize") return watched(summarize, summarize_command);
  if (name == "run") return watched(run, run_command);
  if (name == "replay") return watched(replay, replay_command);
  if (name == "verify") return watched(verify, verify_command);
  if (name == "mutate") return watched(mutate, mutate_command);
  if (name == "explore") return watched(explore, explore_command);
  if (name == "prove") return watched(prove, prove_command);
  if (name == "check-proof") return watched(check_proof, check_proof_command);
  return explain_command(code);
}

}  // namespace

int run_cli(int argc, char** argv) {
  if (asks_for_json(argc, argv)) use_json_for_problems();
  return finish_problems(execute(argc, argv));
}

}  // namespace cli
