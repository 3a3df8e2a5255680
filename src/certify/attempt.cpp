#include "certify/attempt.h"

#include <algorithm>

#include "engine/interp/enabled.h"

namespace certify {

namespace {

const char* const kOver = "the budget is spent";

// Steps of an earlier execution, without those whose thread cannot move; inside of a step, what
// was decided the last time, where it fits.
class AttemptGuide : public Guide {
 public:
  AttemptGuide(Attempts& attempts, const std::vector<TakenStep>& steps)
      : attempts_(attempts), steps_(steps) {}

  Turn next(const interp::State& state, const std::vector<interp::ThreadId>& enabled,
            std::size_t) override {
    if (enabled.empty()) return Turn::over();
    while (next_ < steps_.size() &&
           std::find(enabled.begin(), enabled.end(), steps_[next_].thread) == enabled.end()) {
      ++next_;
    }
    if (next_ == steps_.size()) return Turn::failed("the execution goes on");
    if (!attempts_.spend(state.threads.size())) return Turn::failed(kOver);
    inner_ = &steps_[next_].inner;
    decision_ = 0;
    return Turn::of(steps_[next_++].thread);
  }

  std::optional<std::size_t> pick(run::DecisionKind kind, std::size_t count) override {
    if (!inner_ || decision_ == inner_->size()) return 0;
    const run::Decision& d = (*inner_)[decision_++];
    return d.kind == kind && d.chosen < count ? d.chosen : 0;
  }
  std::optional<std::string> told_value() override {
    if (!inner_ || decision_ == inner_->size()) return std::nullopt;
    const std::string& told = (*inner_)[decision_].value;
    if (told.empty()) return std::nullopt;
    ++decision_;
    return told;
  }

 private:
  Attempts& attempts_;
  const std::vector<TakenStep>& steps_;
  std::size_t next_ = 0;
  const run::Decisions* inner_ = nullptr;
  std::size_t decision_ = 0;
};

// All decisions are recorded.
class RecordedGuide : public Guide {
 public:
  RecordedGuide(Attempts& attempts, const run::Decisions& decisions)
      : attempts_(attempts), chooser_(decisions) {}

  Turn next(const interp::State& state, const std::vector<interp::ThreadId>& enabled,
            std::size_t) override {
    if (enabled.empty()) return Turn::over();
    if (!attempts_.spend(state.threads.size())) return Turn::failed(kOver);
    return Turn::of(enabled[chooser_.choose(run::DecisionKind::Schedule, enabled.size())]);
  }
  std::optional<std::size_t> pick(run::DecisionKind kind, std::size_t count) override {
    return chooser_.choose(kind, count);
  }
  std::optional<std::string> told_value() override { return chooser_.told_value(); }
  std::string problem(const interp::State&) override { return chooser_.problem().value_or(""); }

 private:
  Attempts& attempts_;
  interp::ReplayChooser chooser_;
};

}  // namespace

bool Attempts::spend(std::size_t cost) {
  if (budget_ == 0) return false;
  budget_ -= std::min<std::uint64_t>(budget_, cost);
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

std::optional<Execution> Attempts::shown(const interp::System& system, Guide& guide) const {
  interp::State last;
  auto execution = certify::follow(system, guide, &last);
  if (!execution || !is_wanted(last)) return std::nullopt;
  return std::move(*execution);
}

std::optional<Execution> Attempts::try_steps(const interp::System& system,
                                             const std::vector<TakenStep>& steps) {
  AttemptGuide guide(*this, steps);
  return shown(system, guide);
}

std::optional<Execution> Attempts::follow(const interp::System& system,
                                          const run::Decisions& decisions) {
  RecordedGuide guide(*this, decisions);
  return shown(system, guide);
}

}  // namespace certify
