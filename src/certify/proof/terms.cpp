// First-order formulas of proofs as questions to the solver.
#include <fmt/format.h>

#include "base/check.h"
#include "certify/proof/logic.h"

namespace proof {

using dl::BinaryOp;
using dl::Expr;
using dl::ExprId;
using dl::ExprKind;
using solve::Formula;
using term::Term;

Term ProofLogic::variable(dl::VarId var) {
  auto sort = store_.var(var).sort == dl::Sort::Int ? term::Sort::Int : term::Sort::Bool;
  return terms_.variable(sort, fmt::format("v{}", var.index()));
}

Term ProofLogic::term(ExprId id) {
  if (auto known = terms_of_.find(id); known != terms_of_.end()) return known->second;
  Term made = compute(store_.expr(id));
  terms_of_.emplace(id, made);
  return made;
}

Term ProofLogic::compute(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Int: return terms_.integer(expr.number);
    case ExprKind::Bool: return terms_.boolean(expr.flag);
    case ExprKind::Var: return variable(expr.var);
    case ExprKind::Unary:
      return expr.unary == dl::UnaryOp::Not ? terms_.negate(term(expr.a))
                                            : terms_.neg(term(expr.a));
    case ExprKind::Ite: return terms_.ite(term(expr.a), term(expr.b), term(expr.c));
    case ExprKind::Binary: break;
    default: UNREACHABLE("only formulas without quantifiers and modalities are terms");
  }
  Term a = term(expr.a);
  Term b = term(expr.b);
  switch (expr.binary) {
    case BinaryOp::Add: return terms_.add(a, b);
    case BinaryOp::Sub: return terms_.sub(a, b);
    case BinaryOp::Mul: return terms_.mul(a, b);
    case BinaryOp::Div: return terms_.div(a, b);
    case BinaryOp::Rem: return terms_.rem(a, b);
    case BinaryOp::Lt: return terms_.lt(a, b);
    case BinaryOp::Le: return terms_.le(a, b);
    case BinaryOp::Gt: return terms_.lt(b, a);
    case BinaryOp::Ge: return terms_.le(b, a);
    case BinaryOp::Eq:
    case BinaryOp::Iff: return terms_.eq(a, b);
    case BinaryOp::Ne: return terms_.negate(terms_.eq(a, b));
    case BinaryOp::And: return terms_.conjunction(a, b);
    case BinaryOp::Or: return terms_.disjunction(a, b);
    case BinaryOp::Implies: return terms_.implies(a, b);
  }
  UNREACHABLE("operator");
}

Formula ProofLogic::formula(ExprId id) {
  using enum Formula::Kind;
  const Expr& expr = store_.expr(id);
  if (!expr.has_quantifier) return {Atom, term(id), {}};
  auto opposite = [](Formula f) { return Formula{Not, {}, {std::move(f)}}; };
  switch (expr.kind) {
    case ExprKind::Forall: return {Forall, variable(expr.var), {formula(expr.a)}};
    case ExprKind::Exists: return {Exists, variable(expr.var), {formula(expr.a)}};
    case ExprKind::Unary: return opposite(formula(expr.a));
    case ExprKind::Ite: {
      Formula then{Or, {}, {opposite(formula(expr.a)), formula(expr.b)}};
      Formula otherwise{Or, {}, {formula(expr.a), formula(expr.c)}};
      return {And, {}, {std::move(then), std::move(otherwise)}};
    }
    case ExprKind::Binary: break;
    default: UNREACHABLE("a modality is not first-order");
  }
  Formula a = formula(expr.a);
  Formula b = formula(expr.b);
  switch (expr.binary) {
    case BinaryOp::And: return {And, {}, {a, b}};
    case BinaryOp::Or: return {Or, {}, {a, b}};
    case BinaryOp::Implies: return {Or, {}, {opposite(a), b}};
    case BinaryOp::Iff:
    case BinaryOp::Eq: {
      Formula forth{Or, {}, {opposite(a), b}};
      Formula back{Or, {}, {opposite(b), a}};
      return {And, {}, {std::move(forth), std::move(back)}};
    }
    case BinaryOp::Ne: {
      Formula one{Or, {}, {a, b}};
      Formula not_both{Or, {}, {opposite(a), opposite(b)}};
      return {And, {}, {std::move(one), std::move(not_both)}};
    }
    default: UNREACHABLE("a quantifier inside an atom");
  }
}

bool ProofLogic::is_unsat(const std::vector<Term>& constraints, std::string& why) {
  switch (solver_.check(constraints)) {
    case solve::Answer::Unsat: return true;
    case solve::Answer::Sat: why = "there are values that break it"; return false;
    case solve::Answer::Unknown: why = solver_.reason(); return false;
  }
  UNREACHABLE("answer");
}

bool ProofLogic::implies_one(const std::vector<ExprId>& known, const std::vector<ExprId>& claims,
                             std::string& why) {
  std::vector<ExprId> all;
  bool has_quantifier = false;
  std::size_t positive = 0;
  for (const std::vector<ExprId>* side : {&known, &claims}) {
    for (ExprId id : *side) {
      if (store_.expr(id).has_modality) continue;
      has_quantifier = has_quantifier || store_.expr(id).has_quantifier;
      all.push_back(id);
    }
    if (side == &known) positive = all.size();
  }
  if (!has_quantifier) {
    std::vector<Term> constraints;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Term t = term(all[i]);
      constraints.push_back(i < positive ? t : terms_.negate(t));
    }
    return is_unsat(constraints, why);
  }
  std::vector<Formula> formulas;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Formula f = formula(all[i]);
    formulas.push_back(i < positive ? std::move(f) : Formula{Formula::Kind::Not, {}, {f}});
  }
  auto answer = solve::check_first_order(terms_, run_, options_, formulas);
  why = answer.answer == solve::Answer::Sat ? "there are values that break it" : answer.reason;
  return answer.answer == solve::Answer::Unsat;
}

bool ProofLogic::implies_all(const std::vector<ExprId>& known, const std::vector<ExprId>& wanted,
                             std::string& why) {
  std::vector<Term> constraints;
  for (ExprId id : known) {
    const Expr& expr = store_.expr(id);
    if (!expr.has_modality && !expr.has_quantifier) constraints.push_back(term(id));
  }
  std::vector<Term> goals;
  for (ExprId id : wanted) {
    Term goal = term(id);
    bool is_known = std::find(constraints.begin(), constraints.end(), goal) != constraints.end();
    if (!is_known) goals.push_back(goal);
  }
  if (goals.empty()) return true;
  constraints.push_back(terms_.negate(terms_.conjunction(goals)));
  return is_unsat(constraints, why);
}

}  // namespace proof
