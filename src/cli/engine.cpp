#include "cli/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/replay.h"
#include "cli/coverage.h"
#include "cli/engine_options.h"
#include "cli/load.h"
#include "cli/mc_engine.h"
#include "cli/nusmv_engine.h"
#include "cli/spin_engine.h"
#include "cli/watch.h"
#include "engine/interp/explore.h"
#include "engine/por/hash.h"
#include "engine/symex/engine.h"
#include "ir/pass/endless.h"
#include "ir/pass/finite.h"
#include "ir/pass/shared_guards.h"
#include "ir/printer.h"
#include "result/verdict/json.h"

namespace cli {

namespace {

interp::Options interp_options(const VerifyOptions& options) {
  interp::Options result;
  if (options.join_children) result.join = interp::JoinMode::Children;
  if (options.deadlock_main) result.deadlock = interp::DeadlockMode::Main;
  if (options.array_size) result.bounds.array_size = *options.array_size;
  result.races = options.races;
  return result;
}

verdict::Result enumerate(run::Run& run, const ir::Program& program, const VerifyOptions& options) {
  interp::Model model(program, interp_options(options));
  interp::ExploreOptions explore;
  if (options.depth) explore.depth = *options.depth;
  explore.match_states = options.stateful.value_or(true);
  explore.use_invisible = options.coarsen;
  if (!options.coverage) return interp::explore(run, model, std::move(explore));
  Taken taken = none_taken(program);
  explore.on_step = [&](ir::ProcId proc, ir::TransId transition) {
    taken[proc.index()][transition.index()] = true;
  };
  verdict::Result result = interp::explore(run, model, std::move(explore));
  result.coverage = coverage_of(program, taken);
  return result;
}

symex::Reduction reduction_of(std::string_view word) {
  using symex::Reduction;
  if (word == "none") return Reduction::None;
  if (word == "simple") return Reduction::Simple;
  if (word == "guarded") return Reduction::Guarded;
  if (word == "mpor") return Reduction::Mpor;
  if (word == "sympath") return Reduction::Sympath;
  CHECK(word == "optimal", "no such reduction: {}", word);
  return Reduction::Optimal;
}

// Nothing is asked for that one search alone can do, and no order of executions.
bool leaves_search_open(const VerifyOptions& options) {
  bool names_reduction = std::any_of(options.given.begin(), options.given.end(),
                                     [](const GivenOption& o) { return o.name == "--por"; });
  return !options.stateful && !names_reduction && options.por == "optimal" &&
         options.checkpoint.empty() && options.resume.empty() && options.jobs == 1 &&
         !options.races && options.search == "default";
}

// Why states are remembered if the program alone says so.
std::string why_stateful(const ir::Program& program) {
  return pass::has_shared_guards(program) ? "threads wait for conditions" : "threads run for ever";
}

symex::Options symex_options(const ir::Program& program, const VerifyOptions& options) {
  symex::Options result;
  if (options.depth) result.depth = *options.depth;
  if (options.unwind) result.unwind = *options.unwind;
  if (options.array_size) result.array_size = *options.array_size;
  if (options.search == "random") result.order = symex::SearchOrder::Random;
  if (options.join_children) result.join = symex::JoinMode::Children;
  if (options.deadlock_main) result.deadlock = symex::DeadlockMode::Main;
  result.coarsen = options.coarsen;
  result.repetitions = options.repetitions;
  result.reduction = reduction_of(options.por);
  result.stateful = is_stateful(program, options);
  result.automatic = leaves_search_open(options);
  result.races = options.races;
  result.coverage = options.coverage;
  result.jobs = options.jobs;
  result.checkpoint = options.checkpoint;
  if (!options.checkpoint.empty()) result.subject = subject_of_checkpoint(program, options);
  result.solver = options.solver;
  return result;
}

verdict::Result execute_symbolically(run::Run& run, const ir::Program& program,
                                     const VerifyOptions& options,
                                     const std::optional<symex::Checkpoint>& resumed,
                                     std::string* warning, ChosenSearch* chosen) {
  symex::Model model(program);
  symex::Options symbolic = symex_options(program, options);
  symex::Answer answer = symex::verify(run, model, symbolic, resumed);
  if (chosen) {
    *chosen = {answer.stateful, answer.search, answer.why};
    bool is_plain = symbolic.automatic && symbolic.stateful && answer.why.empty();
    if (is_plain) *chosen = {true, symex::kMatching, why_stateful(program)};
  }
  if (warning) *warning = answer.checkpoint_error;
  verdict::Result& result = answer.result;
  if (options.coverage && !answer.taken.empty()) {
    result.coverage = coverage_of(program, answer.taken);
  }
  if (!result.violation) return std::move(result);
  interp::Model concrete(program, interp_options(options));
  run::Run again;
  auto execution = certify::replay(again, concrete, result, answer.schedule);
  if (!execution && result.violation->kind == verdict::ViolationKind::Race) {
    // A quantifier reads elements until it is decided; the search does not know how far.
    result = verdict::Result{.coverage = std::move(result.coverage), .stats = result.stats};
    result.reason = "a possible data race in a quantifier could not be confirmed";
    return std::move(result);
  }
  CHECK(execution, "a counterexample failed its replay: {}\nclaimed: {}: {}\n{}", execution.error(),
        verdict::keyword(result.violation->kind), result.violation->message,
        verdict::inputs_json(*result.counterexample).dump());
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return std::move(result);
}

}  // namespace

std::string default_engine(const ir::Program& program, const VerifyOptions& options) {
  if (find_given(program)) return "modular";
  bool has_inputs = !program.proc(program.entry).params.empty();
  if (options.races && pass::has_shared_guards(program)) return "interp";
  bool endless = options.races && !has_inputs && pass::has_endless_thread(program);
  return endless ? "interp" : "symex";
}

std::pair<std::string, std::string> engine_for_bir(const ir::Program& program,
                                                   const VerifyOptions& options) {
  if (refused_option(options.given, "mc", true)) {
    return {"interp", "it is the one for BIR that takes all options given"};
  }
  auto infinite = pass::why_infinite(program);
  if (infinite.empty()) return {"mc", "the program is finite"};
  return {"interp", "the program is not finite: " + infinite.front().what};
}

bool is_stateful(const ir::Program& program, const VerifyOptions& options) {
  if (options.stateful) return *options.stateful;
  bool is_free = options.por == "optimal" && options.checkpoint.empty() && options.resume.empty() &&
                 options.jobs == 1 && !options.races;
  return is_free && (pass::has_endless_thread(program) || pass::has_shared_guards(program));
}

std::string reduction_used(const ir::Program& program, const VerifyOptions& options) {
  bool falls_back = options.por == "optimal" && pass::has_shared_guards(program);
  return falls_back ? "guarded" : options.por;
}

std::string subject_of_checkpoint(const ir::Program& program, const VerifyOptions& options) {
  std::string text = ir::print(program);
  text += fmt::format(
      "entry {} int {} depth {} unwind {} array-size {} join {} deadlock {} por {} "
      "coarsen {} races {}",
      program.entry.index(), static_cast<int>(program.int_mode), options.depth.value_or(0),
      options.unwind.value_or(0), options.array_size.value_or(0), options.join_children,
      options.deadlock_main, options.por, options.coarsen, options.races);
  por::Hash hash;
  for (char c : text) hash.mix(static_cast<unsigned char>(c));
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

run::Limits limits_of(const ExecuteOptions& options) {
  return limits_of(options.timeout, options.memory);
}

verdict::Result unknown_result(const run::Run& run, std::string reason) {
  verdict::Result result;
  result.reason = std::move(reason);
  result.stats = run.finished_statistics();
  return result;
}

verdict::Result verify_program(run::Run& run, const ir::Program& program,
                               const VerifyOptions& options,
                               const std::optional<symex::Checkpoint>& resumed,
                               std::string* warning, ChosenSearch* chosen) {
  if (ir::ProcId given = find_given(program)) {
    return unknown_result(run, fmt::format("{} is given by specification only: --engine modular",
                                           program.proc(given).name));
  }
  if (options.engine == "interp") return enumerate(run, program, options);
  if (options.engine == "mc") return search_model(run, program, options);
  if (options.engine == "spin") return verify_with_spin(run, program, options);
  if (options.engine == "nusmv") return verify_with_nusmv(run, program, options);
  return execute_symbolically(run, program, options, resumed, warning, chosen);
}

}  // namespace cli
