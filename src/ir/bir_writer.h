// Writes the pieces of BIR text: names, types, literals, expressions, actions.
// Internal to the printer.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ir/program.h"

namespace ir {

class BirWriter {
 public:
  // `proc` is the procedure that local ids refer to; null outside of procedures.
  BirWriter(const Program& program, const Procedure* proc);

  void type(TypeId id);
  void literal(const Constant& value);
  void expr(ExprId id);
  void action(const Action& action);

  void text(std::string_view piece) { out_ += piece; }
  void local(LocalId id);
  std::string take() { return std::exchange(out_, {}); }

 private:
  struct Actions;

  void constant(const Expr& e);
  void function(std::string_view name, const Expr& e);  // name(operands)
  void unary(const Expr& e);
  void binary(const Expr& e);
  void quantifier(const Expr& e);
  // The expression, in parentheses unless it is a name or a plain literal.
  void primary(ExprId id);
  // As an operand of an operator with this precedence.
  void operand(ExprId id, int precedence, bool parens_if_equal);
  bool needs_ascription(const Expr& e) const;
  // `Color.red`; empty if the value has no name or the name means something else.
  std::string enum_member(const Expr& e) const;

  void global(GlobalId id);
  void field(ExprId object, FieldId id);
  void lock(const LockPlace& place);
  void target(LocalId id);
  void callee(const Callee& callee);
  void list(const std::vector<ExprId>& exprs);
  void collection(CollectionId id);

  const Program& program_;
  const Procedure* proc_;
  std::unordered_set<std::string_view> locals_;  // their names
  std::string out_;
};

}  // namespace ir
