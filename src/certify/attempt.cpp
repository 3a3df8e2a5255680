#include "certify/attempt.h"

#include <algorithm>
#include <memory>

#include "engine/interp/enabled.h"

namespace certify {

namespace {

// What was decided inside of a step the last time, where it fits.
class InnerChooser : public interp::Chooser {
 public:
  explicit InnerChooser(const run::Decisions& decisions) : decisions_(decisions) {}

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override {
    if (next_ == decisions_.size()) return 0;
    const run::Decision& d = decisions_[next_++];
    return d.kind == kind && d.chosen < count ? d.chosen : 0;
  }

  const run::Decisions& decisions_;
  std::size_t next_ = 0;
};

}  // namespace

std::size_t ShownExecution::switches() const {
  std::size_t result = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].thread != steps[i - 1].thread) ++result;
  }
  return result;
}

bool ShownExecution::is_better_than(const ShownExecution& other) const {
  if (steps.size() != other.steps.size()) return steps.size() < other.steps.size();
  return switches() < other.switches();
}

bool Attempts::spend(std::size_t threads) {
  if (budget_ == 0) return false;
  budget_ -= std::min<std::uint64_t>(budget_, threads);
  if (run_.stop_reason()) budget_ = 0;
  return budget_ > 0;
}

// Of a deadlock the cycle must be as long: another one would be another answer.
bool Attempts::is_wanted(const interp::State& state) const {
  if (interp::outcome(model_, state) != interp::Outcome::Violated) return false;
  auto found = interp::violation(model_, state);
  return found && found->kind == wanted_.kind && found->span == wanted_.span &&
         found->cycle.size() == wanted_.cycle.size();
}

void take(const interp::System& system, interp::State& state, interp::ThreadId thread,
          const std::vector<interp::ThreadId>& enabled, interp::Chooser& chooser,
          ShownExecution& execution) {
  if (enabled.size() > 1) {
    auto at = std::find(enabled.begin(), enabled.end(), thread) - enabled.begin();
    execution.decisions.push_back({run::DecisionKind::Schedule, static_cast<std::uint32_t>(at),
                                   static_cast<std::uint32_t>(enabled.size())});
  }
  interp::RecordingChooser recorder(chooser);
  system.step(state, thread, recorder);
  const run::Decisions& inner = recorder.decisions();
  execution.decisions.insert(execution.decisions.end(), inner.begin(), inner.end());
  execution.steps.push_back({thread, inner});
}

std::optional<ShownExecution> Attempts::try_steps(const interp::System& system,
                                                  const std::vector<AttemptStep>& steps) {
  InnerChooser none({});
  interp::State state = system.initial(none);
  ShownExecution result;
  for (const AttemptStep& step : steps) {
    std::vector<interp::ThreadId> enabled = system.enabled(state);
    if (enabled.empty()) break;
    if (std::find(enabled.begin(), enabled.end(), step.thread) == enabled.end()) continue;
    if (!spend(state.threads.size())) return std::nullopt;
    InnerChooser chooser(step.inner);
    take(system, state, step.thread, enabled, chooser, result);
  }
  if (!system.enabled(state).empty()) return std::nullopt;
  if (!is_wanted(state)) return std::nullopt;
  return result;
}

std::optional<ShownExecution> Attempts::follow(const interp::System& system,
                                               const run::Decisions& decisions) {
  interp::ReplayChooser chooser(decisions);
  interp::State state = system.initial(chooser);
  ShownExecution result;
  for (;;) {
    std::vector<interp::ThreadId> enabled = system.enabled(state);
    if (enabled.empty()) break;
    if (!spend(state.threads.size())) return std::nullopt;
    interp::ThreadId thread = enabled[chooser.choose(run::DecisionKind::Schedule, enabled.size())];
    take(system, state, thread, enabled, chooser, result);
    if (chooser.problem()) return std::nullopt;
  }
  if (!is_wanted(state)) return std::nullopt;
  return result;
}

}  // namespace certify
