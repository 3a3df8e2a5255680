// Which numbers and values in footprints are equal, by the path condition.
//
// Whether two events are independent must not depend on the execution in which they meet: else one
// execution would leave it to the other one to reverse them, and that one would not. So only that
// part of the path condition counts which all executions that are compared have in common: what was
// known when the second thread started. Terms that it makes equal stand for one value in all of
// them. What the solver cannot answer counts as a conflict.
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/por/footprint.h"
#include "engine/symex/options.h"
#include "engine/symex/path_solver.h"

namespace symex {

class PathEquality : public por::Equality {
 public:
  PathEquality(term::Terms& terms, PathSolver& solver, const Options& options)
      : terms_(terms), solver_(solver), options_(options) {}

  // What is compared from now on are executions that have the start of threads in common with
  // this state.
  void begin(const State& state);
  // Terms are about to be dropped.
  void forget();

  bool may_be_equal(std::uint32_t a, std::uint32_t b) override;
  bool are_equal(std::uint32_t a, std::uint32_t b) override;

 private:
  using Answers = std::unordered_map<std::uint64_t, bool>;

  bool can_be_equal(std::uint32_t a, std::uint32_t b);

  term::Terms& terms_;
  PathSolver& solver_;
  const Options& options_;
  std::vector<term::Term> known_;
  Answers indices_;  // by a pair of indices: they can be equal
  Answers values_;   // by a pair of terms: they are equal
};

}  // namespace symex
