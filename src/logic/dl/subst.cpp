#include "logic/dl/subst.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>

#include "base/check.h"

namespace dl {

VarSet set_union(const VarSet& a, const VarSet& b) {
  VarSet all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

bool are_disjoint(const VarSet& a, const VarSet& b) {
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) return false;
    *x < *y ? ++x : ++y;
  }
  return true;
}

namespace {

SubstId without(Store& store, SubstId subst, VarId var) {
  Subst rest = store.subst(subst);
  std::erase_if(rest, [&](const auto& entry) { return entry.first == var; });
  return store.make_subst(std::move(rest));
}

}  // namespace

namespace {

// Expressions are shared, so each is rebuilt once under each substitution.
class Application {
 public:
  explicit Application(Store& store) : store_(store) {}

  ExprId run(SubstId subst, ExprId id) {
    if (store_.subst(subst).empty()) return id;
    const Expr expr = store_.expr(id);
    if (expr.kind < ExprKind::Unary) return leaf(subst, expr, id);
    if (auto known = known_.find({subst, id}); known != known_.end()) return known->second;
    const ExprId made = compute(subst, expr, id);
    known_.emplace(std::pair(subst, id), made);
    return made;
  }

 private:
  ExprId leaf(SubstId subst, const Expr& expr, ExprId id) {
    return expr.kind == ExprKind::Var ? store_.lookup(subst, expr.var) : id;
  }

  ExprId compute(SubstId subst, const Expr& expr, ExprId id) {
    switch (expr.kind) {
      case ExprKind::Unary: return store_.make_unary(expr.unary, run(subst, expr.a));
      case ExprKind::Binary:
        return store_.make_binary(expr.binary, run(subst, expr.a), run(subst, expr.b));
      case ExprKind::Ite:
        return store_.make_ite(run(subst, expr.a), run(subst, expr.b), run(subst, expr.c));
      case ExprKind::Forall:
        return store_.make_forall(expr.var, run(without(store_, subst, expr.var), expr.a));
      case ExprKind::Exists:
        return store_.make_exists(expr.var, run(without(store_, subst, expr.var), expr.a));
      case ExprKind::Box: return store_.make_update(subst, id);
      case ExprKind::Update: return store_.make_update(compose(store_, subst, expr.subst), expr.a);
      default: break;
    }
    UNREACHABLE("no such expression");
  }

  Store& store_;
  std::map<std::pair<SubstId, ExprId>, ExprId> known_;
};

}  // namespace

ExprId apply(Store& store, SubstId subst, ExprId id) { return Application(store).run(subst, id); }

SubstId compose(Store& store, SubstId outer, SubstId inner) {
  const Subst first = store.subst(inner);
  SubstId result = outer;
  Application application(store);
  for (const auto& [var, value] : first) {
    result = store.with(result, var, application.run(outer, value));
  }
  return result;
}

namespace {

// Collects variables of expressions and code. Expressions are shared, so each is visited once.
class Collector {
 public:
  explicit Collector(const Store& store) : store_(store) {}

  void expr(ExprId id) {
    if (!id || !seen_.insert(id.index()).second) return;
    const Expr& node = store_.expr(id);
    switch (node.kind) {
      case ExprKind::Var: found_.push_back(node.var); break;
      case ExprKind::Forall:
      case ExprKind::Exists: {
        VarSet inner = free_vars(store_, node.a);
        std::erase(inner, node.var);
        add(inner);
        break;
      }
      case ExprKind::Box:
        for (const PoolEntry& entry : store_.pool(node.pool)) {
          add(vars_read(store_, entry.code));
          add(vars_written(store_, entry.code));
        }
        expr(node.a);
        break;
      case ExprKind::Update: {
        VarSet inner = free_vars(store_, node.a);
        for (const auto& [var, value] : store_.subst(node.subst)) {
          std::erase(inner, var);
          expr(value);
        }
        add(inner);
        break;
      }
      default:
        expr(node.a);
        expr(node.b);
        expr(node.c);
    }
  }

  void code(CodeId id, bool writes) {
    for (; id; id = store_.code(id).rest) {
      const Stmt& stmt = store_.first(id);
      if (writes && stmt.target) found_.push_back(stmt.target);
      if (!writes) expr(stmt.value);
      code(stmt.body, writes);
      code(stmt.otherwise, writes);
    }
  }

  VarSet take() {
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  void add(const VarSet& vars) { found_.insert(found_.end(), vars.begin(), vars.end()); }

  const Store& store_;
  std::unordered_set<std::uint32_t> seen_;
  VarSet found_;
};

}  // namespace

VarSet free_vars(const Store& store, ExprId expr) {
  Collector collector(store);
  collector.expr(expr);
  return collector.take();
}

VarSet vars_read(const Store& store, CodeId code) {
  Collector collector(store);
  collector.code(code, false);
  return collector.take();
}

VarSet vars_written(const Store& store, CodeId code) {
  Collector collector(store);
  collector.code(code, true);
  return collector.take();
}

namespace {

ExprId and_(Store& store, ExprId a, ExprId b) {
  const ExprId yes = store.make_bool(true);
  if (a == yes) return b;
  return b == yes ? a : store.make_and(a, b);
}

ExprId or_else(Store& store, ExprId a, ExprId b) {
  const ExprId yes = store.make_bool(true);
  return b == yes ? yes : store.make_or(a, b);
}

ExprId binary_definedness(Store& store, const Expr& expr) {
  const ExprId left = definedness(store, expr.a);
  const ExprId right = definedness(store, expr.b);
  switch (expr.binary) {
    case BinaryOp::And:
    case BinaryOp::Implies: return and_(store, left, or_else(store, store.make_not(expr.a), right));
    case BinaryOp::Or: return and_(store, left, or_else(store, expr.a, right));
    case BinaryOp::Div:
    case BinaryOp::Rem: {
      const ExprId both = and_(store, left, right);
      const ExprId zero = store.make_int(0);
      const Expr& divisor = store.expr(expr.b);
      if (divisor.kind == ExprKind::Int && !divisor.number.is_zero()) return both;
      return and_(store, both, store.make_binary(BinaryOp::Ne, expr.b, zero));
    }
    default: return and_(store, left, right);
  }
}

}  // namespace

ExprId definedness(Store& store, ExprId id) {
  const Expr expr = store.expr(id);
  if (!expr.has_division) return store.make_bool(true);
  switch (expr.kind) {
    case ExprKind::Unary: return definedness(store, expr.a);
    case ExprKind::Binary: return binary_definedness(store, expr);
    case ExprKind::Ite: {
      const ExprId then = or_else(store, store.make_not(expr.a), definedness(store, expr.b));
      const ExprId otherwise = or_else(store, expr.a, definedness(store, expr.c));
      return and_(store, definedness(store, expr.a), and_(store, then, otherwise));
    }
    case ExprKind::Forall:
    case ExprKind::Exists: return store.make_forall(expr.var, definedness(store, expr.a));
    default: return store.make_bool(true);
  }
}

ExprId made_total(Store& store, ExprId id) {
  const Expr expr = store.expr(id);
  if (!expr.has_division) return id;
  if (!expr.has_modality) return and_(store, definedness(store, id), id);
  switch (expr.kind) {
    case ExprKind::Unary: return store.make_unary(expr.unary, made_total(store, expr.a));
    case ExprKind::Binary:
      return store.make_binary(expr.binary, made_total(store, expr.a), made_total(store, expr.b));
    case ExprKind::Ite:
      return store.make_ite(made_total(store, expr.a), made_total(store, expr.b),
                            made_total(store, expr.c));
    case ExprKind::Forall: return store.make_forall(expr.var, made_total(store, expr.a));
    case ExprKind::Exists: return store.make_exists(expr.var, made_total(store, expr.a));
    case ExprKind::Box: return store.make_box(expr.pool, made_total(store, expr.a));
    case ExprKind::Update: {
      ExprId defined = store.make_bool(true);
      const Subst subst = store.subst(expr.subst);
      for (const auto& [var, value] : subst) {
        defined = and_(store, defined, definedness(store, value));
      }
      return and_(store, defined, store.make_update(expr.subst, made_total(store, expr.a)));
    }
    default: return id;
  }
}

}  // namespace dl
