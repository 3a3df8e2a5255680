// Every static field becomes a shared variable. Every method that is entered gets variables of
// its own for its parameters and locals; as dynamic logic has no local variables, two activations
// that can run at the same time must not come from the same place in the text. So a method with
// variables is not forked in a loop. Whatever an OOX statement does to shared variables it does in
// one step here, too; how many steps the local work takes makes no difference to others.
//
// Contracts are assertions: `requires` of callees at their entry, `ensures` at the exit. The
// `requires` of the method itself is the precondition of the program.
#include "engine/prove/from_oox.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lang/pl/lexer.h"
#include "logic/dl/store.h"

namespace prove {

namespace {

using dl::ExprId;
using dl::StmtId;
using oox::StmtKind;

constexpr std::size_t kMostStatements = 20'000;

struct Outside {};  // ends the translation; reported before

// One activation of a method.
struct Frame {
  const oox::MethodInfo* method = nullptr;
  std::vector<dl::VarId> vars;  // by oox::VarId
  dl::VarId result;             // invalid: no result
  bool repeats = false;         // may be entered while an earlier one still runs
};

class Translator {
 public:
  Translator(const oox::Program& program, diag::Sink& sink) : oox_(program), sink_(sink) {}

  dl::Program run(const oox::MethodInfo& method) {
    Frame frame = enter(method, method.decl->name_span, false);
    for (const oox::Clause& clause : method.decl->clauses) {
      if (clause.kind != oox::ClauseKind::Requires) continue;
      out_.requires_.push_back({expr(frame, *clause.condition), clause.span});
    }
    std::vector<StmtId> code;
    add_body(frame, code);
    out_.processes.push_back(
        {std::string(oox_.text(method.name)), store().make_code(code), method.decl->name_span});
    // `ensures` is asserted where the method returns; threads may go on behind that.
    out_.ensures.push_back({store().make_bool(true), method.decl->name_span});
    return std::move(out_);
  }

 private:
  dl::Store& store() { return *out_.store; }

  [[noreturn]] void outside(oox::Span span, std::string_view what) {
    sink_.report(diag::Kind::ProveOutside, span, what);
    throw Outside{};
  }

  dl::Sort sort_of(oox::TypeId type, oox::Span span) {
    switch (oox_.types.kind(type)) {
      case oox::TypeKind::Bool: return dl::Sort::Bool;
      case oox::TypeKind::Int:
      case oox::TypeKind::IntLiteral: return dl::Sort::Int;
      default: outside(span, fmt::format("the type `{}`", oox_.type_name(type)));
    }
  }

  // ---- variables
  dl::VarId add_var(std::string name, dl::Sort sort, oox::Span span) {
    std::string unique = name;
    for (int i = 2; store().find_var(unique) || pl::is_keyword(unique); ++i) {
      unique = fmt::format("{}_{}", name, i);
    }
    dl::Variable var;
    var.name = std::move(unique);
    var.sort = sort;
    var.span = span;
    out_.variables.push_back(store().add_var(std::move(var)));
    return out_.variables.back();
  }

  // Gives the variable its default value at the start.
  void declare(dl::VarId var, oox::Span span) {
    out_.declarations.push_back({var, default_of(var), span});
  }

  ExprId default_of(dl::VarId var) {
    return store().var(var).sort == dl::Sort::Bool ? store().make_bool(false) : store().make_int(0);
  }

  dl::VarId field(const oox::FieldInfo& info, oox::Span span) {
    auto [known, is_new] = fields_.try_emplace(&info);
    if (is_new) {
      std::string name = fmt::format("{}_{}", oox_.text(info.owner->name), oox_.text(info.name));
      known->second = add_var(std::move(name), sort_of(info.type, span), span);
      declare(known->second, span);
    }
    return known->second;
  }

  Frame enter(const oox::MethodInfo& method, oox::Span span, bool repeats) {
    if (!method.is_static || method.is_constructor || method.long_body == nullptr) {
      outside(span, "methods of objects");
    }
    bool is_open = std::find(open_.begin(), open_.end(), &method) != open_.end();
    if (is_open) outside(span, "recursion");
    Frame frame;
    frame.method = &method;
    frame.repeats = repeats;
    bool has_result = oox_.types.kind(method.result) != oox::TypeKind::Void;
    if (has_result) {
      frame.result = add_var(std::string(oox_.text(method.name)) + "_result",
                             sort_of(method.result, method.decl->name_span), span);
      declare(frame.result, span);
    }
    for (const oox::Variable& var : method.variables) {
      if (var.kind == oox::Variable::Kind::Retval) {
        frame.vars.push_back(frame.result);
      } else {
        frame.vars.push_back(
            add_var(std::string(oox_.text(var.name)), sort_of(var.type, var.span), var.span));
        // Parameters of the method itself are inputs; all else is set before it is read.
        bool is_input = open_.empty() && var.kind == oox::Variable::Kind::Param;
        if (!is_input) declare(frame.vars.back(), var.span);
      }
    }
    return frame;
  }

  // ---- expressions
  ExprId expr(const Frame& frame, const oox::Expr& e) {
    switch (e.kind) {
      case oox::ExprKind::IntLit: sort_of(e.type, e.span); return store().make_int(*e.integer);
      case oox::ExprKind::BoolLit: return store().make_bool(e.flag);
      case oox::ExprKind::Paren: return expr(frame, *e.a);
      case oox::ExprKind::Name:
        if (!e.var) outside(e.span, "this name");
        return store().make_var(frame.vars[e.var.index()]);
      case oox::ExprKind::Unary:
        return store().make_unary(
            e.unary == oox::UnaryOp::Neg ? dl::UnaryOp::Neg : dl::UnaryOp::Not, expr(frame, *e.a));
      case oox::ExprKind::Conditional: {
        ExprId a = expr(frame, *e.a);
        ExprId b = expr(frame, *e.b);
        return store().make_ite(a, b, expr(frame, *e.c));
      }
      case oox::ExprKind::Binary: return binary(frame, e);
      // In clauses and invariants; elsewhere the long form has made statements of them.
      case oox::ExprKind::Field: return store().make_var(static_field(e));
      case oox::ExprKind::Old: outside(e.span, "`old`");
      default: outside(e.span, "this expression");
    }
  }

  ExprId binary(const Frame& frame, const oox::Expr& e) {
    sort_of(e.a->type, e.a->span);
    ExprId a = expr(frame, *e.a);
    ExprId b = expr(frame, *e.b);
    bool divides = e.binary == oox::BinaryOp::Div || e.binary == oox::BinaryOp::Rem;
    const dl::Expr& divisor = store().expr(b);
    bool is_safe = divisor.kind == dl::ExprKind::Int && !divisor.number.is_zero();
    if (divides && !is_safe) outside(e.span, "a division that may throw");
    return store().make_binary(operation(e.binary), a, b);
  }

  static dl::BinaryOp operation(oox::BinaryOp op) {
    switch (op) {
      case oox::BinaryOp::Implies: return dl::BinaryOp::Implies;
      case oox::BinaryOp::Or: return dl::BinaryOp::Or;
      case oox::BinaryOp::And: return dl::BinaryOp::And;
      case oox::BinaryOp::Eq: return dl::BinaryOp::Eq;
      case oox::BinaryOp::Ne: return dl::BinaryOp::Ne;
      case oox::BinaryOp::Lt: return dl::BinaryOp::Lt;
      case oox::BinaryOp::Le: return dl::BinaryOp::Le;
      case oox::BinaryOp::Gt: return dl::BinaryOp::Gt;
      case oox::BinaryOp::Ge: return dl::BinaryOp::Ge;
      case oox::BinaryOp::Add: return dl::BinaryOp::Add;
      case oox::BinaryOp::Sub: return dl::BinaryOp::Sub;
      case oox::BinaryOp::Mul: return dl::BinaryOp::Mul;
      case oox::BinaryOp::Div: return dl::BinaryOp::Div;
      case oox::BinaryOp::Rem: return dl::BinaryOp::Rem;
    }
    return dl::BinaryOp::Eq;
  }

  // ---- statements
  void add(std::vector<StmtId>& code, const dl::Stmt& stmt) {
    if (++statements_ > kMostStatements) outside(stmt.span, "methods that are so large inlined");
    code.push_back(store().make_stmt(stmt));
  }
  void assign(std::vector<StmtId>& code, dl::VarId target, ExprId value, oox::Span span) {
    dl::Stmt stmt;
    stmt.kind = dl::StmtKind::Assign;
    stmt.target = target;
    stmt.value = value;
    stmt.span = span;
    add(code, stmt);
  }
  void condition(std::vector<StmtId>& code, dl::StmtKind kind, ExprId value, oox::Span span) {
    dl::Stmt stmt;
    stmt.kind = kind;
    stmt.value = value;
    stmt.span = span;
    add(code, stmt);
  }

  // The body with the contract that is checked around it.
  void add_body(const Frame& frame, std::vector<StmtId>& code) {
    open_.push_back(frame.method);
    std::vector<const oox::Stmt*> stmts = {frame.method->long_body};
    sequence(frame, stmts, true, code);
    open_.pop_back();
    add_clauses(frame, oox::ClauseKind::Ensures, code);
  }
  void add_clauses(const Frame& frame, oox::ClauseKind kind, std::vector<StmtId>& code) {
    for (const oox::Clause& clause : frame.method->decl->clauses) {
      if (clause.kind != kind) continue;
      condition(code, dl::StmtKind::Assert, expr(frame, *clause.condition), clause.span);
    }
  }

  static bool has_return(const oox::Stmt* stmt) {
    if (stmt == nullptr) return false;
    if (stmt->kind == StmtKind::Return) return true;
    return has_return(stmt->body) || has_return(stmt->otherwise) ||
           std::any_of(stmt->stmts.begin(), stmt->stmts.end(), has_return);
  }
  // Whether every way through the statement returns.
  static bool always_returns(const oox::Stmt* stmt) {
    if (stmt == nullptr) return false;
    switch (stmt->kind) {
      case StmtKind::Return: return true;
      case StmtKind::Block:
        return std::any_of(stmt->stmts.begin(), stmt->stmts.end(), always_returns);
      case StmtKind::If: return always_returns(stmt->body) && always_returns(stmt->otherwise);
      default: return false;
    }
  }

  // `tail`: the method ends behind these statements, so a `return` may end them.
  void sequence(const Frame& frame, std::vector<const oox::Stmt*> stmts, bool tail,
                std::vector<StmtId>& code) {
    for (std::size_t i = 0; i < stmts.size(); ++i) {
      const oox::Stmt& stmt = *stmts[i];
      std::vector<const oox::Stmt*> rest(stmts.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                         stmts.end());
      if (stmt.kind == StmtKind::Block) {
        std::vector<const oox::Stmt*> all(stmt.stmts.begin(), stmt.stmts.end());
        all.insert(all.end(), rest.begin(), rest.end());
        return sequence(frame, std::move(all), tail, code);
      }
      if (!has_return(&stmt)) {
        statement(frame, stmt, code);
        continue;
      }
      if (!tail) outside(stmt.span, "a `return` inside a loop");
      if (stmt.kind == StmtKind::Return) return leave(frame, stmt, code);
      if (stmt.kind != StmtKind::If) outside(stmt.span, "a `return` here");
      return branch(frame, stmt, std::move(rest), code);
    }
  }

  // An `if` with a `return` inside: what follows goes into the branches that do not return.
  void branch(const Frame& frame, const oox::Stmt& stmt, std::vector<const oox::Stmt*> rest,
              std::vector<StmtId>& code) {
    dl::Stmt made;
    made.kind = dl::StmtKind::If;
    made.value = expr(frame, *stmt.value);
    made.span = stmt.value->span;
    for (const oox::Stmt* part : {stmt.body, stmt.otherwise}) {
      std::vector<const oox::Stmt*> all;
      if (part != nullptr) all.push_back(part);
      if (!always_returns(part)) all.insert(all.end(), rest.begin(), rest.end());
      std::vector<StmtId> inner;
      sequence(frame, std::move(all), true, inner);
      (part == stmt.body ? made.body : made.otherwise) = store().make_code(inner);
    }
    add(code, made);
  }

  void leave(const Frame& frame, const oox::Stmt& stmt, std::vector<StmtId>& code) {
    if (stmt.value != nullptr) {
      assign(code, frame.result, expr(frame, *stmt.value), stmt.span);
    }
  }

  void statement(const Frame& frame, const oox::Stmt& stmt, std::vector<StmtId>& code) {
    switch (stmt.kind) {
      case StmtKind::Skip: return;
      case StmtKind::Declare: {
        dl::VarId var = frame.vars[stmt.var.index()];
        if (stmt.value == nullptr) return assign(code, var, default_of(var), stmt.span);
        return set(frame, var, *stmt.value, stmt.span, code);
      }
      case StmtKind::Assign: return assignment(frame, stmt, code);
      case StmtKind::Expression: return call(frame, *stmt.value, dl::VarId(), stmt.span, code);
      case StmtKind::Assert:
        return condition(code, dl::StmtKind::Assert, expr(frame, *stmt.value), stmt.span);
      case StmtKind::Assume:
        return condition(code, dl::StmtKind::Assume, expr(frame, *stmt.value), stmt.span);
      case StmtKind::If:
      case StmtKind::While: return conditional(frame, stmt, code);
      case StmtKind::Fork: return fork(frame, stmt, code);
      case StmtKind::Join: {
        dl::Stmt made;
        made.kind = dl::StmtKind::Join;
        made.span = stmt.span;
        return add(code, made);
      }
      default: outside(stmt.span, "this statement");
    }
  }

  static bool is_break(const oox::Stmt* stmt) {
    if (stmt->kind == StmtKind::Block && stmt->stmts.size() == 1) stmt = stmt->stmts[0];
    return stmt->kind == StmtKind::Break;
  }

  // `while (true) { steps; if (c) { break; } rest }`, as is the long form of a loop whose
  // condition reads shared variables or calls methods: the place of the branch, or none.
  static std::optional<std::size_t> find_exit(const oox::Stmt& loop) {
    const oox::Expr* guard = oox::strip(loop.value);
    bool is_endless = guard->kind == oox::ExprKind::BoolLit && guard->flag;
    const oox::List<oox::Stmt*>& stmts = loop.body->stmts;
    for (std::size_t i = 0; is_endless && i < stmts.size(); ++i) {
      const oox::Stmt& stmt = *stmts[i];
      bool is_exit = stmt.kind == StmtKind::If && !stmt.otherwise && is_break(stmt.body);
      if (is_exit) return i;
    }
    return std::nullopt;
  }

  // It becomes `steps; while (!c) { rest; steps }`.
  void loop_with_steps(const Frame& frame, const oox::Stmt& stmt, std::size_t exit,
                       std::vector<StmtId>& code) {
    Frame inner = frame;
    inner.repeats = true;
    const oox::List<oox::Stmt*>& stmts = stmt.body->stmts;
    std::vector<const oox::Stmt*> steps(stmts.begin(), stmts.begin() + exit);
    std::vector<const oox::Stmt*> rest(stmts.begin() + exit + 1, stmts.end());
    check_invariants(inner, stmt, code);
    sequence(inner, steps, false, code);
    dl::Stmt made;
    made.kind = dl::StmtKind::While;
    made.value = store().make_unary(dl::UnaryOp::Not, expr(inner, *stmts[exit]->value));
    made.span = stmts[exit]->value->span;
    std::vector<StmtId> body;
    sequence(inner, std::move(rest), false, body);
    check_invariants(inner, stmt, body);
    sequence(inner, steps, false, body);
    // Behind the steps the invariant holds still, and what they have read is what is there.
    add_invariant(inner, stmt, made);
    for (const oox::Stmt* step : steps) {
      bool reads = step->kind == StmtKind::Declare && step->value != nullptr &&
                   step->value->kind == oox::ExprKind::Field;
      if (!reads || !made.invariant) continue;
      ExprId read =
          store().make_binary(dl::BinaryOp::Eq, store().make_var(inner.vars[step->var.index()]),
                              expr(inner, *step->value));
      made.invariant = store().make_binary(dl::BinaryOp::And, made.invariant, read);
    }
    made.body = store().make_code(body);
    add(code, made);
  }

  void conditional(const Frame& frame, const oox::Stmt& stmt, std::vector<StmtId>& code) {
    if (stmt.kind == StmtKind::While) {
      if (auto exit = find_exit(stmt)) return loop_with_steps(frame, stmt, *exit, code);
    }
    dl::Stmt made;
    bool loops = stmt.kind == StmtKind::While;
    made.kind = loops ? dl::StmtKind::While : dl::StmtKind::If;
    made.value = expr(frame, *stmt.value);
    made.span = stmt.value->span;
    Frame inner = frame;
    inner.repeats = frame.repeats || loops;
    if (loops) check_invariants(inner, stmt, code);
    auto block = [&](const oox::Stmt* part) {
      std::vector<StmtId> stmts;
      if (part != nullptr) sequence(inner, {part}, false, stmts);
      if (loops) check_invariants(inner, stmt, stmts);
      return store().make_code(stmts);
    };
    if (loops) add_invariant(inner, stmt, made);
    made.body = block(stmt.body);
    if (stmt.otherwise != nullptr) made.otherwise = block(stmt.otherwise);
    add(code, made);
  }

  // Invariants are assertions, and what the proof may rest on at the head of the loop.
  void check_invariants(const Frame& frame, const oox::Stmt& loop, std::vector<StmtId>& code) {
    for (const oox::Clause& clause : loop.invariants) {
      condition(code, dl::StmtKind::Assert, expr(frame, *clause.condition), clause.span);
    }
  }
  void add_invariant(const Frame& frame, const oox::Stmt& loop, dl::Stmt& made) {
    for (const oox::Clause& clause : loop.invariants) {
      ExprId holds = expr(frame, *clause.condition);
      made.invariant =
          made.invariant ? store().make_binary(dl::BinaryOp::And, made.invariant, holds) : holds;
      made.invariant_span = loop.invariants[0].span;
    }
  }

  void assignment(const Frame& frame, const oox::Stmt& stmt, std::vector<StmtId>& code) {
    const oox::Expr& target = *stmt.target;
    if (target.kind == oox::ExprKind::Name && target.var) {
      return set(frame, frame.vars[target.var.index()], *stmt.value, stmt.span, code);
    }
    dl::VarId global = static_field(target);
    // One step reads and writes, unless a call comes between.
    if (stmt.value->kind == oox::ExprKind::Call) outside(stmt.span, "a call assigned to a field");
    set(frame, global, *stmt.value, stmt.span, code);
  }

  dl::VarId static_field(const oox::Expr& e) {
    bool is_static = e.kind == oox::ExprKind::Field && e.field != nullptr && e.field->is_static;
    if (!is_static) outside(e.span, "this access to the heap");
    return field(*e.field, e.span);
  }

  void set(const Frame& frame, dl::VarId target, const oox::Expr& value, oox::Span span,
           std::vector<StmtId>& code) {
    if (value.kind == oox::ExprKind::Call) return call(frame, value, target, span, code);
    ExprId made = value.kind == oox::ExprKind::Field ? store().make_var(static_field(value))
                                                     : expr(frame, value);
    assign(code, target, made, span);
  }

  Frame callee(const Frame& frame, const oox::Expr& e, std::vector<StmtId>& code, bool repeats) {
    if (e.kind != oox::ExprKind::Call || e.method == nullptr) outside(e.span, "this expression");
    Frame inner = enter(*e.method, e.span, repeats);
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      const oox::Param& param = e.method->decl->params[i];
      assign(code, inner.vars[param.var.index()], expr(frame, *e.args[i]), e.span);
    }
    return inner;
  }

  void call(const Frame& frame, const oox::Expr& e, dl::VarId target, oox::Span span,
            std::vector<StmtId>& code) {
    Frame inner = callee(frame, e, code, frame.repeats);
    add_clauses(inner, oox::ClauseKind::Requires, code);
    add_body(inner, code);
    if (target) assign(code, target, store().make_var(inner.result), span);
  }

  void fork(const Frame& frame, const oox::Stmt& stmt, std::vector<StmtId>& code) {
    std::size_t before = out_.variables.size();
    Frame inner = callee(frame, *stmt.value, code, frame.repeats);
    std::vector<StmtId> body;
    add_clauses(inner, oox::ClauseKind::Requires, body);
    add_body(inner, body);
    bool has_variables =
        std::any_of(out_.variables.begin() + static_cast<std::ptrdiff_t>(before),
                    out_.variables.end(), [&](dl::VarId var) { return !is_field(var); });
    if (frame.repeats && has_variables) {
      outside(stmt.span, "a `fork` in a loop, of a method that has variables");
    }
    dl::Stmt made;
    made.kind = dl::StmtKind::Spawn;
    made.body = store().make_code(body);
    made.span = stmt.span;
    add(code, made);
  }

  bool is_field(dl::VarId var) const {
    return std::any_of(fields_.begin(), fields_.end(),
                       [&](const auto& entry) { return entry.second == var; });
  }

  const oox::Program& oox_;
  diag::Sink& sink_;
  dl::Program out_;
  std::map<const oox::FieldInfo*, dl::VarId> fields_;
  std::vector<const oox::MethodInfo*> open_;  // methods around the statement in hand
  std::size_t statements_ = 0;
};

const oox::MethodInfo* find_method(const oox::Program& program, const std::string& name) {
  std::vector<const oox::MethodInfo*> found;
  for (const oox::ClassInfo* cls : program.classes) {
    for (const oox::MethodInfo* method : cls->methods) {
      std::string full = fmt::format("{}.{}", program.text(cls->name), program.text(method->name));
      bool is_main = name.empty() && method->is_static && program.text(method->name) == "main";
      if (is_main || full == name) found.push_back(method);
    }
  }
  return found.size() == 1 ? found.front() : nullptr;
}

}  // namespace

std::optional<dl::Program> from_oox(const oox::Program& program, const std::string& name,
                                    diag::Sink& sink) {
  const oox::MethodInfo* method = find_method(program, name);
  if (method == nullptr) {
    sink.report(diag::Kind::ProveNoMethod, {}, name.empty() ? "main" : name);
    return std::nullopt;
  }
  try {
    return Translator(program, sink).run(*method);
  } catch (const Outside&) {
    return std::nullopt;
  }
}

}  // namespace prove
