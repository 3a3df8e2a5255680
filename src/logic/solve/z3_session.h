// One context of Z3 with what belongs to it. Z3's C interface counts references by hand, tells
// errors by a code, and overlooks its own limits; all of that stays in here.
#pragma once

#include <z3.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/run/run.h"
#include "logic/solve/smt.h"
#include "logic/solve/watchdog.h"
#include "logic/solve/z3_translate.h"
#include "logic/term/terms.h"

namespace solve {

class Z3Session {
 public:
  // If there is not enough memory, has_error() is true and nothing else may be used.
  Z3Session(const term::Terms& terms, run::Run& run, const Options& options);
  Z3Session(const Z3Session&) = delete;
  Z3Session& operator=(const Z3Session&) = delete;
  ~Z3Session();

  struct Release {
    Z3_context context = nullptr;
    void operator()(Z3_solver solver) const { Z3_solver_dec_ref(context, solver); }
  };
  using SolverPtr = std::unique_ptr<std::remove_pointer_t<Z3_solver>, Release>;
  // A solver without constraints. It must end before the session.
  SolverPtr make_solver() const;

  // Asserts a constraint together with the domains of its variables. False on an error.
  bool add(Z3_solver solver, term::Term constraint);
  bool add(Z3_solver solver, const Formula& formula);
  void push(Z3_solver solver) { Z3_solver_push(context_, solver); }
  void pop(Z3_solver solver, std::size_t levels);

  // Unknown comes with a reason.
  Answer check(Z3_solver solver, double seconds, std::string& reason);
  // After Sat: the values that can be read; nullopt if there is no model.
  std::optional<PartialModel> model(Z3_solver solver, std::span<const term::Variable> variables);

  bool has_error() const { return context_ == nullptr || Z3_get_error_code(context_) != Z3_OK; }
  // The last error as a reason. The session is not to be trusted any more.
  std::string failure();
  // After a failure or an interrupt: not to be used for another question.
  bool is_broken() const { return is_broken_; }
  std::size_t translated() const { return translator_->size(); }
  void rollback(term::Terms::Mark mark) { translator_->rollback(mark); }

 private:
  Z3_ast translate(const Formula& formula);
  Z3_ast quantified(const Formula& formula, Z3_ast body);
  Z3_ast keep(Z3_ast ast);

  const term::Terms& terms_;
  run::Run& run_;
  const Options& options_;
  Z3_context context_ = nullptr;
  std::unique_ptr<Z3Translator> translator_;
  Watchdog watchdog_;
  std::vector<Z3_ast> kept_;  // what formulas were translated to
  bool is_broken_ = false;
};

}  // namespace solve
