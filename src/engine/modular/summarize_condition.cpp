// Conditions narrow the bounds of the variables they speak of (the paper's addCond, applied at
// branches as well as at loops). The lower bound of a known value is narrowed only together
// with the upper one, so that it stays known.
#include "engine/modular/summarize_proc.h"

namespace modular {

namespace {

// Nothing can be true of a state in which a variable has no value.
bool is_empty(const Values& values, const Bounds& bounds) { return values.is_none(bounds.upper); }

}  // namespace

std::optional<ir::LocalId> ProcedureSummarizer::local_of(ir::ExprId expr) const {
  const ir::Expr& e = program_.expr(expr);
  if (e.kind == ir::ExprKind::Cast) return local_of(e.a);
  if (e.kind != ir::ExprKind::Local) return std::nullopt;
  return e.local;
}

bool ProcedureSummarizer::is_null_constant(ir::ExprId expr) const {
  const ir::Expr& e = program_.expr(expr);
  return e.kind == ir::ExprKind::Constant &&
         std::holds_alternative<ir::NullValue>(program_.constant(e.constant));
}

std::optional<Environment> ProcedureSummarizer::refine(Environment env, ir::ExprId condition,
                                                       bool value) {
  const ir::Expr e = program_.expr(condition);
  if (e.kind == ir::ExprKind::Constant) {
    const auto* truth = std::get_if<bool>(&program_.constant(e.constant));
    if (truth && *truth != value) return std::nullopt;
    return env;
  }
  if (e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not) {
    return refine(std::move(env), e.a, !value);
  }
  if (e.kind == ir::ExprKind::InstanceOf && value && e.cls) {
    auto local = local_of(e.a);
    if (!local || !refine_null(env, *local, false))
      return local ? std::nullopt : std::optional(env);
    Bounds& bounds = env.locals[local->index()];
    ValueId all = values_.type(slots_.ref_type(e.cls));
    if (!bounds.is_exact()) bounds.upper = values_.intersection(bounds.upper, all);
    return env;
  }
  if (e.kind != ir::ExprKind::Binary) return env;
  switch (e.binary) {
    case ir::BinaryOp::Eq: return refine_equal(std::move(env), e.a, e.b, value);
    case ir::BinaryOp::Ne: return refine_equal(std::move(env), e.a, e.b, !value);
    case ir::BinaryOp::And:
    case ir::BinaryOp::Or: {
      bool is_and = e.binary == ir::BinaryOp::And;
      if (is_and == value) {
        auto first = refine(std::move(env), e.a, value);
        return first ? refine(std::move(*first), e.b, value) : std::nullopt;
      }
      auto first = refine(env, e.a, value);
      auto rest = refine(std::move(env), e.a, !value);
      auto second = rest ? refine(std::move(*rest), e.b, value) : std::nullopt;
      if (!first || !second) return first ? first : second;
      return join(*first, *second);
    }
    default: return env;
  }
}

bool ProcedureSummarizer::refine_null(Environment& env, ir::LocalId local, bool is_null) {
  Bounds& bounds = env.locals[local.index()];
  ValueId null = values_.null(proc_.local(local).type);
  for (ValueId* side : {&bounds.lower, &bounds.upper}) {
    *side = is_null ? values_.intersection(*side, null) : values_.difference(*side, null);
  }
  return !is_empty(values_, bounds);
}

std::optional<Environment> ProcedureSummarizer::refine_equal(Environment env, ir::ExprId a,
                                                             ir::ExprId b, bool equal) {
  if (is_null_constant(a)) std::swap(a, b);
  auto left = local_of(a);
  auto right = local_of(b);
  if (!left) {
    std::swap(a, b);
    std::swap(left, right);
  }
  if (!left) return env;
  if (is_null_constant(b)) {
    if (!refine_null(env, *left, equal)) return std::nullopt;
    return env;
  }
  Bounds value = eval(b, env);
  AccessPath path = env.paths[left->index()];
  if (path.base) {
    refine_path(env, path, value, equal);
    return env;
  }
  Bounds& bounds = env.locals[left->index()];
  if (!ir::is_reference(program_.type(proc_.local(*left).type).kind)) return env;
  if (equal) {
    Bounds before = bounds;
    if (!bounds.is_exact()) bounds.upper = values_.intersection(bounds.upper, value.upper);
    if (right && !value.is_exact()) {
      Bounds& other = env.locals[right->index()];
      other.upper = values_.intersection(other.upper, before.upper);
    }
  } else if (value.is_exact() && !bounds.is_exact()) {
    bounds.upper = values_.difference(bounds.upper, value.upper);
  }
  if (is_empty(values_, bounds)) return std::nullopt;
  return env;
}

// `base.f1..fn = value`: base is one of those that the fields map into the value.
void ProcedureSummarizer::refine_path(Environment& env, const AccessPath& path, const Bounds& value,
                                      bool equal) {
  Bounds& base = env.locals[path.base.index()];
  if (base.is_exact()) return;
  if (!equal && !value.is_exact()) return;
  // A complement would be one of objects alone, without null.
  ir::TypeId type = program_.field(path.fields.back()).type;
  if (!equal && ir::is_reference(program_.type(type).kind)) return;
  ValueId relation;
  for (ir::FieldId field : path.fields) {
    ValueId next = env.slots[slots_.field(field).index()].upper;
    relation = relation ? values_.join(relation, next) : next;
  }
  ValueId goal = value.upper;
  if (!equal) goal = values_.difference(values_.type(type), goal);
  ValueId objects = values_.join(relation, goal);
  base.upper = values_.intersection(base.upper, objects);
}

}  // namespace modular
