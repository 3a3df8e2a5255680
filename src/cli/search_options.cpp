#include "cli/search_options.h"

#include <fmt/format.h>

#include <tuple>

#include "base/text.h"
#include "pipeline/engine_table.h"

namespace cli {

namespace {

using pipeline::SearchMode;
using symex::Reduction;

constexpr Engines kFinite{Engine::Mc, Engine::Spin, Engine::Nusmv};

// `0..7`, or nothing.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_range(std::string_view text) {
  std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  auto low = base::parse_number<std::int64_t>(text.substr(0, dots));
  auto high = base::parse_number<std::int64_t>(text.substr(dots + 2));
  if (!low || !high || *low > *high) return std::nullopt;
  return std::pair(*low, *high);
}

std::string set_range(const std::string& text, pass::FiniteBounds& bounds) {
  std::size_t equals = text.find('=');
  auto range = parse_range(equals == std::string::npos ? text : text.substr(equals + 1));
  if (!range || equals == 0) {
    return fmt::format(
        "`{}` is neither LO..HI nor NAME=LO..HI with integers, the smaller one first", text);
  }
  if (equals == std::string::npos) {
    std::tie(bounds.low, bounds.high) = *range;
    bounds.given.insert("range");
  } else {
    bounds.ranges[text.substr(0, equals)] = *range;
  }
  return "";
}

std::string set_instances(const std::string& text, pass::FiniteBounds& bounds) {
  std::size_t equals = text.find('=');
  auto count = base::parse_number<std::int64_t>(
      equals == std::string::npos ? text : text.substr(equals + 1));
  if (!count || *count < 1 || equals == 0) {
    return fmt::format("`{}` is neither N nor CLASS=N with N at least 1", text);
  }
  if (equals == std::string::npos) {
    bounds.instances = *count;
    bounds.given.insert("instances");
  } else {
    bounds.class_instances[text.substr(0, equals)] = *count;
  }
  return "";
}

std::string set_abstraction(const std::string& text, pass::FiniteBounds& bounds) {
  std::size_t equals = text.find('=');
  auto abstraction = equals == std::string::npos || equals == 0
                         ? std::nullopt
                         : pass::Abstraction::parse(std::string_view(text).substr(equals + 1));
  if (!abstraction) {
    return fmt::format(
        "`{}` is no NAME=ABSTRACTION with signs, parity, range(A,B) or points(V,…); at most 64 "
        "numbers, none beyond a million",
        text);
  }
  bounds.abstractions.insert_or_assign(text.substr(0, equals), *abstraction);
  return "";
}

// A number that Braid would choose, had it not been given.
std::function<void(std::int64_t)> given_bound(pass::FiniteBounds& bounds, const std::string& name,
                                              std::int64_t& target) {
  return [&bounds, &target, name](std::int64_t value) {
    target = value;
    bounds.given.insert(name);
  };
}

// `auto` leaves the engine to Braid.
void add_engine(Command& c, pipeline::Request& request) {
  std::vector<std::string> words = base::all_words<Engine>();
  words.insert(words.begin(), "auto");
  auto set = [&request](const std::string& word) {
    request.engine = base::find_word<Engine>(word);
  };
  c.choice("--engine", words, set, pipeline::engines_help())
      .brief("how to search (default: what fits the program)");
}

}  // namespace

void add_search_options(Command& c, ProgramOptions& options, pipeline::Request& request) {
  c.group("Engine and search");
  add_engine(c, request);
  c.number("--jobs", request.jobs,
           "search with so many threads (default 1); mc goes breadth first then",
           {Engine::Symex, Engine::Mc}, {.least = 1})
      .brief("search with so many threads (default 1)");
  c.rare_group("Engine and search");
  c.choice("--search", request.search,
           "depth first (default), or in random order [symex mc]; exceeding a bound is an error "
           "(basic), ends the execution (bounded), or that without choices of abstractions "
           "(choose-free) [mc spin nusmv]",
           {}, std::function<Engines(SearchMode)>(pipeline::engines_of));
  add_seed(c, options);
  c.choice("--por", request.reduction,
           "which interleavings are left out because others show the same (default optimal: one "
           "execution of each kind) [symex; mc and spin know none]",
           {}, std::function<Engines(Reduction)>([](Reduction r) {
             return r == Reduction::None ? Engines{Engine::Symex, Engine::Mc, Engine::Spin}
                                         : Engines{Engine::Symex};
           }));
  c.on_off("--stateful", "--no-stateful", request.stateful,
           "do not explore equal states twice (default: interp on; symex on if a thread runs for "
           "ever or waits for a condition, else in turns)",
           {Engine::Symex, Engine::Interp}, {Engine::Symex, Engine::Interp});
  c.off("--no-coarsen", request.coarsen, "interleave local steps, too",
        {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin});
  c.off("--no-distinct-indices", request.distinct_indices,
        "do not ask the path condition whether two elements can be one", {Engine::Symex});
  c.off("--no-equal-writes", request.equal_writes,
        "keep the order of writes of equal values apart, too", {Engine::Symex});
  c.off("--no-early-inputs", request.early_inputs,
        "decide about inputs in the threads that look at them", {Engine::Symex});
  c.flag("--cut-loops", request.cut_loops,
         "replace loops by their invariants: verdicts without --unwind", {Engine::Symex});
  c.off("--no-repetitions", request.repetitions,
        "follow loops that repeat a state to the depth bound", {Engine::Symex});
  c.flag("--bfs", request.breadth_first, "breadth first, a shortest counterexample",
         {Engine::Mc, Engine::Spin});
  c.flag("--hash-compact", request.hash_compact,
         "remember hashes of states only; the result tells the odds of a miss", {Engine::Mc});
  c.off("--no-symmetry", request.symmetry, "tell states by the names of objects", {Engine::Mc});
  c.off("--no-stubborn", request.stubborn, "expand either one thread alone or all", {Engine::Mc});
  c.off("--no-reclaim", request.reclaim,
        "do not use the places of ended threads that variables may name, and of objects that no "
        "one can reach, again",
        {Engine::Mc});
  c.off("--no-live", request.live, "tell states by dead variables, too",
        {Engine::Mc, Engine::Spin});
}

void add_finite_bounds(Command& c, pass::FiniteBounds& bounds) {
  c.repeatable(
      "--range", "[NAME=]LO..HI",
      [&bounds](const std::string& text) { return set_range(text, bounds); },
      "finite models: values of integers (default: by the literals of the program), or of one "
      "variable as Class.field=0..7 or Class.method.variable=0..7; repeatable",
      kFinite);
  c.repeatable(
      "--instances", "[CLASS=]N",
      [&bounds](const std::string& text) { return set_instances(text, bounds); },
      "finite models: objects that one `new` makes, and inputs of one class (default: by the loops "
      "of the program, 3 at least), or of one class alone; repeatable",
      kFinite);
  c.number<std::int64_t>(
      "--threads", given_bound(bounds, "threads", bounds.threads),
      "finite models: threads at a time, the first one included (default: as many as the program "
      "starts, 8 at least and 30 at most; BIR: 30)",
      kFinite, {.least = 1});
  c.number<std::int64_t>(
      "--recursion", given_bound(bounds, "recursion", bounds.recursion),
      "finite models: calls of one method open in one thread (default: by the comparisons of the "
      "method, 3 at least)",
      kFinite, {.least = 1});
  c.repeatable(
      "--abstract", "NAME=ABSTRACTION",
      [&bounds](const std::string& text) { return set_abstraction(text, bounds); },
      "finite models: follow an integer variable, Class.field or Class.method.variable, up to "
      "signs, "
      "parity, range(A,B) (below, each of them, above) or points(V,…) (each of them, and between); "
      "repeatable",
      kFinite);
  c.off("--no-drop", bounds.slice, "keep what no property reads",
        {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin, Engine::Nusmv});
}

void add_bound_options(Command& c, pipeline::Request& request) {
  c.group("Bounds and limits");
  c.number("--depth", request.depth, "bound on the steps of one execution",
           {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin});
  c.number("--unwind", request.unwind,
           "bound on loop iterations and recursion that depend on inputs (default 10)",
           {Engine::Symex, Engine::Modular})
      .brief("bound on iterations that inputs decide (default 10)");
  c.number<std::uint32_t>(
       "--array-size",
       [&request](std::uint32_t size) {
         request.array_size = size;
         request.bounds.array_size = size;
         request.bounds.given.insert("array-size");
       },
       "bound on the size of input arrays, in finite models of all arrays (default 3, in finite "
       "models by the sizes in the program)",
       {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin, Engine::Nusmv})
      .brief("bound on the size of input arrays (default 3)");
  c.rare_group("Bounds and limits");
  add_finite_bounds(c, request.bounds);
}

void add_solver_options(Command& c, solve::Options& options, Engines engines) {
  c.off("--no-eval", options.evaluation, "do not try known models first", engines);
  c.off("--no-repair", options.repair, "do not try known models with one value changed", engines);
  c.flag(
      "--no-cache", [&options] { options.exact_cache = options.subset_cache = false; },
      "do not keep answers of the solver", engines);
  c.off("--no-slice", options.slicing, "ask with the whole path condition", engines);
  c.off("--no-equalities", options.equalities, "do not substitute known values", engines);
  c.off("--no-differences", options.differences, "no own procedure for difference constraints",
        engines);
  c.flag("--validate-solver", options.validate,
         "ask a fresh solver, and cvc5 if installed, to confirm each `unsat`", engines);
  c.text("--dump-queries", options.dump,
         "save each question that no solver answered in this folder, as SMT-LIB", engines,
         "FOLDER");
  c.seconds("--query-timeout", options.query_seconds,
            "limit in seconds for one question to the solver (default 10)", engines);
}

void add_summary_options(Command& c, modular::SummaryOptions& limits, Engines engines) {
  c.number("--summary-size", limits.max_size,
           "operators of an expression before it is widened (default 1300)", engines);
  c.number("--summary-objects", limits.max_objects,
           "allocated objects per class that have a name (default 5)", engines);
  c.number("--summary-unions", limits.max_unions,
           "iterations before a union of joins becomes a closure (default 3)", engines);
  c.number("--summary-contexts", limits.max_contexts,
           "contexts in which one procedure is summarised (default 5)", engines);
  c.off("--no-cursor", limits.cursor_loops, "treat loops over linked structures like other loops",
        engines);
}

pipeline::Request request_of(const Command& c, const ProgramOptions& options,
                             pipeline::Request request) {
  request.given = c.given();
  request.semantics = options.semantics;
  request.seed = options.seed;
  request.limits = options.limits();
  request.team = c.team();
  return request;
}

void tell_watch(const ProgramOptions& options, const pipeline::Request& request,
                WatchOptions& watch) {
  watch.entry = options.entry;
  watch.engine = request.engine ? base::word_of(*request.engine) : "auto";
}

}  // namespace cli
