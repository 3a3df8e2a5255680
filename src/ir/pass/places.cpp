#include "ir/pass/places.h"

namespace pass {

bool is_load(const ir::Action& action) {
  return std::holds_alternative<ir::LoadField>(action) ||
         std::holds_alternative<ir::LoadElement>(action) ||
         std::holds_alternative<ir::LoadGlobal>(action);
}

bool is_constant(const ir::Program& program, const ir::Action& load) {
  if (const auto* a = std::get_if<ir::LoadField>(&load)) {
    return program.field(a->field).sharing == ir::Sharing::Constant;
  }
  const auto* a = std::get_if<ir::LoadGlobal>(&load);
  return a && program.global(a->global).sharing == ir::Sharing::Constant;
}

bool is_same(const ir::Program& program, ir::ExprId a, ir::ExprId b) {
  if (a == b) return true;
  if (!a || !b) return false;
  const ir::Expr& x = program.expr(a);
  const ir::Expr& y = program.expr(b);
  if (x.kind != y.kind || x.type != y.type) return false;
  switch (x.kind) {
    case ir::ExprKind::Constant:
      return program.constant(x.constant) == program.constant(y.constant);
    case ir::ExprKind::Local: return x.local == y.local;
    case ir::ExprKind::Unary: return x.unary == y.unary && is_same(program, x.a, y.a);
    case ir::ExprKind::Binary:
      return x.binary == y.binary && is_same(program, x.a, y.a) && is_same(program, x.b, y.b);
    case ir::ExprKind::Ite:
      return is_same(program, x.a, y.a) && is_same(program, x.b, y.b) && is_same(program, x.c, y.c);
    case ir::ExprKind::Length:
    case ir::ExprKind::Cast: return is_same(program, x.a, y.a);
    default: return false;
  }
}

bool is_same_place(const ir::Program& program, const ir::Action& a, const ir::Action& b) {
  if (ir::kind_of(a) != ir::kind_of(b)) return false;
  if (const auto* x = std::get_if<ir::LoadField>(&a)) {
    const auto& y = std::get<ir::LoadField>(b);
    return x->field == y.field && is_same(program, x->object, y.object);
  }
  if (const auto* x = std::get_if<ir::LoadElement>(&a)) {
    const auto& y = std::get<ir::LoadElement>(b);
    return is_same(program, x->array, y.array) && is_same(program, x->index, y.index);
  }
  if (const auto* x = std::get_if<ir::TestLock>(&a)) {
    return is_same(program, x->lock.object, std::get<ir::TestLock>(b).lock.object);
  }
  if (const auto* x = std::get_if<ir::TestThread>(&a)) {
    return is_same(program, x->thread, std::get<ir::TestThread>(b).thread);
  }
  return std::get<ir::LoadGlobal>(a).global == std::get<ir::LoadGlobal>(b).global;
}

}  // namespace pass
