// The command solve: runs the commands of an Alloy model.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/status.h"
#include "logic/rel/command.h"
#include "pipeline/load.h"
#include "result/report/report.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

struct SolveOptions : CommonOptions {
  std::optional<std::int64_t> scope;     // instead of what the commands say
  std::optional<std::int64_t> bitwidth;  // the same, for integers
  std::string command;                   // this one alone
  std::uint64_t all = 1;                 // most instances to show of each command
  bool symmetry = true;                  // leave out instances that others are copies of
  bool core = true;                      // say why there is no instance

  const std::string& path() const { return paths.front(); }
};

struct ModelOutcome {
  const rel::CommandSyntax* command = nullptr;
  rel::CommandResult result;
};

std::string answer_text(const ModelOutcome& outcome) {
  bool is_check = outcome.command->is_check;
  switch (outcome.result.answer) {
    case rel::Answer::Sat: return is_check ? "counterexample found" : "instance found";
    case rel::Answer::Unsat: return is_check ? "no counterexample" : "no instance";
    case rel::Answer::Unknown: break;
  }
  return "unknown";
}

// As the command expects it: an instance of a `run`, no counterexample of a `check`.
bool is_as_wanted(const ModelOutcome& outcome) {
  bool wanted = outcome.command->expected.value_or(!outcome.command->is_check);
  return (outcome.result.answer == rel::Answer::Sat) == wanted;
}

int status_of(const std::vector<ModelOutcome>& outcomes) {
  bool is_unknown = false;
  for (const ModelOutcome& outcome : outcomes) {
    if (outcome.result.answer == rel::Answer::Unknown) {
      is_unknown = true;
    } else if (!is_as_wanted(outcome)) {
      return kRefuted;
    }
  }
  return is_unknown ? kUnknown : kValid;
}

// ------------------------------------------------------------------ text

std::string name_of(const rel::ShownRelation& relation) {
  switch (relation.kind) {
    case rel::ShownRelation::Kind::Sig: return "sig " + relation.name;
    case rel::ShownRelation::Kind::Field: return fmt::format("{}.{}", relation.sig, relation.name);
    case rel::ShownRelation::Kind::Variable: break;
  }
  return relation.name;
}

std::string instance_text(const rel::ShownInstance& instance) {
  std::size_t width = 0;
  for (const auto& relation : instance) width = std::max(width, name_of(relation).size());
  std::string text;
  for (const auto& relation : instance) {
    std::vector<std::string> tuples;
    for (const auto& tuple : relation.tuples) {
      tuples.push_back(fmt::format("{}", fmt::join(tuple, "->")));
    }
    text += fmt::format("    {:<{}} = {{{}}}\n", name_of(relation), width, fmt::join(tuples, ", "));
  }
  return text;
}

std::string core_text(const ModelOutcome& outcome, const base::Sources& sources) {
  const rel::CommandResult& result = outcome.result;
  std::string text = fmt::format("  because of {}:\n",
                                 result.is_core_minimal ? "these together" : "some of these");
  for (const rel::LabelledFormula& formula : result.core) {
    text += fmt::format("    {}: {}\n", sources.describe(formula.span), formula.label);
  }
  return result.core.empty() ? "  because of the scope alone\n" : text;
}

std::string stats_text(const rel::SolverStatistics& s) {
  return fmt::format(
      "  {} variables ({} primary), {} clauses, {} conflicts, translation {:.3f} s, solving "
      "{:.3f} s\n",
      s.variables, s.primary_variables, s.clauses, s.conflicts, s.translate_seconds,
      s.solve_seconds);
}

std::string outcome_text(const ModelOutcome& outcome, const SolveOptions& options,
                         const base::Sources& sources) {
  const rel::CommandResult& result = outcome.result;
  std::string text = fmt::format("{}: {}\n", outcome.command->name, answer_text(outcome));
  if (!result.reason.empty()) text += fmt::format("  {}\n", result.reason);
  for (std::size_t i = 0; i < result.instances.size(); ++i) {
    if (options.all > 1) text += fmt::format("  instance {}\n", i + 1);
    text += instance_text(result.instances[i]);
  }
  if (options.all > 1 && result.is_exhaustive) text += "  there are no others\n";
  if (result.answer == rel::Answer::Unsat) {
    if (options.core) text += core_text(outcome, sources);
    if (result.is_cut_by_overflow) {
      text += "  only integers of the bitwidth were tried: larger ones occur and may change this\n";
    }
  }
  if (options.stats) text += stats_text(result.stats);
  return text;
}

// ------------------------------------------------------------------ JSON

Json instance_json(const rel::ShownInstance& instance) {
  Json result = {
      {"sigs", Json::object()}, {"fields", Json::array()}, {"variables", Json::object()}};
  for (const rel::ShownRelation& relation : instance) {
    Json tuples = relation.tuples;
    switch (relation.kind) {
      case rel::ShownRelation::Kind::Sig: {
        Json atoms = Json::array();
        for (const auto& tuple : relation.tuples) atoms.push_back(tuple[0]);
        result["sigs"][relation.name] = atoms;
        break;
      }
      case rel::ShownRelation::Kind::Field:
        result["fields"].push_back(
            {{"sig", relation.sig}, {"name", relation.name}, {"tuples", tuples}});
        break;
      case rel::ShownRelation::Kind::Variable: result["variables"][relation.name] = tuples;
    }
  }
  return result;
}

Json core_json(const rel::CommandResult& result, const base::Sources& sources) {
  Json core = Json::array();
  for (const rel::LabelledFormula& formula : result.core) {
    base::LineColumn at = sources.begin(formula.span);
    core.push_back({{"label", formula.label},
                    {"file", sources.file(formula.span.file).name()},
                    {"line", at.line},
                    {"column", at.column}});
  }
  return core;
}

Json outcome_json(const ModelOutcome& outcome, const base::Sources& sources) {
  const rel::CommandResult& result = outcome.result;
  Json json = {{"name", outcome.command->name},
               {"kind", outcome.command->is_check ? "check" : "run"},
               {"result", answer_text(outcome)}};
  json["as_expected"] =
      result.answer == rel::Answer::Unknown ? Json() : Json(is_as_wanted(outcome));
  json["reason"] = result.reason.empty() ? Json() : Json(result.reason);
  json["cut_by_overflow"] = result.is_cut_by_overflow;
  json["instances"] = Json::array();
  for (const auto& instance : result.instances)
    json["instances"].push_back(instance_json(instance));
  json["core"] = core_json(result, sources);
  json["core_is_minimal"] = result.is_core_minimal;
  json["stats"] = {{"variables", result.stats.variables},
                   {"primary_variables", result.stats.primary_variables},
                   {"clauses", result.stats.clauses},
                   {"conflicts", result.stats.conflicts},
                   {"translate_seconds", result.stats.translate_seconds},
                   {"solver_seconds", result.stats.solve_seconds}};
  return json;
}

// ------------------------------------------------------------------ running

std::optional<std::vector<ModelOutcome>> run_commands(const SolveOptions& options,
                                                      rel::Model& model, Input& input,
                                                      run::Run& run) {
  rel::CommandOptions how;
  how.scope = {options.scope, options.bitwidth};
  how.most_instances = options.all;
  how.symmetry = options.symmetry;
  how.core = options.core;
  std::vector<ModelOutcome> outcomes;
  std::string_view current;
  ProgressLine progress(run, options.progress, [&](const run::Statistics& stats) {
    return fmt::format("{} ({} of {} done), {} queries", current, outcomes.size(),
                       model.commands().size(), stats.solver_queries);
  });
  bool is_found = options.command.empty();
  for (const rel::CommandSyntax& command : model.commands()) {
    bool is_wanted = options.command.empty() || options.command == command.name ||
                     options.command == command.target.text;
    if (!is_wanted) continue;
    is_found = true;
    current = command.name;
    auto result = rel::run_command(model, command, how, run, input.sink);
    if (!result) return std::nullopt;
    outcomes.push_back({&command, std::move(*result)});
  }
  if (is_found) return outcomes;
  std::vector<std::string_view> names;
  for (const rel::CommandSyntax& command : model.commands()) names.push_back(command.name);
  auto& report = input.sink.report(diag::Kind::RelNoCommand, {}, options.command);
  if (auto near = diag::nearest(options.command, names)) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
  return std::nullopt;
}

int solve_model(const SolveOptions& options) {
  Input input;
  auto file = read_text(options.path(), input);
  std::unique_ptr<rel::Model> model;
  if (file && !input.sink.has_errors()) model = rel::Model::load(input.sources, *file, input.sink);
  run::Run run(options.limits());
  std::optional<std::vector<ModelOutcome>> outcomes;
  if (model) {
    InterruptGuard guard(run);
    outcomes = run_commands(options, *model, input, run);
  }
  show_diagnostics(input);
  if (!outcomes) return kBadInput;
  std::string text;
  if (options.format == report::Format::Json) {
    Json json = {{"tool", "braid"}, {"version", report::kVersion}, {"input", options.path()}};
    json["commands"] = Json::array();
    for (const ModelOutcome& outcome : *outcomes) {
      json["commands"].push_back(outcome_json(outcome, input.sources));
    }
    text = json.dump(2) + "\n";
  } else {
    for (const ModelOutcome& outcome : *outcomes)
      text += outcome_text(outcome, options, input.sources);
    if (outcomes->empty()) text = "the model has no commands\n";
  }
  if (int status = write_result(options.output, text)) return status;
  return status_of(*outcomes);
}

void add_options(Command& c, SolveOptions& options) {
  c.arguments("MODEL", options.paths, "a model in the language of Alloy", 1).endings({"als"});
  c.number("--scope", options.scope, "atoms of each signature that has no scope of its own", {},
           {.least = 0, .most = 1000});
  c.number("--bitwidth", options.bitwidth, "bits of integers (default 4)", {},
           {.least = 1, .most = 12});
  c.text("--command", options.command, "the command, predicate or assertion of this name");
  c.number("--all", options.all, "show up to so many instances of each command", {}, {.least = 1});
  c.off("--no-symmetry", options.symmetry, "show copies of instances, too");
  c.off("--no-core", options.core, "do not say which formulas exclude an instance");
  c.limits(options);
  c.format(options);
  c.output(options);
  c.progress(options);
  c.flag("--stats", options.stats, "print variables, clauses and times");
}

}  // namespace

void add_solve(Command& c) {
  auto options = std::make_shared<SolveOptions>();
  add_options(c, *options);
  c.action({.common = options.get(), .run = [options] { return solve_model(*options); }});
}

}  // namespace cli
