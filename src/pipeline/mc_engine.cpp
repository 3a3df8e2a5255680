#include "pipeline/mc_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/certify.h"
#include "engine/mc/engine.h"
#include "engine/nusmv/smv.h"
#include "engine/spin/promela.h"

namespace pipeline {

std::size_t lock_depth_of(Engine engine) {
  if (engine == Engine::Spin) return spin::kPromelaLockDepth;
  if (engine == Engine::Nusmv) return static_cast<std::size_t>(nusmv::SmvOptions().lock_depth);
  return mc::kMaxDepth;
}

interp::Options model_interp_options(const Request& options, bool finitised) {
  interp::Options result = interp_options(options);
  result.bounds.range_values = INT32_MAX;  // arbitrary values are not cut
  result.bounds.threads = mc_options(options, finitised).threads;
  result.bounds.lock_depth = lock_depth_of(*options.engine);
  return result;
}

mc::Options mc_options(const Request& options, bool finitised) {
  mc::Options result;
  result.kind = finitised ? mc::SearchKind::Bounded : mc::SearchKind::Basic;
  if (options.search == SearchMode::Basic) {
    result.kind = mc::SearchKind::Basic;
    result.own_limits = true;
  }
  if (options.search == SearchMode::Bounded) result.kind = mc::SearchKind::Bounded;
  if (options.search == SearchMode::ChooseFree) result.kind = mc::SearchKind::ChooseFree;
  result.jobs = std::clamp(options.jobs, 1U, mc::kMaxJobs);
  result.breadth_first = options.breadth_first || result.jobs > 1;
  result.random_order = options.search == SearchMode::Random;
  result.hash_compact = options.hash_compact;
  result.symmetry = options.symmetry;
  result.live = options.live;
  result.forget_ended = options.live;  // a thread that has ended is as dead as a variable
  result.coarsen = options.coarsen;
  // What is left out must not depend on where a bound on the depth cuts.
  result.reduce = options.reduction != symex::Reduction::None && !options.depth;
  result.stubborn = options.stubborn;
  result.reclaim_threads = options.reclaim && !result.own_limits;
  // A collection that the program declares says how many objects it may make.
  result.reclaim_objects = options.reclaim && finitised;
  result.semantics = options.semantics;
  result.threads = mc::kMaxThreads;
  if (finitised || options.bounds.given.contains("threads")) {
    std::int64_t threads = options.bounds.threads;
    result.threads = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(threads, 1, std::int64_t{mc::kMaxThreads}));
  }
  result.depth = options.depth;
  return result;
}

verdict::Result search_model(run::Run& run, const ir::Program& program, const Request& options) {
  auto model = mc::compile(program, mc_options(options, false));
  if (!model) {
    verdict::Result result;
    result.reason = "not a finite model: " + model.error();
    result.stats = run.finished_statistics();
    return result;
  }
  verdict::Answer answer = mc::search(run, **model);
  verdict::Result& result = answer.result;
  if (!result.violation) return std::move(result);
  interp::Model concrete(program, model_interp_options(options, false));
  auto execution = certify::certify(concrete, answer.claim);
  CHECK(execution, "a counterexample failed its replay: {}\nclaimed: {}: {}", execution.error(),
        verdict::keyword(result.violation->kind), result.violation->message);
  result.violation = std::move(execution->violation);
  result.counterexample = std::move(execution->counterexample);
  return std::move(result);
}

}  // namespace pipeline
