// Proofs as JSON (docs/engines/prove.md describes the format).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/prove/proof.h"
#include "logic/dl/store.h"

namespace prove {

// The proof of one formula of a program: `formula` is its number among the formulas of the
// program, -1 the contract.
nlohmann::ordered_json proof_json(const dl::Store& store, const Proof& proof, std::int64_t formula);

// A whole file: the program as PL text, and proofs of formulas of it.
nlohmann::ordered_json proofs_json(const std::string& source,
                                   std::vector<nlohmann::ordered_json> proofs);

}  // namespace prove
