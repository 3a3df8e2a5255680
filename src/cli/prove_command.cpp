// `braid prove`: formulas of dynamic logic about a program.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/terminal.h"
#include "cli/command.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/progress.h"
#include "cli/prove_view.h"
#include "cli/search_options.h"
#include "cli/status.h"
#include "engine/prove/from_oox.h"
#include "engine/prove/proof_file.h"
#include "logic/dl/program.h"
#include "pipeline/load.h"
#include "result/report/report.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

struct ProveOptions : CommonOptions {
  std::string method;        // OOX: "Class.method"
  std::string goal;          // this formula alone
  std::string proof;         // where to write the proof; empty: nowhere
  std::uint32_t unfold = 8;  // iterations of loops that nothing else helps with
  bool merge = true;         // one proof for equivalent sequents
  bool invariants = true;    // use loop invariants
  bool show_proof = false;   // print all sequents
  solve::Options solver;
};

// The goals that the command line asks for: the contract, and formulas by their names.
std::vector<ProvedGoal> goals_of(const dl::Program& program, const std::string& wanted) {
  std::vector<ProvedGoal> goals;
  // Processes without clauses may be there for the formulas only; else their assertions count.
  bool has_contract =
      program.has_goal() || (!program.processes.empty() && program.formulas.empty());
  if (has_contract && (wanted.empty() || wanted == "contract")) {
    ProvedGoal goal;
    goal.name = "contract";
    goal.formula = dl::goal_formula(program);
    if (!program.ensures.empty()) goal.span = program.ensures.front().span;
    goals.push_back(std::move(goal));
  }
  for (std::size_t i = 0; i < program.formulas.size(); ++i) {
    const dl::NamedFormula& formula = program.formulas[i];
    ProvedGoal goal;
    goal.name = formula.name.empty() ? fmt::format("formula {}", i + 1) : formula.name;
    goal.formula = formula.formula;
    goal.number = static_cast<std::int64_t>(i);
    goal.span = formula.span;
    if (wanted.empty() || wanted == goal.name) goals.push_back(std::move(goal));
  }
  return goals;
}

// What the result as a whole is about: the first goal that is refuted, else the first that is
// open.
const ProvedGoal& overall(const std::vector<ProvedGoal>& goals) {
  const ProvedGoal* worst = &goals.front();
  for (const ProvedGoal& goal : goals) {
    bool is_worse = goal.result.violation ? !worst->result.violation
                                          : worst->search.is_proved && !goal.search.is_proved;
    if (is_worse) worst = &goal;
  }
  return *worst;
}

class Report {
 public:
  // `entry` is the procedure whose executions break the contract; empty: there is none.
  Report(const ProveOptions& options, const prove::Options& search, const dl::Program& program,
         const base::Sources& sources, std::string entry)
      : options_(options),
        search_(search),
        program_(program),
        sources_(sources),
        entry_(std::move(entry)) {}

  std::string write(const std::vector<ProvedGoal>& goals, const run::Statistics& stats) const {
    return options_.format == report::Format::Json ? json(goals, stats) : text(goals, stats);
  }

 private:
  report::Subject subject(const ProvedGoal& goal) const {
    report::Subject subject;
    subject.input = options_.paths;
    subject.entry = goal.is_replayable ? entry_ : goal.name;
    subject.engine = "prove";
    return subject;
  }

  std::string text(const std::vector<ProvedGoal>& goals, const run::Statistics& stats) const {
    std::string out;
    for (const ProvedGoal& goal : goals) {
      out += goal_text(program_, sources_, goal, search_);
      if (options_.show_proof) out += proof_text(*program_.store, goal.search.proof);
      if (goal.result.violation) {
        verdict::Result result = goal.result;
        result.stats = stats;
        report::TextOptions format;
        format.color = options_.output.empty() && base::wants_color(stdout);
        out += '\n' + report::text(result, subject(goal), sources_, format);
      }
    }
    if (options_.stats) {
      out += fmt::format("{} solver queries in {:.3f} s; {:.3f} s in all\n", stats.solver_queries,
                         stats.solver_seconds, stats.seconds);
    }
    return out;
  }

  std::string json(const std::vector<ProvedGoal>& goals, const run::Statistics& stats) const {
    const ProvedGoal& worst = overall(goals);
    verdict::Result result = worst.result;
    result.stats = stats;
    Json root = Json::parse(report::json(result, subject(worst), sources_));
    root["goals"] = Json::array();
    for (const ProvedGoal& goal : goals) {
      root["goals"].push_back(goal_json(program_, sources_, goal, search_));
    }
    return root.dump(2) + '\n';
  }

  const ProveOptions& options_;
  const prove::Options& search_;
  const dl::Program& program_;
  const base::Sources& sources_;
  std::string entry_;
};

// Whether the contract holds because no input fulfils `requires`.
bool has_contradiction(const dl::Program& program, run::Run& run, const ProvedGoal& goal,
                       const prove::Options& options) {
  bool has_assumptions = goal.number < 0 && !program.requires_.empty();
  if (!has_assumptions || run.stop_reason_now()) return false;
  return prove::search(*program.store, run, dl::contradiction_formula(program), options).is_proved;
}

// Only what is proved is written.
int write_proofs(const std::string& path, const std::string& source, const dl::Program& program,
                 const std::vector<ProvedGoal>& goals) {
  std::vector<Json> proofs;
  for (const ProvedGoal& goal : goals) {
    if (!goal.search.is_proved) continue;
    proofs.push_back(prove::proof_json(*program.store, goal.search.proof, goal.number));
  }
  if (proofs.empty()) return kValid;
  Json file = prove::proofs_json(source, std::move(proofs));
  return write_result(path, file.dump() + '\n');
}

// `input` may hold the program as one that can be executed.
int prove_program(const ProveOptions& options, const dl::Program& program,
                  const std::string& source, const Input& input) {
  std::vector<ProvedGoal> goals = goals_of(program, options.goal);
  if (goals.empty()) {
    say_problem(options.goal.empty() ? "the program states nothing to prove"
                                     : fmt::format("there is no formula `{}`", options.goal));
    return kUsage;
  }
  prove::Options search;
  search.unfold = options.unfold;
  search.merge = options.merge;
  search.invariants = options.invariants;
  search.solver = options.solver;
  std::optional<interp::Model> model;
  std::string entry;
  if (input.program) {
    model.emplace(*input.program, interp::Options{});
    entry = input.program->proc(input.program->entry).name;
  }
  run::Run run(options.limits());
  {
    InterruptGuard guard(run);
    std::string_view current;
    ProgressLine progress(run, options.progress, [&](const run::Statistics& stats) {
      return fmt::format("{}: {} sequents, {} closed, {} queries", current, stats.states,
                         stats.paths, stats.solver_queries);
    });
    for (ProvedGoal& goal : goals) {
      current = goal.name;
      goal.search = prove::search(*program.store, run, goal.formula, search);
      judge(program, run, model ? &*model : nullptr, goal);
      goal.result.vacuous = goal.search.is_proved && has_contradiction(program, run, goal, search);
    }
  }
  std::string text = Report(options, search, program, input.sources, entry)
                         .write(goals, run.finished_statistics());
  int written = write_result(options.output, text);
  if (written != kValid) return written;
  if (!options.proof.empty()) {
    written = write_proofs(options.proof, source, program, goals);
    if (written != kValid) return written;
  }
  const verdict::Result& worst = overall(goals).result;
  if (worst.violation) return kRefuted;
  return worst.verdict == verdict::VerdictKind::Valid ? kValid : kUnknown;
}

// Counterexamples of programs that can be executed can be replayed. Others (PL with quantifiers
// in its contract) can be proved all the same, so that nothing is reported.
void make_executable(const LoadOptions& options, Input& input) {
  bool is_ready = lower_sources(options, input) && prepare_program(options, input);
  if (!is_ready) input.program.reset();
}

int prove_files(const ProveOptions& options) {
  Input input;
  bool good = read_sources(options.paths, input) && parse_sources(input);
  std::optional<dl::Program> translated;
  if (good && input.language == Language::Oox) {
    good = check_sources(input);
    if (good) translated = prove::from_oox(input.oox, options.method, input.sink);
    good = translated.has_value();
  }
  show_diagnostics(input);
  if (!good) return kBadInput;
  if (translated) {
    make_executable({.entry = options.method}, input);
    return prove_program(options, *translated, prove::program_text(*translated), input);
  }
  if (input.language != Language::Pl) {
    say_problem("`prove` is for PL programs and OOX methods");
    return kUsage;
  }
  if (!options.method.empty()) return usage_error("--method is for OOX");
  std::string source(input.sources.file(input.files[0]).text());
  make_executable({}, input);
  return prove_program(options, *input.pl, source, input);
}

void add_options(Command& c, ProveOptions& options) {
  c.arguments("FILE", options.paths, "a PL program, or OOX files").endings({"pl", "oox"});
  c.file("--proof", options.proof, "write the proof to this file, for check-proof");
  c.text("--goal", options.goal, "this formula alone; `contract` for requires and ensures");
  c.text("--method", options.method, "OOX: the method to prove, as Class.method");
  c.number("--unfold", options.unfold,
           "iterations of loops that neither an invariant nor a cycle helps with (default 8)");
  c.off("--no-merge", options.merge, "prove equivalent sequents one by one");
  c.off("--no-invariants", options.invariants, "unfold loops, whatever their invariants");
  c.flag("--show", options.show_proof, "print every sequent");
  c.limits(options);
  c.format(options);
  c.output(options);
  c.progress(options);
  c.flag("--stats", options.stats, "tell what the solver did");
  c.rare_group("Solver");
  add_solver_options(c, options.solver, {});
}

}  // namespace

void add_prove(Command& c) {
  auto options = std::make_shared<ProveOptions>();
  add_options(c, *options);
  c.action({.common = options.get(),
            .run = [options] { return prove_files(*options); },
            .writes = [options] { return std::vector<std::string>{options->proof}; }});
}

}  // namespace cli
