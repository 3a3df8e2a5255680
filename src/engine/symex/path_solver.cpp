#include "engine/symex/path_solver.h"

#include <algorithm>

namespace symex {

void PathSolver::follow(const std::vector<term::Term>& condition) {
  std::size_t common = 0;
  std::size_t most = std::min(held_.size(), condition.size());
  while (common < most && held_[common] == condition[common]) ++common;
  if (std::size_t extra = held_.size() - common; extra > 0) solver_.pop(extra);
  held_.resize(common);
  for (std::size_t i = common; i < condition.size(); ++i) {
    solver_.push();
    solver_.add(condition[i]);
    held_.push_back(condition[i]);
  }
}

solve::Answer PathSolver::check(const std::vector<term::Term>& condition, term::Term extra) {
  if (terms_.is_false(extra)) return solve::Answer::Unsat;
  follow(condition);
  return solver_.check(extra);
}

void PathSolver::rollback(term::Terms::Mark mark) {
  solver_.pop(solver_.level());
  held_.clear();
  solver_.rollback(mark);
}

}  // namespace symex
