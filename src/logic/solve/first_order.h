// Questions with quantifiers, which make the logic undecidable: Unknown is a common answer
// here, and the solver's `sat` is a hint only. `Unsat` is as good as that of a question without
// quantifiers.
#pragma once

#include <span>
#include <string>

#include "base/run/run.h"
#include "logic/solve/formula.h"
#include "logic/solve/options.h"
#include "logic/solve/smt.h"
#include "logic/term/terms.h"

namespace solve {

struct FirstOrderAnswer {
  Answer answer = Answer::Unknown;
  std::string reason;      // of Unknown
  term::Assignment model;  // of Sat: values of the free variables, not evaluated
};

// Can all formulas hold together? Formulas may be nested as deep as recursion allows.
FirstOrderAnswer check_first_order(const term::Terms& terms, run::Run& run, const Options& options,
                                   std::span<const Formula> formulas);

}  // namespace solve
