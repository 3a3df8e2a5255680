// Explores all executions of a program: the part with one thread, before the first fork, and then
// whatever its strategy (strategy.h) makes of several threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run/random.h"
#include "engine/symex/executor.h"
#include "engine/symex/strategy.h"

namespace symex {

using StrategyMaker = std::unique_ptr<Strategy>(Executor&);

// A worker: takes work items from the pool until there are none.
class Search {
 public:
  Search(run::Run& run, const ProgramTables& tables, const Options& options, Pool& pool,
         std::uint32_t worker, StrategyMaker* make_strategy);

  void work();
  // For searches that take turns: works until it has taken so many steps in all. False: it
  // has more to do.
  bool work_until(std::uint64_t transitions);
  // It has reached a state with more than one thread.
  bool has_threads() const { return has_threads_; }
  // When it is done: what it has found, without a verdict unless it is a violation.
  Answer answer() { return progress_.answer(); }
  // Why it ended early; empty: it did not.
  const std::string& stopped() const { return progress_.stopped(); }
  // A question that the solver could not answer; empty: none.
  const std::string& unknown() { return executor_.stepper().unknown(); }

 private:
  // A state with one thread.
  struct Item {
    State state;
    term::Terms::Mark mark;
  };

  bool has_receiver() const;
  bool begin(const WorkItem& work);
  void explore();
  void share_work();
  Checkpoint checkpoint() const;
  void push(State state);
  Item pop();
  void follow(State& state);
  void end_where_stuck(const State& state, const Transitions& transitions);
  void split(const State& state, const Split& split);
  void decide_fork_arguments(const State& state) const;  // may throw NeedsSplit
  std::optional<std::uint32_t> next_choice();
  void note_progress();
  void fork(const State& state, const Transitions& transitions);
  bool advance(State& state, const Transition& transition);
  void begin_interleaving(State state);
  void decide_early(const EarlyDecision& early);
  Transitions feasible(const State& state, Transitions transitions);

  const ProgramTables& tables_;
  const Options& options_;
  run::Statistics& stats_;
  Pool& pool_;
  std::uint32_t worker_;
  Executor executor_;
  Progress& progress_;
  term::Terms& terms_;
  PathSolver& solver_;
  std::unique_ptr<Strategy> strategy_;
  EarlyInputs& early_;
  run::Random random_;
  std::size_t explored_ = 0;  // Progress::explored when the strategy was given its last state
  bool drops_;                // the strategy can drop what it was given
  bool is_halfway_ = false;   // it was paused
  bool has_threads_ = false;
  std::optional<State> first_;  // where all executions start
  WorkItem work_;               // the one at hand
  std::size_t choices_ = 0;     // how many of its choices have been taken
  std::vector<Item> frontier_;
  std::uint32_t rounds_ = 0;
};

}  // namespace symex
