// The types of operators and the look-up of members: what the parser infers and
// the verifier demands, in one place.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "ir/program.h"

namespace ir {

// The id of a kind that has no parameters (those before Ref in types.def).
TypeId simple_type(TypeKind kind);

// All three return an invalid id if the operator does not take such operands.
// Arithmetic on ranges and enums is arithmetic on `int`.
TypeId unary_type(const Program& program, UnaryOp op, TypeId a);
TypeId binary_type(const Program& program, BinaryOp op, TypeId a, TypeId b);
TypeId conditional_type(const Program& program, TypeId then_type, TypeId else_type);

// The numbers of 32 bits that a conversion to an integer leaves as they are; nothing for the
// other conversions.
std::optional<std::pair<std::int64_t, std::int64_t>> unchanged_by(UnaryOp op);

// True if the literal is a value of the type.
bool constant_fits(const Program& program, const Constant& value, TypeId type);

// The nearest single, ties to even; of NaNs the bits are kept.
double rounded_to_single(double value);

// The field that `name` means for objects of this class: the nearest declaration
// on the way to the root.
FieldId find_field(const Program& program, ClassId cls, std::string_view name);

// True for variables that hold their object, array or lock in place. They cannot
// be assigned; the first two can be loaded, which gives a reference to them.
bool is_embedded(TypeKind kind);

}  // namespace ir
