// The solver that a search asks. It holds a path condition that grows and shrinks with
// the search and answers whether it can hold together with something else. Questions
// pass a series of exact accelerators (options.h), each in its own file, and reach the SMT
// solver last:
//
//   evaluation -> equalities -> slicing -> differences -> repair -> caches -> SMT solver
//
// Every Sat comes with a model that was evaluated on the whole path condition and the
// question. Errors, time-outs and models that fail the evaluation end as Unknown.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/run/run.h"
#include "logic/solve/options.h"
#include "logic/solve/smt.h"
#include "logic/term/terms.h"
#include "logic/term/value.h"

namespace solve {

class Solver {
 public:
  Solver(term::Terms& terms, run::Run& run, Options options = {});
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  // ---- the path condition
  void push();
  void pop(std::size_t levels = 1);
  std::size_t level() const;  // number of pushes not yet popped
  // Conjoins `condition` to the current level. Nothing is decided yet.
  void add(term::Term condition);
  // The conjuncts in the order in which they were added.
  std::span<const term::Term> path_condition() const;

  // ---- questions
  // Can the path condition and all of `extra` hold together?
  Answer check(std::span<const term::Term> extra = {});
  Answer check(term::Term extra) { return check(std::span<const term::Term>(&extra, 1)); }

  // May `condition` hold here: the same as check(condition).
  Answer may(term::Term condition) { return check(condition); }
  // Must `condition` hold here? Unsat of its negation is Yes; Sat is No and model()
  // shows why.
  enum class Must : std::uint8_t { Yes, No, Unknown };
  Must must(term::Term condition);

  // After Sat: values that make path condition and question true. Variables without a
  // value are irrelevant; Assignment gives their default. Valid until the next
  // question, pop or rollback.
  const term::Assignment& model() const;
  // After Unknown: why, as a reason for the verdict ("the time limit for one solver query").
  const std::string& reason() const;

  // Forgets everything about terms made after `mark` and rolls the store back. The mark
  // must have been taken after the last add() that is still in force: pop first, then
  // roll back to a mark taken before the matching push.
  void rollback(term::Terms::Mark mark);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
  term::Terms& terms_;
};

}  // namespace solve
