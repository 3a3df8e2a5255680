// Steps of threads, as the checker of proofs understands them: the rules of Figs 3 and 5 of the
// SymPaths paper and of its section 6. The prover has its own.
#pragma once

#include <optional>
#include <vector>

#include "certify/proof/logic.h"

namespace proof {

// One way in which a thread can go on.
struct ProofStep {
  dl::Event event;  // its condition is over the constants of the sequent
  bool fails = false;
  dl::SubstId state;  // unless it fails
  dl::PoolId pool;
};

// All ways in which a thread of the pool can go on: threads in the order of the pool, of one
// thread those where a condition holds first and failures last.
std::vector<ProofStep> steps_of(ProofLogic& logic, const ProofBox& box);

// Definition 4. Besides, the step that starts a thread comes before the steps of that thread,
// and the one that waits for others after theirs.
bool is_independent(const dl::Store& store, const dl::Event& a, const dl::Event& b);
// Whether exchanging neighbours that are independent leads from one path to the other.
bool is_equivalent(ProofLogic& logic, const std::vector<dl::Event>& a,
                   const std::vector<dl::Event>& b);
bool is_same_event(ProofLogic& logic, const dl::Event& a, const dl::Event& b);

}  // namespace proof
