// Statements. One statement is one transition wherever it has one atomic effect;
// a call, a `new` with a constructor and a `wait` are two steps by nature.
#include "base/check.h"
#include "lang/oox/lowering.h"

namespace oox {

namespace {

bool has_quantifier(const Expr* e) {
  if (!e) return false;
  return e->kind == ExprKind::Quantifier || has_quantifier(e->a) || has_quantifier(e->b) ||
         has_quantifier(e->c);
}

}  // namespace

void MethodLowerer::stmt(const Stmt* s) {
  if (!current_) return;  // unreachable code is checked, but never runs
  switch (s->kind) {
    case StmtKind::Declare: return declare(s);
    case StmtKind::Assign: return assign(strip(s->target), strip(s->value), s->span);
    case StmtKind::Expression: {
      const Expr* e = strip(s->value);
      if (e->kind == ExprKind::Choose) return;
      return e->kind == ExprKind::Call ? call(e, {}, s->span) : create(e, {}, s->span);
    }
    case StmtKind::Skip: return;
    case StmtKind::Assert:
    case StmtKind::Assume: return condition(s);
    case StmtKind::While: return while_stmt(s);
    case StmtKind::If: return if_stmt(s);
    case StmtKind::Continue:
    case StmtKind::Break: return jump(s);
    case StmtKind::Return: return return_stmt(s);
    case StmtKind::Throw: {
      std::string message =
          s->value ? std::string(lowered_.source.text(strip(s->value)->name)) : "";
      transition({}, {ir::Throw{ir::ExceptionKind::User, message}}, handler(), s->span);
      current_ = {};
      return;
    }
    case StmtKind::Try: return try_stmt(s);
    case StmtKind::Block: return block(s);
    case StmtKind::LockBlock: return lock_block(s);
    case StmtKind::Lock:
    case StmtKind::Unlock:
    case StmtKind::Wait:
    case StmtKind::Notify:
    case StmtKind::NotifyAll: return lock_operation(s);
    case StmtKind::Fork: {
      const Expr* e = strip(s->value);
      Obligations obligations;
      ir::Fork fork{{}, callee(e), arguments(e, obligations)};
      return emit(obligations, {fork}, s->span);
    }
    case StmtKind::Join: return emit({}, {ir::Join{}}, s->span);
    case StmtKind::SuperCall: return super_call(s);
    case StmtKind::For:  // not in the long form
    case StmtKind::Error: break;
  }
  UNREACHABLE("statement kind {} reached lowering", static_cast<int>(s->kind));
}

void MethodLowerer::block(const Stmt* s) {
  for (const Stmt* inner : s->stmts) stmt(inner);
}

void MethodLowerer::declare(const Stmt* s) {
  ir::LocalId id = new_local(method_->variables[s->var.index()]);
  own_.locals[s->var.index()] = id;
  if (!s->value) {
    ir::TypeId type = proc_.local(id).type;
    ir::Constant value = ir_.default_value(type);
    ir::TypeId constant_type =
        std::holds_alternative<ir::NullValue>(value) ? ir_.types.make(ir::TypeKind::Null) : type;
    return emit({}, {ir::Assign{id, ir_.constant_expr(constant_type, value)}}, s->span);
  }
  const Expr* value = strip(s->value);
  // A variable that the user did not write stands for a part of a statement: what fails is
  // that part.
  if (method_->variables[s->var.index()].kind == Variable::Kind::Temp) fault_ = value->span;
  assign_local(id, value, s->span);
  fault_ = {};
}

void MethodLowerer::assign(const Expr* target, const Expr* value, Span span) {
  if (target->kind != ExprKind::Name) return assign_place(target, value, span);
  ir::LocalId id = own_.locals[target->var.index()];
  if (value->kind != ExprKind::New) return assign_local(id, value, span);
  // The variable keeps its value until the constructor has returned.
  ir::LocalId fresh = new_temp(proc_.local(id).type);
  create(value, fresh, span);
  emit({}, {ir::Assign{id, local(fresh)}}, span);
}

// A choice of the environment.
ir::Action MethodLowerer::choose(const Expr* e, ir::LocalId target) {
  ir::Choose result{.target = target};
  if (e->args.empty()) {
    result.values = {ir_.bool_constant(false), ir_.bool_constant(true)};
  } else {
    std::int64_t high = *literal_value(*e->args[1]);
    for (std::int64_t i = *literal_value(*e->args[0]); i <= high; ++i) {
      result.values.push_back(ir_.int_constant(i));
    }
  }
  return result;
}

void MethodLowerer::assign_local(ir::LocalId target, const Expr* value, Span span) {
  switch (value->kind) {
    case ExprKind::Call: return call(value, target, span);
    case ExprKind::Choose: return emit({}, {choose(value, target)}, span);
    case ExprKind::New:
    case ExprKind::NewArray: return create(value, target, span);
    case ExprKind::Field:
    case ExprKind::Index: {
      Obligations obligations;
      ir::Action action = load(value, target, obligations);
      return emit(obligations, {action}, span);
    }
    default: return assign_pure(target, value, span);
  }
}

// If what must hold depends on array elements (a quantifier over arrays of arrays,
// say), it cannot be a guard: it is computed in the same step, and tested after it.
void MethodLowerer::assign_pure(ir::LocalId target, const Expr* value, Span span) {
  bound_calls(value);
  Obligations obligations;
  ir::ExprId result = expr(value, obligations);
  InOneStep step = in_one_step(obligations);
  if (step.defined) {
    result = ir_.add({.kind = ir::ExprKind::Ite,
                      .type = proc_.local(target).type,
                      .a = step.defined,
                      .b = result,
                      .c = local(target)});
  }
  step.actions.emplace_back(ir::Assign{target, result});
  emit(step.guards, std::move(step.actions), span);
  settle(step.tested, span);
}

// From the first obligation that reads the heap on they are computed, each into a flag.
MethodLowerer::InOneStep MethodLowerer::in_one_step(const Obligations& obligations) {
  InOneStep step;
  for (const Obligation& o : obligations) {
    if (step.tested.empty() && !ir::reads_heap(ir_, o.holds)) {
      step.guards.push_back(o);
      continue;
    }
    ir::LocalId flag = new_temp(bool_);
    ir::ExprId holds =
        step.defined ? ir_.binary(ir::BinaryOp::Implies, step.defined, o.holds) : o.holds;
    step.actions.emplace_back(ir::Assign{flag, holds});
    step.tested.push_back({local(flag), o.kind, o.is_bound});
    step.defined = conjunction(step.defined, local(flag));
  }
  return step;
}

ir::ExprId MethodLowerer::local_value(const Expr* e, Obligations& obligations, Span span) {
  if (!has_quantifier(e)) return expr(e, obligations);
  ir::LocalId temp = new_temp(lowered_.type(e->type));
  assign_pure(temp, e, span);
  return local(temp);
}

void MethodLowerer::assign_place(const Expr* target, const Expr* value, Span span) {
  ir::TypeId type = lowered_.type(target->type);
  Obligations obligations;
  switch (value->kind) {
    case ExprKind::Call:
    case ExprKind::New: {
      ir::LocalId temp = new_temp(type);
      assign_local(temp, value, span);
      return store(target, local(temp), {}, {}, span);
    }
    case ExprKind::NewArray:
    case ExprKind::Choose:
    case ExprKind::Field:
    case ExprKind::Index: {
      ir::LocalId temp = new_temp(lowered_.type(value->type));
      ir::Action action = value->kind == ExprKind::NewArray ? new_array(value, temp, obligations)
                          : value->kind == ExprKind::Choose ? choose(value, temp)
                                                            : load(value, temp, obligations);
      return store(target, local(temp), {action}, obligations, span);
    }
    default: {
      ir::ExprId result = local_value(value, obligations, span);
      return store(target, result, {}, obligations, span);
    }
  }
}

void MethodLowerer::store(const Expr* target, ir::ExprId value, std::vector<ir::Action> before,
                          Obligations obligations, Span span) {
  if (target->kind == ExprKind::Index) {
    ir::ExprId array = expr(strip(target->a), obligations);
    ir::ExprId index = local_value(target->b, obligations, span);
    require_index(array, index, obligations);
    before.push_back(ir::StoreElement{array, index, value});
  } else if (target->field->is_static) {
    before.push_back(ir::StoreGlobal{lowered_.statics.at(target->field), value});
  } else {
    ir::ExprId object = expr(strip(target->a), obligations);
    require_not_null(object, obligations);
    before.push_back(ir::StoreField{object, lowered_.fields.at(target->field), value});
  }
  emit(obligations, std::move(before), span);
}

ir::Action MethodLowerer::load(const Expr* e, ir::LocalId target, Obligations& obligations) {
  if (e->kind == ExprKind::Index) {
    ir::ExprId array = expr(strip(e->a), obligations);
    ir::ExprId index = local_value(e->b, obligations, e->span);
    require_index(array, index, obligations);
    return ir::LoadElement{target, array, index};
  }
  if (e->field->is_static) return ir::LoadGlobal{target, lowered_.statics.at(e->field)};
  ir::ExprId object = expr(strip(e->a), obligations);
  require_not_null(object, obligations);
  return ir::LoadField{target, object, lowered_.fields.at(e->field)};
}

// ---------------------------------------------------------------- conditions

void MethodLowerer::condition(const Stmt* s) {
  auto check = [&](ir::ExprId e) -> ir::Action {
    if (s->kind == StmtKind::Assert) return ir::Assert{e};
    return ir::Assume{e};
  };
  if (s->is_invariant) return loop_invariant(s->value, s->span);
  bound_calls(s->value);
  Obligations obligations;
  ir::ExprId value = expr(s->value, obligations);
  InOneStep step = in_one_step(obligations);
  if (step.defined) value = ir_.binary(ir::BinaryOp::Implies, step.defined, value);
  step.actions.push_back(check(value));
  emit(step.guards, std::move(step.actions), s->span);
  settle(step.tested, s->span);
}

void MethodLowerer::if_stmt(const Stmt* s) {
  Span span = header(*s);
  Obligations obligations;
  ir::ExprId value = local_value(s->value, obligations, span);
  ir::LocId after = new_location();
  ir::LocId then_entry = new_location();
  ir::LocId else_entry = s->otherwise ? new_location() : after;
  ir::ExprId defined = emit_failures(obligations, span);
  // The first of two ways with one span is shown as `true`.
  auto is_false = [&] { transition(conjunction(defined, negation(value)), {}, else_entry, span); };
  if (s->branch == Branch::Opposite) is_false();
  bool is_hidden = s->branch == Branch::Hidden;
  transition(conjunction(defined, value), {}, then_entry,
             is_hidden ? s->body->stmts[0]->span : span);
  if (s->branch != Branch::Opposite) is_false();
  current_ = then_entry;
  stmt(s->body);
  if (current_) go_to(after, span);
  if (s->otherwise) {
    current_ = else_entry;
    stmt(s->otherwise);
    if (current_) go_to(after, span);
  }
  current_ = after;
}

void MethodLowerer::while_stmt(const Stmt* s) {
  Span span = header(*s);
  ir::LocId head = new_location();
  ir::LocId body = new_location();
  ir::LocId after = new_location();
  go_to(head, span);
  current_ = head;
  for (const Clause& clause : s->invariants) loop_invariant(clause.condition, clause.span);
  Obligations obligations;
  ir::ExprId value = local_value(s->value, obligations, span);
  const Expr* plain = strip(s->value);
  bool forever = plain->kind == ExprKind::BoolLit && plain->flag;
  ir::ExprId defined = emit_failures(obligations, span);
  transition(forever ? ir::ExprId() : conjunction(defined, value), {}, body, span);
  if (!forever) transition(conjunction(defined, negation(value)), {}, after, span);
  scopes_.push_back({.kind = Scope::Kind::Loop, .head = head, .after = after});
  current_ = body;
  stmt(s->body);
  if (current_) go_to(head, span);
  scopes_.pop_back();
  current_ = after;
}

// ---------------------------------------------------------------- jumps

void MethodLowerer::leave_monitors(std::size_t depth, Span span) {
  for (std::size_t i = scopes_.size(); i-- > depth;) {
    if (scopes_[i].kind != Scope::Kind::Monitor) continue;
    emit({}, {ir::Exit{{.object = local(scopes_[i].lock)}}}, span);
  }
}

void MethodLowerer::jump(const Stmt* s) {
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    if (scopes_[i].kind != Scope::Kind::Loop) continue;
    leave_monitors(i, s->span);
    go_to(s->kind == StmtKind::Break ? scopes_[i].after : scopes_[i].head, s->span);
    current_ = {};
    return;
  }
  UNREACHABLE("a jump outside of loops reached lowering");
}

void MethodLowerer::return_stmt(const Stmt* s) {
  std::vector<ir::Action> actions;
  Obligations obligations;
  bool in_monitor = false;
  for (const Scope& scope : scopes_) in_monitor |= scope.kind == Scope::Kind::Monitor;
  ir::LocalId result = proc_.retval;
  if (s && s->value) {
    ir::ExprId value = local_value(s->value, obligations, s->span);
    actions.push_back(ir::Assign{result, value});
  } else if (result) {
    emit({}, {ir::Havoc{result}}, end_);  // the end of a body that should have returned
  }
  Span span = s ? s->span : end_;
  if (in_monitor) {
    if (!actions.empty()) emit(obligations, std::move(actions), span);
    leave_monitors(0, span);
    actions.clear();
    obligations.clear();
  }
  Obligations within;
  add_check(ir::ContractKind::Ensures, actions, within);
  add_check(ir::ContractKind::Invariant, actions, within);
  if (!within.empty()) {
    emit(obligations, std::move(actions), span);
    obligations = std::move(within);
    actions.clear();
  }
  actions.emplace_back(ir::Return{result ? local(result) : ir::ExprId()});
  emit(obligations, std::move(actions), proc_.exit, span);
  current_ = {};
}

void MethodLowerer::try_stmt(const Stmt* s) {
  ir::LocId caught = new_location();
  ir::LocId after = new_location();
  scopes_.push_back({.kind = Scope::Kind::Try, .handler = caught});
  stmt(s->body);
  scopes_.pop_back();
  if (current_) go_to(after, s->span);
  current_ = caught;
  Span span = s->otherwise->span;
  span.end = span.begin + 1;
  emit({}, {ir::Catch{}}, span);
  stmt(s->otherwise);
  if (current_) go_to(after, s->span);
  current_ = after;
}

// ---------------------------------------------------------------- locks

void MethodLowerer::lock_block(const Stmt* s) {
  Span span = header(*s);
  Obligations obligations;
  ir::ExprId object = expr(s->value, obligations);
  require_not_null(object, obligations);
  // The block unlocks what it locked, even if the variable changes meanwhile.
  ir::LocalId held = new_temp(ir_.expr(object).type);
  emit(obligations, {ir::Enter{{.object = object}}, ir::Assign{held, object}}, span);
  scopes_.push_back({.kind = Scope::Kind::Monitor, .lock = held});
  stmt(s->body);
  scopes_.pop_back();
  if (!current_) return;
  Span close{s->span.file, s->span.end - 1, s->span.end};
  emit({}, {ir::Exit{{.object = local(held)}}}, close);
}

void MethodLowerer::lock_operation(const Stmt* s) {
  Obligations obligations;
  ir::ExprId object = expr(s->value, obligations);
  require_not_null(object, obligations);
  ir::LockPlace lock{.object = object};
  if (s->kind == StmtKind::Lock) return emit(obligations, {ir::Acquire{lock}}, s->span);
  settle(obligations, s->span);  // a test reads the lock, so null is excluded first
  switch (s->kind) {
    case StmtKind::Unlock:
      return emit_tested(ir::LockTest::Acquired, lock, ir::Release{lock}, s->span);
    case StmtKind::Notify:
      return emit_tested(ir::LockTest::HasLock, lock, ir::Notify{lock}, s->span);
    case StmtKind::NotifyAll:
      return emit_tested(ir::LockTest::HasLock, lock, ir::NotifyAll{lock}, s->span);
    case StmtKind::Wait:
      emit_tested(ir::LockTest::HasLock, lock, ir::Wait{lock}, s->span);
      return emit({}, {ir::Unwait{lock}}, s->span);
    default: UNREACHABLE("not a lock operation");
  }
}

// ---------------------------------------------------------------- calls

ir::Callee MethodLowerer::callee(const Expr* e) const {
  const MethodInfo* m = e->method;
  bool direct = m->is_static || (e->a && strip(e->a)->kind == ExprKind::Super);
  if (direct) return {.proc = lowered_.procs.at(m), .declared = {}, .selector = {}};
  return {.proc = {},
          .declared = lowered_.cls(m->owner),
          .selector = std::string(lowered_.source.text(m->name))};
}

std::vector<ir::ExprId> MethodLowerer::arguments(const Expr* e, Obligations& obligations) {
  std::vector<ir::ExprId> args;
  if (e->kind == ExprKind::Call && !e->method->is_static) {
    const Expr* receiver = e->a ? strip(e->a) : nullptr;  // none: the method's own object
    bool own = !receiver || receiver->kind == ExprKind::Super || receiver->kind == ExprKind::This;
    args.push_back(own ? local(proc_.params[0]) : expr(receiver, obligations));
    require_not_null(args.back(), obligations);
  }
  for (const Expr* arg : e->args) args.push_back(local_value(arg, obligations, e->span));
  return args;
}

void MethodLowerer::call(const Expr* e, ir::LocalId target, Span span) {
  Obligations obligations;
  std::vector<ir::ExprId> args = arguments(e, obligations);
  ir::LocId after = new_location();
  ir::ExprId guard = emit_failures(obligations, span);
  ir::LocId unwind = handler();
  transition(guard, {ir::Call{target, callee(e), std::move(args)}}, after, span).except = unwind;
  current_ = after;
}

void MethodLowerer::create(const Expr* e, ir::LocalId target, Span span) {
  Obligations obligations;
  if (e->kind == ExprKind::NewArray) {
    ir::Action action = new_array(e, target, obligations);
    return emit(obligations, {action}, span);
  }
  // The constructor takes the object as what it is, not as what the variable may hold.
  ir::TypeId type = ir_.types.make_ref(lowered_.cls(e->cls));
  bool fits = target && proc_.local(target).type == type;
  ir::LocalId object = fits ? target : new_temp(type);
  std::vector<ir::ExprId> args = arguments(e, obligations);
  args.insert(args.begin(), local(object));
  construct(e->method, e->cls, {ir::New{object, lowered_.cls(e->cls), {}}}, std::move(args),
            obligations, span);
  if (target && !fits) emit({}, {ir::Assign{target, local(object)}}, span);
}

ir::Action MethodLowerer::new_array(const Expr* e, ir::LocalId target, Obligations& obligations) {
  ir::NewArray action{target, lowered_.type(e->target_type), {}, {}};
  for (const Expr* size : e->args) {
    ir::ExprId n = local_value(size, obligations, e->span);
    ir::ExprId zero = ir_.constant_expr(ir_.expr(n).type, base::Integer(0));
    obligations.push_back(
        {ir_.binary(ir::BinaryOp::Ge, n, zero), ir::ExceptionKind::NegativeArraySize});
    action.sizes.push_back(n);
  }
  return action;
}

void MethodLowerer::construct(const MethodInfo* constructor, const ClassInfo* cls,
                              std::vector<ir::Action> before, std::vector<ir::ExprId> args,
                              const Obligations& obligations, Span span) {
  ir::ProcId proc;
  if (constructor) {
    proc = lowered_.procs.at(constructor);
  } else if (auto found = lowered_.default_constructors.find(cls);
             found != lowered_.default_constructors.end()) {
    proc = found->second;
  }
  if (!proc) {
    if (!before.empty()) emit(obligations, std::move(before), span);
    return;
  }
  ir::ExprId guard = emit_failures(obligations, span);
  ir::LocId after = new_location();
  ir::LocId unwind = handler();
  before.push_back(ir::Call{{}, {.proc = proc, .declared = {}, .selector = {}}, std::move(args)});
  transition(guard, std::move(before), after, span).except = unwind;
  current_ = after;
}

void MethodLowerer::super_call(const Stmt* s) {
  Obligations obligations;
  std::vector<ir::ExprId> args{local(proc_.params[0])};
  for (const Expr* arg : s->args) args.push_back(local_value(arg, obligations, s->span));
  construct(s->method, method_->owner->super, {}, std::move(args), obligations, s->span);
}

void MethodLowerer::implicit_super_call() {
  const ClassInfo* super = method_->owner->super;
  if (!super) return;
  if (find_super_call(*method_->long_body)) return;
  const MethodInfo* plain = nullptr;
  for (const MethodInfo* c : super->constructors) {
    if (c->params.empty()) plain = c;
  }
  construct(plain, super, {}, {local(proc_.params[0])}, {}, method_->decl->name_span);
}

}  // namespace oox
