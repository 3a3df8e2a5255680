#include "ir/pass/copy_expr.h"

#include "base/check.h"
#include "ir/typing.h"

namespace pass {

using ir::BinaryOp;
using ir::ExprKind;
using ir::TypeKind;

ir::ExprId ExprCopier::null() {
  return model_.constant_expr(ir::simple_type(TypeKind::Null), ir::NullValue{});
}

std::optional<bool> ExprCopier::truth(ir::ExprId id) const {
  const ir::Expr& e = model_.expr(id);
  if (e.kind != ExprKind::Constant) return std::nullopt;
  const bool* value = std::get_if<bool>(&model_.constant(e.constant));
  return value ? std::optional(*value) : std::nullopt;
}

const base::Integer* ExprCopier::integer(ir::ExprId id) const {
  const ir::Expr& e = model_.expr(id);
  if (e.kind != ExprKind::Constant) return nullptr;
  return std::get_if<base::Integer>(&model_.constant(e.constant));
}

ir::ExprId ExprCopier::negation(ir::ExprId a) {
  if (auto value = truth(a)) return model_.bool_constant(!*value);
  return model_.unary(ir::UnaryOp::Not, a);
}

ir::ExprId ExprCopier::binary(BinaryOp op, ir::ExprId a, ir::ExprId b) {
  auto left = truth(a);
  auto right = truth(b);
  switch (op) {
    case BinaryOp::And:
      if (left) return *left ? b : a;
      if (right == true) return a;
      break;
    case BinaryOp::Or:
      if (left) return *left ? a : b;
      if (right == false) return a;
      break;
    case BinaryOp::Implies:
      if (left) return *left ? b : model_.bool_constant(true);
      break;
    default: break;
  }
  const base::Integer* x = integer(a);
  const base::Integer* y = integer(b);
  if (x && y) {
    switch (op) {
      case BinaryOp::Eq: return model_.bool_constant(*x == *y);
      case BinaryOp::Ne: return model_.bool_constant(!(*x == *y));
      case BinaryOp::Lt: return model_.bool_constant(*x < *y);
      case BinaryOp::Le: return model_.bool_constant(*x <= *y);
      case BinaryOp::Gt: return model_.bool_constant(*x > *y);
      case BinaryOp::Ge: return model_.bool_constant(*x >= *y);
      default: break;
    }
  }
  ir::TypeId type = ir::binary_type(model_, op, model_.expr(a).type, model_.expr(b).type);
  CHECK(type.is_valid(), "operands of `{}` do not fit in the model", ir::spelling(op));
  return model_.add({.kind = ExprKind::Binary, .binary = op, .type = type, .a = a, .b = b});
}

ir::ExprId ExprCopier::constant(const ir::Expr& e) {
  ir::Constant value = Domains::constant(source_.constant(e.constant));
  TypeKind kind = source_.type(e.type).kind;
  if (kind == TypeKind::Int || kind == TypeKind::Char) {
    return model_.constant_expr(ir::simple_type(TypeKind::Int), std::move(value));
  }
  if (kind < TypeKind::Ref) return model_.constant_expr(ir::simple_type(kind), std::move(value));
  return model_.constant_expr(domains_.type(e.type), std::move(value));
}

// Ranges calculate as `int`. Unsigned numbers of the source wrap at their width, or must not
// fall below zero: one operand is made a `uint`, so that it is the same in the model.
ir::ExprId ExprCopier::arithmetic(const ir::Expr& e, ir::ExprId a, ir::ExprId b) {
  bool is_unsigned = source_.type(e.type).kind == TypeKind::Uint;
  TypeKind left = model_.type_of(a).kind;
  TypeKind right = model_.type_of(b).kind;
  if (is_unsigned && left != TypeKind::Uint && right != TypeKind::Uint) {
    ir::ExprId zero = model_.constant_expr(ir::simple_type(TypeKind::Uint), base::Integer(0));
    a = binary(BinaryOp::Add, a, zero);
  }
  return binary(e.binary, a, b);
}

ir::ExprId ExprCopier::copy(ir::ExprId id, const ir::Procedure& proc, const LocalMap& locals) {
  if (!id) return {};
  const ir::Expr& e = source_.expr(id);
  if (e.kind == ExprKind::Constant) return constant(e);
  if (e.kind == ExprKind::Local) {
    // What the model keeps in a range goes on to calculate with 64 bits.
    ir::ExprId copied = model_.local_expr(proc, locals(e.local));
    bool is_long = source_.type(e.type).kind == TypeKind::Long;
    return is_long ? model_.unary(ir::UnaryOp::ToLong, copied) : copied;
  }
  ir::Expr out = e;
  bool quantifies = e.kind == ExprKind::Forall || e.kind == ExprKind::Exists;
  if (quantifies) out.local = locals(e.local);
  if (quantifies && e.index) out.index = locals(e.index);
  out.a = copy(e.a, proc, locals);
  out.b = copy(e.b, proc, locals);
  out.c = copy(e.c, proc, locals);
  switch (e.kind) {
    case ExprKind::Unary:
      if (e.unary == ir::UnaryOp::Not) return negation(out.a);
      if (source_.type(e.type).kind == TypeKind::Uint) {
        ir::ExprId zero = model_.constant_expr(ir::simple_type(TypeKind::Uint), base::Integer(0));
        return binary(BinaryOp::Sub, zero, out.a);
      }
      out.type = ir::unary_type(model_, e.unary, model_.expr(out.a).type);
      break;
    case ExprKind::Binary: return arithmetic(e, out.a, out.b);
    case ExprKind::Ite: {
      if (auto value = truth(out.a)) return *value ? out.b : out.c;
      TypeKind kind = model_.type_of(out.b).kind;
      bool is_number = ir::is_integer(kind) || kind == TypeKind::Long;
      out.type =
          is_number ? ir::conditional_type(model_, model_.expr(out.b).type, model_.expr(out.c).type)
                    : domains_.type(e.type);
      break;
    }
    case ExprKind::InstanceOf:
      out.type = ir::simple_type(TypeKind::Bool);
      if (e.tested) out.tested = domains_.type(e.tested);
      break;
    case ExprKind::Length: out.type = ir::simple_type(TypeKind::Int); break;
    case ExprKind::Cast: out.type = domains_.type(e.type); break;
    case ExprKind::FieldOf:
      out.field = domains_.field(e.field);
      out.type = model_.field(out.field).type;
      break;
    case ExprKind::ElementOf: out.type = model_.type_of(out.a).element; break;
    case ExprKind::GlobalOf:
      out.global = domains_.global(e.global);
      out.type = model_.global(out.global).type;
      break;
    default: out.type = ir::simple_type(TypeKind::Bool); break;  // quantifiers
  }
  CHECK(out.type.is_valid(), "an expression has no type in the model");
  return model_.add(out);
}

}  // namespace pass
