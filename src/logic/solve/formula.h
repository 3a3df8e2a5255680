// Formulas with quantifiers. Terms have none, so a formula is a tree whose leaves are terms.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/term/terms.h"

namespace solve {

struct Formula {
  enum class Kind : std::uint8_t {
    Atom,    // `term`, of sort Bool
    Not,     // of the only part
    And,     // of the parts
    Or,      // of the parts
    Forall,  // values of the variable `term`: the only part
    Exists,
  };
  Kind kind = Kind::Atom;
  term::Term term;
  std::vector<Formula> parts;
};

}  // namespace solve
