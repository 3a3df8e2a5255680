#include "certify/certify.h"

#include <fmt/format.h>

#include <optional>

#include "certify/guide.h"
#include "engine/interp/execute.h"
#include "engine/interp/inputs.h"

namespace certify {

namespace {

using GivenInputs = std::optional<interp::GivenInputs>;

tl::expected<GivenInputs, std::string> inputs_of(const interp::Model& model,
                                                 const verdict::Claim& claim) {
  if (!claim.inputs) return GivenInputs();
  auto given = interp::given_inputs(model, *claim.inputs);
  if (!given) return tl::make_unexpected("the inputs do not fit: " + given.error());
  return GivenInputs(std::move(*given));
}

// Behind the last step of a claim that tells all of them nothing counts: a violation is there by
// then, and so is a deadlock.
run::Limits limits_of(const verdict::Claim& claim) {
  run::Limits limits;
  bool tells_all = claim.told == verdict::Told::Transitions || claim.told == verdict::Told::Values;
  if (tells_all) limits.steps = claim.steps.size();
  return limits;
}

// Why the execution is not the one that was claimed; nothing: it is.
std::optional<std::string> difference(const verdict::Claim& claim, const verdict::Result& result) {
  if (!claim.kind) return std::nullopt;
  if (!result.violation) {
    return fmt::format("the execution ended without a violation ({})",
                       verdict::keyword(result.verdict));
  }
  bool has_place = claim.kind != verdict::ViolationKind::Deadlock && claim.place.is_valid();
  bool is_elsewhere = has_place && !(result.violation->span == claim.place);
  bool is_other = result.violation->kind != claim.kind;
  if (!is_other && !is_elsewhere) return std::nullopt;
  return fmt::format("the execution ended {}: {}: {}", is_other ? "otherwise" : "elsewhere",
                     verdict::keyword(result.violation->kind), result.violation->message);
}

}  // namespace

tl::expected<verdict::Result, std::string> certify(const interp::Model& model,
                                                   const verdict::Claim& claim) {
  auto inputs = inputs_of(model, claim);
  if (!inputs) return tl::make_unexpected(inputs.error());
  interp::System system(model, *inputs);
  auto execution = follow(system, *guide_of(model, claim));
  if (!execution) return tl::make_unexpected(execution.error());
  run::Run run(limits_of(claim));
  verdict::Result result = interp::replay(run, model, execution->decisions, std::move(*inputs));
  if (auto why = difference(claim, result)) return tl::make_unexpected(std::move(*why));
  return result;
}

}  // namespace certify
