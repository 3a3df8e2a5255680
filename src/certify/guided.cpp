// Depth-first search over the few alternatives that the steps leave open. A wrong choice
// of an object is usually noticed soon, because a later step is not enabled; the number of
// steps tried is limited all the same.
#include "certify/guided.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/interp/enabled.h"
#include "engine/interp/system.h"

namespace certify {

namespace {

constexpr std::size_t kMostTries = 1'000'000;

class Completion {
 public:
  Completion(const interp::Model& model, const std::vector<GuidedStep>& steps, bool ends)
      : model_(model), system_(model), steps_(steps), ends_(ends) {}

  tl::expected<verdict::ModelTrace, std::string> run() {
    interp::EnumeratingChooser none;
    interp::State first = system_.initial(none);
    enter(first, {});
    while (!stack_.empty()) {
      if (stack_.size() == steps_.size() + 1) {
        bool over = system_.enabled(stack_.back().state).empty();
        if (over || !ends_) return std::move(trace_);
        farthest_ = "the execution goes on after the last step";
        leave();
      } else if (!advance()) {
        leave();
      }
      if (++tries_ > kMostTries) return tl::unexpected<std::string>("too many ways to try");
    }
    return tl::unexpected(farthest_);
  }

 private:
  struct Node {
    interp::State state;
    std::vector<ir::ProcId> procs;  // what each thread runs or ran
    std::unique_ptr<interp::EnumeratingChooser> chooser;
    bool is_done = false;
  };

  void enter(interp::State state, std::vector<ir::ProcId> procs) {
    for (std::size_t i = procs.size(); i < state.threads.size(); ++i) {
      const auto& frames = state.threads[i].frames;
      procs.push_back(frames.empty() ? ir::ProcId() : frames.front().proc);
    }
    stack_.push_back({std::move(state), std::move(procs),
                      std::make_unique<interp::EnumeratingChooser>(), false});
  }

  void leave() {
    stack_.pop_back();
    if (!trace_.empty()) trace_.pop_back();
  }

  // Takes the next alternative of the step from the topmost state; false: there is none.
  bool advance() {
    Node& node = stack_.back();
    const GuidedStep& step = steps_[stack_.size() - 1];
    std::size_t thread = find_thread(node.procs, step);
    std::vector<ir::TransId> ways;
    if (thread < node.state.threads.size() && node.state.outcome == interp::Outcome::Running) {
      ways = interp::enabled_transitions(model_, node.state, interp::ThreadId(thread));
    }
    auto way = std::find(ways.begin(), ways.end(), step.transition);
    if (way == ways.end()) {
      note("step {}: the transition is not enabled");
      return false;
    }
    auto branch = static_cast<std::uint32_t>(way - ways.begin());
    while (!node.is_done) {
      interp::State next = node.state;
      system_.step(next, interp::ThreadId(thread), *node.chooser);
      run::Decisions decisions = node.chooser->decisions();
      node.is_done = !node.chooser->advance();
      if (++tries_ > kMostTries) return false;
      verdict::ModelStep taken{static_cast<std::uint32_t>(thread), step.proc, step.transition, {}};
      if (!fits(decisions, branch, step.values, taken.choices)) continue;
      std::vector<ir::ProcId> procs = node.procs;
      trace_.push_back(std::move(taken));
      enter(std::move(next), std::move(procs));
      return true;
    }
    note("step {}: no choice fits");
    return false;
  }

  static bool fits(const run::Decisions& decisions, std::uint32_t branch,
                   const std::vector<std::uint32_t>& values, std::vector<std::uint32_t>& choices) {
    std::size_t next = 0;
    for (const run::Decision& decision : decisions) {
      if (decision.kind == run::DecisionKind::Branch) {
        if (decision.chosen != branch) return false;
        continue;
      }
      choices.push_back(decision.chosen);
      if (decision.kind != run::DecisionKind::Value) continue;
      if (next >= values.size() || values[next++] != decision.chosen) return false;
    }
    return true;
  }

  static std::size_t find_thread(const std::vector<ir::ProcId>& procs, const GuidedStep& step) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < procs.size(); ++i) {
      if (procs[i] == step.proc && seen++ == step.ordinal) return i;
    }
    return procs.size();
  }

  void note(fmt::format_string<std::size_t> text) {
    if (stack_.size() <= deepest_) return;
    deepest_ = stack_.size();
    farthest_ = fmt::format(text, stack_.size());
  }

  const interp::Model& model_;
  interp::System system_;
  const std::vector<GuidedStep>& steps_;
  bool ends_;
  std::vector<Node> stack_;
  verdict::ModelTrace trace_;
  std::size_t tries_ = 0;
  std::size_t deepest_ = 0;
  std::string farthest_ = "there is no such execution";
};

}  // namespace

tl::expected<verdict::ModelTrace, std::string> complete_trace(const interp::Model& model,
                                                              const std::vector<GuidedStep>& steps,
                                                              bool ends) {
  return Completion(model, steps, ends).run();
}

}  // namespace certify
