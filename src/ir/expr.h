// Expressions of the IR. They are pure: they read locals, constants, the length
// of arrays and the class of objects, none of which another thread can change.
// The exceptions are quantifiers, which read the elements of their array, and FieldOf, ElementOf
// and GlobalOf, by which the conditions of contracts read the heap in one step. They stand only in
// Assign, Assert, Assume and contract clauses, never in a guard, and make their transition visible.
#pragma once

#include <cstdint>

#include "ir/ids.h"
#include "ir/type.h"

namespace ir {

enum class UnaryOp : std::uint8_t {
#define UNARY(name, spelling) name,
#include "ir/operators.def"
#undef UNARY
};

enum class BinaryOp : std::uint8_t {
#define BINARY(name, spelling, precedence) name,
#include "ir/operators.def"
#undef BINARY
};

std::string_view spelling(UnaryOp op);
std::string_view spelling(BinaryOp op);
int precedence(BinaryOp op);
// Written as a function: `to_int(x)`.
constexpr bool is_function(UnaryOp op) { return op >= UnaryOp::ToInt; }
constexpr bool is_shift(BinaryOp op) { return op >= BinaryOp::Shl; }
inline constexpr int kTestPrecedence = 8;  // instanceof and as, like the comparisons

enum class ExprKind : std::uint8_t {
  Constant,    // constant
  Local,       // local
  Unary,       // unary, a
  Binary,      // binary, a, b
  Ite,         // a ? b : c; only the chosen branch is evaluated
  Length,      // number of elements of array a, or of characters of string a
  CharAt,      // the UTF-16 unit at position b of string a, an int
  Substring,   // the characters of string a from position b to before position c
  InstanceOf,  // a is not null and its class is cls or a subtype
  Cast,        // a seen as `type`; undefined unless a is null or an instance
  Forall,      // for all elements `local` at index `index` of array a: b
  Exists,      // for some element `local` at index `index` of array a: b
  Accepts,     // array a, whatever its elements are when it runs, may hold reference b
  FieldOf,     // what `field` of object a holds now
  ElementOf,   // what array a holds now at index b
  GlobalOf,    // what `global` holds now
};

// Undefined operations (null, bounds, division by zero, bad casts) do not occur in
// lowered programs: a guard excludes them. In hand-written BIR they are ErrorState.
struct Expr {
  ExprKind kind = ExprKind::Constant;
  UnaryOp unary{};
  BinaryOp binary{};
  TypeId type;
  ExprId a;
  ExprId b;
  ExprId c;
  LocalId local;  // Local; Forall, Exists: the bound element
  LocalId index;  // Forall, Exists: the bound index
  ClassId cls;    // InstanceOf with a class
  TypeId tested;  // InstanceOf with an array type (cls is then invalid)
  ConstantId constant;
  FieldId field;    // FieldOf
  GlobalId global;  // GlobalOf
};

}  // namespace ir
