// Questions with quantifiers. Terms have none, so a formula is a tree whose leaves are terms.
// Quantifiers make the logic undecidable: Unknown is a common answer here, and the solver's
// `sat` is a hint only. `Unsat` is as good as that of a question without quantifiers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "logic/solve/options.h"
#include "logic/solve/solver.h"
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

struct FirstOrderAnswer {
  Answer answer = Answer::Unknown;
  std::string reason;      // of Unknown
  term::Assignment model;  // of Sat: values of the free variables, not evaluated
};

// Can all formulas hold together? Formulas may be nested as deep as recursion allows.
FirstOrderAnswer check_first_order(const term::Terms& terms, run::Run& run, const Options& options,
                                   std::span<const Formula> formulas);

}  // namespace solve
