// Checks proofs of dynamic logic, step by step and leaf by leaf, with questions to the solver of
// its own. No code of the prover is used. docs/engines/prove.md says what each rule demands.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tl/expected.hpp>

#include "base/run/run.h"
#include "certify/proof/file.h"

namespace proof {

// What an accepted proof consists of.
struct ProofSummary {
  std::size_t sequents = 0;
  std::map<std::string, std::size_t> rules;  // how often each was applied
};

struct ProofRefusal {
  std::size_t node = 0;
  std::string text;       // what is wrong there
  bool is_limit = false;  // the run was stopped: nothing is known
};

tl::expected<ProofSummary, ProofRefusal> check_proof(run::Run& run, Proof& file);

}  // namespace proof
