// The shortest execution that shows a violation, if few states come before it.
#pragma once

#include <optional>

#include "certify/attempt.h"

namespace certify {

// What is not interleaved: local steps, or also what threads do while they hold locks.
enum class Moves : std::uint8_t { Small, Large };

// An execution with fewer steps than `limit`, with the inputs of the system. Nothing: there is
// none of such moves, or it was not found within the budget.
std::optional<Execution> find_shorter(Attempts& attempts, const interp::System& system,
                                      std::size_t limit, Moves moves);

}  // namespace certify
