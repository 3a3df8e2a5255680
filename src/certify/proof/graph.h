// Cycles of proofs.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certify/proof/file.h"

namespace proof {

// A proof may lead in a circle only through the execution of programs of claims: each circle
// has a step of an execution in it, and nothing but such steps, merges, links and invariants.
// Returns a node that breaks this, and why.
std::optional<std::pair<std::size_t, std::string>> bad_cycle(const Proof& file);

}  // namespace proof
