#include "certify/follow.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace certify {

namespace {

// Steps that may be taken in all, if some can be taken in several ways.
constexpr std::size_t kMostTries = 1'000'000;

class Follower {
 public:
  Follower(const interp::System& system, Guide& guide) : system_(system), guide_(guide) {}

  tl::expected<Execution, std::string> run(interp::State* last) {
    GuidedChooser chooser(guide_, *open_);
    interp::State state = system_.initial(chooser);
    open_ = fresh();
    for (;;) {
      std::vector<interp::ThreadId> enabled = system_.enabled(state);
      Turn turn = guide_.next(state, enabled, execution_.steps.size());
      if (!turn.thread && turn.problem.empty()) {
        if (last) *last = std::move(state);
        return std::move(execution_);
      }
      std::string problem = std::move(turn.problem);
      if (problem.empty()) {
        if (guide_.leaves_open() && ++tries_ > kMostTries) {
          return tl::make_unexpected("too many ways to try");
        }
        problem = step(state, *turn.thread, enabled);
      }
      if (problem.empty()) continue;
      note(std::move(problem));
      if (!go_back(state)) return tl::make_unexpected(std::move(farthest_));
    }
  }

 private:
  using Alternatives = std::unique_ptr<interp::EnumeratingChooser>;

  // Asks the guide first.
  class GuidedChooser : public interp::Chooser {
   public:
    GuidedChooser(Guide& guide, interp::Chooser& open) : guide_(guide), open_(open) {}
    std::optional<std::string> told_value() override { return guide_.told_value(); }

   private:
    std::size_t pick(run::DecisionKind kind, std::size_t count) override {
      auto told = guide_.pick(kind, count);
      return told ? *told : open_.choose(kind, count);
    }

    Guide& guide_;
    interp::Chooser& open_;
  };

  // A step that can be taken in another way.
  struct Point {
    interp::State before;
    Alternatives open;
    std::size_t steps = 0;
    std::size_t decisions = 0;
  };

  std::string step(interp::State& state, interp::ThreadId thread,
                   const std::vector<interp::ThreadId>& enabled) {
    GuidedChooser chooser(guide_, *open_);
    if (!guide_.leaves_open()) {
      take(system_, state, thread, enabled, chooser, execution_);
      return guide_.problem(state);
    }
    Point point{state, {}, execution_.steps.size(), execution_.decisions.size()};
    take(system_, state, thread, enabled, chooser, execution_);
    Alternatives open = std::exchange(open_, fresh());
    if (open->advance()) {
      point.open = std::move(open);
      points_.push_back(std::move(point));
    }
    return guide_.problem(state);
  }

  bool go_back(interp::State& state) {
    if (points_.empty()) return false;
    Point& last = points_.back();
    state = std::move(last.before);
    open_ = std::move(last.open);
    execution_.steps.resize(last.steps);
    execution_.decisions.resize(last.decisions);
    points_.pop_back();
    return true;
  }

  void note(std::string problem) {
    if (!farthest_.empty() && execution_.steps.size() <= deepest_) return;
    deepest_ = execution_.steps.size();
    farthest_ = std::move(problem);
  }

  static Alternatives fresh() { return std::make_unique<interp::EnumeratingChooser>(); }

  const interp::System& system_;
  Guide& guide_;
  Execution execution_;
  Alternatives open_ = fresh();  // for the next step
  std::vector<Point> points_;
  std::size_t tries_ = 0;
  std::size_t deepest_ = 0;
  std::string farthest_;
};

}  // namespace

std::size_t Execution::switches() const {
  std::size_t result = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].thread != steps[i - 1].thread) ++result;
  }
  return result;
}

bool Execution::is_better_than(const Execution& other) const {
  if (steps.size() != other.steps.size()) return steps.size() < other.steps.size();
  return switches() < other.switches();
}

verdict::Steps Execution::told() const {
  verdict::Steps result;
  for (const TakenStep& step : steps) {
    verdict::Step& all = result.emplace_back();
    all.thread = static_cast<std::uint32_t>(step.thread.index());
    all.proc = step.proc;
    all.transition = step.transition;
    for (const run::Decision& d : step.inner) {
      if (d.kind != run::DecisionKind::Branch && d.value.empty()) all.choices.push_back(d.chosen);
    }
  }
  return result;
}

void take(const interp::System& system, interp::State& state, interp::ThreadId thread,
          const std::vector<interp::ThreadId>& enabled, interp::Chooser& chooser,
          Execution& execution) {
  if (enabled.size() > 1) {
    auto at = std::find(enabled.begin(), enabled.end(), thread) - enabled.begin();
    execution.decisions.push_back({run::DecisionKind::Schedule,
                                   static_cast<std::uint32_t>(at),
                                   static_cast<std::uint32_t>(enabled.size()),
                                   {}});
  }
  interp::RecordingChooser recorder(chooser);
  interp::Effects effects = system.step(state, thread, recorder);
  const run::Decisions& inner = recorder.decisions();
  execution.decisions.insert(execution.decisions.end(), inner.begin(), inner.end());
  execution.steps.push_back({thread, inner, effects.proc, effects.transition});
}

tl::expected<Execution, std::string> follow(const interp::System& system, Guide& guide,
                                            interp::State* last) {
  return Follower(system, guide).run(last);
}

}  // namespace certify
