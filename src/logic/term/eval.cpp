// Evaluation with an explicit stack: a term stays on it until the operands that matter
// are known. And and Ite look only at the operands that decide.
#include "logic/term/eval.h"

#include "base/check.h"

namespace term {

namespace {

// A model that a long search keeps must not remember all terms of that search.
constexpr std::size_t kMostRemembered = std::size_t{1} << 16;

}  // namespace

Evaluator::Evaluator(const Terms& terms, Assignment assignment)
    : terms_(terms), assignment_(std::move(assignment)) {}

bool Evaluator::lookup(Term t, Value& out) const {
  switch (terms_.op(t)) {
    case Op::Constant: out = terms_.value(t); return true;
    case Op::Variable: out = assignment_.get(terms_.variable_of(t), terms_.sort(t)); return true;
    default: break;
  }
  auto found = memo_.find(t);
  if (found == memo_.end()) return false;
  out = found->second;
  return true;
}

void Evaluator::remember(Term t, Value value) {
  if (terms_.op(t) > Op::Variable) memo_.insert_or_assign(t, std::move(value));
}

bool Evaluator::step_and(Term t, Value& out) {
  for (Term operand : terms_.args(t)) {
    if (!lookup(operand, out)) {
      stack_.push_back(operand);
      return false;
    }
    if (!std::get<bool>(out)) return true;
  }
  return true;
}

bool Evaluator::step_ite(Term t, Value& out) {
  Term condition = terms_.arg(t, 0);
  if (!lookup(condition, out)) {
    stack_.push_back(condition);
    return false;
  }
  Term branch = terms_.arg(t, std::get<bool>(out) ? 1 : 2);
  if (lookup(branch, out)) return true;
  stack_.push_back(branch);
  return false;
}

bool Evaluator::step(Term t, Value& out) {
  if (lookup(t, out)) return true;
  Op op = terms_.op(t);
  if (op == Op::And) return step_and(t, out);
  if (op == Op::Ite) return step_ite(t, out);
  std::span<const Term> args = terms_.args(t);
  operands_.resize(args.size());
  bool is_ready = true;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (lookup(args[i], operands_[i])) continue;
    stack_.push_back(args[i]);
    is_ready = false;
  }
  if (!is_ready) return false;
  out = apply(op, terms_.sort(args[0]), terms_.sort(t), operands_);
  return true;
}

Value Evaluator::value(Term t) {
  Value result;
  if (lookup(t, result)) return result;
  if (memo_.size() > kMostRemembered) memo_.clear();
  DCHECK(stack_.empty(), "an evaluation inside an evaluation");
  stack_.push_back(t);
  while (!stack_.empty()) {
    Term top = stack_.back();
    if (!step(top, result)) continue;
    stack_.pop_back();
    remember(top, result);
  }
  return result;
}

bool Evaluator::is_true(Term t) { return std::get<bool>(value(t)); }

void Evaluator::rollback(Terms::Mark mark) {
  std::erase_if(memo_, [&](const auto& entry) { return entry.first.index() >= mark.terms; });
  assignment_.truncate(mark.variables);
}

Value evaluate(const Terms& terms, Term t, const Assignment& assignment) {
  return Evaluator(terms, assignment).value(t);
}

bool evaluate_bool(const Terms& terms, Term t, const Assignment& assignment) {
  return std::get<bool>(evaluate(terms, t, assignment));
}

}  // namespace term
