#include "pipeline/nusmv_engine.h"

#include "certify/certify.h"
#include "engine/nusmv/engine.h"
#include "pipeline/job.h"
#include "pipeline/mc_engine.h"

namespace pipeline {

namespace {

nusmv::Options nusmv_options(const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  nusmv::Options result;
  result.model = smv_options(options, finitised);
  result.limit_is_error = search.kind == mc::SearchKind::Basic;
  result.own_limit_is_error = search.own_limits;
  return result;
}

}  // namespace

nusmv::SmvOptions smv_options(const Request& options, bool finitised) {
  mc::Options search = mc_options(options, finitised);
  nusmv::SmvOptions result;
  result.threads = search.threads;
  result.semantics = search.semantics;
  result.choose_free = search.kind == mc::SearchKind::ChooseFree;
  return result;
}

verdict::Answer ask_nusmv(run::Run& run, const ir::Program& program, const Request& options,
                          bool finitised) {
  interp::Model concrete(program, model_interp_options(options, finitised));
  auto confirm = [&](const verdict::Claim& claim) { return certify::certify(concrete, claim); };
  return nusmv::verify(run, program, nusmv_options(options, finitised), confirm);
}

verdict::Answer ask_nusmv_about(run::Run& run, const ir::Program& program,
                                const ltl::Property& property, const Request& options,
                                bool finitised) {
  if (options.fair) {
    return {verdict::unknown(run, "fair executions are for --engine mc and spin"), {}};
  }
  interp::Model concrete(program, model_interp_options(options, finitised));
  auto confirm = [&](const verdict::Claim& claim) {
    return certify::certify(concrete, claim, property);
  };
  return nusmv::verify_property(run, program, property, nusmv_options(options, finitised), confirm);
}

verdict::Result verify_with_nusmv(run::Run& run, const ir::Program& program,
                                  const Request& options) {
  return ask_nusmv(run, program, options, false).result;
}

}  // namespace pipeline
