// Expressions and formulas of dynamic logic over programs with shared variables: one kind of
// tree, because boolean expressions are formulas. Trees are interned in a Store, so equal ids
// mean equal trees; they carry no positions (statements and clauses do).
//
// The logic is that of de Boer, Bonsangue, Johnsen, Pun, Tapia Tarifa and Tveito, "SymPaths:
// Symbolic Execution Meets Partial Order Reduction" (2020), Definition 5.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/integer.h"
#include "base/source.h"

namespace dl {

using VarId = base::Id<struct VarTag>;        // a variable, see Variable
using ExprId = base::Id<struct ExprTag>;      // an expression or a formula
using StmtId = base::Id<struct StmtTag>;      // a statement
using CodeId = base::Id<struct CodeTag>;      // a sequence of statements; see Code
using ThreadId = base::Id<struct ThreadTag>;  // an identifier of a thread; see Thread
using PoolId = base::Id<struct PoolTag>;      // a thread pool
using SubstId = base::Id<struct SubstTag>;    // a substitution

enum class Sort : std::uint8_t { Int, Bool };
std::string_view spelling(Sort sort);  // "int", "bool"

// Variables are shared by all threads. A bound variable belongs to one quantifier: each
// quantifier of a program has variables of its own, so nothing is captured.
struct Variable {
  std::string name;  // unique among the variables that are not bound
  Sort sort = Sort::Int;
  bool is_bound = false;
  bool is_fresh = false;  // made by a prover: a Skolem constant
  base::Span span;        // where it is declared, else where it first occurs
};

enum class UnaryOp : std::uint8_t { Neg, Not };

enum class BinaryOp : std::uint8_t {
#define DL_BINARY(name, text, symbol, precedence) name,
#include "logic/dl/operators.def"
#undef DL_BINARY
};

std::string_view spelling(BinaryOp op);  // as in source: "and"
std::string_view symbol(BinaryOp op);    // as in formulas: "∧"
int precedence(BinaryOp op);             // higher binds tighter; Iff, the weakest, is 1
Sort operand_sort(BinaryOp op);          // of Eq and Ne: Int, but two Bools are right, too
Sort result_sort(BinaryOp op);

enum class ExprKind : std::uint8_t {
  Int,     // number
  Bool,    // flag
  Var,     // var
  Unary,   // unary, a
  Binary,  // binary, a, b; And, Or and Implies evaluate b only if a does not decide
  Ite,     // a ? b : c
  // Formulas only, that is, never in a program:
  Forall,  // for all values of `var`: a
  Exists,  // for some value of `var`: a
  Box,     // [pool] a: after every execution of the pool that terminates, a
  Update,  // {subst} a: a where each variable has the value that subst gives it
};

// Division and remainder truncate toward zero. Where the divisor is zero the expression has
// no value; `definedness` (subst.h) says when it has one.
struct Expr {
  ExprKind kind = ExprKind::Bool;
  Sort sort = Sort::Bool;
  UnaryOp unary{};
  BinaryOp binary{};
  bool flag = false;
  bool has_modality = false;  // Box or Update occurs in it
  bool has_quantifier = false;
  bool has_division = false;  // Div or Rem occurs in it, modalities aside
  VarId var;
  ExprId a;
  ExprId b;
  ExprId c;
  PoolId pool;
  SubstId subst;
  base::Integer number;

  bool is_first_order() const { return !has_modality; }
};

}  // namespace dl
