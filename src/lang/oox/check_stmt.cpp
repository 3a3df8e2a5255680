// Statements, and where control goes after them.
#include "lang/oox/checker.h"

namespace oox {

using diag::Kind;

namespace {

std::string_view keyword(StmtKind kind) {
  switch (kind) {
    case StmtKind::Assert: return "assert";
    case StmtKind::Assume: return "assume";
    case StmtKind::While: return "while";
    case StmtKind::If: return "if";
    case StmtKind::LockBlock:
    case StmtKind::Lock: return "lock";
    case StmtKind::Unlock: return "unlock";
    case StmtKind::Wait: return "wait";
    case StmtKind::Notify: return "notify";
    case StmtKind::NotifyAll: return "notifyAll";
    default: return "";
  }
}

}  // namespace

bool Checker::stmt(Stmt* s) {
  if (!s) return true;
  switch (s->kind) {
    case StmtKind::Declare: declare_stmt(*s); return true;
    case StmtKind::Assign: assign_stmt(*s); return true;
    case StmtKind::Expression: right_side(s->value); return true;
    case StmtKind::Assert:
    case StmtKind::Assume:
      require_bool(s->value, Kind::OoxConditionType, keyword(s->kind));
      return true;
    case StmtKind::While: return while_stmt(*s);
    case StmtKind::For: return for_stmt(*s);
    case StmtKind::If: return if_stmt(*s);
    case StmtKind::Continue:
    case StmtKind::Break: return jump(*s);
    case StmtKind::Return: return return_stmt(*s);
    case StmtKind::Throw: throw_stmt(*s); return false;
    case StmtKind::Try: {
      bool body = scoped(s->body);
      bool handler = scoped(s->otherwise);
      return body || handler;
    }
    case StmtKind::Block: return block(*s);
    case StmtKind::LockBlock: lock_operand(*s); return scoped(s->body);
    case StmtKind::Lock:
    case StmtKind::Unlock:
    case StmtKind::Wait:
    case StmtKind::Notify:
    case StmtKind::NotifyAll: lock_operand(*s); return true;
    case StmtKind::Fork: fork_stmt(*s); return true;
    case StmtKind::SuperCall: super_stmt(*s); return true;
    case StmtKind::Skip:
    case StmtKind::Join: return true;
    case StmtKind::Error: recovered_ = true; return true;
  }
  return true;
}

bool Checker::scoped(Stmt* s) {
  std::size_t scope = open_scope();
  bool falls_through = stmt(s);
  close_scope(scope);
  return falls_through;
}

// Of unreachable statements only the first is reported, and none inside it.
bool Checker::block(Stmt& s) {
  std::size_t scope = open_scope();
  bool was_reachable = reachable_;
  bool falls_through = true;
  for (Stmt* inner : s.stmts) {
    bool is_dead = !falls_through && reachable_ && inner->kind != StmtKind::Skip &&
                   inner->kind != StmtKind::Error;
    if (is_dead) {
      sink_.report(Kind::OoxUnreachable, inner->span);
      reachable_ = false;
    }
    falls_through &= stmt(inner);
  }
  reachable_ = was_reachable;
  close_scope(scope);
  return falls_through;
}

bool Checker::while_stmt(Stmt& s) {
  require_bool(s.value, Kind::OoxConditionType, "while");
  for (const Clause& clause : s.invariants) check_condition(clause, "invariant", Place::Loop);
  loops_.emplace_back();
  scoped(s.body);
  bool has_break = loops_.back().has_break;
  loops_.pop_back();
  const Expr* guard = strip_parens(s.value);
  bool is_endless = guard && guard->kind == ExprKind::BoolLit && guard->flag;
  return !is_endless || has_break;
}

bool Checker::for_stmt(Stmt& s) {
  std::size_t scope = open_scope();
  for (Stmt* part : s.stmts) stmt(part);
  if (s.value) require_bool(s.value, Kind::OoxConditionType, "for");
  for (const Clause& clause : s.invariants) check_condition(clause, "invariant", Place::Loop);
  loops_.emplace_back();
  s.body_ends = scoped(s.body);
  s.has_continue = loops_.back().has_continue;
  bool has_break = loops_.back().has_break;
  loops_.pop_back();
  for (Stmt* part : s.updates) stmt(part);
  close_scope(scope);
  const Expr* guard = strip_parens(s.value);
  bool is_endless = !guard || (guard->kind == ExprKind::BoolLit && guard->flag);
  return !is_endless || has_break;
}

void Checker::throw_stmt(Stmt& s) {
  if (!s.value) return;
  TypeId type = value(s.value);
  bool is_text = type == simple(TypeKind::String) || is_error(type);
  if (!is_text) sink_.report(Kind::OoxBadThrow, s.value->span);
}

bool Checker::if_stmt(Stmt& s) {
  require_bool(s.value, Kind::OoxConditionType, "if");
  bool then_falls = scoped(s.body);
  bool else_falls = scoped(s.otherwise);
  return then_falls || else_falls;
}

bool Checker::jump(Stmt& s) {
  bool is_break = s.kind == StmtKind::Break;
  if (loops_.empty()) {
    sink_.report(is_break ? Kind::OoxBreakOutsideLoop : Kind::OoxContinueOutsideLoop, s.span);
    return true;
  }
  if (reachable_) (is_break ? loops_.back().has_break : loops_.back().has_continue) = true;
  return false;
}

bool Checker::return_stmt(Stmt& s) {
  TypeId result = method_->result;
  std::string_view what = method_->is_constructor ? "a constructor" : "a `void` method";
  if (!s.value) {
    if (result != void_ && !is_error(result)) {
      sink_.report(Kind::OoxReturnWithoutValue, s.span, text(method_->name), type_name(result))
          .label(method_->decl->type_expr->span, "the result type");
    }
    return false;
  }
  TypeId found = expr(s.value);
  if (result == void_) {
    settle(*s.value);
    if (!is_error(found)) {
      sink_.report(Kind::OoxReturnFromVoid, s.value->span, what)
          .label(method_->decl->name_span, "this one");
    }
  } else if (!fits(*s.value, result)) {
    settle(*s.value);
    auto& report = sink_.report(Kind::OoxReturnType, s.value->span, text(method_->name),
                                type_name(result), type_name(found));
    report.label(method_->decl->type_expr->span, "the result type");
    if (is_numeric(kind_of(found)) && is_numeric(kind_of(result))) {
      report.note("no implicit conversion between numeric types exists");
    }
  }
  return false;
}

// ---------------------------------------------------------------- assignment

void Checker::declare_stmt(Stmt& s) {
  TypeId type = names_.resolve(*s.type_expr);
  s.var = add_variable(Variable::Kind::Local, s.name, type, s.name_span);
  bind(s.var);
  if (!s.value) return;
  initialising_ = s.var;
  check_store(s.value, type, {"variable", s.name});
  initialising_ = {};
}

void Checker::assign_stmt(Stmt& s) {
  TypeId type = target(s.target);
  StorePlace place{"an element", {}};
  if (const Expr* plain = strip_parens(s.target)) {
    if (plain->kind == ExprKind::Name) place = {"variable", plain->name};
    if (plain->kind == ExprKind::Field) place = {"field", plain->name};
  }
  if (s.update != Update::None) return update_stmt(s, type, place);
  check_store(s.value, type, place);
}

// `x += e;` is checked as `x := x + e;`, but the target only once.
void Checker::update_stmt(Stmt& s, TypeId type, const StorePlace& place) {
  expr(s.value);
  Expr sum;
  sum.kind = ExprKind::Binary;
  sum.binary = s.op;
  sum.a = s.target;
  sum.b = s.value;
  sum.span = s.target->span;
  if (s.value) sum.span = base::join(sum.span, s.value->span);
  s.sum = program_.arena.make(sum);
  // `+ 1` would make a longer text of it.
  bool is_step_of_text = s.update == Update::Step && type == simple(TypeKind::String);
  TypeId found =
      is_step_of_text ? bad_operand(*s.sum, *s.target, "a number") : arithmetic_result(*s.sum);
  s.sum->type = found;
  warn_about_constants(*s.sum);
  if (s.value) settle(*s.value);
  if (!is_assignable(found, type)) report_store(*s.sum, found, type, place);
}

TypeId Checker::target(Expr* e) {
  if (!e) return error_;
  switch (e->kind) {
    case ExprKind::Name: return name(*e);
    case ExprKind::Field: return field(*e);
    case ExprKind::Index: return index(*e);
    case ExprKind::Paren: return e->type = target(e->a);
    default: break;  // the parser has reported it
  }
  return e->type = error_;
}

void Checker::check_store(Expr* source, TypeId type, const StorePlace& place) {
  if (!source) return;
  TypeId found = right_side(source);
  if (found == void_) {
    sink_.report(Kind::OoxVoidCall, source->span, text(strip_parens(source)->name));
    return;
  }
  if (fits(*source, type)) {
    settle(*source);  // where the place has no type of its own, after an error
    return;
  }
  settle(*source);
  report_store(*source, found, type, place);
}

void Checker::report_store(const Expr& source, TypeId found, TypeId type, const StorePlace& place) {
  std::string what(place.what);
  if (place.name) what += fmt::format(" `{}`", text(place.name));
  auto& report =
      sink_.report(Kind::OoxAssignType, source.span, type_name(found), what, type_name(type));
  if (is_numeric(kind_of(found)) && is_numeric(kind_of(type))) {
    report.note("no implicit conversion between numeric types exists");
  }
}

// ---------------------------------------------------------------- threads and locks

void Checker::lock_operand(Stmt& s) {
  TypeId type = value(s.value);
  if (is_error(type)) return;
  TypeKind kind = kind_of(type);
  if (kind == TypeKind::Null) {
    sink_.report(Kind::OoxLockOfNull, s.value->span, keyword(s.kind));
  } else if (kind != TypeKind::Class && kind != TypeKind::Array) {
    sink_.report(Kind::OoxLockType, s.value->span, keyword(s.kind), type_name(type));
  }
}

void Checker::fork_stmt(Stmt& s) {
  TypeId type = right_side(s.value);
  if (type == void_ || is_error(type)) return;
  if (s.value->kind == ExprKind::Choose) {
    sink_.report(Kind::OoxBadFork, s.value->span);
    return;
  }
  sink_.report(Kind::OoxForkDropsResult, s.value->span, text(s.value->name), type_name(type));
}

// `super(args);`
void Checker::super_stmt(Stmt& s) {
  if (!method_->is_constructor || &s != super_place_) {
    auto& report = sink_.report(Kind::OoxSuperCallPlace, s.span);
    if (method_->is_constructor) {
      report.help("move it to the beginning of the constructor's body");
    }
    arguments(nullptr, s.args);
    return;
  }
  if (!cls_->super) {
    sink_.report(Kind::OoxNoSuperclass, s.span, text(cls_->name));
    arguments(nullptr, s.args);
    return;
  }
  s.method = constructor(*cls_->super, s.args, s.span);
}

}  // namespace oox
