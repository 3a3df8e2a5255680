// Loop invariants. Where threads stand at the heads of loops with invariants that hold, what is
// known about the variables that these loops write is replaced by the invariants. What follows
// is proved for every state that satisfies them, so coming back to such a state closes a cycle.
//
// Nothing is assumed about the other threads: the proof goes on to interleave them with the
// loop, step by step, and whenever a thread comes to a loop head, the invariants of all threads
// that stand at one have to hold again. So an invariant that others break is found out.
#pragma once

#include <optional>
#include <vector>

#include "engine/prove/normal.h"
#include "engine/prove/proof.h"

namespace prove {

// Threads of the pool at the head of a loop that has an invariant and no bound.
std::vector<dl::ThreadId> loop_heads(const dl::Store& store, dl::PoolId pool);
// The invariant of the loop at whose head the thread stands.
dl::ExprId invariant_of(const dl::Store& store, dl::PoolId pool, dl::ThreadId thread);

// The sequent that the invariant of `thread` holds now.
Sequent obligation(dl::Store& store, const Sequent& sequent, std::size_t focus,
                   dl::ThreadId thread);

// What is left to prove if the invariants of node.heads hold. Fills node.forgotten.
Sequent generalised(dl::Store& store, Node& node, std::size_t focus, std::uint32_t& next_fresh);

}  // namespace prove
