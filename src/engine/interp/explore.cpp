// Depth-first search over decisions with an explicit stack of copied states.
//
// State matching stores the canonical encoding of every state at which all threads
// were considered, with the depth at which it was met: a state that is met again
// closer to the start is explored again, since the depth bound may cut less there.
//
// Invisible steps: if the next step of some thread is invisible, only that thread
// is run. A thread that loops on invisible steps for ever would hide all others, so
// after kLongestRun such steps in a row every thread is considered again. States
// within such a run are not stored, so that every stored state was considered for
// all threads.
#include "engine/interp/explore.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "base/check.h"
#include "engine/interp/enabled.h"
#include "engine/interp/execute.h"
#include "engine/interp/state_graph.h"
#include "engine/interp/system.h"
#include "ir/limits.h"

namespace interp {

namespace {

constexpr std::uint64_t kLongestRun = 1000;
constexpr std::uint32_t kNobody = ~0U;

class Explorer {
 public:
  Explorer(run::Run& run, const Model& model, ExploreOptions options)
      : run_(run), options_(std::move(options)), system_(model, options_.inputs) {}

  verdict::Result explore() {
    EnumeratingChooser inputs;
    do {
      if ((stop_reason_ = run_.stop_reason())) break;
      State initial = system_.initial(inputs);
      path_ = inputs.decisions();
      enter(std::move(initial), 0, 0, kNobody);
      while (!stack_.empty() && !stopped()) advance();
      stack_.clear();
    } while (!stopped() && inputs.advance());
    return conclude();
  }

 private:
  // A state that is remembered.
  struct Known {
    std::uint64_t depth = 0;  // the least at which it was met
    std::uint32_t number = 0;
    bool is_open = false;  // it lies on the present execution
  };
  // A state and the moves from it that are still to be explored.
  struct Node {
    State state;
    std::vector<ThreadId> enabled;
    std::size_t next = 0;                       // position in `enabled` of the thread to run now
    std::size_t end = 0;                        // position behind the last thread to run
    std::unique_ptr<EnumeratingChooser> moves;  // decisions within its step
    std::size_t path_length = 0;
    std::uint64_t depth = 0;
    std::uint64_t run_length = 0;    // invisible steps in a row until here
    std::uint32_t number = kNobody;  // of the last state on the way here that is remembered
    Known* known = nullptr;          // with state matching: the entry of its state
  };

  bool stopped() const { return violated_ || stop_reason_.has_value(); }

  // Considers a new state: ends the execution there, or puts it on the stack.
  void enter(State state, std::uint64_t depth, std::uint64_t run_length, std::uint32_t before) {
    run_.stats.max_depth = std::max(run_.stats.max_depth, depth);
    if (state.is_cut) inputs_cut_ = true;
    Node node{.enabled = system_.enabled(state)};
    node.number = before;
    if (node.enabled.empty()) {
      ++run_.stats.states;
      note_end(before);
      return finish(state);
    }
    if (may_end(state)) note_end(before);
    node.end = node.enabled.size();
    bool alone = choose_invisible(state, node, run_length);
    if (!alone && options_.match_states && is_known(state, depth, node)) {
      ++run_.stats.pruned;
      has_cycle_ = has_cycle_ || node.known->is_open;
      return;
    }
    ++run_.stats.states;
    if (depth >= options_.depth) {
      depth_cut_ = true;
      note_end(node.number);
      ++run_.stats.paths;
      ++run_.stats.cut;
      return;
    }
    node.state = std::move(state);
    node.moves = std::make_unique<EnumeratingChooser>();
    node.path_length = path_.size();
    node.depth = depth;
    node.run_length = alone ? run_length + 1 : 0;
    if (node.known) node.known->is_open = true;
    stack_.push_back(std::move(node));
  }

  // Restricts the node to the first thread whose step is invisible, if there is one.
  bool choose_invisible(const State& state, Node& node, std::uint64_t run_length) const {
    if (!options_.use_invisible || run_length >= kLongestRun) return false;
    for (std::size_t i = 0; i < node.enabled.size(); ++i) {
      if (!system_.is_invisible(state, node.enabled[i])) continue;
      node.next = i;
      node.end = i + 1;
      return true;
    }
    return false;
  }

  // Says which number the state has.
  bool is_known(const State& state, std::uint64_t depth, Node& node) {
    auto [at, is_new] = known_.try_emplace(system_.encode(state),
                                           Known{depth, static_cast<std::uint32_t>(known_.size())});
    Known& known = at->second;
    node.known = &known;
    if (node.number != kNobody) graph_.add_step(node.number, known.number);
    node.number = known.number;
    if (is_new) {
      places_.push_back(next_place(state, node.enabled.front()));
      return false;
    }
    if (known.depth <= depth) return true;
    known.depth = depth;
    return false;
  }

  base::Span next_place(const State& state, ThreadId thread) const {
    const Frame& frame = state.thread(thread).frames.back();
    ir::TransId next = enabled_transitions(system_.model(), state, thread).front();
    base::Span span = system_.model().transition(frame.proc, next).span;
    return shown_span(system_.model(), state.thread(thread), span);
  }

  // An execution ends behind this state, or its rest is not looked at.
  void note_end(std::uint32_t number) {
    if (number != kNobody) graph_.add_end(number);
  }

  // Takes the next move of the topmost node.
  void advance() {
    if ((stop_reason_ = run_.stop_reason())) return;
    Node& node = stack_.back();
    if (node.next == node.end) {
      if (node.known) node.known->is_open = false;
      stack_.pop_back();
      return;
    }
    State successor = node.state;
    std::uint64_t known = successor.checks;
    Effects effects = system_.step(successor, node.enabled[node.next], *node.moves);
    if (options_.on_step) options_.on_step(effects.proc, effects.transition);
    ++run_.stats.transitions;
    run_.stats.checks += successor.checks - known;
    path_.resize(node.path_length);
    if (node.enabled.size() > 1) {
      path_.push_back({run::DecisionKind::Schedule, static_cast<std::uint32_t>(node.next),
                       static_cast<std::uint32_t>(node.enabled.size())});
    }
    const auto& taken = node.moves->decisions();
    path_.insert(path_.end(), taken.begin(), taken.end());
    std::uint64_t depth = node.depth + 1;
    std::uint64_t run_length = node.run_length;
    std::uint32_t number = node.number;
    if (!node.moves->advance()) {
      node.moves = std::make_unique<EnumeratingChooser>();
      ++node.next;
    }
    enter(std::move(successor), depth, run_length, number);
  }

  void finish(const State& state) {
    switch (system_.outcome(state)) {
      case Outcome::Finished:
        ++run_.stats.paths;
        if (options_.on_final) options_.on_final(state);
        return;
      case Outcome::Discarded: ++run_.stats.discarded; return;
      case Outcome::Violated:
        ++run_.stats.paths;
        violation_ = violation(system_.model(), state);
        if (options_.bounded && violation_->kind == verdict::ViolationKind::Limit) {
          limit_cut_ = true;
          ++run_.stats.cut;
        } else {
          violated_ = true;
        }
        return;
      case Outcome::Exhausted:
        ++run_.stats.paths;
        if (state.reason == ir::kNestedCalls) {
          calls_cut_ = true;
          ++run_.stats.cut;
          return;
        }
        if (exhausted_.empty()) exhausted_ = state.reason;
        return;
      case Outcome::Running: break;
    }
    UNREACHABLE("a running state is not over");
  }

  verdict::Result conclude() {
    verdict::Result result;
    result.set_bound("depth", std::to_string(options_.depth));
    if (depth_cut_) result.cut("depth");
    if (limit_cut_) result.cut("limit");
    if (calls_cut_) result.cut("nested-calls");
    if (violated_) {
      certify(result);
    } else if (stop_reason_ || !exhausted_.empty()) {
      result.reason = stop_reason_.value_or(exhausted_);
    } else {
      result.verdict = verdict::VerdictKind::Valid;
      result.complete = !result.is_cut() && !inputs_cut_;
      result.vacuous = run_.stats.paths + run_.stats.pruned == 0 && run_.stats.discarded > 0;
      if (auto trap = graph_.find_trap()) result.never_ends = places_[*trap];
    }
    // An execution is cut if it ends where a bound stopped it. One that comes back to a state
    // of its own goes round for ever, and is not cut: it counts once, where that matters.
    if (has_cycle_ && run_.stats.cut == run_.stats.paths) ++run_.stats.paths;
    result.stats = run_.finished_statistics();
    verdict::judge_cuts(result, has_checks());
    // Inputs that are not tried are executions that are not there, not ones that were cut.
    if (inputs_cut_) result.cut("inputs");
    return result;
  }

  // Whether there is anything to check but deadlocks.
  bool has_checks() const {
    const ir::Program& program = system_.model().program();
    auto checks = [](const ir::Action& a) {
      const auto* contract = std::get_if<ir::CheckContract>(&a);
      return std::holds_alternative<ir::Assert>(a) ||
             (contract && !ir::is_precondition(contract->kind));
    };
    return std::any_of(program.procs.begin(), program.procs.end(), [&](const ir::Procedure& proc) {
      return std::any_of(proc.transitions.begin(), proc.transitions.end(),
                         [&](const ir::Transition& t) {
                           return std::any_of(t.actions.begin(), t.actions.end(), checks);
                         });
    });
  }

  // The violation counts only if a replay of its decisions shows it again.
  void certify(verdict::Result& result) {
    run::Run unlimited;
    verdict::Result again = replay(unlimited, system_.model(), path_, options_.inputs);
    CHECK(again.violation && again.violation->kind == violation_->kind &&
              again.violation->message == violation_->message,
          "the replay of a violation differs: {}", again.reason);
    result.verdict = again.verdict;
    result.violation = std::move(again.violation);
    result.counterexample = std::move(again.counterexample);
  }

  run::Run& run_;
  ExploreOptions options_;
  System system_;
  std::vector<Node> stack_;
  run::Decisions path_;                           // decisions of the current execution
  std::unordered_map<std::string, Known> known_;  // by encoding
  StateGraph graph_;                              // of the states that are remembered
  std::vector<base::Span> places_;                // by state: what comes next there
  bool depth_cut_ = false;
  bool inputs_cut_ = false;
  bool limit_cut_ = false;
  bool calls_cut_ = false;
  bool has_cycle_ = false;  // an execution came back to a state of its own
  bool violated_ = false;
  std::optional<verdict::Violation> violation_;
  std::optional<std::string> stop_reason_;
  std::string exhausted_;  // why some execution could not go on
};

}  // namespace

verdict::Result explore(run::Run& run, const Model& model, ExploreOptions options) {
  return Explorer(run, model, std::move(options)).explore();
}

}  // namespace interp
