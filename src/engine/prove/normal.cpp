#include "engine/prove/normal.h"

#include "base/check.h"
#include "logic/dl/subst.h"

namespace prove {

using dl::ExprId;
using dl::ExprKind;

namespace {

// σ without `var`, which a quantifier binds.
dl::SubstId without(dl::Store& store, dl::SubstId subst, dl::VarId var) {
  dl::Subst rest = store.subst(subst);
  std::erase_if(rest, [&](const auto& entry) { return entry.first == var; });
  return store.make_subst(std::move(rest));
}

}  // namespace

ExprId normal(dl::Store& store, dl::SubstId subst, ExprId formula) {
  const dl::Expr expr = store.expr(formula);
  if (!expr.has_modality) return dl::simplified(store, dl::apply(store, subst, formula));
  switch (expr.kind) {
    case ExprKind::Unary: return store.make_unary(expr.unary, normal(store, subst, expr.a));
    case ExprKind::Binary: {
      ExprId a = normal(store, subst, expr.a);
      ExprId b = normal(store, subst, expr.b);
      // Of formulas with modalities, equality is equivalence.
      if (expr.binary == dl::BinaryOp::Eq) return store.make_binary(dl::BinaryOp::Iff, a, b);
      if (expr.binary != dl::BinaryOp::Ne) return store.make_binary(expr.binary, a, b);
      return store.make_not(store.make_binary(dl::BinaryOp::Iff, a, b));
    }
    case ExprKind::Ite:
      return store.make_ite(normal(store, subst, expr.a), normal(store, subst, expr.b),
                            normal(store, subst, expr.c));
    case ExprKind::Forall:
      return store.make_forall(expr.var, normal(store, without(store, subst, expr.var), expr.a));
    case ExprKind::Exists:
      return store.make_exists(expr.var, normal(store, without(store, subst, expr.var), expr.a));
    case ExprKind::Box: return store.make_update(subst, formula);
    case ExprKind::Update: return normal(store, dl::compose(store, subst, expr.subst), expr.a);
    default: break;
  }
  UNREACHABLE("a modality inside an atom");
}

std::optional<Boxed> as_boxed(const dl::Store& store, ExprId formula) {
  const dl::Expr& update = store.expr(formula);
  if (update.kind != ExprKind::Update) return std::nullopt;
  const dl::Expr& box = store.expr(update.a);
  if (box.kind != ExprKind::Box) return std::nullopt;
  return Boxed{ExprId(), update.subst, box.pool, box.a};
}

std::optional<Boxed> as_guarded(const dl::Store& store, ExprId formula) {
  const dl::Expr& expr = store.expr(formula);
  bool is_guarded = expr.kind == ExprKind::Binary && expr.binary == dl::BinaryOp::Implies &&
                    !store.expr(expr.a).has_modality;
  if (!is_guarded) return as_boxed(store, formula);
  std::optional<Boxed> boxed = as_boxed(store, expr.b);
  if (boxed) boxed->guard = expr.a;
  return boxed;
}

ExprId make_boxed(dl::Store& store, const Boxed& boxed) {
  ExprId made = store.make_update(boxed.subst, store.make_box(boxed.pool, boxed.after));
  return boxed.guard ? store.make_implies(boxed.guard, made) : made;
}

}  // namespace prove
