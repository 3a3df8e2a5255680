// Expressions. The IR's expressions are total only where they are defined, so each
// source expression yields two things: its value, and the obligations under which
// the value is defined, in the order in which evaluation meets them. Short-circuit
// operators guard the obligations of the operand they may skip.
#include <cstdlib>

#include "base/check.h"
#include "lang/oox/lowering.h"

namespace oox {

namespace {

ir::BinaryOp ir_op(BinaryOp op) {
  static_assert(static_cast<int>(BinaryOp::Rem) == static_cast<int>(ir::BinaryOp::Rem));
  return static_cast<ir::BinaryOp>(op);
}

bool is_true(const ir::Program& program, ir::ExprId id) {
  const ir::Expr& e = program.expr(id);
  if (e.kind != ir::ExprKind::Constant) return false;
  const bool* value = std::get_if<bool>(&program.constant(e.constant));
  return value != nullptr && *value;
}

unsigned width(ir::IntMode mode) { return mode == ir::IntMode::Bits32 ? 32 : 64; }

}  // namespace

ir::ExprId MethodLowerer::conjunction(ir::ExprId a, ir::ExprId b) {
  if (!a || is_true(ir_, a)) return b;
  if (!b || is_true(ir_, b)) return a;
  return ir_.binary(ir::BinaryOp::And, a, b);
}

// Comparisons are negated in place, which keeps guards readable.
ir::ExprId MethodLowerer::negation(ir::ExprId id) {
  ir::Expr e = ir_.expr(id);
  if (e.kind == ir::ExprKind::Unary && e.unary == ir::UnaryOp::Not) return e.a;
  bool is_float =
      e.kind == ir::ExprKind::Binary && e.a && ir_.type_of(e.a).kind == ir::TypeKind::Float;
  if (e.kind == ir::ExprKind::Binary && !is_float) {  // NaN: !(a < b) is not a >= b
    switch (e.binary) {
      case ir::BinaryOp::Eq: return ir_.binary(ir::BinaryOp::Ne, e.a, e.b);
      case ir::BinaryOp::Ne: return ir_.binary(ir::BinaryOp::Eq, e.a, e.b);
      case ir::BinaryOp::Lt: return ir_.binary(ir::BinaryOp::Ge, e.a, e.b);
      case ir::BinaryOp::Le: return ir_.binary(ir::BinaryOp::Gt, e.a, e.b);
      case ir::BinaryOp::Gt: return ir_.binary(ir::BinaryOp::Le, e.a, e.b);
      case ir::BinaryOp::Ge: return ir_.binary(ir::BinaryOp::Lt, e.a, e.b);
      default: break;
    }
  }
  return ir_.unary(ir::UnaryOp::Not, id);
}

Total MethodLowerer::total(const Expr* e) {
  bound_calls(e);
  Obligations obligations;
  ir::ExprId value = expr(e, obligations);
  return conditions(obligations, value);
}

// From the last one: each may rely on the ones before it.
Total MethodLowerer::conditions(const Obligations& obligations, ir::ExprId value) {
  Total result{value, {}};
  auto implied = [&](ir::ExprId by, ir::ExprId a) {
    return a ? ir_.binary(ir::BinaryOp::Implies, by, a) : a;
  };
  for (std::size_t i = obligations.size(); i-- > 0;) {
    const Obligation& o = obligations[i];
    if (o.is_bound) {
      result.holds = implied(o.holds, result.holds);
      result.within = conjunction(o.holds, result.within);
    } else {
      result.holds = conjunction(o.holds, result.holds);
      result.within = implied(o.holds, result.within);
    }
  }
  return result;
}

void MethodLowerer::guard_obligations(ir::ExprId condition, const Obligations& inner,
                                      Obligations& outer) {
  for (const Obligation& o : inner) {
    outer.push_back({ir_.binary(ir::BinaryOp::Implies, condition, o.holds), o.kind, o.is_bound});
  }
}

void MethodLowerer::require_not_null(ir::ExprId reference, Obligations& obligations) {
  const ir::Expr& e = ir_.expr(reference);
  bool is_this = e.kind == ir::ExprKind::Local && proc_.has_this && e.local == proc_.params[0];
  if (is_this || (vars_->self && reference == vars_->self))
    return;  // never null: every call checked its receiver
  ir::ExprId null = ir_.constant_expr(ir_.types.make(ir::TypeKind::Null), ir::NullValue{});
  obligations.push_back(
      {ir_.binary(ir::BinaryOp::Ne, reference, null), ir::ExceptionKind::NullDereference});
}

void MethodLowerer::require_index(ir::ExprId array, ir::ExprId index, Obligations& obligations) {
  require_not_null(array, obligations);
  ir::ExprId length = ir_.add({.kind = ir::ExprKind::Length, .type = int_, .a = array});
  ir::ExprId zero = ir_.constant_expr(ir_.expr(index).type, base::Integer(0));
  ir::ExprId inside = ir_.binary(ir::BinaryOp::And, ir_.binary(ir::BinaryOp::Le, zero, index),
                                 ir_.binary(ir::BinaryOp::Lt, index, length));
  obligations.push_back({inside, ir::ExceptionKind::IndexOutOfBounds});
}

ir::ExprId MethodLowerer::expr(const Expr* e, Obligations& obligations) {
  switch (e->kind) {
    case ExprKind::IntLit:
    case ExprKind::FloatLit:
    case ExprKind::BoolLit:
    case ExprKind::CharLit:
    case ExprKind::StringLit:
    case ExprKind::NullLit: return literal(e);
    case ExprKind::Name: return variable(e);
    case ExprKind::This: return this_object();
    case ExprKind::Paren: return expr(e->a, obligations);
    case ExprKind::Unary: return unary(e, obligations);
    case ExprKind::Binary: return binary(e, obligations);
    case ExprKind::Conditional: return conditional(e, obligations);
    case ExprKind::Quantifier: return quantifier(e, obligations);
    case ExprKind::SizeOf: {
      ir::ExprId operand = expr(e->a, obligations);
      require_not_null(operand, obligations);
      return ir_.add({.kind = ir::ExprKind::Length, .type = int_, .a = operand});
    }
    case ExprKind::InstanceOf: return type_test(e, expr(e->a, obligations));
    case ExprKind::Cast: {
      ir::ExprId operand = expr(e->a, obligations);
      ir::TypeId type = lowered_.type(e->target_type);
      if (!ir_.is_assignable(ir_.expr(operand).type, type)) {
        ir::ExprId null = ir_.constant_expr(ir_.types.make(ir::TypeKind::Null), ir::NullValue{});
        ir::ExprId fits = ir_.binary(ir::BinaryOp::Or, ir_.binary(ir::BinaryOp::Eq, operand, null),
                                     type_test(e, operand));
        obligations.push_back({fits, ir::ExceptionKind::BadCast});
      }
      return ir_.add({.kind = ir::ExprKind::Cast, .type = type, .a = operand});
    }
    case ExprKind::Old: return old_value(e, obligations);
    // Only where the whole expression is evaluated in one step.
    case ExprKind::Field: return field(e, obligations);
    case ExprKind::Index: return element(e, obligations);
    case ExprKind::Call: return pure_call(e, obligations);
    case ExprKind::Super:
    case ExprKind::Choose:
    case ExprKind::New:
    case ExprKind::NewArray:
    case ExprKind::Error: break;
  }
  UNREACHABLE("expression kind {} reached lowering", static_cast<int>(e->kind));
}

ir::ExprId MethodLowerer::variable(const Expr* e) {
  std::size_t var = e->var.index();
  bool is_value = var < vars_->values.size() && vars_->values[var].is_valid();
  return is_value ? vars_->values[var] : local(vars_->locals[var]);
}

ir::ExprId MethodLowerer::field(const Expr* e, Obligations& obligations) {
  ir::TypeId type = lowered_.type(e->type);
  if (e->field->is_static) {
    return ir_.add(
        {.kind = ir::ExprKind::GlobalOf, .type = type, .global = lowered_.statics.at(e->field)});
  }
  ir::ExprId object = expr(strip(e->a), obligations);
  require_not_null(object, obligations);
  return ir_.add({.kind = ir::ExprKind::FieldOf,
                  .type = type,
                  .a = object,
                  .field = lowered_.fields.at(e->field)});
}

ir::ExprId MethodLowerer::element(const Expr* e, Obligations& obligations) {
  ir::ExprId array = expr(strip(e->a), obligations);
  ir::ExprId index = expr(e->b, obligations);
  require_index(array, index, obligations);
  return ir_.add(
      {.kind = ir::ExprKind::ElementOf, .type = lowered_.type(e->type), .a = array, .b = index});
}

ir::ExprId MethodLowerer::type_test(const Expr* e, ir::ExprId operand) {
  ir::TypeId type = lowered_.type(e->target_type);
  const ir::Type& t = ir_.type(type);
  ir::Expr test{.kind = ir::ExprKind::InstanceOf, .type = bool_, .a = operand};
  if (t.kind == ir::TypeKind::Ref) {
    test.cls = t.cls;
  } else {
    test.tested = type;
  }
  return ir_.add(test);
}

ir::ExprId MethodLowerer::literal(const Expr* e) {
  ir::TypeId type = lowered_.type(e->type);
  switch (e->kind) {
    case ExprKind::IntLit: {
      ir::TypeKind kind = ir_.type(type).kind;
      if (kind == ir::TypeKind::Float) {
        return ir_.constant_expr(type, std::strtod(e->integer->to_string().c_str(), nullptr));
      }
      if (ir_.int_mode == ir::IntMode::Math) return ir_.constant_expr(type, *e->integer);
      return ir_.constant_expr(type,
                               e->integer->wrap(width(ir_.int_mode), kind != ir::TypeKind::Uint));
    }
    case ExprKind::FloatLit: return ir_.constant_expr(type, e->number);
    case ExprKind::BoolLit: return ir_.constant_expr(type, e->flag);
    case ExprKind::CharLit: return ir_.constant_expr(type, e->character);
    case ExprKind::StringLit:
      return ir_.constant_expr(type, std::string(lowered_.source.text(e->name)));
    case ExprKind::NullLit:
      return ir_.constant_expr(ir_.types.make(ir::TypeKind::Null), ir::NullValue{});
    default: UNREACHABLE("not a literal");
  }
}

ir::ExprId MethodLowerer::unary(const Expr* e, Obligations& obligations) {
  ir::ExprId a = expr(e->a, obligations);
  if (e->unary == UnaryOp::Not) return ir_.unary(ir::UnaryOp::Not, a);
  bool natural = ir_.type_of(a).kind == ir::TypeKind::Uint && ir_.int_mode == ir::IntMode::Math;
  if (natural) {
    ir::ExprId zero = ir_.constant_expr(ir_.expr(a).type, base::Integer(0));
    obligations.push_back(
        {ir_.binary(ir::BinaryOp::Eq, a, zero), ir::ExceptionKind::UnsignedUnderflow});
  }
  return ir_.unary(ir::UnaryOp::Neg, a);
}

ir::ExprId MethodLowerer::binary(const Expr* e, Obligations& obligations) {
  bool lazy =
      e->binary == BinaryOp::And || e->binary == BinaryOp::Or || e->binary == BinaryOp::Implies;
  if (!lazy) return arithmetic(e, obligations);
  ir::ExprId a = expr(e->a, obligations);
  Obligations inner;
  ir::ExprId b = expr(e->b, inner);
  guard_obligations(e->binary == BinaryOp::Or ? negation(a) : a, inner, obligations);
  return ir_.binary(ir_op(e->binary), a, b);
}

ir::ExprId MethodLowerer::arithmetic(const Expr* e, Obligations& obligations) {
  TypeKind kind = lowered_.source.types.kind(e->type);
  if (e->binary == BinaryOp::Add && kind == TypeKind::String) {
    ir::ExprId a = string_operand(e->a, obligations);
    return ir_.binary(ir::BinaryOp::Add, a, string_operand(e->b, obligations));
  }
  ir::ExprId a = expr(e->a, obligations);
  ir::ExprId b = expr(e->b, obligations);
  bool divides = e->binary == BinaryOp::Div || e->binary == BinaryOp::Rem;
  if (divides && kind != TypeKind::Float) {
    ir::ExprId zero = ir_.constant_expr(ir_.expr(b).type, base::Integer(0));
    obligations.push_back(
        {ir_.binary(ir::BinaryOp::Ne, b, zero), ir::ExceptionKind::DivisionByZero});
  }
  bool natural = kind == TypeKind::Uint && ir_.int_mode == ir::IntMode::Math;
  if (e->binary == BinaryOp::Sub && natural) {
    obligations.push_back(
        {ir_.binary(ir::BinaryOp::Ge, a, b), ir::ExceptionKind::UnsignedUnderflow});
  }
  return ir_.binary(ir_op(e->binary), a, b);
}

// In a concatenation null reads as "null", as in Java, and numbers as their digits. The test for
// null is made at the ends of a choice, not around it: there it would double the choice, and nested
// ones again.
ir::ExprId MethodLowerer::string_operand(const Expr* e, Obligations& obligations) {
  while (e->kind == ExprKind::Paren) e = e->a;
  TypeKind kind = lowered_.source.types.kind(e->type);
  if (kind != TypeKind::String && kind != TypeKind::Null) {
    return ir_.unary(ir::UnaryOp::ToText, expr(e, obligations));
  }
  if (e->kind == ExprKind::Conditional) {
    return choice(e, obligations, &MethodLowerer::string_operand);
  }
  ir::ExprId value = expr(e, obligations);
  const ir::Expr& lowered = ir_.expr(value);
  bool is_text = lowered.kind == ir::ExprKind::Constant &&
                 std::holds_alternative<std::string>(ir_.constant(lowered.constant));
  bool is_sum = lowered.kind == ir::ExprKind::Binary;
  if (is_text || is_sum) return value;
  ir::TypeId type = ir_.types.make(ir::TypeKind::String);
  ir::ExprId null = ir_.constant_expr(ir_.types.make(ir::TypeKind::Null), ir::NullValue{});
  ir::ExprId text = ir_.constant_expr(type, std::string("null"));
  return ir_.add({.kind = ir::ExprKind::Ite,
                  .type = type,
                  .a = ir_.binary(ir::BinaryOp::Eq, value, null),
                  .b = text,
                  .c = value});
}

ir::ExprId MethodLowerer::conditional(const Expr* e, Obligations& obligations) {
  return choice(e, obligations, &MethodLowerer::expr);
}

ir::ExprId MethodLowerer::choice(const Expr* e, Obligations& obligations, LowerExpr lower_end) {
  ir::ExprId a = expr(e->a, obligations);
  Obligations then_obligations;
  Obligations else_obligations;
  ir::ExprId b = (this->*lower_end)(e->b, then_obligations);
  ir::ExprId c = (this->*lower_end)(e->c, else_obligations);
  guard_obligations(a, then_obligations, obligations);
  guard_obligations(negation(a), else_obligations, obligations);
  return ir_.add(
      {.kind = ir::ExprKind::Ite, .type = lowered_.type(e->type), .a = a, .b = b, .c = c});
}

ir::ExprId MethodLowerer::quantifier(const Expr* e, Obligations& obligations) {
  ir::ExprId array = expr(e->a, obligations);
  require_not_null(array, obligations);
  auto bind = [&](VarId var) {
    ir::LocalId id = new_local(vars_->method->variables[var.index()]);
    vars_->locals[var.index()] = id;
    return id;
  };
  ir::LocalId element = bind(e->var);
  ir::LocalId index = bind(e->index_var);
  Obligations inner;
  ir::ExprId body = expr(e->b, inner);
  auto quantify = [&](ir::ExprKind kind, ir::ExprId over) {
    return ir_.add(
        {.kind = kind, .type = bool_, .a = array, .b = over, .local = element, .index = index});
  };
  // The body must be defined for every element: there is no order among them.
  for (const Obligation& o : inner) {
    obligations.push_back({quantify(ir::ExprKind::Forall, o.holds), o.kind, o.is_bound});
  }
  return quantify(e->is_forall ? ir::ExprKind::Forall : ir::ExprKind::Exists, body);
}

}  // namespace oox
