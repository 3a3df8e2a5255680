// Internals of the checker of bodies, shared by check.cpp (classes, methods,
// scopes), check_name.cpp (names and members), check_expr.cpp, check_call.cpp and
// check_stmt.cpp. Nothing outside includes this.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/oox/names.h"
#include "lang/oox/pure.h"

namespace oox {

// Checks the methods of one program, one after the other.
//
// Types flow upwards. An integer literal has the type IntLiteral and `null` the type
// Null until they meet another type, which adapt() then pushes down into the tree;
// settle() makes an integer literal that met nothing an `int`. After an error an
// expression has the type Error, which agrees with everything, so that one mistake
// is reported once.
class Checker {
 public:
  Checker(Program& program, Names& names, diag::Sink& sink);
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void check_class(ClassDecl& decl);
  // Calls in conditions, which are to be pure.
  const std::vector<PureCall>& pure_calls() const { return pure_calls_; }
  // One method or constructor, whose Member::method is set.
  void check_member(ClassInfo& cls, Member& member);

 private:
  // Where an expression stands; decides what may be named, and whether the heap may be
  // accessed there.
  enum class Place : std::uint8_t { Body, Requires, Ensures, Exceptional, Invariant, Loop, Old };

  // What an assignment writes to, for its error message.
  struct StorePlace {
    std::string_view what;
    Symbol name;  // invalid for an element
  };

  // Methods and scopes (check.cpp).
  void check_method(Member& member);
  void check_constructor_start(const Member& member);
  void check_clause(const Clause& clause);
  void check_condition(const Clause& clause, std::string_view word, Place place);
  VarId add_variable(Variable::Kind kind, Symbol name, TypeId type, Span span);
  // Makes the variable visible until the scope ends; reports shadowing.
  void bind(VarId var);
  VarId lookup(Symbol name) const { return active_[name.index()]; }
  std::size_t open_scope() const { return scope_.size(); }
  void close_scope(std::size_t mark);
  const Variable& variable(VarId var) const { return method_->variables[var.index()]; }
  std::string_view text(Symbol name) const { return program_.text(name); }
  std::string type_name(TypeId type) const { return program_.type_name(type); }
  TypeId simple(TypeKind kind) const { return program_.types.simple(kind); }
  TypeKind kind_of(TypeId type) const { return program_.types.kind(type); }
  bool is_error(TypeId type) const { return type == error_; }

  // Names and members (check_name.cpp). All set Expr::type and answer it.
  TypeId name(Expr& e);
  TypeId this_expr(Expr& e);
  TypeId retval(Expr& e);
  // What stands before a dot or bracket: a variable, `this`, a class (then it is a
  // Name with Expr::cls), or a cast in brackets.
  // Super is the business of call().
  TypeId receiver(Expr& e);
  static bool is_class_name(const Expr& e) { return e.kind == ExprKind::Name && e.cls; }
  void report_unknown_name(const Expr& e, bool may_be_class);
  bool report_out_of_scope(const Expr& e);
  // Where the body declares a variable of this name; null if nowhere.
  const std::vector<Span>* declarations(Symbol name);
  void collect_declarations(const Stmt* s);
  TypeId field(Expr& e);
  TypeId index(Expr& e);
  void report_unknown_field(const Expr& e, const ClassInfo& cls);
  void report_unknown_method(const Expr& e, const ClassInfo& cls);
  // The class of a receiver's objects, or null after a report.
  ClassInfo* class_of(const Expr& receiver, Symbol member, Span span);

  // Expressions (check_expr.cpp). A null pointer counts as an Error node.
  TypeId expr(Expr* e);
  TypeId value(Expr* e);  // expr and settle
  TypeId right_side(Expr* e);
  TypeId unary(Expr& e);
  TypeId binary(Expr& e);
  TypeId arithmetic(Expr& e);
  // Of operands that have been checked.
  static bool has_text(TypeKind kind);
  TypeId arithmetic_result(Expr& e);
  TypeId comparison(Expr& e);
  TypeId equality(Expr& e);
  TypeId logical(Expr& e);
  TypeId conditional(Expr& e);
  TypeId size_of(Expr& e);
  TypeId quantifier(Expr& e);
  TypeId type_test(Expr& e);    // InstanceOf, Cast
  TypeId heap_access(Expr& e);  // an access inside an expression
  bool is_old(const Expr& e) const;
  TypeId old(Expr& e);
  // Gives both the same numeric type; false if their types differ.
  bool unify_numbers(Expr& a, Expr& b);
  void report_mixed(const Expr& e);
  TypeId bad_operand(const Expr& e, const Expr& operand, std::string_view wanted);
  void adapt(Expr& e, TypeId type);
  void settle(Expr& e);
  void warn_about_constants(const Expr& e);
  // Adapts `e` to `type` and answers whether its value may be stored there.
  bool fits(Expr& e, TypeId type);
  bool is_assignable(TypeId from, TypeId to) const;
  // Whether some object may have both types.
  bool may_meet(TypeId a, TypeId b) const;
  // Checks and reports `kind` with `args` and the type found unless it is a bool.
  template <class... Args>
  void require_bool(Expr* e, diag::Kind kind, const Args&... args);

  // Calls and allocation (check_call.cpp).
  TypeId call(Expr& e);
  bool is_choice(const Expr& e) const;
  TypeId choose(Expr& e);
  TypeId super_call(Expr& e);
  MethodInfo* callee(Expr& e);
  TypeId create(Expr& e);
  TypeId create_array(Expr& e);
  void arguments(const MethodInfo* method, const List<Expr*>& args);
  // The constructor that `args` select; null is also the default constructor.
  MethodInfo* constructor(const ClassInfo& cls, const List<Expr*>& args, Span span);

  // Statements (check_stmt.cpp). All answer whether control may reach the end.
  bool stmt(Stmt* s);
  bool scoped(Stmt* s);
  bool block(Stmt& s);
  bool while_stmt(Stmt& s);
  bool for_stmt(Stmt& s);
  void throw_stmt(Stmt& s);
  bool if_stmt(Stmt& s);
  bool jump(Stmt& s);
  bool return_stmt(Stmt& s);
  void declare_stmt(Stmt& s);
  void assign_stmt(Stmt& s);
  void update_stmt(Stmt& s, TypeId type, const StorePlace& place);
  TypeId target(Expr* e);
  // The value of `source` goes to `place`, which has the given type.
  void check_store(Expr* source, TypeId type, const StorePlace& place);
  void report_store(const Expr& source, TypeId found, TypeId type, const StorePlace& place);
  void lock_operand(Stmt& s);
  void fork_stmt(Stmt& s);
  void super_stmt(Stmt& s);

  Program& program_;
  Names& names_;
  diag::Sink& sink_;
  TypeId error_;
  TypeId void_;
  TypeId bool_;
  TypeId int_;
  TypeId null_;
  TypeId literal_;
  Symbol retval_;
  Symbol this_;

  ClassInfo* cls_ = nullptr;
  MethodInfo* method_ = nullptr;
  Place place_ = Place::Body;
  std::vector<VarId> active_;  // by symbol: the variable it names now
  // The names bound in the open scopes, with what they named before.
  std::vector<std::pair<Symbol, VarId>> scope_;
  VarId initialising_;                 // declared, but its initialiser is still being read
  const Stmt* super_place_ = nullptr;  // the first statement of a constructor
  // Of each open loop, which jumps to it can be reached.
  struct Loop {
    bool has_break = false;
    bool has_continue = false;
  };
  std::vector<Loop> loops_;
  std::uint32_t quantifiers_ = 0;  // whose bodies are being read
  std::size_t old_mark_ = 0;       // Place::Old: the first variable that is bound inside
  std::vector<PureCall> pure_calls_;
  bool reachable_ = true;
  bool recovered_ = false;  // the parser skipped a statement of this method
  // Of the method at hand, all declarations by name; filled by the first search.
  std::unordered_map<Symbol, std::vector<Span>> declarations_;
  bool has_declarations_ = false;
};

template <class... Args>
void Checker::require_bool(Expr* e, diag::Kind kind, const Args&... args) {
  TypeId type = value(e);
  if (type != bool_ && !is_error(type)) sink_.report(kind, e->span, args..., type_name(type));
}

// What is inside the parentheses.
Expr* strip_parens(Expr* e);

}  // namespace oox
