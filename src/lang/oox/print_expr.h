// Expressions and types as text, laid out by a Layout. Internal to the printer.
#pragma once

#include "base/source.h"
#include "lang/oox/ast.h"
#include "lang/oox/layout.h"
#include "lang/oox/symbols.h"

namespace oox {

class ExprPrinter {
 public:
  // With sources, literals are printed as they were written.
  ExprPrinter(const Program& program, const base::Sources* sources, Layout& layout)
      : program_(program), sources_(sources), layout_(layout) {}

  void expr(const Expr& expr) { emit(expr, 0, true); }
  void type(const TypeExpr& type);
  void args(const List<Expr*>& args);

 private:
  void emit(const Expr& expr, int least, bool is_last);
  void emit_bare(const Expr& expr, bool is_last);
  void emit_literal(const Expr& expr);
  void emit_chain(const Expr& expr, bool is_last);
  void emit_implication(const Expr& expr, bool is_last);
  void emit_conditional(const Expr& expr, bool is_last);
  void emit_quantifier(const Expr& expr);
  void emit_prefix(std::string_view sign, const Expr& operand, bool is_last);
  void emit_cast(const Expr& expr, bool is_last);
  void emit_receiver(const Expr& expr);
  void open();
  void close();

  const Program& program_;
  const base::Sources* sources_;
  Layout& layout_;
  std::size_t groups_ = 0;  // open ones
};

}  // namespace oox
