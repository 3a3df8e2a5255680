#include "engine/prove/leaves.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/check.h"

namespace prove {

using dl::BinaryOp;
using dl::ExprId;
using dl::ExprKind;
using solve::Formula;
using term::Term;

namespace {

constexpr std::uint32_t kMostFactors = 100;
constexpr const char* kTooManyFactors = "a product of more than 100 factors has no known value";

}  // namespace

Leaves::Leaves(const dl::Store& store, run::Run& run, const solve::Options& options)
    : store_(store), run_(run), options_(options), solver_(terms_, run, options) {}

Term Leaves::variable(dl::VarId var) {
  auto [known, is_new] = variables_.try_emplace(var);
  if (is_new) {
    const dl::Variable& info = store_.var(var);
    auto sort = info.sort == dl::Sort::Int ? term::Sort::Int : term::Sort::Bool;
    known->second = terms_.variable(sort, fmt::format("{}#{}", info.name, var.index()));
    order_.push_back(var);
  }
  return known->second;
}

// Forty squares of squares share all their parts here, but a term is a polynomial.
std::uint32_t Leaves::degree(ExprId id) {
  const dl::Expr& expr = store_.expr(id);
  if (expr.kind == ExprKind::Int || expr.kind == ExprKind::Bool) return 0;
  if (expr.kind == ExprKind::Var) return 1;
  if (auto known = degrees_.find(id); known != degrees_.end()) return known->second;
  std::uint32_t found = 0;
  if (expr.kind == ExprKind::Binary && expr.binary == BinaryOp::Mul) {
    found = std::min(degree(expr.a) + degree(expr.b), kMostFactors + 1);
  } else {
    for (ExprId part : {expr.a, expr.b, expr.c}) {
      if (part) found = std::max(found, degree(part));
    }
  }
  degrees_.emplace(id, found);
  return found;
}

bool Leaves::has_unknown(const std::vector<ExprId>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](ExprId id) { return degree(id) > kMostFactors; });
}

Term Leaves::term(ExprId id) {
  if (auto known = known_.find(id); known != known_.end()) return known->second;
  const dl::Expr& expr = store_.expr(id);
  bool is_product = expr.kind == ExprKind::Binary && expr.binary == BinaryOp::Mul;
  Term made = is_product && degree(id) > kMostFactors
                  ? terms_.variable(term::Sort::Int, fmt::format("product#{}", id.index()))
                  : compute(expr);
  known_.emplace(id, made);
  return made;
}

Term Leaves::compute(const dl::Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Int: return terms_.integer(expr.number);
    case ExprKind::Bool: return terms_.boolean(expr.flag);
    case ExprKind::Var: return variable(expr.var);
    case ExprKind::Unary:
      return expr.unary == dl::UnaryOp::Neg ? terms_.neg(term(expr.a))
                                            : terms_.negate(term(expr.a));
    case ExprKind::Binary: return binary(expr);
    case ExprKind::Ite: return terms_.ite(term(expr.a), term(expr.b), term(expr.c));
    default: break;
  }
  UNREACHABLE("a quantifier or a modality is not a term");
}

Term Leaves::binary(const dl::Expr& expr) {
  Term a = term(expr.a);
  Term b = term(expr.b);
  switch (expr.binary) {
    case BinaryOp::Iff:
    case BinaryOp::Eq: return terms_.eq(a, b);
    case BinaryOp::Implies: return terms_.implies(a, b);
    case BinaryOp::Or: return terms_.disjunction(a, b);
    case BinaryOp::And: return terms_.conjunction(a, b);
    case BinaryOp::Ne: return terms_.ne(a, b);
    case BinaryOp::Lt: return terms_.lt(a, b);
    case BinaryOp::Le: return terms_.le(a, b);
    case BinaryOp::Gt: return terms_.gt(a, b);
    case BinaryOp::Ge: return terms_.ge(a, b);
    case BinaryOp::Add: return terms_.add(a, b);
    case BinaryOp::Sub: return terms_.sub(a, b);
    case BinaryOp::Mul: return terms_.mul(a, b);
    case BinaryOp::Div: return terms_.div(a, b);
    case BinaryOp::Rem: return terms_.rem(a, b);
  }
  UNREACHABLE("operator");
}

Formula Leaves::formula(ExprId id) {
  const dl::Expr& expr = store_.expr(id);
  if (!expr.has_quantifier) return {Formula::Kind::Atom, term(id), {}};
  auto negated = [](Formula inner) { return Formula{Formula::Kind::Not, {}, {std::move(inner)}}; };
  auto joined = [](Formula::Kind kind, Formula a, Formula b) {
    return Formula{kind, {}, {std::move(a), std::move(b)}};
  };
  using enum Formula::Kind;
  switch (expr.kind) {
    case ExprKind::Forall: return {Forall, variable(expr.var), {formula(expr.a)}};
    case ExprKind::Exists: return {Exists, variable(expr.var), {formula(expr.a)}};
    case ExprKind::Unary: return negated(formula(expr.a));
    case ExprKind::Ite:
      return joined(Or, joined(And, formula(expr.a), formula(expr.b)),
                    joined(And, negated(formula(expr.a)), formula(expr.c)));
    case ExprKind::Binary: break;
    default: UNREACHABLE("a modality is not first-order");
  }
  Formula a = formula(expr.a);
  Formula b = formula(expr.b);
  switch (expr.binary) {
    case BinaryOp::And: return joined(And, std::move(a), std::move(b));
    case BinaryOp::Or: return joined(Or, std::move(a), std::move(b));
    case BinaryOp::Implies: return joined(Or, negated(std::move(a)), std::move(b));
    case BinaryOp::Iff:
    case BinaryOp::Eq:
    case BinaryOp::Ne: {
      Formula same = joined(Or, joined(And, a, b), joined(And, negated(a), negated(b)));
      return expr.binary == BinaryOp::Ne ? negated(std::move(same)) : same;
    }
    default: break;
  }
  UNREACHABLE("a quantifier inside an atom");
}

std::vector<ExprId> Leaves::first_order_assumptions(const Sequent& sequent) const {
  std::vector<ExprId> all;
  for (ExprId id : sequent.assumptions) {
    if (store_.expr(id).is_first_order()) all.push_back(id);
  }
  for (const dl::Event& event : sequent.path) all.push_back(event.condition);
  return all;
}

CounterModel Leaves::model_of(const term::Assignment& assignment) const {
  CounterModel model;
  for (dl::VarId var : order_) {
    Term self = variables_.at(var);
    term::Value value = assignment.get(terms_.variable_of(self), terms_.sort(self));
    const bool* flag = std::get_if<bool>(&value);
    model.emplace_back(var, flag ? base::Integer(*flag ? 1 : 0) : std::get<base::Integer>(value));
  }
  return model;
}

LeafAnswer Leaves::decide(const Sequent& sequent) {
  std::vector<ExprId> parts = first_order_assumptions(sequent);
  std::size_t positive = parts.size();
  for (ExprId id : sequent.claims) {
    if (store_.expr(id).is_first_order()) parts.push_back(id);
  }
  bool has_quantifier = std::any_of(parts.begin(), parts.end(),
                                    [&](ExprId id) { return store_.expr(id).has_quantifier; });
  if (has_quantifier) {
    std::vector<Formula> formulas;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Formula made = formula(parts[i]);
      formulas.push_back(i < positive ? std::move(made)
                                      : Formula{Formula::Kind::Not, {}, {std::move(made)}});
    }
    solve::FirstOrderAnswer answer = solve::check_first_order(terms_, run_, options_, formulas);
    if (answer.answer == solve::Answer::Unsat) return {.is_valid = true};
    if (answer.answer == solve::Answer::Unknown) return {.reason = std::move(answer.reason)};
    if (has_unknown(parts)) return {.reason = kTooManyFactors};
    return {.has_model = true, .model = model_of(answer.model)};
  }
  std::vector<Term> constraints;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Term made = term(parts[i]);
    constraints.push_back(i < positive ? made : terms_.negate(made));
  }
  solve::Answer answer = solver_.check(constraints);
  if (answer == solve::Answer::Unsat) return {.is_valid = true};
  if (answer == solve::Answer::Unknown) return {.reason = solver_.reason()};
  if (has_unknown(parts)) return {.reason = kTooManyFactors};
  return {.has_model = true, .model = model_of(solver_.model())};
}

bool Leaves::implies(const Sequent& sequent, const std::vector<ExprId>& formulas) {
  std::vector<Term> known;
  std::unordered_set<ExprId> quantified;
  for (ExprId id : first_order_assumptions(sequent)) {
    if (store_.expr(id).has_quantifier) {
      quantified.insert(id);
    } else {
      term::append_conjuncts(terms_, term(id), known);
    }
  }
  std::unordered_set<Term> facts(known.begin(), known.end());
  std::vector<Term> wanted;
  for (ExprId id : formulas) {
    if (store_.expr(id).has_quantifier) {
      if (!quantified.contains(id)) return false;
      continue;
    }
    std::vector<Term> parts;
    term::append_conjuncts(terms_, term(id), parts);
    for (Term part : parts) {
      if (!facts.contains(part)) wanted.push_back(part);
    }
  }
  if (wanted.empty()) return true;
  known.push_back(terms_.negate(terms_.conjunction(wanted)));
  return solver_.check(known) == solve::Answer::Unsat;
}

}  // namespace prove
