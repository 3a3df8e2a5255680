// The instance is found from the states alone: where the general state maps x to a constant c,
// c stands for the value of x in the special state; where it maps x to c + 1, for that value
// minus 1; and so on through sums. Whatever else is needed the solver has to confirm.
#include "engine/prove/link.h"

#include <algorithm>

#include "engine/prove/rules.h"
#include "logic/dl/subst.h"

namespace prove {

using dl::BinaryOp;
using dl::Expr;
using dl::ExprId;
using dl::ExprKind;

namespace {

class Matcher {
 public:
  explicit Matcher(dl::Store& store) : store_(store), theta_(store.empty_subst()) {}

  // Makes `pattern` equal to `value`, if one constant of it is still open and can be isolated.
  void match(ExprId pattern, ExprId value) {
    const Expr expr = store_.expr(pattern);
    if (expr.kind == ExprKind::Var) return bind(expr.var, value);
    if (expr.kind == ExprKind::Unary && expr.unary == dl::UnaryOp::Neg) {
      return match(expr.a, store_.make_unary(dl::UnaryOp::Neg, value));
    }
    if (expr.kind != ExprKind::Binary) return;
    bool left = has_open(expr.a);
    if (left == has_open(expr.b)) return;
    ExprId other = dl::apply(store_, theta_, left ? expr.b : expr.a);
    if (expr.binary == BinaryOp::Add) {
      match(left ? expr.a : expr.b, store_.make_binary(BinaryOp::Sub, value, other));
    } else if (expr.binary == BinaryOp::Sub && left) {
      match(expr.a, store_.make_binary(BinaryOp::Add, value, other));
    } else if (expr.binary == BinaryOp::Sub) {
      match(expr.b, store_.make_binary(BinaryOp::Sub, other, value));
    }
  }

  dl::SubstId theta() const { return theta_; }

 private:
  bool is_bound(dl::VarId var) const {
    return std::find(bound_.begin(), bound_.end(), var) != bound_.end();
  }
  bool has_open(ExprId id) const {
    dl::VarSet vars = dl::free_vars(store_, id);
    return std::any_of(vars.begin(), vars.end(), [&](dl::VarId var) { return !is_bound(var); });
  }
  void bind(dl::VarId var, ExprId value) {
    if (is_bound(var)) return;
    bound_.push_back(var);
    theta_ = store_.with(theta_, var, dl::simplified(store_, value));
  }

  dl::Store& store_;
  dl::SubstId theta_;
  std::vector<dl::VarId> bound_;
};

// The variables on whose values {σ}[Σ]Ψ depends.
dl::VarSet relevant(const dl::Store& store, const Boxed& boxed) {
  dl::VarSet vars = dl::free_vars(store, boxed.after);
  for (const dl::PoolEntry& entry : store.pool(boxed.pool)) {
    vars = dl::set_union(vars, dl::vars_read(store, entry.code));
  }
  return vars;
}

// Everything but the focus, the first-order assumptions and the path.
std::vector<ExprId> context_of(const dl::Store& store, const Sequent& sequent, std::size_t focus) {
  std::vector<ExprId> context;
  for (ExprId id : sequent.assumptions) {
    if (store.expr(id).has_modality) context.push_back(id);
  }
  for (std::size_t i = 0; i < sequent.claims.size(); ++i) {
    if (i != focus) context.push_back(sequent.claims[i]);
  }
  return context;
}

bool is_touched(const dl::Store& store, dl::SubstId theta, const std::vector<ExprId>& formulas) {
  for (ExprId id : formulas) {
    for (dl::VarId var : dl::free_vars(store, id)) {
      for (const auto& entry : store.subst(theta)) {
        if (entry.first == var) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<dl::SubstId> instance_of(dl::Store& store, Leaves& leaves, const Sequent& special,
                                       const Sequent& general) {
  auto here = focus_of(store, special);
  auto there = focus_of(store, general);
  if (!here || !there || *here != *there) return std::nullopt;
  const Boxed now = *as_boxed(store, special.claims[*here]);
  const Boxed then = *as_boxed(store, general.claims[*there]);
  if (now.pool != then.pool || now.after != then.after) return std::nullopt;
  const std::vector<ExprId> context = context_of(store, special, *here);
  if (context != context_of(store, general, *there)) return std::nullopt;

  const dl::VarSet vars = relevant(store, now);
  Matcher matcher(store);
  // Constants first: they decide for themselves what they stand for.
  for (bool plain : {true, false}) {
    for (dl::VarId var : vars) {
      ExprId pattern = store.lookup(then.subst, var);
      bool is_plain = store.expr(pattern).kind == ExprKind::Var;
      if (is_plain == plain) matcher.match(pattern, store.lookup(now.subst, var));
    }
  }
  dl::SubstId theta = matcher.theta();
  if (is_touched(store, theta, context)) return std::nullopt;

  std::vector<ExprId> wanted;
  for (dl::VarId var : vars) {
    ExprId value = store.lookup(now.subst, var);
    ExprId image = dl::apply(store, theta, store.lookup(then.subst, var));
    if (value == image || leaves.term(value) == leaves.term(image)) continue;
    // Two different numbers will not become equal.
    if (store.expr(value).kind == ExprKind::Int && store.expr(image).kind == ExprKind::Int) {
      return std::nullopt;
    }
    wanted.push_back(store.make_binary(BinaryOp::Eq, value, image));
  }
  for (ExprId id : general.assumptions) {
    if (store.expr(id).is_first_order()) wanted.push_back(dl::apply(store, theta, id));
  }
  for (const dl::Event& event : general.path) {
    wanted.push_back(dl::apply(store, theta, event.condition));
  }
  if (!leaves.implies(special, wanted)) return std::nullopt;
  return theta;
}

}  // namespace prove
