#include "symex/oracle.h"

#include <algorithm>

namespace symex {

void Oracle::follow(const State& state) {
  std::size_t common = 0;
  std::size_t most = std::min(held_.size(), state.condition.size());
  while (common < most && held_[common] == state.condition[common]) ++common;
  if (std::size_t extra = held_.size() - common; extra > 0) solver_.pop(extra);
  held_.resize(common);
  for (std::size_t i = common; i < state.condition.size(); ++i) {
    solver_.push();
    solver_.add(state.condition[i]);
    held_.push_back(state.condition[i]);
  }
}

solve::Answer Oracle::check(const State& state, term::Term extra) {
  if (terms_.is_false(extra)) return solve::Answer::Unsat;
  follow(state);
  return solver_.check(extra);
}

void Oracle::rollback(term::Terms::Mark mark) {
  solver_.pop(solver_.level());
  held_.clear();
  solver_.rollback(mark);
}

}  // namespace symex
