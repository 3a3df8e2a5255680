// Evaluation: the models of earlier answers are tried on new questions. In a depth-first
// search the model of the parent state satisfies one side of most branches, so half of
// the questions end here. Every model remembers how long a prefix of the path condition
// it satisfies, so that only new constraints are evaluated.
#pragma once

#include <cstddef>
#include <list>
#include <span>

#include "logic/term/eval.h"

namespace solve {

class Models {
 public:
  struct Known {
    term::Evaluator evaluator;
    std::size_t satisfied = 0;  // this many constraints from the start hold
  };

  explicit Models(const term::Terms& terms);

  // Whether a known model satisfies all of both; it becomes latest().
  bool find(std::span<const term::Term> path, std::span<const term::Term> extra);
  // The model that satisfies the longest prefix of the path condition.
  Known& best();
  // A model that satisfies the whole path condition of `satisfied` constraints.
  void add(term::Evaluator evaluator, std::size_t satisfied);
  // The model that was used or added last.
  const term::Assignment& latest() const { return known_.front().evaluator.assignment(); }
  // Only the first `size` constraints are left.
  void shrink(std::size_t size);

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  std::list<Known> known_;  // most recently used first; never empty
};

}  // namespace solve
