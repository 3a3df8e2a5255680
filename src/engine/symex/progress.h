// How far a worker has come: what it has found, which bounds it has hit, and whether it has to
// stop.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run/run.h"
#include "engine/symex/engine.h"
#include "engine/symex/pool.h"
#include "engine/symex/step.h"

namespace symex {

class Progress {
 public:
  Progress(run::Run& run, const ProgramTables& tables, const Options& options, const Pool& pool,
           const Stepper& stepper);

  // ---- whether to go on
  // A violation was found, or the search ends early.
  bool is_done() const { return answer_.result.violation.has_value() || !stopped_.empty(); }
  // The search has to start again with other options: what it finds is no answer.
  bool must_restart() const {
    return stepper_.has_foreign_unlock() || exceeds_depth_ || has_open_guard_ ||
           !traces_needed_.empty();
  }
  // Looks at the limits; to be asked at every step.
  bool must_stop();
  // The same in the midst of a step, for what can go on for long there.
  void stop_here() {
    if (must_stop()) throw Stopped{stopped_};
  }
  void stop(std::string reason) {
    if (stopped_.empty()) stopped_ = std::move(reason);
  }
  // Why the search ended early; empty: it did not.
  const std::string& stopped() const { return stopped_; }
  // Executions have become much longer than the bound on steps.
  void note_exceeded_depth() { exceeds_depth_ = true; }
  // Inputs decide whether a thread may go on that waits for a condition.
  void note_open_guard() { has_open_guard_ = true; }
  // Reads-from classes do not tell all, for this reason: traces are needed.
  void note_traces_needed(const std::string& why) {
    if (traces_needed_.empty()) traces_needed_ = why;
  }
  // After so many steps in all it is the turn of another search.
  void pause_at(std::uint64_t transitions) { pause_at_ = transitions; }
  bool is_paused() const { return run_.stats.transitions >= pause_at_; }

  // ---- items of a frontier
  // What is left is written to a checkpoint.
  bool keeps_work() const { return !options_.checkpoint.empty(); }
  // Explores an item that was taken from the frontier. If that is interrupted and a checkpoint is
  // kept, the item is back afterwards, and what came of it is gone.
  template <class Item, class Explore>
  void explore(std::vector<Item>& frontier, Item item, Explore explore_item) {
    run::Statistics before = run_.stats;
    std::optional<Item> copy;
    if (keeps_work()) copy = item;
    std::size_t others = frontier.size();
    std::uint64_t depth = item.state.depth;
    is_interrupted_ = false;
    try {
      explore_item(std::move(item));
    } catch (const Stopped& stopped) {
      stop(stopped.reason);
      interrupt();
    }
    if (options_.on_item) {
      options_.on_item(depth, frontier.size() - std::min(others, frontier.size()),
                       run_.stats.transitions - before.transitions);
    }
    if (!is_interrupted_ || !copy) return;
    frontier.erase(frontier.begin() + static_cast<std::ptrdiff_t>(others), frontier.end());
    frontier.push_back(std::move(*copy));
    run_.stats = before;
  }
  // The item at hand was not explored to its end.
  void interrupt() { is_interrupted_ = true; }

  // ---- what was found
  void cut(const char* bound) { answer_.result.cut(bound); }
  // An execution ends, by that bound.
  void end_cut(const char* bound);
  // Tells an execution, if there is room for it.
  template <class Make>
  void note_explored(Make make) {
    std::vector<verdict::Explored>& all = answer_.result.explored;
    if (all.size() < options_.listed) all.push_back(make());
  }
  std::size_t explored() const { return answer_.result.explored.size(); }
  // Those behind the first ones are told again.
  void forget_explored(std::size_t first) { answer_.result.explored.resize(first); }
  // An execution goes on for ever, and comes back to this place.
  void note_endless(base::Span place) { keep_first(answer_.result.never_ends, place); }
  void note_taken(ir::ProcId proc, ir::TransId id) {
    if (options_.coverage) answer_.taken[proc.index()][id.index()] = true;
  }
  // `behind`: the last loop on the way that was replaced by its invariants; null: none.
  void note_violation(verdict::Violation violation, verdict::Claim claim, const CutLoop* behind);
  // Without the frontier.
  Checkpoint checkpoint() const;
  // When the search is done: without a verdict unless it is a violation.
  Answer answer();

 private:
  run::Run& run_;
  const Options& options_;
  const Pool& pool_;
  const Stepper& stepper_;
  Answer answer_;
  std::string stopped_;
  bool exceeds_depth_ = false;
  bool has_open_guard_ = false;
  std::string traces_needed_;
  bool is_interrupted_ = false;
  std::uint64_t pause_at_ = ~std::uint64_t{0};  // Statistics::transitions
  std::uint64_t queries_ = 0;  // Statistics::solver_queries when the limits were last looked at
};

}  // namespace symex
