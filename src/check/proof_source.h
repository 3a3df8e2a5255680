// Whether a proof is about the program that its file carries.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "check/proof_file.h"

namespace check {

// What the proofs of a file prove, as formulas of PL, in the order of the proofs. The error says
// what is wrong: the program cannot be read, or a proof is about something else.
tl::expected<std::vector<std::string>, std::string> check_source(const ProofFile& file);

}  // namespace check
