// Evaluation: the meaning of every operation, total on all values.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "logic/term/terms.h"
#include "logic/term/value.h"

namespace term {

// One operation on values; not for Constant and Variable. `sort` is the sort of the
// first operand, `result` that of the result.
Value apply(Op op, Sort sort, Sort result, std::span<const Value> operands);

// The value of `t` under `assignment`.
Value evaluate(const Terms& terms, Term t, const Assignment& assignment);
bool evaluate_bool(const Terms& terms, Term t, const Assignment& assignment);

// Evaluates many terms under one assignment and remembers the value of every subterm
// that has operands, so that a path condition that grows is evaluated once.
class Evaluator {
 public:
  Evaluator(const Terms& terms, Assignment assignment);

  const Assignment& assignment() const { return assignment_; }
  Value value(Term t);
  bool is_true(Term t);  // Bool only

  // To be called before Terms::rollback(mark).
  void rollback(Terms::Mark mark);

 private:
  // Whether the value of `t` is at hand; then it is in `out`.
  bool lookup(Term t, Value& out) const;
  void remember(Term t, Value value);
  // The value of `t` if those of its operands that matter are known; else the missing
  // ones go onto the stack.
  bool step(Term t, Value& out);
  bool step_and(Term t, Value& out);
  bool step_ite(Term t, Value& out);

  const Terms& terms_;
  Assignment assignment_;
  std::unordered_map<Term, Value> memo_;
  std::vector<Term> stack_;      // of the traversal
  std::vector<Value> operands_;  // of the operation in hand
};

}  // namespace term
