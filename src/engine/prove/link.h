// Is one sequent an instance of another? Then a proof of the other is one of both: values that
// break the instance break the other, too, after the same execution. That makes proofs graphs,
// and if a sequent is an instance of one that it was made of, it closes a cycle.
#pragma once

#include <optional>

#include "engine/prove/leaves.h"
#include "engine/prove/proof.h"

namespace prove {

// What the constants of `general` must stand for so that `special` is an instance of it: its
// focus is the same up to variables that the execution does not read, and its assumptions and
// path follow from those of `special`.
std::optional<dl::SubstId> instance_of(dl::Store& store, Leaves& leaves, const Sequent& special,
                                       const Sequent& general);

}  // namespace prove
