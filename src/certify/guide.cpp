#include "certify/guide.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/interp/enabled.h"

namespace certify {

using interp::ThreadId;

namespace {

bool contains(const std::vector<ThreadId>& threads, ThreadId thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

// Which thread moved in each step since there was more than one; before, there is no choice.
class ThreadGuide : public Guide {
 public:
  explicit ThreadGuide(const verdict::Claim& claim) : claim_(claim) {}

  Turn next(const interp::State& state, const std::vector<ThreadId>& enabled,
            std::size_t taken) override {
    if (enabled.empty()) return Turn::over();
    if (state.threads.size() == 1) return Turn::of(enabled.front());
    if (next_ == claim_.steps.size()) return Turn::over();  // the violation ended the schedule
    const verdict::Step& step = claim_.steps[next_++];
    notified_ = step.choices.empty() ? 0 : step.choices.front();
    ThreadId thread(step.thread);
    if (contains(enabled, thread)) return Turn::of(thread);
    return Turn::failed(
        fmt::format("thread {} cannot move in step {}", step.thread + 1, taken + 1));
  }

  std::optional<std::size_t> pick(run::DecisionKind kind, std::size_t count) override {
    if (kind == run::DecisionKind::Notify) return notified_ < count ? notified_ : 0;
    if (next_value_ == claim_.values.size()) return 0;
    const run::Decision& value = claim_.values[next_value_++];
    return value.kind == kind && value.count == count ? value.chosen : 0;
  }

  std::optional<std::string> told_value() override {
    if (next_value_ == claim_.values.size()) return std::nullopt;
    const std::string& told = claim_.values[next_value_].value;
    if (told.empty()) return std::nullopt;
    ++next_value_;
    return told;
  }

 private:
  const verdict::Claim& claim_;
  std::size_t next_ = 0;
  std::size_t notified_ = 0;
  std::size_t next_value_ = 0;
};

// Statements that touch shared variables, as the prover tells them. A statement is one transition
// that touches shared variables, with others before and behind it that touch locals only. Those
// nobody else can notice, so that they may come at any time: a thread takes them as soon as the
// next of its statements is told. A statement that is told but touches locals only is one of them.
//
// The first thread may be none of those that are told (PL's processes are started by a procedure
// that the prover does not know): it moves until the told threads exist, and again when all has
// been told.
class StatementGuide : public Guide {
 public:
  StatementGuide(const interp::Model& model, const verdict::Claim& claim)
      : model_(model), steps_(claim.steps) {}

  Turn next(const interp::State& state, const std::vector<ThreadId>& enabled,
            std::size_t taken) override {
    if (enabled.empty()) return end(state);
    if (taken == kMostSteps) return Turn::failed("it has too many steps");
    while (next_ < steps_.size()) {
      const verdict::Step& step = steps_[next_];
      auto thread = find(state, step.child);
      waits_for_thread_ = !thread;
      if (!thread && transition(state, ThreadId(0))) return Turn::of(ThreadId(0));
      if (!thread) return no_thread();
      last_ = *thread;
      const ir::Transition* t = transition(state, last_);
      if (t && !is_shared(*t)) return Turn::of(last_);
      ++next_;
      if (t && t->span == step.span) return Turn::of(last_);
    }
    // What fails may be behind the last statement.
    return Turn::of(transition(state, last_) ? last_ : enabled.front());
  }

  // Nothing is left open inside a step.
  std::optional<std::size_t> pick(run::DecisionKind, std::size_t) override { return 0; }

 private:
  static constexpr std::size_t kMostSteps = 100'000;

  Turn no_thread() const {
    return Turn::failed(fmt::format("the thread of step {} does not exist", next_ + 1));
  }

  Turn end(const interp::State& state) const {
    bool is_missing = waits_for_thread_ && !find(state, steps_[next_].child);
    return is_missing ? no_thread() : Turn::over();
  }

  // What the thread takes next; null: it cannot move.
  const ir::Transition* transition(const interp::State& state, ThreadId thread) const {
    auto ways = interp::enabled_transitions(model_, state, thread);
    if (ways.empty()) return nullptr;
    return &model_.transition(state.thread(thread).frames.back().proc, ways.front());
  }

  static bool is_shared(const ir::Transition& t) {
    return !t.reads.empty() ||
           std::any_of(t.actions.begin(), t.actions.end(), [](const ir::Action& a) {
             bool is_quiet =
                 std::holds_alternative<ir::Assume>(a) || std::holds_alternative<ir::Print>(a);
             return !is_quiet && ir::info(ir::kind_of(a)).shared;
           });
  }

  static std::optional<ThreadId> find(const interp::State& state,
                                      const std::vector<std::uint32_t>& path) {
    ThreadId at(0);
    for (std::uint32_t number : path) {
      std::uint32_t seen = 0;
      std::size_t child = at.index() + 1;
      for (; child < state.threads.size(); ++child) {
        if (state.threads[child].parent == at && seen++ == number) break;
      }
      if (child == state.threads.size()) return std::nullopt;
      at = ThreadId(child);
    }
    return at;
  }

  const interp::Model& model_;
  const verdict::Steps& steps_;
  std::size_t next_ = 0;
  ThreadId last_{0};
  bool waits_for_thread_ = false;
};

}  // namespace

Turn TransitionGuide::next(const interp::State& state, const std::vector<ThreadId>& enabled,
                           std::size_t taken) {
  if (taken == claim_.steps.size()) return end(!enabled.empty());
  const verdict::Step& step = claim_.steps[taken];
  ThreadId thread = thread_of(state, step);
  if (!contains(enabled, thread)) {
    return Turn::failed(
        fmt::format("thread {} cannot move in step {}", step.thread + 1, taken + 1));
  }
  auto ways = interp::enabled_transitions(model_, state, thread);
  auto way = std::find(ways.begin(), ways.end(), step.transition);
  if (state.thread(thread).frames.back().proc != step.proc || way == ways.end()) {
    return Turn::failed(fmt::format("the transition of step {} is not enabled", taken + 1));
  }
  number_ = taken + 1;
  branch_ = static_cast<std::size_t>(way - ways.begin());
  step_ = &step;
  next_ = 0;
  misfit_ = false;
  return Turn::of(thread);
}

// Where something was left open, the end shows whether it was chosen well.
Turn TransitionGuide::end(bool goes_on) const {
  bool must_end = leaves_open() && (claim_.rounds.empty() || claim_.has_ended);
  if (goes_on && must_end) return Turn::failed("the execution goes on after the last step");
  return Turn::over();
}

// No thread of the state if there is none that fits.
ThreadId TransitionGuide::thread_of(const interp::State& state, const verdict::Step& step) {
  if (!claim_.counts_by_procedure) return ThreadId(step.thread);
  procs_.resize(state.threads.size());
  for (std::size_t i = 0; i < procs_.size(); ++i) {
    const auto& frames = state.threads[i].frames;
    if (!frames.empty()) procs_[i] = frames.front().proc;
  }
  std::size_t seen = 0;
  for (std::size_t i = 0; i < procs_.size(); ++i) {
    if (procs_[i] == step.proc && seen++ == step.thread) return ThreadId(i);
  }
  return ThreadId(procs_.size());
}

std::optional<std::size_t> TransitionGuide::pick(run::DecisionKind kind, std::size_t count) {
  std::size_t chosen = branch_;
  if (kind != run::DecisionKind::Branch) {
    if (leaves_open() && kind != run::DecisionKind::Value) return std::nullopt;
    bool has_choice = step_ && next_ < step_->choices.size();
    if (!has_choice && claim_.takes_first) return 0;
    misfit_ = misfit_ || !has_choice;
    chosen = misfit_ ? 0 : step_->choices[next_++];
  }
  misfit_ = misfit_ || chosen >= count;
  return misfit_ ? 0 : chosen;
}

std::string TransitionGuide::problem(const interp::State&) {
  bool fits = !misfit_ && (leaves_open() || next_ == step_->choices.size());
  return fits ? "" : fmt::format("the choices of step {} do not fit", number_);
}

std::unique_ptr<Guide> guide_of(const interp::Model& model, const verdict::Claim& claim) {
  switch (claim.told) {
    case verdict::Told::Transitions:
    case verdict::Told::Values: return std::make_unique<TransitionGuide>(model, claim);
    case verdict::Told::Threads: return std::make_unique<ThreadGuide>(claim);
    case verdict::Told::Statements: return std::make_unique<StatementGuide>(model, claim);
  }
  UNREACHABLE("what a claim tells");
}

}  // namespace certify
