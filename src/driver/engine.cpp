#include "driver/engine.h"

#include "base/check.h"
#include "check/replay.h"
#include "interp/explore.h"
#include "symex/engine.h"
#include "verdict/json.h"

namespace driver {

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
  return interp::explore(run, model, std::move(explore));
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

symex::Options symex_options(const VerifyOptions& options) {
  symex::Options result;
  if (options.depth) result.depth = *options.depth;
  if (options.unwind) result.unwind = *options.unwind;
  if (options.array_size) result.array_size = *options.array_size;
  if (options.random_search) result.order = symex::SearchOrder::Random;
  if (options.join_children) result.join = symex::JoinMode::Children;
  if (options.deadlock_main) result.deadlock = symex::DeadlockMode::Main;
  result.coarsen = options.coarsen;
  result.repetitions = options.repetitions;
  result.reduction = reduction_of(options.por);
  if (options.stateful) result.stateful = *options.stateful;
  result.races = options.races;
  result.jobs = options.jobs;
  result.checkpoint = options.checkpoint;
  result.resume = options.resume;
  result.solver = options.solver;
  return result;
}

verdict::Result execute_symbolically(run::Run& run, const ir::Program& program,
                                     const VerifyOptions& options) {
  symex::Model model(program);
  symex::Answer answer = symex::verify(run, model, symex_options(options));
  verdict::Result& result = answer.result;
  if (!result.violation) return std::move(result);
  interp::Model concrete(program, interp_options(options));
  run::Run again;
  auto execution = check::replay(again, concrete, result, answer.schedule);
  CHECK(execution, "a counterexample failed its replay: {}\nclaimed: {}: {}\n{}", execution.error(),
        verdict::keyword(result.violation->kind), result.violation->message,
        verdict::inputs_json(*result.counterexample).dump());
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return std::move(result);
}

bool forks(const ir::Program& program) {
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.actions) {
        if (std::holds_alternative<ir::Fork>(action)) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string chosen_engine(const ir::Program& program, const VerifyOptions& options) {
  if (options.engine != "auto") return options.engine;
  bool has_inputs = !program.proc(program.entry).params.empty();
  return forks(program) && !has_inputs ? "interp" : "symex";
}

run::Limits limits_of(const ExecuteOptions& options) {
  run::Limits limits;
  limits.seconds = options.timeout;
  if (options.memory) limits.memory_bytes = *options.memory << 20;
  return limits;
}

verdict::Result verify_program(run::Run& run, const ir::Program& program,
                               const VerifyOptions& options) {
  if (chosen_engine(program, options) == "interp") return enumerate(run, program, options);
  return execute_symbolically(run, program, options);
}

}  // namespace driver
