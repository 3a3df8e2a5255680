// Random sequential OOX programs: type-correct by construction, terminating, and
// small enough that the interpreter can try every input within `bounds`.
//
// An engine that tries all inputs and one that enumerates small domains agree only if
// the program rejects what lies beyond the domains. So `requires` clauses bound the
// parameters, and assumptions bound most of what is read from the heap of the inputs.
// Shapes of that heap are not bounded: a counterexample tells itself how many objects
// it needs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/interp/model.h"
#include "ir/program.h"

namespace differential {

struct Generated {
  std::string text;  // one statement, clause or brace per line
  std::string entry;
  ir::IntMode int_mode = ir::IntMode::Math;
  interp::Bounds bounds;                // the domains that the program is meant for
  std::map<std::string, int> features;  // how often each feature of the language occurs
};

// The same seed gives the same program on every machine. The entry returns an int, a
// digest of all that it has computed; with `forbidden`, it promises not to return it.
Generated generate(std::uint64_t seed, const interp::Bounds& bounds,
                   const std::optional<std::string>& forbidden = std::nullopt);

}  // namespace differential
