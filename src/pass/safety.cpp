#include "pass/safety.h"

#include <algorithm>

namespace pass {

namespace {

bool same(const ir::Program& p, ir::ExprId x, ir::ExprId y) {
  if (x == y) return true;
  if (!x || !y) return false;
  const ir::Expr& a = p.expr(x);
  const ir::Expr& b = p.expr(y);
  if (a.kind != b.kind || a.local != b.local || a.index != b.index || a.cls != b.cls) return false;
  if (a.kind == ir::ExprKind::Constant) {
    return ir::same_constant(p.constant(a.constant), p.constant(b.constant));
  }
  if (a.kind == ir::ExprKind::Unary && a.unary != b.unary) return false;
  if (a.kind == ir::ExprKind::Binary && a.binary != b.binary) return false;
  return a.type == b.type && a.tested == b.tested && same(p, a.a, b.a) && same(p, a.b, b.b) &&
         same(p, a.c, b.c);
}

class Safety {
 public:
  Safety(const ir::Program& program, const ir::Procedure* proc, ir::ExprId guard)
      : program_(program), proc_(proc) {
    if (guard) collect(guard);
  }

  bool expr(ir::ExprId id) const {
    if (!id) return true;
    const ir::Expr& e = program_.expr(id);
    if (!expr(e.a) || !expr(e.b) || !expr(e.c)) return false;
    switch (e.kind) {
      case ir::ExprKind::Binary: return binary(e);
      case ir::ExprKind::Unary:
        return e.unary == ir::UnaryOp::Not || program_.type(e.type).kind != ir::TypeKind::Uint;
      case ir::ExprKind::Length:
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists: return is_object(e.a);
      case ir::ExprKind::Cast: return is_tested(e.a);
      default: return true;
    }
  }

  // Not null here.
  bool is_object(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    bool is_this = e.kind == ir::ExprKind::Local && proc_ && proc_->has_this &&
                   e.local == proc_->params.front();
    ir::TypeKind kind = program_.type(e.type).kind;
    bool embedded = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    return is_this || embedded || differs_from(id, [&](const ir::Constant& c) {
             return std::holds_alternative<ir::NullValue>(c);
           });
  }

  bool is_index(ir::ExprId array, ir::ExprId index) const {
    auto below = [&](const ir::Expr& e) {
      if (e.binary != ir::BinaryOp::Lt || !same(program_, e.a, index)) return false;
      const ir::Expr& bound = program_.expr(e.b);
      return bound.kind == ir::ExprKind::Length && same(program_, bound.a, array);
    };
    return is_object(array) && is_not_negative(index) && knows(below);
  }

  bool is_not_negative(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (program_.type(e.type).kind == ir::TypeKind::Uint) return true;
    if (const base::Integer* n = number(id)) return !n->is_negative();
    return knows([&](const ir::Expr& fact) {
      bool left = fact.binary == ir::BinaryOp::Ge && same(program_, fact.a, id) && is_zero(fact.b);
      bool right = fact.binary == ir::BinaryOp::Le && same(program_, fact.b, id) && is_zero(fact.a);
      return left || right;
    });
  }

 private:
  void collect(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    if (e.kind == ir::ExprKind::Binary && e.binary == ir::BinaryOp::And) {
      collect(e.a);
      collect(e.b);
    } else {
      facts_.push_back(id);
    }
  }

  template <class Test>
  bool knows(Test test) const {
    return std::any_of(facts_.begin(), facts_.end(), [&](ir::ExprId id) {
      const ir::Expr& e = program_.expr(id);
      return e.kind == ir::ExprKind::Binary && test(e);
    });
  }

  template <class Test>
  bool differs_from(ir::ExprId id, Test test) const {
    auto is_constant = [&](ir::ExprId other) {
      const ir::Expr& e = program_.expr(other);
      return e.kind == ir::ExprKind::Constant && test(program_.constant(e.constant));
    };
    return knows([&](const ir::Expr& e) {
      if (e.binary != ir::BinaryOp::Ne) return false;
      return (same(program_, e.a, id) && is_constant(e.b)) ||
             (same(program_, e.b, id) && is_constant(e.a));
    });
  }

  const base::Integer* number(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.kind != ir::ExprKind::Constant) return nullptr;
    return std::get_if<base::Integer>(&program_.constant(e.constant));
  }
  bool is_zero(ir::ExprId id) const {
    const base::Integer* n = number(id);
    return n && n->is_zero();
  }

  bool binary(const ir::Expr& e) const {
    bool is_uint = program_.type(e.type).kind == ir::TypeKind::Uint;
    if (e.binary == ir::BinaryOp::Sub && is_uint && program_.int_mode == ir::IntMode::Math) {
      return knows([&](const ir::Expr& fact) {
        return fact.binary == ir::BinaryOp::Ge && same(program_, fact.a, e.a) &&
               same(program_, fact.b, e.b);
      });
    }
    bool divides = e.binary == ir::BinaryOp::Div || e.binary == ir::BinaryOp::Rem;
    if (!divides || program_.type(e.type).kind == ir::TypeKind::Float) return true;
    if (const base::Integer* n = number(e.b)) return !n->is_zero();
    return differs_from(e.b, [](const ir::Constant& c) {
      const auto* n = std::get_if<base::Integer>(&c);
      return n && n->is_zero();
    });
  }

  // Some fact tests the class of it.
  bool is_tested(ir::ExprId id) const {
    return std::any_of(facts_.begin(), facts_.end(),
                       [&](ir::ExprId fact) { return has_test(fact, id); });
  }
  bool has_test(ir::ExprId in, ir::ExprId id) const {
    if (!in) return false;
    const ir::Expr& e = program_.expr(in);
    if (e.kind == ir::ExprKind::InstanceOf && same(program_, e.a, id)) return true;
    return e.kind == ir::ExprKind::Binary && (has_test(e.a, id) || has_test(e.b, id));
  }

  const ir::Program& program_;
  const ir::Procedure* proc_;
  std::vector<ir::ExprId> facts_;  // conjuncts of the guard
};

}  // namespace

bool is_safe(const ir::Program& program, const ir::Procedure& proc, const ir::Transition& t,
             const ir::Action& action) {
  Safety safety(program, &proc, t.guard);
  bool safe = true;
  ir::for_each_expr(action, [&](ir::ExprId e) { safe = safe && safety.expr(e); });
  if (!safe) return false;
  if (const auto* a = std::get_if<ir::LoadField>(&action)) return safety.is_object(a->object);
  if (const auto* a = std::get_if<ir::StoreField>(&action)) return safety.is_object(a->object);
  if (const auto* a = std::get_if<ir::LoadElement>(&action)) {
    return safety.is_index(a->array, a->index);
  }
  if (const auto* a = std::get_if<ir::StoreElement>(&action)) {
    return safety.is_index(a->array, a->index);
  }
  if (const auto* a = std::get_if<ir::NewArray>(&action)) {
    return std::all_of(a->sizes.begin(), a->sizes.end(),
                       [&](ir::ExprId size) { return safety.is_not_negative(size); });
  }
  return true;
}

bool is_total(const ir::Program& program, ir::ExprId expr) {
  return Safety(program, nullptr, {}).expr(expr);
}

}  // namespace pass
