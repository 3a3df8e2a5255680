// Internals of the long form, shared by long_form.cpp (statements) and long_form_expr.cpp.
// Nothing outside includes this.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/oox/symbols.h"

namespace oox {

// Writes the long form of one method.
//
// Statements are appended to `*out_`. What needs no change is not copied. New statements have
// the span `here_`, that of the statement they come from or of its head, so that a reader of
// an execution sees the statement; the value of a new variable keeps its own span.
class Expander {
 public:
  Expander(Program& program, MethodInfo& method);

  void run();

 private:
  using Stmts = std::vector<Stmt*>;

  // Statements (long_form.cpp).
  void stmt(Stmt* s);
  Stmt* block(Stmt* s);
  // As one statement, where the grammar wants one; null for null.
  Stmt* single(Stmt* s);
  void declare(Stmt* s);
  void assign(Stmt* s);
  void update(Stmt* s);
  void operand(Stmt* s);
  void call(Stmt* s);
  void super_call(Stmt* s);
  void if_stmt(Stmt* s);
  void while_stmt(Stmt* s);
  void for_stmt(Stmt* s);
  void throw_stmt(Stmt* s);
  void try_stmt(Stmt* s);
  void lock_block(Stmt* s);
  // A loop from `*out_` on: `test` (null: none) is evaluated in each round, before it `first`.
  Stmt* loop(Stmt* s, Expr* test, const Stmts& first, const Stmts& body);
  void append_body(Stmt* body, Stmts& to);
  void push(Stmt* s) { out_->push_back(s); }
  Stmt* changed(const Stmt& s) { return program_.arena.make(s); }
  // What `write` appends, apart.
  template <class Write>
  Stmts apart(Write write) {
    Stmts stmts;
    Stmts* outer = std::exchange(out_, &stmts);
    write();
    out_ = outer;
    return stmts;
  }

  // Expressions (long_form_expr.cpp). All append what must come first, and answer the rest.
  // Without accesses.
  Expr* pure(Expr* e);
  // A whole right-hand side: at most one access, at the top.
  Expr* source(Expr* e);
  // An access whose parts are pure.
  Expr* parts(Expr* e);
  // The object or array before a dot or bracket.
  Expr* receiver(Expr* e);
  // What can be written, and read again with the same effect.
  Expr* place(Expr* e);
  Expr* lazy(Expr* e);
  Expr* choice(Expr* e);
  // Operands from left to right: those that come before an access are kept in variables if it
  // matters when they are evaluated.
  void operands(const std::vector<Expr**>& list);
  List<Expr*> arguments(const List<Expr*>& args);
  // Whether it makes no difference when the expression is evaluated: it neither throws nor
  // reads what another thread can change.
  bool commutes(Expr* e);
  bool commutes_itself(const Expr& e) const;
  Expr* stable(Expr* e) { return commutes(e) ? e : keep(e, "value", {}); }

  // New nodes (long_form_expr.cpp).
  // The value in a new variable; `shown` is what people read in its place.
  Expr* keep(Expr* value, std::string_view wish, std::string shown);
  Expr* keep_access(const Expr& written, Expr* access);
  VarId add_variable(std::string_view wish, TypeId type, Span span, std::string shown);
  Stmt* declaration(VarId var, Expr* value);
  Stmt* assignment(VarId var, Expr* value);
  Stmt* branch(Expr* test, const Stmts& then, const Stmts& otherwise, Branch kind);
  // The same statement with another place.
  static Stmt* at(Span span, Stmt* s);
  Stmt* new_block(const Stmts& stmts);
  Expr* variable(VarId var, Span span);
  Expr* negation(Expr* e);
  Expr* flag(bool value);
  TypeExpr* type_expr(TypeId type);
  std::string wish_for(const Expr& access) const;
  std::string shown_text(const Expr& written) const;
  Symbol fresh_name(std::string_view wish);
  const Variable& info(VarId var) const { return method_.variables[var.index()]; }

  Program& program_;
  MethodInfo& method_;
  TypeId bool_;
  Stmts* out_ = nullptr;
  Span here_;
  std::vector<bool> is_lazy_;  // by VarId: made for the value of `&&`, `||` or `==>`
  // How many variables have, or wished for, a name.
  std::unordered_map<Symbol, std::uint32_t> names_;
};

}  // namespace oox
