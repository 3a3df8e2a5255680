#include "engine/interp/timeline.h"

#include <memory>

#include "base/check.h"

namespace interp {

namespace {

constexpr std::size_t kMostKept = 256;

// Takes decisions that are known to fit, from a position on.
class KnownChooser : public Chooser {
 public:
  KnownChooser(const run::Decisions& decisions, std::size_t& next)
      : decisions_(decisions), next_(next) {}

 private:
  std::size_t pick(run::DecisionKind kind, std::size_t count) override {
    CHECK(next_ < decisions_.size(), "a {} decision is missing", run::keyword(kind));
    const run::Decision& decision = decisions_[next_++];
    CHECK(decision.kind == kind && decision.count == count, "decision {} does not fit", next_);
    return decision.chosen;
  }

  const run::Decisions& decisions_;
  std::size_t& next_;
};

}  // namespace

Timeline::Timeline(const Model& model, std::optional<GivenInputs> inputs, run::Decisions decisions,
                   std::size_t steps)
    : system_(model, std::move(inputs)), decisions_(std::move(decisions)), size_(steps) {
  KnownChooser chooser(decisions_, now_.decided);
  State initial = system_.initial(chooser);
  now_.state = std::move(initial);
  keep();
}

const State& Timeline::at(std::size_t moment) {
  CHECK(moment <= size_, "moment {} of {}", moment, size_);
  auto nearest = std::prev(kept_.upper_bound(moment));
  bool start_there = moment_ > moment || nearest->first > moment_;
  if (start_there) {
    now_ = nearest->second;
    moment_ = nearest->first;
  }
  while (moment_ < moment) advance();
  return now_.state;
}

void Timeline::advance() {
  KnownChooser chooser(decisions_, now_.decided);
  std::vector<ThreadId> enabled = system_.enabled(now_.state);
  CHECK(!enabled.empty(), "the execution ends after {} steps", moment_);
  ThreadId thread = enabled[chooser.choose(run::DecisionKind::Schedule, enabled.size())];
  system_.step(now_.state, thread, chooser);
  ++moment_;
  if (moment_ % distance_ == 0) keep();
}

void Timeline::keep() {
  kept_.try_emplace(moment_, now_);
  if (kept_.size() <= kMostKept) return;
  distance_ *= 2;
  std::erase_if(kept_, [&](const auto& entry) { return entry.first % distance_ != 0; });
}

}  // namespace interp
