// The third stage of a check: whether an execution that the solver found is feasible, and if not,
// which of its calls is to blame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/modular/question.h"

namespace modular {

// A call that cannot have ended as an execution claims, and what its body says instead.
struct InfeasibleCall {
  const CallSite* call = nullptr;
  std::vector<Consequence> consequences;
};

enum class Feasibility : std::uint8_t {
  Feasible,    // all calls are
  Infeasible,  // with what a call really does, nothing is violated
  Overflow,    // a number has no atom: the execution is beyond the bounds
  Unknown,
};

struct Judgement {
  Feasibility feasibility = Feasibility::Feasible;
  rel::Instance execution;  // with calls corrected, up to the one to blame
  // If Infeasible: the call to blame, unless its state has numbers without atoms.
  std::optional<InfeasibleCall> blamed;
  // The first call before it that was corrected. What is learnt of the blamed one is about the
  // corrected calls: that those of the solver are infeasible is to be learnt as well.
  std::optional<InfeasibleCall> corrected;
  // If Overflow: where, and the number.
  const CallSite* overflowing = nullptr;
  rel::Expr number;
  std::string problem;  // if Unknown
};

// Calls are corrected in the order of execution. The first one after whose correction nothing is
// violated is to blame; those before it do not matter here.
Judgement judge(const Task& task, const Question& question, Specifications& specifications,
                rel::Instance execution);

}  // namespace modular
