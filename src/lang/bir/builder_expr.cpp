// Expressions: pure in the end, with their heap reads hoisted.
#include <fmt/format.h>

#include <cstdlib>

#include "ir/typing.h"
#include "lang/bir/builder.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

ExprId BirBuilder::lower(SynExprId id) {
  const SynExpr& e = file_.expr(id);
  switch (e.kind) {
    case SynExprKind::Literal: return program_.constant_expr(simple_type(e.type_kind), e.value);
    case SynExprKind::Name:
    case SynExprKind::GlobalName:
    case SynExprKind::Field:
    case SynExprKind::Index: return read(place(id), e.span);
    case SynExprKind::Unary: return lower_unary(e);
    case SynExprKind::Binary: return lower_binary(e);
    case SynExprKind::Ite: return lower_conditional(e, {});
    case SynExprKind::Length: {
      ExprId array = lower(e.a);
      return array ? length(array, e.span) : array;
    }
    case SynExprKind::CharAt:
    case SynExprKind::Substring: return lower_part_of_string(e);
    case SynExprKind::InstanceOf:
    case SynExprKind::As: return lower_type_test(e);
    case SynExprKind::Of: return lower_ascription(e);
    case SynExprKind::Forall:
    case SynExprKind::Exists: return lower_quantifier(e);
    case SynExprKind::LockTest:
    case SynExprKind::ThreadTest: return lower_test(e);
    case SynExprKind::Accepts: {
      ExprId array = lower(e.a);
      ExprId held = lower(e.b);
      if (!array || !held) return {};
      Expr result;
      result.kind = ExprKind::Accepts;
      result.type = simple_type(TypeKind::Bool);
      result.a = array;
      result.b = held;
      return program_.add(result);
    }
    case SynExprKind::Value: return lower_heap_value(e);
  }
  return {};
}

// `value(o.f)`: unlike `o.f` alone, it is read where the expression is evaluated.
ExprId BirBuilder::lower_heap_value(const SynExpr& e) {
  Place p = place(e.a);
  Expr result;
  switch (p.kind) {
    case Place::Field: result.kind = ExprKind::FieldOf; break;
    case Place::Element: result.kind = ExprKind::ElementOf; break;
    case Place::Global: result.kind = ExprKind::GlobalOf; break;
    default: return read(p, e.span);
  }
  result.type = p.type;
  result.a = p.base;
  result.b = p.index;
  result.field = p.field;
  result.global = p.global;
  return program_.add(result);
}

ExprId BirBuilder::lower_unary(const SynExpr& e) {
  ExprId a = lower(e.a);
  if (!a) return {};
  TypeId type = unary_type(program_, e.unary, program_.expr(a).type);
  if (!type) {
    sink_.report(Kind::BirOperand, e.name_span, spelling(e.unary),
                 type_text(program_.expr(a).type));
    return {};
  }
  Expr result;
  result.kind = ExprKind::Unary;
  result.unary = e.unary;
  result.type = type;
  result.a = a;
  return program_.add(result);
}

ExprId BirBuilder::lower_binary(const SynExpr& e) {
  ExprId a = lower(e.a);
  ExprId b = lower(e.b);
  if (!a || !b) return {};
  if (!is_shift(e.binary)) {
    a = adapt(a, program_.expr(b).type);
    b = adapt(b, program_.expr(a).type);
  }
  TypeId type = binary_type(program_, e.binary, program_.expr(a).type, program_.expr(b).type);
  if (!type) {
    sink_.report(Kind::BirOperand, e.name_span, spelling(e.binary),
                 fmt::format("{} and {}", type_text(program_.expr(a).type),
                             type_text(program_.expr(b).type)));
    return {};
  }
  Expr result;
  result.kind = ExprKind::Binary;
  result.binary = e.binary;
  result.type = type;
  result.a = a;
  result.b = b;
  return program_.add(result);
}

ExprId BirBuilder::lower_conditional(const SynExpr& e, TypeId wanted) {
  Expr result;
  result.kind = ExprKind::Ite;
  result.a = lower_as(e.a, simple_type(TypeKind::Bool));
  result.b = lower(e.b);
  result.c = lower(e.c);
  if (!result.a || !result.b || !result.c) return {};
  result.b = adapt(result.b, program_.expr(result.c).type);
  result.c = adapt(result.c, program_.expr(result.b).type);
  TypeId b = program_.expr(result.b).type;
  TypeId c = program_.expr(result.c).type;
  result.type = wanted ? wanted : conditional_type(program_, b, c);
  if (!result.type) {
    sink_.report(Kind::BirOperand, e.name_span,
                 "?:", fmt::format("{} and {}", type_text(b), type_text(c)));
    return {};
  }
  for (TypeId branch : {b, c}) {
    if (program_.is_assignable(branch, result.type)) continue;
    mismatch(result.type, branch, e.span);
    return {};
  }
  return program_.add(result);
}

// `literal of T`, `(a ? b : c) of T`
ExprId BirBuilder::lower_ascription(const SynExpr& e) {
  const SynExpr& inner = file_.expr(e.a);
  TypeId type = resolve(e.type);
  if (inner.kind == SynExprKind::Ite) return lower_conditional(inner, type);
  if (inner.kind != SynExprKind::Literal) {
    sink_.report(Kind::BirAscription, e.name_span);
    return {};
  }
  Constant value = in_type(inner.value, type);
  if (!constant_fits(program_, value, type)) {
    sink_.report(Kind::BirBadInitial, inner.span, type_text(type));
    return {};
  }
  return program_.constant_expr(type, std::move(value));
}

ExprId BirBuilder::lower_part_of_string(const SynExpr& e) {
  bool is_char = e.kind == SynExprKind::CharAt;
  Expr result;
  result.kind = is_char ? ExprKind::CharAt : ExprKind::Substring;
  result.type = simple_type(is_char ? TypeKind::Int : TypeKind::String);
  result.a = lower_as(e.a, simple_type(TypeKind::String));
  result.b = lower_as(e.b, simple_type(TypeKind::Int));
  if (!is_char) result.c = lower_as(e.c, simple_type(TypeKind::Int));
  bool sound = result.a && result.b && (is_char || result.c);
  return sound ? program_.add(result) : ExprId();
}

ExprId BirBuilder::length(ExprId array, base::Span span) {
  const Type& type = program_.type_of(array);
  if (!type.element && type.kind != TypeKind::String) {
    sink_.report(Kind::BirNotAnArray, span, type_text(program_.expr(array).type));
    return {};
  }
  Expr result;
  result.kind = ExprKind::Length;
  result.type = simple_type(TypeKind::Int);
  result.a = array;
  return program_.add(result);
}

ExprId BirBuilder::lower_type_test(const SynExpr& e) {
  ExprId value = lower(e.a);
  if (!value) return {};
  Expr result;
  result.a = value;
  TypeId type = resolve(e.type);
  if (e.kind == SynExprKind::As) {
    result.kind = ExprKind::Cast;
    result.type = type;
    return program_.add(result);
  }
  result.kind = ExprKind::InstanceOf;
  result.type = simple_type(TypeKind::Bool);
  // A class is named without `ref`; `ref C` is understood as well.
  const Type& tested = program_.type(type);
  if (tested.cls) {
    result.cls = tested.cls;
  } else {
    result.tested = type;
  }
  return program_.add(result);
}

// Lock and thread tests read the shared state: into a Bool of their own.
ExprId BirBuilder::lower_test(const SynExpr& e) {
  if (!may_hoist(e.span)) return {};
  if (e.kind == SynExprKind::LockTest) {
    auto lock = lock_place(e.a);
    if (!lock) return {};
    LocalId target = temp(simple_type(TypeKind::Bool));
    emit(TestLock{target, e.test, *lock});
    return program_.local_expr(*proc_, target);
  }
  ExprId thread = lower(e.a);
  if (!thread) return {};
  LocalId target = temp(simple_type(TypeKind::Bool));
  emit(TestThread{target, thread});
  return program_.local_expr(*proc_, target);
}

// Bound variables are locals of the procedure; undeclared ones are added to it.
LocalId BirBuilder::bound_local(const std::string& name, TypeId type) {
  if (auto found = locals_.find(name); found != locals_.end()) return found->second;
  LocalId id(proc_->locals.size());
  locals_.emplace(name, id);
  ir::Local local;
  local.name = name;
  local.type = type;
  local.is_bound = true;
  proc_->locals.push_back(std::move(local));
  return id;
}

ExprId BirBuilder::lower_quantifier(const SynExpr& e) {
  Expr result;
  result.kind = e.kind == SynExprKind::Forall ? ExprKind::Forall : ExprKind::Exists;
  result.type = simple_type(TypeKind::Bool);
  result.a = lower(e.a);
  if (!result.a) return {};
  TypeId element = program_.type_of(result.a).element;
  if (!element) {
    sink_.report(Kind::BirNotAnArray, file_.expr(e.a).span,
                 type_text(program_.expr(result.a).type));
    return {};
  }
  result.local = bound_local(e.name, element);
  if (!e.owner.empty()) result.index = bound_local(e.owner, simple_type(TypeKind::Int));
  auto* hoist = std::exchange(hoist_, nullptr);
  auto reason = std::exchange(no_hoist_, "quantifier");
  result.b = lower_as(e.b, simple_type(TypeKind::Bool));
  hoist_ = hoist;
  no_hoist_ = reason;
  return result.b ? program_.add(result) : ExprId();
}

// ---------------------------------------------------------------- wanted types

ExprId BirBuilder::lower_as(SynExprId id, TypeId wanted) {
  ExprId value = lower(id);
  if (!value) return {};
  value = adapt(value, wanted);
  if (program_.is_assignable(program_.expr(value).type, wanted)) return value;
  mismatch(wanted, program_.expr(value).type, file_.expr(id).span);
  return {};
}

// A literal where the type is known: numbers without a point become floats, and doubles become
// singles.
Constant BirBuilder::in_type(Constant value, TypeId type) const {
  TypeKind kind = program_.type(type).kind;
  if (!is_floating(kind)) return value;
  if (const auto* number = std::get_if<base::Integer>(&value)) {
    std::string digits = number->to_string();
    if (kind == TypeKind::Float) return std::strtod(digits.c_str(), nullptr);
    return static_cast<double>(std::strtof(digits.c_str(), nullptr));
  }
  const auto* number = std::get_if<double>(&value);
  return number != nullptr && kind == TypeKind::Float32 ? rounded_to_single(*number) : value;
}

ExprId BirBuilder::adapt(ExprId value, TypeId wanted) {
  const Expr e = program_.expr(value);
  if (e.kind != ExprKind::Constant) return value;
  TypeKind from = program_.type(e.type).kind;
  TypeKind to = program_.type(wanted).kind;
  bool is_int = from == TypeKind::Int;
  const Constant& literal = program_.constant(e.constant);
  bool fits = (is_int && (to == TypeKind::Uint || to == TypeKind::Long) &&
               constant_fits(program_, literal, wanted)) ||
              (is_int && to == TypeKind::Float) ||
              ((is_int || from == TypeKind::Float) && to == TypeKind::Float32);
  return fits ? program_.constant_expr(wanted, in_type(literal, wanted)) : value;
}

}  // namespace bir
