// Counterexamples of abstractions, tried on the program.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "certify/certify.h"
#include "certify/guide.h"

namespace certify {

namespace {

// Remembers how far the program could follow.
class WatchedGuide : public TransitionGuide {
 public:
  using TransitionGuide::TransitionGuide;

  Turn next(const interp::State& state, const std::vector<interp::ThreadId>& enabled,
            std::size_t taken) override {
    farthest_ = std::max(farthest_, taken);
    return TransitionGuide::next(state, enabled, taken);
  }
  std::size_t farthest() const { return farthest_; }

 private:
  std::size_t farthest_ = 0;
};

// The steps that the program can take, and why there is no further one; empty: it takes all.
std::pair<std::size_t, std::string> follow_claim(const interp::Model& source,
                                                 const verdict::Claim& claim) {
  std::optional<interp::GivenInputs> inputs;
  if (claim.inputs) {
    auto given = interp::given_inputs(source, *claim.inputs);
    if (!given) return {0, "the inputs do not fit: " + given.error()};
    inputs = std::move(*given);
  }
  interp::System system(source, std::move(inputs));
  WatchedGuide guide(source, claim);
  auto execution = follow(system, guide);
  return {guide.farthest(), execution ? "" : execution.error()};
}

}  // namespace

tl::expected<verdict::Result, verdict::Spurious> try_on_source(const interp::Model& source,
                                                               const pass::FiniteModel& model,
                                                               const verdict::Claim& claim) {
  auto found = certify_on_source(source, model, claim);
  if (found) return std::move(*found);
  auto of_source = source_claim(source, model, claim);
  CHECK(of_source, "a counterexample is no execution of its model: {}", of_source.error());
  auto [taken, why] = follow_claim(source, *of_source);
  // The program may have gone wrong before the model did.
  verdict::Claim shorter = *of_source;
  shorter.kind = {};
  shorter.steps.resize(std::min(taken, shorter.steps.size()));
  auto other = certify(source, shorter);
  if (other && other->violation) return std::move(*other);

  std::size_t count = of_source->steps.size();
  std::size_t failing = why.empty() && taken > 0 ? taken - 1 : std::min(taken, count);
  verdict::Spurious result{.step = failing + 1, .why = why.empty() ? found.error() : why};
  if (failing < count) {
    const verdict::Step& step = of_source->steps[failing];
    result.thread = step.thread + 1;
    result.span = source.program().proc(step.proc).transitions[step.transition.index()].span;
  }
  return tl::make_unexpected(std::move(result));
}

}  // namespace certify
