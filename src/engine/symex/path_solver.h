// The solver as the stepper sees it: questions about one state at a time.
#pragma once

#include "engine/symex/state.h"
#include "logic/solve/solver.h"

namespace symex {

class PathSolver {
 public:
  PathSolver(term::Terms& terms, run::Run& run, const solve::Options& options)
      : run_(run), terms_(terms), solver_(terms, run, options) {}

  // Can `extra` hold together with the path condition?
  solve::Answer check(const std::vector<term::Term>& condition, term::Term extra);
  solve::Answer check(const State& state, term::Term extra) {
    return check(state.condition, extra);
  }
  // After Sat: the values; after Unknown: why.
  const term::Assignment& model() const { return solver_.model(); }
  const std::string& reason() const { return solver_.reason(); }

  void rollback(term::Terms::Mark mark);
  run::Run& run() { return run_; }

 private:
  // Makes the solver's path condition this one; each conjunct is a level, so that two
  // states of one search share what they have in common.
  void follow(const std::vector<term::Term>& condition);

  run::Run& run_;
  term::Terms& terms_;
  solve::Solver solver_;
  std::vector<term::Term> held_;  // what was added, a level each: the solver flattens it
};

}  // namespace symex
