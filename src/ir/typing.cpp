#include "ir/typing.h"

#include <cmath>

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
  return a == b &&
         (a == TypeKind::Bool || a == TypeKind::Long || is_floating(a) || a == TypeKind::Char);
}

bool are_ordered(TypeKind a, TypeKind b) {
  if (common_integer(a, b) != TypeKind::Void) return true;
  return a == b && (a == TypeKind::Long || is_floating(a) || a == TypeKind::Char);
}

TypeId arithmetic_type(BinaryOp op, TypeKind a, TypeKind b) {
  if (TypeKind kind = common_integer(a, b); kind != TypeKind::Void) return simple_type(kind);
  if (a == b && (a == TypeKind::Long || is_floating(a))) return simple_type(a);
  bool texts = (a == TypeKind::String && is_reference(b) && !is_object(b)) ||
               (a == TypeKind::String && b == TypeKind::Null) ||
               (b == TypeKind::String && a == TypeKind::Null);
  if (op == BinaryOp::Add && texts) return simple_type(TypeKind::String);
  return {};
}

// Operands of bit operators and results of conversions: int only where it has a width.
TypeId word_type(const Program& program, TypeKind kind) {
  if (kind == TypeKind::Long) return simple_type(kind);
  bool has_width = is_int_like(kind) && program.int_mode != IntMode::Math;
  return has_width ? simple_type(TypeKind::Int) : TypeId();
}

TypeId conversion_type(const Program& program, UnaryOp op, TypeKind from) {
  bool is_long = from == TypeKind::Long;
  bool is_word = word_type(program, from).is_valid();
  auto result = [](bool fine, TypeKind to) { return fine ? simple_type(to) : TypeId(); };
  switch (op) {
    case UnaryOp::ToInt:
      if (is_floating(from)) return word_type(program, TypeKind::Int);
      return result(is_long, TypeKind::Int);
    case UnaryOp::ToLong: return result(is_int_like(from) || is_floating(from), TypeKind::Long);
    case UnaryOp::ToFloat: return result(is_word || from == TypeKind::Float32, TypeKind::Float);
    case UnaryOp::ToFloat32: return result(is_word || from == TypeKind::Float, TypeKind::Float32);
    case UnaryOp::ToByte:
    case UnaryOp::ToShort:
    case UnaryOp::ToChar16: return result(is_word && !is_long, TypeKind::Int);
    case UnaryOp::ToText:
      return result(is_int_like(from) || is_long || is_floating(from) || from == TypeKind::Bool,
                    TypeKind::String);
    case UnaryOp::CharText: return result(is_int_like(from), TypeKind::String);
    case UnaryOp::Neg:
    case UnaryOp::Not: break;
  }
  UNREACHABLE("operator {} is no conversion", static_cast<int>(op));
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
  if (is_function(op)) return conversion_type(program, op, kind);
  if (is_int_like(kind)) return simple_type(TypeKind::Int);
  bool fine = kind == TypeKind::Uint || kind == TypeKind::Long || is_floating(kind);
  return fine ? simple_type(kind) : TypeId();
}

std::optional<std::pair<std::int64_t, std::int64_t>> unchanged_by(UnaryOp op) {
  switch (op) {
    case UnaryOp::ToInt:
    case UnaryOp::ToLong: return std::pair(std::int64_t{INT32_MIN}, std::int64_t{INT32_MAX});
    case UnaryOp::ToByte: return std::pair(std::int64_t{INT8_MIN}, std::int64_t{INT8_MAX});
    case UnaryOp::ToShort: return std::pair(std::int64_t{INT16_MIN}, std::int64_t{INT16_MAX});
    case UnaryOp::ToChar16: return std::pair(std::int64_t{0}, std::int64_t{UINT16_MAX});
    default: return std::nullopt;
  }
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
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor: {
      TypeId type = word_type(program, x);
      return type == word_type(program, y) ? type : TypeId();
    }
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::Ushr: return is_int_like(y) ? word_type(program, x) : TypeId();
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
    case TypeKind::Float32: {
      const double* number = std::get_if<double>(&value);
      return number != nullptr && same_constant(*number, rounded_to_single(*number));
    }
    case TypeKind::Long: {
      const base::Integer* number = std::get_if<base::Integer>(&value);
      return number != nullptr && number->to_int64().has_value();
    }
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

double rounded_to_single(double value) {
  return std::isnan(value) ? value : static_cast<double>(static_cast<float>(value));
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
