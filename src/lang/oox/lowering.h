// Internals of lowering, shared by lower.cpp (declarations), lower_expr.cpp,
// lower_stmt.cpp and lower_graph.cpp. Nothing outside includes this.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "lang/oox/symbols.h"

namespace oox {

// What the declarations of a program became in the IR.
struct Lowered {
  const Program& source;
  ir::Program& target;
  std::vector<ir::ClassId> classes;  // by ClassInfo::index
  std::unordered_map<const FieldInfo*, ir::FieldId> fields;
  std::unordered_map<const FieldInfo*, ir::GlobalId> statics;
  std::unordered_map<const MethodInfo*, ir::ProcId> procs;
  // Constructors that the user did not write; absent where they would do nothing.
  std::unordered_map<const ClassInfo*, ir::ProcId> default_constructors;

  ir::TypeId type(TypeId type) const;
  ir::ClassId cls(const ClassInfo* info) const { return classes[info->index]; }
};

// A condition under which evaluation goes on; otherwise `kind` is thrown. It may
// rely on the obligations before it.
struct Obligation {
  ir::ExprId holds;
  ir::ExceptionKind kind{};
};

// Lowers one method or constructor body into its procedure.
//
// Each statement becomes transitions from `current_`, the location reached so far,
// which is invalid while the code is unreachable. Whatever can fail becomes guarded
// edges: with obligations o1, o2 the statement's location has the transitions
//   when !o1 throw …,  when o1 && !o2 throw …,  when o1 && o2 do { … }.
class MethodLowerer {
 public:
  MethodLowerer(const Lowered& lowered, const MethodInfo* method, ir::Procedure& proc);

  void lower_method();
  // Anything that the type of the result allows, of a method given by specification only.
  void lower_given(const Clause& spec);
  // The body of a constructor that the user did not write.
  void lower_default_constructor(const ClassInfo* cls);

 private:
  // Maps the variables of one method's source text to locals. A clause inherited
  // from an overridden method is lowered with a map of its own.
  struct Variables {
    const MethodInfo* method = nullptr;
    std::vector<ir::LocalId> locals;  // by VarId
  };
  using Obligations = std::vector<Obligation>;

  // A construct that a jump or an exception may leave.
  struct Scope {
    enum class Kind : std::uint8_t { Loop, Try, Monitor };
    Kind kind{};
    ir::LocId head;     // Loop: where `continue` goes
    ir::LocId after;    // Loop: where `break` goes
    ir::LocId handler;  // Try, Monitor: where exceptions go; Monitor: made on demand
    ir::LocalId lock;   // Monitor: the local that holds the locked object
  };

  // Expressions (lower_expr.cpp). What must hold for the value to be defined is
  // appended to `obligations`.
  ir::ExprId expr(const Expr* e, Obligations& obligations);
  ir::ExprId unary(const Expr* e, Obligations& obligations);
  ir::ExprId binary(const Expr* e, Obligations& obligations);
  ir::ExprId arithmetic(const Expr* e, Obligations& obligations);
  ir::ExprId conditional(const Expr* e, Obligations& obligations);
  // a ? b : c, where b and c are lowered by `lower_end`.
  using LowerExpr = ir::ExprId (MethodLowerer::*)(const Expr*, Obligations&);
  ir::ExprId choice(const Expr* e, Obligations& obligations, LowerExpr lower_end);
  ir::ExprId quantifier(const Expr* e, Obligations& obligations);
  ir::ExprId type_test(const Expr* e, ir::ExprId operand);
  ir::ExprId literal(const Expr* e);
  ir::ExprId string_operand(const Expr* e, Obligations& obligations);
  // Appends `inner` to `outer`, each needed only if `condition` holds.
  void guard_obligations(ir::ExprId condition, const Obligations& inner, Obligations& outer);
  void require_not_null(ir::ExprId reference, Obligations& obligations);
  void require_index(ir::ExprId array, ir::ExprId index, Obligations& obligations);
  // True exactly if everything is defined and the expression holds.
  ir::ExprId total(const Expr* e);
  ir::ExprId conjunction(ir::ExprId a, ir::ExprId b);  // either may be invalid: true
  ir::ExprId negation(ir::ExprId a);
  ir::ExprId local(ir::LocalId id) { return ir_.local_expr(proc_, id); }

  // Contracts (lower.cpp).
  void lower_contract();
  void lower_clauses(ClauseKind kind);
  bool has_clauses(ir::ContractKind kind) const;

  // Statements (lower_stmt.cpp).
  void stmt(const Stmt* s);
  void block(const Stmt* s);
  void declare(const Stmt* s);
  void assign(const Expr* target, const Expr* value, Span span);
  void assign_local(ir::LocalId target, const Expr* value, Span span);
  void assign_place(const Expr* target, const Expr* value, Span span);
  void store(const Expr* target, ir::ExprId value, std::vector<ir::Action> before,
             Obligations obligations, Span span);
  void assign_pure(ir::LocalId target, const Expr* value, Span span);
  void condition(const Stmt* s);
  void if_stmt(const Stmt* s);
  void while_stmt(const Stmt* s);
  void return_stmt(const Stmt* s);
  void try_stmt(const Stmt* s);
  void lock_block(const Stmt* s);
  void lock_operation(const Stmt* s);
  void jump(const Stmt* s);
  void call(const Expr* e, ir::LocalId target, Span span);
  void create(const Expr* e, ir::LocalId target, Span span);
  ir::Action choose(const Expr* e, ir::LocalId target);
  ir::Action new_array(const Expr* e, ir::LocalId target, Obligations& obligations);
  void construct(const MethodInfo* constructor, const ClassInfo* cls,
                 std::vector<ir::Action> before, std::vector<ir::ExprId> args,
                 const Obligations& obligations, Span span);
  void super_call(const Stmt* s);
  void implicit_super_call();
  ir::Callee callee(const Expr* e) const;
  std::vector<ir::ExprId> arguments(const Expr* e, Obligations& obligations);
  // The load that a right-hand side x.f, C.f or a[i] is.
  ir::Action load(const Expr* e, ir::LocalId target, Obligations& obligations);
  // The value as an expression free of quantifiers, through a temporary if needed.
  ir::ExprId local_value(const Expr* e, Obligations& obligations, Span span);

  // The graph (lower_graph.cpp).
  ir::LocId new_location();
  ir::LocalId new_temp(ir::TypeId type);
  ir::LocalId new_local(const Variable& variable);
  // From current_, when all obligations hold, do the actions and go to `target`;
  // the failing cases throw.
  void emit(const Obligations& obligations, std::vector<ir::Action> actions, ir::LocId target,
            Span span);
  // The same to a fresh location, which becomes current_.
  void emit(const Obligations& obligations, std::vector<ir::Action> actions, Span span);
  // The failing cases alone; the result is the guard of the case that goes on.
  ir::ExprId emit_failures(const Obligations& obligations, Span span);
  // Current, after the obligations were found to hold; skipped if there are none.
  void settle(const Obligations& obligations, Span span);
  // Two ways from current_, decided by a test of a lock: goes on if it is `true`.
  void emit_tested(ir::LockTest test, ir::LockPlace lock, ir::Action action, Span span);
  ir::Transition& transition(ir::ExprId guard, std::vector<ir::Action> actions, ir::LocId target,
                             Span span);
  void go_to(ir::LocId target, Span span);
  ir::LocId handler();  // where an exception goes from here
  ir::LocId handler_below(std::size_t depth);
  void leave_monitors(std::size_t depth, Span span);  // before a jump out to scopes_[depth]

  const Lowered& lowered_;
  ir::Program& ir_;
  const MethodInfo* method_;
  ir::Procedure& proc_;
  Variables own_;
  Variables* vars_ = &own_;  // what Name nodes refer to at the moment
  std::map<std::string, int> names_;
  std::vector<Scope> scopes_;
  ir::LocId current_;
  ir::LocId raise_;  // checks `exceptional`, then leaves; made on demand
  ir::TypeId bool_;
  ir::TypeId int_;
  Span end_;    // where control falls off the end: the closing brace of the body
  Span fault_;  // where exceptions of the statement at hand are said to be; invalid: its span
  int temps_ = 0;
};

}  // namespace oox
