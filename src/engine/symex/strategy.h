// Which executions are explored once there are several threads, and in which order.
//
// A search (search.h) runs the one thread at the start of all executions. Where a second thread
// starts, it hands the state to its strategy, which keeps a frontier of what it has still to
// explore. The calls come in this order:
//
//   add            for each state in which a second thread has started
//   explore_next   until it says that the frontier is empty; only then does the search go on with
//                  other inputs, which may lead to the next `add`
//
// `explore_next` may throw EarlyDecision: then the search calls `drop`, and adds other states
// instead of the one that was added last. Between two calls of `explore_next` the search may ask
// for `give_oldest` and `list`. A strategy takes no step by itself: it lets the executor do so,
// which counts, reports and looks at limits.
#pragma once

#include <vector>

#include "engine/symex/executor.h"

namespace symex {

class Strategy {
 public:
  explicit Strategy(Executor& executor)
      : executor_(executor),
        progress_(executor.progress()),
        options_(executor.options()),
        stats_(executor.stats()) {}
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  // Adds a state in which every thread is ready, has to decide something, or has ended. The work
  // item says what has to come next; it is empty unless the strategy has made it itself.
  virtual void add(State state, const WorkItem& work) = 0;
  // Explores one item of the frontier, and adds what comes of it. False: the frontier is empty.
  // `has_other_inputs`: the search has states with one thread that wait for this strategy.
  virtual bool explore_next(bool has_other_inputs) = 0;
  // Forgets all that came of the latest `add`. False: it cannot, and is never asked again.
  virtual bool drop() { return false; }
  // Items that were added before others may be explored after them: no terms may be dropped.
  virtual bool keeps_terms() const { return false; }
  // For several workers: the oldest item leaves the frontier. False: it has to stay.
  virtual bool give_oldest(WorkItem&) { return false; }
  // For checkpoints: adds the items of the frontier.
  virtual void list(std::vector<WorkItem>&) const {}

 protected:
  Executor& executor_;
  Progress& progress_;
  const Options& options_;
  run::Statistics& stats_;
};

}  // namespace symex
