#include "pipeline/spin_engine.h"

#include "certify/certify.h"
#include "engine/spin/engine.h"
#include "pipeline/mc_engine.h"

namespace pipeline {

spin::PromelaOptions promela_options(const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  spin::PromelaOptions result;
  result.threads = search.threads;
  result.semantics = search.semantics;
  result.coarsen = search.coarsen;
  result.reset_dead = search.live;
  result.limit_is_error = search.kind == mc::SearchKind::Basic;
  result.own_limit_is_error = search.own_limits;
  result.choose_free = search.kind == mc::SearchKind::ChooseFree;
  return result;
}

verdict::Answer ask_spin(run::Run& run, const ir::Program& program, const Request& options,
                         bool finitised) {
  spin::PromelaOptions model = promela_options(options, finitised);
  model.hide = !options.breadth_first;  // SPIN's breadth-first search has no hidden variables
  spin::SpinOptions search;
  search.reduce = options.reduction != symex::Reduction::None && !options.depth;
  search.breadth_first = options.breadth_first;
  search.depth = options.depth;
  interp::Model concrete(program, model_interp_options(options, finitised));
  auto confirm = [&](const verdict::Claim& claim) { return certify::certify(concrete, claim); };
  return spin::verify(run, program, model, search, confirm);
}

verdict::Answer ask_spin_about(run::Run& run, const ir::Program& program, const ltl::Automaton& bad,
                               const ltl::Property& property, const Request& options,
                               bool finitised) {
  spin::PromelaOptions model = promela_options(options, finitised);
  model.coarsen = model.coarsen && property.is_stutter_invariant;
  spin::SpinOptions search;
  search.liveness = true;
  search.fair = options.fair;
  // SPIN's reduction is wrong for fair executions.
  search.reduce =
      options.reduction != symex::Reduction::None && property.is_stutter_invariant && !options.fair;
  interp::Model concrete(program, model_interp_options(options, finitised));
  auto confirm = [&](const verdict::Claim& claim) { return certify::certify(concrete, claim); };
  return spin::verify_property(run, program, bad, property, model, search, confirm);
}

verdict::Result verify_with_spin(run::Run& run, const ir::Program& program,
                                 const Request& options) {
  return ask_spin(run, program, options, false).result;
}

}  // namespace pipeline
