// Z3 through its C interface. The context, which costs 35 ms, is made with the first
// question. One solver is used incrementally: it holds a stack of constraints, each in a
// scope of its own, and a new question keeps the longest common prefix. No error of Z3
// leaves this class but as Unknown with a reason.
#pragma once

#include <z3.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "logic/solve/cache.h"
#include "logic/solve/options.h"
#include "logic/solve/solver.h"
#include "logic/term/terms.h"

namespace solve {

class Z3Backend {
 public:
  Z3Backend(const term::Terms& terms, run::Run& run, const Options& options);
  Z3Backend(const Z3Backend&) = delete;
  Z3Backend& operator=(const Z3Backend&) = delete;
  ~Z3Backend();

  // Can all constraints hold together? Takes only a part of the time that a question
  // may take, so that check_fresh can follow.
  Answer check(std::span<const term::Term> constraints);
  // The same with a new solver, which shares no state with earlier questions and, as it
  // is not incremental, may use other procedures.
  Answer check_fresh(std::span<const term::Term> constraints);

  // After Sat: values for the variables of the constraints. Not yet evaluated.
  const PartialModel& model() const { return model_; }
  // After Unknown.
  const std::string& reason() const { return reason_; }

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  struct Connection;  // everything that belongs to one Z3 context

  bool connect();
  bool synchronise(std::span<const term::Term> constraints);
  Answer run_check(Z3_solver solver, std::span<const term::Term> constraints, double seconds);
  bool read_model(Z3_solver solver, std::span<const term::Term> constraints);
  Answer unknown(std::string reason);
  Answer failed();

  const term::Terms& terms_;
  run::Run& run_;
  const Options& options_;
  std::unique_ptr<Connection> connection_;
  PartialModel model_;
  std::string reason_;
};

}  // namespace solve
