#include "logic/dl/eval.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace dl {

namespace {

using base::Integer;
using Value = std::optional<Integer>;

Integer of_bool(bool value) { return value ? Integer(1) : Integer(0); }

Value eval_binary(BinaryOp op, const Integer& a, const Integer& b) {
  switch (op) {
    case BinaryOp::Iff:
    case BinaryOp::Eq: return of_bool(a == b);
    case BinaryOp::Ne: return of_bool(!(a == b));
    case BinaryOp::Lt: return of_bool(a < b);
    case BinaryOp::Le: return of_bool(a <= b);
    case BinaryOp::Gt: return of_bool(a > b);
    case BinaryOp::Ge: return of_bool(a >= b);
    case BinaryOp::Add: return a + b;
    case BinaryOp::Sub: return a - b;
    case BinaryOp::Mul: return a * b;
    case BinaryOp::Div: return b.is_zero() ? Value() : a / b;
    case BinaryOp::Rem: return b.is_zero() ? Value() : a % b;
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Implies: break;  // they need not evaluate b; see eval
  }
  UNREACHABLE("no such operator");
}

// Values of expressions that are shared are computed once.
class Evaluator {
 public:
  Evaluator(const Store& store, const Valuation& values) : store_(store), values_(values) {}

  Value run(ExprId id) {
    const Expr& expr = store_.expr(id);
    if (expr.kind < ExprKind::Unary) return compute(expr);
    if (auto known = known_.find(id); known != known_.end()) return known->second;
    Value value = compute(expr);
    known_.emplace(id, value);
    return value;
  }

 private:
  Value compute(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::Int: return expr.number;
      case ExprKind::Bool: return of_bool(expr.flag);
      case ExprKind::Var: return values_.at(expr.var.index());
      case ExprKind::Unary: {
        Value a = run(expr.a);
        if (!a) return a;
        return expr.unary == UnaryOp::Neg ? -*a : of_bool(a->is_zero());
      }
      case ExprKind::Binary: return binary(expr);
      case ExprKind::Ite: {
        Value a = run(expr.a);
        if (!a) return a;
        return run(a->is_zero() ? expr.c : expr.b);
      }
      default: UNREACHABLE("a quantifier or a modality has no computable value");
    }
  }

  Value binary(const Expr& expr) {
    Value a = run(expr.a);
    if (!a) return a;
    const bool left = !a->is_zero();
    if (expr.binary == BinaryOp::And) return left ? run(expr.b) : of_bool(false);
    if (expr.binary == BinaryOp::Or) return left ? of_bool(true) : run(expr.b);
    if (expr.binary == BinaryOp::Implies) return left ? run(expr.b) : of_bool(true);
    const Value b = run(expr.b);
    return b ? eval_binary(expr.binary, *a, *b) : b;
  }

  const Store& store_;
  const Valuation& values_;
  std::unordered_map<ExprId, Value> known_;
};

}  // namespace

bool is_huge(const Integer& value) {
  constexpr std::size_t kMostDigits = 100'000;
  return !value.to_int64() && value.to_string().size() > kMostDigits;
}

std::optional<Integer> eval(const Store& store, ExprId expr, const Valuation& values) {
  return Evaluator(store, values).run(expr);
}

namespace {

bool has_active_descendant(const Store& store, const Pool& pool, ThreadId thread) {
  return std::any_of(pool.begin(), pool.end(), [&](const PoolEntry& entry) {
    return store.is_descendant(entry.thread, thread);
  });
}

}  // namespace

ConcreteResult concrete_step(Store& store, Valuation& values, PoolId& pool_id, ThreadId thread) {
  Pool pool = store.pool(pool_id);
  auto own = std::find_if(pool.begin(), pool.end(),
                          [&](const PoolEntry& entry) { return entry.thread == thread; });
  CHECK(own != pool.end(), "the thread is not active");
  const Stmt stmt = store.first(own->code);
  const CodeId rest = store.code(own->code).rest;
  Value value;
  const bool is_exhausted = stmt.kind == StmtKind::While && stmt.bound == 0U;
  if (stmt.value && !is_exhausted) {
    value = eval(store, stmt.value, values);
    if (!value) return ConcreteResult::Failed;
  }
  const bool holds = value && !value->is_zero();
  own->code = rest;
  switch (stmt.kind) {
    case StmtKind::Assign: values[stmt.target.index()] = *value; break;
    case StmtKind::Skip: break;
    case StmtKind::If: own->code = store.append(holds ? stmt.body : stmt.otherwise, rest); break;
    case StmtKind::While:
      if (!holds || stmt.bound == 0U) break;
      {
        Stmt loop = stmt;
        if (loop.bound) --*loop.bound;
        own->code = store.append(stmt.body, store.make_code(store.make_stmt(loop), rest));
      }
      break;
    case StmtKind::Await:
    case StmtKind::Assume:
      if (!holds) return ConcreteResult::Blocked;
      break;
    case StmtKind::Spawn: {
      const ThreadId child = store.make_child(thread, own->spawned++);
      pool.push_back({child, stmt.body, 0});
      break;
    }
    case StmtKind::Join:
      if (has_active_descendant(store, pool, thread)) return ConcreteResult::Blocked;
      break;
    case StmtKind::Assert:
      if (!holds) return ConcreteResult::Failed;
      break;
  }
  pool_id = store.make_pool(std::move(pool));
  return ConcreteResult::Done;
}

}  // namespace dl
