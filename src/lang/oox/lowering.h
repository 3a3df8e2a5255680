// Internals of lowering, shared by lower.cpp (declarations), lower_expr.cpp,
// lower_stmt.cpp and lower_graph.cpp. Nothing outside includes this.
#pragma once

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "lang/oox/pure.h"
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
  bool is_bound = false;  // otherwise the execution goes beyond a bound
};

// A condition that is evaluated in one step. Either may be invalid: true.
struct Total {
  ir::ExprId holds;   // it is defined and holds, or goes beyond the bound
  ir::ExprId within;  // it is undefined, or stays within the bound
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
    // Of a method that is evaluated as an expression, and of an invariant: what a variable and
    // `this` stand for. Invalid or beyond the end: they are locals.
    std::vector<ir::ExprId> values = {};  // by VarId
    ir::ExprId self = {};
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
  Total total(const Expr* e);
  // Of a value (invalid: true) under its obligations.
  Total conditions(const Obligations& obligations, ir::ExprId value);
  ir::ExprId variable(const Expr* e);
  ir::ExprId this_object() { return vars_->self ? vars_->self : local(proc_.params[0]); }
  ir::ExprId field(const Expr* e, Obligations& obligations);
  ir::ExprId element(const Expr* e, Obligations& obligations);
  ir::ExprId conjunction(ir::ExprId a, ir::ExprId b);  // either may be invalid: true
  ir::ExprId negation(ir::ExprId a);
  ir::ExprId local(ir::LocalId id) { return ir_.local_expr(proc_, id); }

  // Calls in conditions (lower_pure.cpp).
  struct Rest {
    const Stmt* stmt = nullptr;
    const Rest* next = nullptr;  // what follows
  };
  void bound_calls(const Expr* condition);
  void guard_together(ir::ExprId condition, const Obligations& inner, Obligations& outer);
  ir::ExprId pure_call(const Expr* e, Obligations& obligations);
  ir::ExprId dispatch(const MethodInfo* method, ir::ExprId self,
                      const std::vector<ir::ExprId>& args, Obligations& obligations);
  ir::ExprId evaluate(const MethodInfo* method, ir::ExprId self,
                      const std::vector<ir::ExprId>& args, Obligations& obligations);
  ir::ExprId run(const Rest& rest, Obligations& obligations);
  ir::ExprId typed(ir::ExprId value, ir::TypeId type);

  // Contracts (lower_contract.cpp).
  void lower_contract();
  void lower_clauses(ClauseKind kind);
  void add_clause(ir::ContractKind kind, const Clause& clause, ir::ExprId needed);
  void lower_exit_invariants();
  void lower_input_invariants();
  void add_invariants(ir::ContractKind kind, const ClassInfo* cls, ir::ExprId object,
                      ir::ExprId needed);
  ir::ExprId is_instance(ir::ExprId object, const ClassInfo* cls);
  static bool may_be(const ClassInfo* type, const ClassInfo* cls);
  bool has_clauses(ir::ContractKind kind) const;
  // Appends the check, if there is something to check, and what must hold after the step.
  void add_check(ir::ContractKind kind, std::vector<ir::Action>& actions, Obligations& within);
  void begin();
  void end();
  ir::ExprId old_value(const Expr* e, Obligations& obligations);
  void loop_invariant(const Expr* condition, Span span);

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
  // Obligations of a value that is computed in one step: what can be a guard, and what is found
  // out in that step, by `actions`, and tested after it. The value counts if `defined` holds.
  struct InOneStep {
    Obligations guards;
    std::vector<ir::Action> actions;
    Obligations tested;
    ir::ExprId defined;
  };
  InOneStep in_one_step(const Obligations& obligations);
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
  std::array<ir::ExprId, 5> within_;        // by contract kind: its clauses stay within the bound
  bool uses_old_ = false;                   // the first transition may have to read for `old`
  std::size_t old_at_ = 0;                  // that transition
  std::vector<ir::Action> old_actions_;     // what it reads
  std::vector<const MethodInfo*> inlined_;  // calls in a condition that are open
  std::size_t pure_steps_ = 0;              // of the condition at hand
  std::size_t pure_depth_ = 0;              // so many calls of one method may be open
};

}  // namespace oox
