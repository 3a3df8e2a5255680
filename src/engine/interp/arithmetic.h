// Operators on values. What has no meaning throws UndefinedOperation.
#pragma once

#include "engine/interp/value.h"
#include "ir/expr.h"
#include "ir/program.h"

namespace interp {

// The integer as a type of this kind holds it: `long` wraps, `int` and `uint` wrap when they
// have a width; a mathematical `uint` below zero is undefined. Ranges and
// enumerations are left alone here and checked when they are stored.
base::Integer fit(ir::IntMode mode, ir::TypeKind kind, base::Integer value);

// `kind` is the type of the result. And, Or and Implies are not among these: they
// do not always evaluate their right operand.
Value apply(ir::IntMode mode, ir::TypeKind kind, ir::UnaryOp op, const Value& a);
Value apply(ir::IntMode mode, ir::TypeKind kind, ir::BinaryOp op, const Value& a, const Value& b);

}  // namespace interp
