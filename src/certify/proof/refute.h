// Certifies counterexamples of the prover: formulas of dynamic logic that are false for certain
// values of their variables, as executions of the programs in them show.
#pragma once

#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/run/run.h"
#include "logic/dl/eval.h"
#include "logic/dl/store.h"

namespace proof {

struct Refutation {
  dl::ExprId goal;
  dl::Valuation values;                        // by variable; of the free ones
  std::map<dl::VarId, base::Integer> choices;  // values that break the ∀ of a bound variable
  std::vector<dl::ThreadId> schedule;          // of the programs of claims, one after the other
};

// One step of an execution that shows it.
struct RefutingStep {
  dl::ThreadId thread;
  dl::StmtId stmt;
  bool holds = false;  // of statements with a condition
  bool fails = false;  // division by zero, or an assertion that does not hold
  std::vector<std::pair<dl::VarId, base::Integer>> updates;
};

// The steps, or why the claim is not confirmed.
tl::expected<std::vector<RefutingStep>, std::string> refute(dl::Store& store, run::Run& run,
                                                            const Refutation& claim);

}  // namespace proof
