// The switches of the solver layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace solve {

enum class SmtSolver : std::uint8_t {
#define SMT_SOLVER(name, function) name,
#include "logic/solve/smt_solvers.def"
#undef SMT_SOLVER
};

struct Options {
  // Accelerators in front of the SMT solver. Each is exact: it answers only if it is
  // sure, so switching it changes time, never answers.
  bool evaluation = true;    // known models are tried first
  bool repair = true;        // a known model with one value changed
  bool slicing = true;       // only constraints that share variables with the question
  bool exact_cache = true;   // the same set of constraints again
  bool subset_cache = true;  // subsets of satisfiable, supersets of unsatisfiable sets
  bool equalities = true;    // x = c in the path condition replaces x elsewhere
  bool differences = true;   // own decision procedure for x - y <= c

  SmtSolver smt = SmtSolver::Z3;
  double query_seconds = 10;             // limit for one question to the SMT solver
  std::uint64_t query_megabytes = 2048;  // growth of the process during one question

  // Repeats every unsat of the SMT solver and of the accelerators on a fresh solver,
  // and on the cvc5 program if it is installed.
  bool validate = false;
  // A directory where every question that ended unknown is saved as .smt2; empty: none.
  std::string dump;

  static Options all_off() {
    Options options;
    options.evaluation = options.repair = options.slicing = options.exact_cache = false;
    options.subset_cache = options.equalities = options.differences = false;
    return options;
  }
};

}  // namespace solve
