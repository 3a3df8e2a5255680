// Executions that may show a violation again, in fewer steps or with smaller inputs: each
// attempt is made by the interpreter, and counts only if it ends in the same violation.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/run/run.h"
#include "certify/follow.h"
#include "engine/interp/system.h"
#include "result/verdict/verdict.h"

namespace certify {

// Takes steps against a budget, so that the result does not depend on the machine's speed, and
// looks at the clock of the run.
class Attempts {
 public:
  Attempts(run::Run& run, const interp::Model& model, const verdict::Violation& wanted,
           std::uint64_t budget)
      : run_(run), model_(model), wanted_(wanted), budget_(budget) {}

  const interp::Model& model() const { return model_; }
  // Nothing more is to be tried.
  bool is_over() const { return budget_ == 0; }
  // To be called before each step with what it costs: the number of threads, if it does little.
  // False: it is not to be taken.
  bool spend(std::size_t cost);
  // The same kind of violation at the same place.
  bool is_wanted(const interp::State& state) const;

  // Takes the steps, without those whose thread cannot move.
  std::optional<Execution> try_steps(const interp::System& system,
                                     const std::vector<TakenStep>& steps);
  // The steps of an execution that is given by its decisions.
  std::optional<Execution> follow(const interp::System& system, const run::Decisions& decisions);

 private:
  // The execution of the guide, if it ends in the violation.
  std::optional<Execution> shown(const interp::System& system, Guide& guide) const;

  run::Run& run_;
  const interp::Model& model_;
  const verdict::Violation& wanted_;
  std::uint64_t budget_;
};

}  // namespace certify
