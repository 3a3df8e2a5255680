// Simplification without a solver, bottom up. Expressions are shared, so results are kept.
#include <unordered_map>

#include "logic/dl/eval.h"
#include "logic/dl/subst.h"

namespace dl {

namespace {

class Simplifier {
 public:
  explicit Simplifier(Store& store) : store_(store) {}

  ExprId run(ExprId id) {
    if (auto known = known_.find(id); known != known_.end()) return known->second;
    const ExprId result = compute(store_.expr(id), id);
    known_.emplace(id, result);
    return result;
  }

 private:
  ExprId compute(const Expr& expr, ExprId id) {
    switch (expr.kind) {
      case ExprKind::Unary: return unary(expr.unary, run(expr.a));
      case ExprKind::Binary: return binary(expr.binary, run(expr.a), run(expr.b));
      case ExprKind::Ite: return ite(run(expr.a), run(expr.b), run(expr.c));
      case ExprKind::Forall: return store_.make_forall(expr.var, run(expr.a));
      case ExprKind::Exists: return store_.make_exists(expr.var, run(expr.a));
      default: return id;
    }
  }

  bool is_constant(ExprId id) const {
    const ExprKind kind = store_.expr(id).kind;
    return kind == ExprKind::Int || kind == ExprKind::Bool;
  }
  bool is(ExprId id, bool value) const {
    const Expr& expr = store_.expr(id);
    return expr.kind == ExprKind::Bool && expr.flag == value;
  }

  // The value, if all operands are constants and it has one.
  ExprId folded(ExprId id) {
    const std::optional<base::Integer> value = eval(store_, id, {});
    if (!value) return id;
    if (store_.expr(id).sort == Sort::Bool) return store_.make_bool(!value->is_zero());
    return store_.make_int(*value);
  }

  // Squares of squares are written down, not computed.
  bool is_product_huge(BinaryOp op, ExprId a, ExprId b) const {
    return op == BinaryOp::Mul &&
           (is_huge(store_.expr(a).number) || is_huge(store_.expr(b).number));
  }

  ExprId unary(UnaryOp op, ExprId a) {
    const Expr& inner = store_.expr(a);
    if (inner.kind == ExprKind::Unary && inner.unary == op) return inner.a;
    const ExprId made = store_.make_unary(op, a);
    return is_constant(a) ? folded(made) : made;
  }

  ExprId binary(BinaryOp op, ExprId a, ExprId b) {
    const ExprId made = store_.make_binary(op, a, b);
    if (is_constant(a) && is_constant(b)) return is_product_huge(op, a, b) ? made : folded(made);
    switch (op) {
      case BinaryOp::And:
        if (is(a, true) || is(b, false)) return b;
        if (is(b, true) || is(a, false)) return a;
        return a == b ? a : made;
      case BinaryOp::Or:
        if (is(a, false) || is(b, true)) return b;
        if (is(b, false) || is(a, true)) return a;
        return a == b ? a : made;
      case BinaryOp::Implies:
        if (is(a, true)) return b;
        if (is(a, false) || is(b, true)) return store_.make_bool(true);
        return is(b, false) ? unary(UnaryOp::Not, a) : made;
      case BinaryOp::Iff:
        if (is(a, true)) return b;
        return is(b, true) ? a : made;
      case BinaryOp::Add:
      case BinaryOp::Sub: return is_constant(b) ? sum(a, op, store_.expr(b).number) : made;
      default: return made;
    }
  }

  // `a` plus or minus a number; numbers that follow each other become one.
  ExprId sum(ExprId a, BinaryOp op, base::Integer offset) {
    if (op == BinaryOp::Sub) offset = -offset;
    const Expr inner = store_.expr(a);
    const bool is_sum = inner.kind == ExprKind::Binary &&
                        (inner.binary == BinaryOp::Add || inner.binary == BinaryOp::Sub);
    if (is_sum && is_constant(inner.b)) {
      const base::Integer& number = store_.expr(inner.b).number;
      offset = inner.binary == BinaryOp::Add ? number + offset : offset - number;
      a = inner.a;
    }
    if (offset.is_zero()) return a;
    return offset.is_negative() ? store_.make_binary(BinaryOp::Sub, a, store_.make_int(-offset))
                                : store_.make_binary(BinaryOp::Add, a, store_.make_int(offset));
  }

  ExprId ite(ExprId a, ExprId b, ExprId c) {
    if (is(a, true) || b == c) return b;
    return is(a, false) ? c : store_.make_ite(a, b, c);
  }

  Store& store_;
  std::unordered_map<ExprId, ExprId> known_;
};

}  // namespace

ExprId simplified(Store& store, ExprId expr) { return Simplifier(store).run(expr); }

}  // namespace dl
