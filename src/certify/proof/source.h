// Whether a proof is about the program that its file carries.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "certify/proof/file.h"

namespace proof {

struct ProvedGoals {
  std::vector<std::string> proved;  // as formulas of PL, in the order of the proofs
  // The names of what else the program states: "contract", formulas, "formula 2".
  std::vector<std::string> unproved;
};

// What the proofs of a file prove, and what they do not. The error says what is wrong: the program
// cannot be read, or a proof is about something else.
tl::expected<ProvedGoals, std::string> check_source(const ProofFile& file);

}  // namespace proof
