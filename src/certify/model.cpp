#include "certify/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/interp/enabled.h"
#include "engine/interp/execute.h"
#include "engine/interp/system.h"

namespace certify {

namespace {

// Takes the transition and the choices of one step.
class StepChooser : public interp::Chooser {
 public:
  explicit StepChooser(bool lenient) : lenient_(lenient) {}

  void begin(std::size_t branch, const std::vector<std::uint32_t>& choices) {
    branch_ = branch;
    choices_ = &choices;
    next_ = 0;
    misfit_ = false;
  }
  bool fits() const { return !misfit_ && (!choices_ || next_ == choices_->size()); }

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override {
    std::size_t chosen = branch_;
    if (kind != run::DecisionKind::Branch) {
      bool has_choice = choices_ && next_ < choices_->size();
      if (!has_choice && lenient_) return 0;
      misfit_ = misfit_ || !has_choice;
      chosen = misfit_ ? 0 : (*choices_)[next_++];
    }
    misfit_ = misfit_ || chosen >= count;
    return misfit_ ? 0 : chosen;
  }

  bool lenient_;
  std::size_t branch_ = 0;
  const std::vector<std::uint32_t>* choices_ = nullptr;
  std::size_t next_ = 0;
  bool misfit_ = false;
};

// The steps as decisions of the interpreter.
tl::expected<run::Decisions, std::string> decisions_of(
    const interp::Model& model, const verdict::ModelTrace& steps,
    const std::optional<interp::GivenInputs>& inputs, bool lenient) {
  interp::System system(model, inputs);
  StepChooser inner(lenient);
  interp::RecordingChooser chooser(inner);
  interp::State state = system.initial(chooser);
  run::Decisions decisions;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const verdict::ModelStep& step = steps[i];
    interp::ThreadId thread(step.thread);
    std::vector<interp::ThreadId> enabled = system.enabled(state);
    auto found = std::find(enabled.begin(), enabled.end(), thread);
    if (found == enabled.end()) {
      return tl::unexpected(
          fmt::format("thread {} cannot move in step {}", step.thread + 1, i + 1));
    }
    if (enabled.size() > 1) {
      decisions.push_back({run::DecisionKind::Schedule,
                           static_cast<std::uint32_t>(found - enabled.begin()),
                           static_cast<std::uint32_t>(enabled.size())});
    }
    const interp::State& before = state;
    auto ways = interp::enabled_transitions(model, before, thread);
    auto way = std::find(ways.begin(), ways.end(), step.transition);
    if (before.thread(thread).frames.back().proc != step.proc || way == ways.end()) {
      return tl::unexpected(fmt::format("the transition of step {} is not enabled", i + 1));
    }
    std::size_t known = chooser.decisions().size();
    inner.begin(static_cast<std::size_t>(way - ways.begin()), step.choices);
    system.step(state, thread, chooser);
    if (!inner.fits()) {
      return tl::unexpected(fmt::format("the choices of step {} do not fit", i + 1));
    }
    for (; known < chooser.decisions().size(); ++known) {
      decisions.push_back(chooser.decisions()[known]);
    }
  }
  return decisions;
}

}  // namespace

tl::expected<verdict::Result, std::string> replay_model(
    const interp::Model& model, const verdict::ModelTrace& steps,
    std::optional<verdict::ViolationKind> claimed, const std::optional<interp::GivenInputs>& inputs,
    bool lenient) {
  auto decisions = decisions_of(model, steps, inputs, lenient);
  if (!decisions) return tl::unexpected(decisions.error());
  // Behind the steps nothing counts: a violation is there by then, and so is a deadlock.
  run::Run run(run::Limits{.steps = steps.size()});
  verdict::Result result = interp::replay(run, model, *decisions, inputs);
  if (!claimed) return result;
  if (!result.violation) {
    return tl::unexpected(fmt::format("the execution ended without a violation ({})",
                                      verdict::keyword(result.verdict)));
  }
  if (result.violation->kind != *claimed) {
    return tl::unexpected(fmt::format("the execution ended otherwise: {}: {}",
                                      verdict::keyword(result.violation->kind),
                                      result.violation->message));
  }
  return result;
}

}  // namespace certify
