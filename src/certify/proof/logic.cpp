#include "certify/proof/logic.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "base/check.h"

namespace proof {

using dl::BinaryOp;
using dl::Expr;
using dl::ExprId;
using dl::ExprKind;
using solve::Formula;
using term::Term;

// The solver alone, without the accelerators in front of it.
ProofLogic::ProofLogic(dl::Store& store, run::Run& run)
    : store_(store),
      run_(run),
      options_(solve::Options::all_off()),
      solver_(terms_, run, options_) {}

// ---- substitution

ExprId ProofLogic::substitute(dl::SubstId subst, ExprId root) {
  std::unordered_map<ExprId, ExprId> done;
  std::function<ExprId(ExprId)> walk = [&](ExprId id) -> ExprId {
    if (auto known = done.find(id); known != done.end()) return known->second;
    const Expr expr = store_.expr(id);
    ExprId made = id;
    switch (expr.kind) {
      case ExprKind::Int:
      case ExprKind::Bool: break;
      case ExprKind::Var: made = store_.lookup(subst, expr.var); break;
      case ExprKind::Forall:
      case ExprKind::Exists: made = under_quantifier(subst, expr, false); break;
      case ExprKind::Box:
      case ExprKind::Update: made = ExprId(); break;
      default: {
        ExprId a = walk(expr.a);
        ExprId b = expr.b ? walk(expr.b) : ExprId();
        ExprId c = expr.c ? walk(expr.c) : ExprId();
        bool is_lost = !a || (expr.b && !b) || (expr.c && !c);
        made = is_lost                         ? ExprId()
               : expr.kind == ExprKind::Unary  ? store_.make_unary(expr.unary, a)
               : expr.kind == ExprKind::Binary ? store_.make_binary(expr.binary, a, b)
                                               : store_.make_ite(a, b, c);
      }
    }
    done.emplace(id, made);
    return made;
  };
  return walk(root);
}

ExprId ProofLogic::under_quantifier(dl::SubstId subst, const Expr& expr, bool modal) {
  dl::Subst inner = store_.subst(subst);
  std::erase_if(inner, [&](const auto& entry) { return entry.first == expr.var; });
  for (const auto& entry : inner) {
    if (variables(entry.second).contains(expr.var)) return ExprId();
  }
  dl::SubstId rest = store_.make_subst(std::move(inner));
  ExprId body = modal ? pushed(rest, expr.a) : substitute(rest, expr.a);
  if (!body) return body;
  return expr.kind == ExprKind::Forall ? store_.make_forall(expr.var, body)
                                       : store_.make_exists(expr.var, body);
}

// Maps each x to σ'(x)σ: what σ' makes of a state that σ made.
dl::SubstId ProofLogic::composed(dl::SubstId outer, dl::SubstId inner) {
  dl::Subst all;
  const dl::Subst changes = store_.subst(inner);
  for (const auto& [var, value] : changes) all.emplace_back(var, substitute(outer, value));
  for (const auto& entry : store_.subst(outer)) {
    bool is_changed = std::any_of(changes.begin(), changes.end(),
                                  [&](const auto& change) { return change.first == entry.first; });
    if (!is_changed) all.push_back(entry);
  }
  return store_.make_subst(std::move(all));
}

ExprId ProofLogic::pushed(dl::SubstId subst, ExprId id) {
  const Expr expr = store_.expr(id);
  if (!expr.has_modality) return substitute(subst, id);
  switch (expr.kind) {
    case ExprKind::Box: return store_.make_update(subst, id);
    case ExprKind::Update: return pushed(composed(subst, expr.subst), expr.a);
    case ExprKind::Forall:
    case ExprKind::Exists: return under_quantifier(subst, expr, true);
    default: break;
  }
  ExprId a = pushed(subst, expr.a);
  ExprId b = expr.b ? pushed(subst, expr.b) : ExprId();
  ExprId c = expr.c ? pushed(subst, expr.c) : ExprId();
  if (!a || (expr.b && !b) || (expr.c && !c)) return ExprId();
  if (expr.kind == ExprKind::Unary) return store_.make_unary(expr.unary, a);
  if (expr.kind == ExprKind::Ite) return store_.make_ite(a, b, c);
  // Equality of formulas is equivalence.
  if (expr.binary == BinaryOp::Eq) return store_.make_binary(BinaryOp::Iff, a, b);
  if (expr.binary != BinaryOp::Ne) return store_.make_binary(expr.binary, a, b);
  return store_.make_not(store_.make_binary(BinaryOp::Iff, a, b));
}

ExprId ProofLogic::has_value(ExprId id) {
  if (auto known = has_value_of_.find(id); known != has_value_of_.end()) return known->second;
  ExprId made = compute_has_value(Expr(store_.expr(id)));
  has_value_of_.emplace(id, made);
  return made;
}

ExprId ProofLogic::compute_has_value(const Expr& expr) {
  const ExprId yes = store_.make_bool(true);
  if (expr.kind == ExprKind::Unary) return has_value(expr.a);
  if (expr.kind == ExprKind::Ite) {
    ExprId branch = store_.make_ite(expr.a, has_value(expr.b), has_value(expr.c));
    return store_.make_and(has_value(expr.a), branch);
  }
  if (expr.kind != ExprKind::Binary) return yes;
  ExprId left = has_value(expr.a);
  ExprId right = has_value(expr.b);
  switch (expr.binary) {
    case BinaryOp::And:
    case BinaryOp::Implies: return store_.make_and(left, store_.make_implies(expr.a, right));
    case BinaryOp::Or: return store_.make_and(left, store_.make_or(expr.a, right));
    case BinaryOp::Div:
    case BinaryOp::Rem: {
      ExprId divides = store_.make_binary(BinaryOp::Ne, expr.b, store_.make_int(0));
      return store_.make_and(store_.make_and(left, right), divides);
    }
    default: return store_.make_and(left, right);
  }
}

// ---- equality

bool ProofLogic::is_same_state(dl::SubstId a, dl::SubstId b) {
  std::set<dl::VarId> domain;
  for (dl::SubstId id : {a, b}) {
    for (const auto& entry : store_.subst(id)) domain.insert(entry.first);
  }
  return std::all_of(domain.begin(), domain.end(), [&](dl::VarId var) {
    return is_same(store_.lookup(a, var), store_.lookup(b, var));
  });
}

bool ProofLogic::is_same(ExprId x, ExprId y) {
  if (x == y) return true;
  const Expr a = store_.expr(x);
  const Expr b = store_.expr(y);
  if (a.sort != b.sort) return false;
  bool is_plain = !a.has_modality && !a.has_quantifier && !b.has_modality && !b.has_quantifier;
  if (is_plain) return term(x) == term(y);
  if (a.kind != b.kind || a.unary != b.unary || a.binary != b.binary || a.var != b.var) {
    return false;
  }
  if (a.kind == ExprKind::Box) return a.pool == b.pool && a.a == b.a;
  if (a.kind == ExprKind::Update) return is_same_state(a.subst, b.subst) && is_same(a.a, b.a);
  auto are_same = [&](ExprId p, ExprId q) { return p && q ? is_same(p, q) : p == q; };
  return are_same(a.a, b.a) && are_same(a.b, b.b) && are_same(a.c, b.c);
}

bool ProofLogic::is_trivial(ExprId formula) { return is_same(formula, store_.make_bool(true)); }

bool ProofLogic::contains(const std::vector<ExprId>& all, ExprId formula) {
  return std::find(all.begin(), all.end(), formula) != all.end() ||
         std::any_of(all.begin(), all.end(), [&](ExprId id) { return is_same(id, formula); });
}

bool ProofLogic::is_same_set(const std::vector<ExprId>& a, const std::vector<ExprId>& b) {
  auto covers = [&](const std::vector<ExprId>& all, const std::vector<ExprId>& some) {
    return std::all_of(some.begin(), some.end(),
                       [&](ExprId id) { return is_trivial(id) || contains(all, id); });
  };
  return a == b || (covers(a, b) && covers(b, a));
}

std::optional<ProofBox> ProofLogic::as_box(ExprId formula, bool may_be_guarded) const {
  const Expr& expr = store_.expr(formula);
  if (may_be_guarded && expr.kind == ExprKind::Binary && expr.binary == BinaryOp::Implies &&
      !store_.expr(expr.a).has_modality) {
    auto box = as_box(expr.b, false);
    if (box) box->guard = expr.a;
    return box;
  }
  if (expr.kind != ExprKind::Update || store_.expr(expr.a).kind != ExprKind::Box) {
    return std::nullopt;
  }
  const Expr& box = store_.expr(expr.a);
  return ProofBox{ExprId(), expr.subst, box.pool, box.a};
}

// ---- variables

void ProofLogic::collect(ExprId root, bool only_free, std::set<dl::VarId>& found) const {
  std::vector<ExprId> todo = {root};
  std::set<ExprId> seen;
  while (!todo.empty()) {
    ExprId id = todo.back();
    todo.pop_back();
    if (!id || !seen.insert(id).second) continue;
    const Expr& expr = store_.expr(id);
    bool binds = expr.kind == ExprKind::Forall || expr.kind == ExprKind::Exists;
    if (only_free && (binds || expr.kind == ExprKind::Update)) {
      std::set<dl::VarId> inner = free_variables(expr.a);
      if (binds) inner.erase(expr.var);
      if (expr.kind == ExprKind::Update) {
        for (const auto& entry : store_.subst(expr.subst)) {
          inner.erase(entry.first);
          todo.push_back(entry.second);
        }
      }
      found.insert(inner.begin(), inner.end());
      continue;
    }
    if (expr.var) found.insert(expr.var);
    if (expr.kind == ExprKind::Box) {
      for (const dl::PoolEntry& entry : store_.pool(expr.pool)) {
        collect_code(entry.code, false, found);
      }
    }
    if (expr.kind == ExprKind::Update) {
      for (const auto& entry : store_.subst(expr.subst)) {
        found.insert(entry.first);
        todo.push_back(entry.second);
      }
    }
    for (ExprId part : {expr.a, expr.b, expr.c}) todo.push_back(part);
  }
}

void ProofLogic::collect_code(dl::CodeId id, bool only_reads, std::set<dl::VarId>& found) const {
  for (; id; id = store_.code(id).rest) {
    const dl::Stmt& stmt = store_.first(id);
    if (stmt.value) collect(stmt.value, false, found);
    if (!only_reads && stmt.target) found.insert(stmt.target);
    if (!only_reads && stmt.invariant) collect(stmt.invariant, false, found);
    collect_code(stmt.body, only_reads, found);
    collect_code(stmt.otherwise, only_reads, found);
  }
}

std::set<dl::VarId> ProofLogic::variables(ExprId formula) const {
  std::set<dl::VarId> found;
  collect(formula, false, found);
  return found;
}

std::set<dl::VarId> ProofLogic::free_variables(ExprId formula) const {
  std::set<dl::VarId> found;
  collect(formula, true, found);
  return found;
}

std::set<dl::VarId> ProofLogic::read_by(dl::PoolId pool) const {
  std::set<dl::VarId> found;
  for (const dl::PoolEntry& entry : store_.pool(pool)) collect_code(entry.code, true, found);
  return found;
}

}  // namespace proof
