#include "logic/solve/smt.h"

#include "base/check.h"

namespace solve {

// Each is defined in the file of its solver.
#define SMT_SOLVER(name, function) \
  std::unique_ptr<Smt> function(const term::Terms& terms, run::Run& run, const Options& options);
#include "logic/solve/smt_solvers.def"
#undef SMT_SOLVER

std::string_view to_string(Answer answer) {
  switch (answer) {
    case Answer::Sat: return "sat";
    case Answer::Unsat: return "unsat";
    case Answer::Unknown: return "unknown";
  }
  UNREACHABLE("answer {}", static_cast<int>(answer));
}

Answer Smt::unknown(std::string reason) {
  reason_ = std::move(reason);
  return Answer::Unknown;
}

Answer Smt::check_first_order(std::span<const Formula>) {
  return unknown("the solver takes no quantifiers");
}

std::unique_ptr<Smt> make_smt(SmtSolver solver, const term::Terms& terms, run::Run& run,
                              const Options& options) {
  switch (solver) {
#define SMT_SOLVER(name, function) \
  case SmtSolver::name:            \
    return function(terms, run, options);
#include "logic/solve/smt_solvers.def"
#undef SMT_SOLVER
  }
  UNREACHABLE("solver {}", static_cast<int>(solver));
}

}  // namespace solve
