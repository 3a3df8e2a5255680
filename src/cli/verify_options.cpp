#include "cli/verify_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/search_options.h"

namespace cli {

namespace {

// What a comma-separated list of verdicts says.
std::string set_fail_on(const std::string& text, std::optional<verdict::FailOn>& result) {
  verdict::FailOn& fail = result.emplace();
  fail.invalid = fail.deadlock = fail.unknown = fail.error = false;
  const std::vector<std::pair<std::string_view, bool*>> words{
      {"invalid", &fail.invalid}, {"deadlock", &fail.deadlock}, {"unknown", &fail.unknown},
      {"cut", &fail.cut},         {"vacuous", &fail.vacuous},   {"error", &fail.error}};
  if (text == "none") return "";
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    auto found = std::find_if(words.begin(), words.end(),
                              [&](const auto& one) { return one.first == word; });
    if (found == words.end()) {
      return fmt::format(
          "there is no `{}`. It is a list of invalid, deadlock, unknown, cut, vacuous, error, or "
          "none",
          word);
    }
    *found->second = true;
    begin = end + 1;
  }
  return "";
}

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
  c.rare_group("Modular (--engine modular)");
  c.text("--property", modular.property,
         "check this property alone: of the method (default: all, and assertions), or the temporal "
         "one of this name in a property file (.ltl)",
         {Engine::Modular, Engine::Mc, Engine::Spin, Engine::Nusmv});
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
  c.file("--dot", options.dot, "write the heaps before and after a counterexample to this file",
         kModular);
}

// Options of projects; those that go with one method, too, say what they mean there.
void add_project_options(Command& c, VerifyOptions& options) {
  c.rare_group("Projects");
  c.seconds("--method-timeout", options.method_timeout, "limit in seconds for each method");
  add_fail_on(c, options.fail_on, "invalid,deadlock,unknown,error");
  c.text("--changed-since", options.changed_since,
         "only methods that are not what they were at this revision of git", {}, "REV");
  c.flag("--no-verdict-cache", options.no_verdict_cache,
         "verify everything, and do not keep verdicts");
  c.text("--cache", options.cache,
         "keep verdicts in this folder (default: .braid/cache in the project)", {}, "DIR");
  c.number("--cache-size", options.cache_mebibytes, "keep so many MiB of verdicts (default 256)",
           {}, {.least = 1, .most = 1 << 20});
  c.flag("--all", options.all, "list all methods, not only those that need attention");
  c.repeatable(
      "--shard", "I/N",
      [&options](const std::string& text) {
        auto shard = project::shard_from(text);
        if (shard) options.shard = *shard;
        return shard ? "" : shard.error();
      },
      "only the Ith of N shares of the methods; `braid merge` makes one of their results in JSON");
  c.flag("--list", options.list,
         "verify nothing, and list what there is: a command line for each method");
}

}  // namespace

void add_verify_options(Command& c, VerifyOptions& options) {
  pipeline::Request& request = options.request;
  c.name_engines();
  c.about(
      "Looks for an execution that breaks an assertion or a contract, throws what it must not, "
      "gets stuck, or, if asked, has a data race. A verdict says under which bounds the search ran "
      "and what they left out; `complete` means that nothing was left out. An execution that is "
      "shown has been run again, step by step, by an interpreter.");
  c.files(options);
  add_input_options(c, options);
  add_search_options(c, options, request);
  c.file("--checkpoint", request.checkpoint,
         "write what is left of the search to this file, now and then and when interrupted",
         {Engine::Symex});
  c.file("--resume", request.resume, "go on with the search of this checkpoint", {Engine::Symex});
  add_bound_options(c, request);
  c.group("Bounds and limits");
  c.seconds("--deepen", request.deepen,
            "raise the bounds that cut and were not given, step by step, for so many seconds",
            {Engine::Symex, Engine::Mc, Engine::Modular})
      .brief("raise the bounds step by step, for so long");
  c.flag("--strict", options.strict, "valid only if no bound cut the search");
  add_thread_options(c, options);
  c.formula("--ltl", request.ltl,
            "check this temporal property of a finite model (docs/language/ltl.md)",
            {Engine::Mc, Engine::Spin, Engine::Nusmv})
      .brief("check this temporal property of a finite model");
  c.flag("--fair", request.fair,
         "with --ltl: a thread that can move for ever does move (weak fairness)",
         {Engine::Mc, Engine::Spin})
      .rare();
  add_modular_options(c, options);
  c.rare_group("Solver (--engine symex)");
  add_solver_options(c, request.solver, {Engine::Symex});
  add_project_options(c, options);
  add_limit_options(c, options);
  add_output_options(c, options, report::Use::Executions);
  c.flag("--coverage", request.coverage, "list the statements that no execution reached",
         {Engine::Symex, Engine::Interp});
  c.flag("--list-executions", request.list_executions,
         "list the executions that were explored, as lines by thread", {Engine::Symex})
      .rare();
  c.file("--witness", options.witness, "write a witness in SV-COMP's format 2.0, if there is one")
      .rare();
  add_full_trace(c, options);
  c.off("--no-shorten", request.shorten, "show a counterexample as it was found",
        {Engine::Symex, Engine::Interp, Engine::Mc, Engine::Spin, Engine::Nusmv})
      .rare();
  add_stats(c, options);
  c.progress(options);
}

void add_fail_on(Command& c, std::optional<verdict::FailOn>& fail_on,
                 const std::string& otherwise) {
  c.repeatable(
      "--fail-on", "LIST",
      [&fail_on](const std::string& text) { return set_fail_on(text, fail_on); },
      fmt::format("what makes the status other than 0: invalid, deadlock, unknown, cut, vacuous, "
                  "error, with commas, or none (default: {})",
                  otherwise));
}

verdict::FailOn fail_on_of(const VerifyOptions& options) {
  verdict::FailOn result = options.fail_on.value_or(verdict::FailOn{});
  if (options.strict) result.cut = result.vacuous = true;
  return result;
}

pipeline::Request verify_request(const Command& c, const VerifyOptions& options) {
  pipeline::Request request = request_of(c, options, options.request);
  const std::optional<double>& seconds = options.method_timeout;
  if (seconds && (!request.limits.seconds || *seconds < *request.limits.seconds)) {
    request.limits.seconds = seconds;
  }
  return request;
}

}  // namespace cli
