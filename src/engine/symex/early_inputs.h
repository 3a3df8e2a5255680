// Decisions about inputs, made where the second thread starts.
//
// A thread that looks at a reference of an input has to decide which object it is, and other
// threads can tell: with n threads that do so, each order of their decisions would be executions of
// its own. But what the inputs are was settled before anything ran. So when a thread comes to such
// a decision, what was explored from the start of the threads is dropped, the decision is made
// there, and each alternative is explored anew. What no thread looks at is never decided.
//
// A root is the state in which the second thread has just started. Decisions about references that
// a thread reads in a loop or a recursion stay where they are: --unwind counts them. So do those
// that come up when much has been explored, because a search that is given to several workers
// cannot be dropped.
#pragma once

#include <optional>
#include <vector>

#include "base/run/statistics.h"
#include "engine/symex/step.h"

namespace symex {

class EarlyInputs {
 public:
  EarlyInputs(const ProgramTables& tables, Stepper& stepper) : tables_(tables), stepper_(stepper) {}

  // Decisions that come up from now on may belong to this root. `before`: what had been counted
  // when it was reached.
  void begin(State root, const run::Statistics& before);
  // From now on they stay where they are.
  void end() { root_.reset(); }
  bool has_begun() const { return root_.has_value(); }
  // It is not to be dropped any more.
  bool is_settled(const run::Statistics& stats) const;
  const State& root() const { return *root_; }

  // Throws EarlyDecision if the decision of the thread belongs to the root.
  void look_at(const State& state, std::uint32_t thread, const Split& split) const;
  // The root with each alternative of the decision. Executions since it began do not count.
  std::vector<State> decide(const EarlyDecision& early, run::Statistics& stats);
  const run::Statistics& before() const { return before_; }
  // Makes the decisions of a state whose choices are known, from `next` on. False: they are not
  // those of this program.
  bool replay(State& state, const std::vector<std::uint32_t>& choices, std::size_t& next) const;

 private:
  bool may_repeat(const Thread& thread) const;
  std::vector<State> alternatives(State root, EarlyDecision early) const;

  const ProgramTables& tables_;
  Stepper& stepper_;
  std::optional<State> root_;
  run::Statistics before_;
};

}  // namespace symex
