// `braid explore`: the symbolic transition systems of a PL program.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/status.h"
#include "engine/explore/bounds.h"
#include "engine/explore/explore.h"
#include "engine/explore/plot.h"
#include "logic/dl/print.h"
#include "pipeline/load.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

struct ExploreOptions : CommonOptions {
  bool por = false;  // the reduced system
  explore::Canonical canonical = explore::Canonical::Full;
  std::vector<std::uint32_t> bounds;  // of all loops, or of each in the order of the text
  bool show_paths = false;            // the symbolic paths of the states at the end
  std::string plot;                   // file for a picture
};

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::uint64_t peak(const explore::Result& result) {
  std::uint64_t most = 1;
  for (std::uint64_t states : result.per_step) most = std::max(most, states);
  return most;
}

std::string system_name(const ExploreOptions& options) {
  if (!options.por) return "plain";
  return options.canonical == explore::Canonical::Full ? "reduced" : "reduced, adjacent events";
}

std::string as_text(const explore::Result& result, const ExploreOptions& options,
                    const dl::Store& store) {
  std::string text = fmt::format("{}: {} at the end, {}, at most {} at once\n",
                                 system_name(options), plural(result.states, "state"),
                                 plural(result.steps, "step"), plural(peak(result), "state"));
  if (result.failed > 0) {
    text += fmt::format(
        "{} in a failure: a division by zero or a failed assertion\n",
        result.failed == 1 ? "1 state ends" : fmt::format("{} states end", result.failed));
  }
  if (result.stopped) text += fmt::format("stopped: {}\n", *result.stopped);
  for (const explore::FinalState& state : result.finals) {
    text += fmt::format("\n{}{}\n    {}\n", dl::print(store, state.path),
                        state.fails ? "  fails" : "", dl::print(store, state.subst));
  }
  return text;
}

std::string as_json(const explore::Result& result, const ExploreOptions& options,
                    const dl::Store& store) {
  Json json;
  json["states"] = result.states;
  json["steps"] = result.steps;
  json["failed"] = result.failed;
  json["peak"] = peak(result);
  json["por"] = options.por;
  json["canonical"] = nullptr;
  if (options.por) {
    json["canonical"] = options.canonical == explore::Canonical::Full ? "full" : "adjacent";
  }
  json["complete"] = !result.stopped.has_value();
  json["reason"] = result.stopped ? Json(*result.stopped) : Json(nullptr);
  json["per_step"] = result.per_step;
  if (options.show_paths) {
    Json& paths = json["paths"] = Json::array();
    for (const explore::FinalState& state : result.finals) {
      paths.push_back({{"path", dl::print(store, state.path)},
                       {"state", dl::print(store, state.subst)},
                       {"fails", state.fails}});
    }
  }
  return json.dump() + "\n";
}

// Every loop needs a bound: without a look at feasibility, none ends by itself.
bool bound_loops(const ExploreOptions& options, Input& input) {
  const std::vector<base::Span> loops = explore::loops_of(*input.pl);
  if (!options.bounds.empty()) {
    if (options.bounds.size() != 1 && options.bounds.size() != loops.size()) {
      input.sink.report(diag::Kind::PlBoundCount, {}, plural(options.bounds.size(), "bound"),
                        plural(loops.size(), "loop"));
      return false;
    }
    explore::set_bounds(*input.pl, options.bounds);
  }
  for (base::Span span : explore::unbounded_loops_of(*input.pl)) {
    input.sink.report(diag::Kind::PlUnboundedLoop, span)
        .help("write a number of iterations behind the condition, or give `--bound N`");
  }
  return !input.sink.has_errors();
}

bool load_pl(const ExploreOptions& options, Input& input) {
  if (!read_sources(options.paths, input)) return false;
  if (input.language != Language::Pl) {
    input.sink.report(diag::Kind::NotPl, {}, options.paths.front());
    return false;
  }
  if (!parse_sources(input)) return false;
  if (input.pl->processes.empty()) {
    input.sink.report(diag::Kind::PlNoProcess, input.pl->formulas.front().span);
    return false;
  }
  return bound_loops(options, input);
}

int explore_program(const ExploreOptions& options) {
  if (options.canonical == explore::Canonical::Adjacent && !options.por) {
    return usage_error("--canonical is for --por");
  }
  Input input;
  const bool good = load_pl(options, input);
  show_diagnostics(input);
  if (!good) return kBadInput;
  run::Run run(options.limits());
  InterruptGuard guard(run);
  ProgressLine progress(run, options.progress, [](const run::Statistics& stats) {
    return fmt::format("{} steps, {} states at once", stats.transitions, stats.live_states);
  });
  dl::Store& store = *input.pl->store;
  const explore::Result result = explore::explore(
      store, dl::initial_subst(*input.pl), dl::initial_pool(*input.pl),
      {.reduce = options.por, .canonical = options.canonical, .keep_states = options.show_paths},
      run);
  if (!options.plot.empty()) {
    const std::string title = fmt::format("{}: {}", options.paths.front(), system_name(options));
    const int status = write_piece(
        options.plot, explore::plot_svg(title, {{"states after each step", result.per_step}}));
    if (status != kValid) return status;
  }
  const std::string text = options.format == report::Format::Json ? as_json(result, options, store)
                                                                  : as_text(result, options, store);
  const int status = write_result(options.output, text);
  if (status != kValid) return status;
  return result.stopped ? kUnknown : kValid;
}

constexpr std::uint32_t kMostIterations = 1'000'000;

void add_options(Command& c, ExploreOptions& options) {
  c.arguments("FILE", options.paths, "a PL program", 1).endings({"pl"});
  c.flag("--por", options.por, "merge states with equivalent paths");
  c.choice(
      "--canonical", {"adjacent", "full"},
      [&options](const std::string& word) {
        options.canonical =
            word == "full" ? explore::Canonical::Full : explore::Canonical::Adjacent;
      },
      "with --por: all equivalent paths are one (default full), or those that sorting neighbours "
      "makes equal");
  c.numbers("--bound", options.bounds, kMostIterations,
            "iterations of all loops, or of each loop in the order of the text, as 2,1");
  c.flag("--paths", options.show_paths, "print the symbolic paths of the states at the end");
  c.file("--plot", options.plot, "draw the number of states after each step, as SVG");
  c.limits(options);
  c.format(options);
  c.output(options);
  c.progress(options);
}

}  // namespace

void add_explore(Command& c) {
  auto options = std::make_shared<ExploreOptions>();
  add_options(c, *options);
  c.action({.common = options.get(),
            .run = [options] { return explore_program(*options); },
            .writes = [options] { return std::vector<std::string>{options->plot}; }});
}

}  // namespace cli
