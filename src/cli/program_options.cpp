#include "cli/program_options.h"

#include <algorithm>

#include "pipeline/java.h"

namespace cli {

namespace {

// The modular engine has mathematical integers, and no threads.
constexpr Engines kExecuting{Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin,
                             Engine::Nusmv};

}  // namespace

void add_int_mode(Command& c, ir::IntMode& mode) {
  auto engines = [](ir::IntMode m) { return m == ir::IntMode::Math ? Engines() : kExecuting; };
  c.choice("--int", mode, "width of int and uint: math (default), 32 or 64 bits", {}, engines)
      .rare();
}

void add_java_options(Command& c, ProgramOptions& options) {
  c.text("--cp", options.class_path, "Java: folders and jars with further classes, with colons", {},
         "PATH")
      .brief("Java: folders and jars with further classes");
  c.choice(
       "--args", {"none", "any"},
       [&options](const std::string& word) { options.java.any_arguments = word == "any"; },
       "Java: what main gets: no arguments (default), or any")
      .rare();
  c.text("--linearizable", options.java.linearizable,
         "Java: compare the calls of a class with those of this sequential one, as Spec or "
         "Spec:Class",
         {}, "CLASS")
      .brief("Java: compare calls with this sequential class");
  c.off("--no-early", options.java.early_initialisers,
        "Java: run every class initialiser at the first use of its class")
      .rare();
  c.off("--no-rta", options.java.rapid_types,
        "Java: let calls reach methods of classes without instances, too")
      .rare();
}

void add_language_defaults(ProgramOptions& options) {
  bool is_java = std::any_of(options.paths.begin(), options.paths.end(), pipeline::is_java);
  if (is_java) options.semantics.integers = ir::IntMode::Bits32;
  options.semantics.races = options.races.value_or(is_java || options.semantics.races);
  options.awaits = options.awaits.value_or(is_java);
}

void add_input_options(Command& c, ProgramOptions& options) {
  c.group("Input");
  c.text("--entry", options.entry,
         "the method to run, as Class.method (default: the static main, else the only method with "
         "a contract)",
         {}, "METHOD")
      .brief("the method to run, as Class.method (default: main)");
  add_java_options(c, options);
  add_int_mode(c, options.semantics.integers);
}

void add_seed(Command& c, ProgramOptions& options) {
  c.number("--seed", options.seed, "seed of random choices (default 0)",
           {Engine::Symex, Engine::Mc});
}

void add_thread_options(Command& c, ProgramOptions& options) {
  c.group("Threads and properties");
  c.choice("--join", options.semantics.join,
           "whom `join` waits for: descendants (default) or children", kExecuting)
      .rare();
  c.choice("--deadlock", options.semantics.deadlock,
           "report deadlocks any time (default), or only before the entry method returned",
           kExecuting)
      .rare();
  c.flag("--spurious", options.semantics.spurious, "whoever waits may wake up without a reason",
         {Engine::Symex, Engine::Interp, Engine::Mc})
      .rare();
  c.on_off("--races", "--no-races", options.races,
           "report data races: two unordered accesses, at least one a write (default for Java)",
           {Engine::Symex, Engine::Interp}, kExecuting)
      .brief("report data races (default for Java)");
  c.on_off("--await", "--no-await", options.awaits,
           "let threads wait where a loop only waits for a variable, instead of going round "
           "(default for Java)",
           {Engine::Symex, Engine::Interp, Engine::Mc}, kExecuting)
      .rare();
}

void add_limit_options(Command& c, ProgramOptions& options) {
  c.group("Bounds and limits");
  c.limits(options);
}

void add_output_options(Command& c, ProgramOptions& options, report::Use use) {
  c.group("Output");
  c.format(options, use);
  c.output(options);
}

void add_full_trace(Command& c, ProgramOptions& options) {
  c.flag("--full-trace", options.full_trace, "show every step of a long execution").rare();
}

void add_stats(Command& c, ProgramOptions& options) {
  c.flag("--stats", options.stats, "print all counters");
}

}  // namespace cli
