#include "ir/typing.h"

#include "base/check.h"

namespace ir {

namespace {

bool is_int_like(TypeKind kind) {
  return kind == TypeKind::Int || kind == TypeKind::Range || kind == TypeKind::Enum;
}

// The common type of two integers, or Void if they do not mix.
TypeKind common_integer(TypeKind a, TypeKind b) {
  if (is_int_like(a) && is_int_like(b)) return TypeKind::Int;
  auto joins_uint = [](TypeKind k) { return k == TypeKind::Uint || k == TypeKind::Range; };
  if (joins_uint(a) && joins_uint(b)) return TypeKind::Uint;
  return TypeKind::Void;
}

bool is_object(TypeKind kind) {
  return kind == TypeKind::Ref || kind == TypeKind::Array || kind == TypeKind::Null;
}

bool are_comparable(TypeKind a, TypeKind b) {
  if (common_integer(a, b) != TypeKind::Void) return true;
  if (is_object(a) && is_object(b)) return true;
  auto joins = [&](TypeKind kind) {
    return (a == kind || a == TypeKind::Null) && (b == kind || b == TypeKind::Null);
  };
  if (joins(TypeKind::String) || joins(TypeKind::Tid)) return true;
  return a == b && (a == TypeKind::Bool || a == TypeKind::Float || a == TypeKind::Char);
}

bool are_ordered(TypeKind a, TypeKind b) {
  if (common_integer(a, b) != TypeKind::Void) return true;
  return a == b && (a == TypeKind::Float || a == TypeKind::Char);
}

TypeId arithmetic_type(BinaryOp op, TypeKind a, TypeKind b) {
  if (TypeKind kind = common_integer(a, b); kind != TypeKind::Void) return simple_type(kind);
  if (a == TypeKind::Float && b == TypeKind::Float) return simple_type(TypeKind::Float);
  bool texts = (a == TypeKind::String && is_reference(b) && !is_object(b)) ||
               (a == TypeKind::String && b == TypeKind::Null) ||
               (b == TypeKind::String && a == TypeKind::Null);
  if (op == BinaryOp::Add && texts) return simple_type(TypeKind::String);
  return {};
}

}  // namespace

TypeId simple_type(TypeKind kind) {
  CHECK(kind < TypeKind::Ref, "a type with parameters");
  return TypeId(static_cast<std::size_t>(kind));
}

TypeId unary_type(const Program& program, UnaryOp op, TypeId a) {
  TypeKind kind = program.type(a).kind;
  if (op == UnaryOp::Not) {
    return kind == TypeKind::Bool ? simple_type(TypeKind::Bool) : TypeId();
  }
  if (is_int_like(kind)) return simple_type(TypeKind::Int);
  return kind == TypeKind::Uint || kind == TypeKind::Float ? simple_type(kind) : TypeId();
}

TypeId binary_type(const Program& program, BinaryOp op, TypeId a, TypeId b) {
  TypeKind x = program.type(a).kind;
  TypeKind y = program.type(b).kind;
  bool fine = false;
  switch (op) {
    case BinaryOp::Implies:
    case BinaryOp::Or:
    case BinaryOp::And: fine = x == TypeKind::Bool && y == TypeKind::Bool; break;
    case BinaryOp::Eq:
    case BinaryOp::Ne: fine = are_comparable(x, y); break;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge: fine = are_ordered(x, y); break;
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem: return arithmetic_type(op, x, y);
  }
  return fine ? simple_type(TypeKind::Bool) : TypeId();
}

TypeId conditional_type(const Program& program, TypeId then_type, TypeId else_type) {
  if (then_type == else_type) return then_type;
  TypeKind common = common_integer(program.type(then_type).kind, program.type(else_type).kind);
  if (common != TypeKind::Void) return simple_type(common);
  if (program.is_assignable(then_type, else_type)) return else_type;
  if (program.is_assignable(else_type, then_type)) return then_type;
  return {};
}

bool constant_fits(const Program& program, const Constant& value, TypeId id) {
  const Type& type = program.type(id);
  switch (type.kind) {
    case TypeKind::Bool: return std::holds_alternative<bool>(value);
    case TypeKind::Float: return std::holds_alternative<double>(value);
    case TypeKind::Char: return std::holds_alternative<char32_t>(value);
    case TypeKind::String:
      return std::holds_alternative<std::string>(value) || std::holds_alternative<NullValue>(value);
    case TypeKind::Null:
    case TypeKind::Ref:
    case TypeKind::Array:
    case TypeKind::Tid: return std::holds_alternative<NullValue>(value);
    case TypeKind::Int:
    case TypeKind::Enum: return std::holds_alternative<base::Integer>(value);
    case TypeKind::Uint: {
      const base::Integer* number = std::get_if<base::Integer>(&value);
      return number != nullptr && !number->is_negative();
    }
    case TypeKind::Range: {
      const base::Integer* number = std::get_if<base::Integer>(&value);
      return number != nullptr && *number >= base::Integer(type.lo) &&
             *number <= base::Integer(type.hi);
    }
    case TypeKind::Void:
    case TypeKind::Lock:
    case TypeKind::Record:
    case TypeKind::FixedArray: return false;
  }
  UNREACHABLE("type kind");
}

FieldId find_field(const Program& program, ClassId cls, std::string_view name) {
  for (; cls; cls = program.cls(cls).super) {
    for (FieldId id : program.cls(cls).fields) {
      if (program.field(id).name == name) return id;
    }
  }
  return {};
}

bool is_embedded(TypeKind kind) {
  return kind == TypeKind::Record || kind == TypeKind::FixedArray || kind == TypeKind::Lock;
}

}  // namespace ir
