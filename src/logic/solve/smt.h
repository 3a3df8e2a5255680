// What this folder asks of an SMT solver. Each solver is a file that implements this class and
// a row of smt_solvers.def; everything else talks to the class alone (docs/adding/solver.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run/run.h"
#include "logic/solve/formula.h"
#include "logic/solve/options.h"
#include "logic/term/terms.h"
#include "logic/term/value.h"

namespace solve {

enum class Answer : std::uint8_t { Sat, Unsat, Unknown };
std::string_view to_string(Answer answer);

// Values for some variables.
using PartialModel = std::vector<std::pair<term::Variable, term::Value>>;

// A question ends when its own limits, those of the run, or a cancellation say so. Errors,
// crashes and limits become Unknown with a reason: no exception and no exit leaves a solver.
class Smt {
 public:
  Smt(const Smt&) = delete;
  Smt& operator=(const Smt&) = delete;
  virtual ~Smt() = default;

  // Can all constraints hold together? Successive questions often share a prefix, which a
  // solver may keep. Takes only a part of the time that a question may take, so that
  // check_fresh can follow.
  virtual Answer check(std::span<const term::Term> constraints) = 0;
  // The same without any state of earlier questions. A solver may use other procedures then.
  virtual Answer check_fresh(std::span<const term::Term> constraints) = 0;
  // Formulas may be nested as deep as recursion allows. A solver that knows no quantifiers
  // answers Unknown.
  virtual Answer check_first_order(std::span<const Formula> formulas);

  // After Sat: values for the variables of the question, not yet evaluated. A solver that
  // gives no values has an empty model.
  const PartialModel& model() const { return model_; }
  // After Unknown.
  const std::string& reason() const { return reason_; }

  // To be called before Terms::rollback(mark).
  virtual void rollback(term::Terms::Mark) {}

 protected:
  // What is referred to must live as long as the solver.
  Smt(const term::Terms& terms, run::Run& run, const Options& options)
      : terms_(terms), run_(run), options_(options) {}

  Answer unknown(std::string reason);

  const term::Terms& terms_;
  run::Run& run_;
  const Options& options_;
  PartialModel model_;
  std::string reason_;
};

// Making a solver is cheap: it starts with its first question. One that is not installed
// answers Unknown.
std::unique_ptr<Smt> make_smt(SmtSolver solver, const term::Terms& terms, run::Run& run,
                              const Options& options);

}  // namespace solve
