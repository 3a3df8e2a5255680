// The graph of locations and transitions that lowering builds.
#include "base/check.h"
#include "ir/limits.h"
#include "lang/oox/lowering.h"

namespace oox {

ir::LocId MethodLowerer::new_location() {
  proc_.locations.emplace_back();
  return ir::LocId(proc_.locations.size() - 1);
}

ir::LocalId MethodLowerer::new_temp(ir::TypeId type) {
  // A temporary for the literal null alone can hold any reference; none is needed.
  CHECK(ir_.type(type).kind != ir::TypeKind::Null, "a temporary of type null");
  proc_.locals.push_back({.name = "$t" + std::to_string(temps_++), .type = type, .is_temp = true});
  return ir::LocalId(proc_.locals.size() - 1);
}

ir::LocalId MethodLowerer::new_local(const Variable& variable) {
  std::string name(lowered_.source.text(variable.name));
  // So that no name of the user's means it, and none of new_temp.
  if (variable.kind == Variable::Kind::Temp) name = "$_" + name;
  int uses = ++names_[name];
  if (uses > 1) name += "$" + std::to_string(uses);  // a sibling block has one, too
  proc_.locals.push_back({.name = name,
                          .type = lowered_.type(variable.type),
                          .is_temp = variable.kind == Variable::Kind::Temp,
                          .is_bound = variable.kind == Variable::Kind::Bound,
                          .span = variable.span,
                          .shown = variable.shown});
  return ir::LocalId(proc_.locals.size() - 1);
}

ir::Transition& MethodLowerer::transition(ir::ExprId guard, std::vector<ir::Action> actions,
                                          ir::LocId target, Span span) {
  CHECK(current_.is_valid(), "a transition from nowhere");
  return proc_.transitions.emplace_back(ir::Transition{.source = current_,
                                                       .guard = guard,
                                                       .actions = std::move(actions),
                                                       .target = target,
                                                       .span = span});
}

void MethodLowerer::go_to(ir::LocId target, Span span) { transition({}, {}, target, span); }

ir::ExprId MethodLowerer::emit_failures(const Obligations& obligations, Span span) {
  ir::ExprId before;
  if (fault_.is_valid()) span = fault_;
  for (const Obligation& o : obligations) {
    ir::ExprId fails = conjunction(before, negation(o.holds));
    if (o.is_bound) {
      transition(fails, {ir::Limit{.what = ir::kNestedCalls, .unsupported = true}}, proc_.except,
                 span);
    } else {
      transition(fails, {ir::Throw{o.kind, ""}}, handler(), span);
    }
    before = conjunction(before, o.holds);
  }
  return before;
}

void MethodLowerer::emit(const Obligations& obligations, std::vector<ir::Action> actions,
                         ir::LocId target, Span span) {
  ir::ExprId guard = emit_failures(obligations, span);
  transition(guard, std::move(actions), target, span);
}

void MethodLowerer::emit(const Obligations& obligations, std::vector<ir::Action> actions,
                         Span span) {
  ir::LocId next = new_location();
  emit(obligations, std::move(actions), next, span);
  current_ = next;
}

void MethodLowerer::settle(const Obligations& obligations, Span span) {
  if (!obligations.empty()) emit(obligations, {}, span);
}

void MethodLowerer::emit_tested(ir::LockTest test, ir::LockPlace lock, ir::Action action,
                                Span span) {
  ir::LocalId flag = new_temp(bool_);
  ir::LocId next = new_location();
  ir::Action read = ir::TestLock{flag, test, lock};
  transition(negation(local(flag)), {ir::Throw{ir::ExceptionKind::IllegalMonitorState, ""}},
             handler(), span)
      .reads = {read};
  transition(local(flag), {std::move(action)}, next, span).reads = {read};
  current_ = next;
}

// ---------------------------------------------------------------- exceptions

ir::LocId MethodLowerer::handler() { return handler_below(scopes_.size()); }

// The handler for exceptions inside scopes_[0 .. depth). A monitor's handler gives
// the lock back and passes the exception on.
ir::LocId MethodLowerer::handler_below(std::size_t depth) {
  for (std::size_t i = depth; i-- > 0;) {
    if (scopes_[i].kind == Scope::Kind::Loop) continue;
    if (scopes_[i].handler) return scopes_[i].handler;
    CHECK(scopes_[i].kind == Scope::Kind::Monitor, "a try without a handler");
    ir::LocId release = new_location();
    scopes_[i].handler = release;
    ir::LocId outer = handler_below(i);
    ir::LocId saved = current_;
    current_ = release;
    transition({}, {ir::Exit{{.object = local(scopes_[i].lock)}}}, outer, proc_.span);
    current_ = saved;
    return release;
  }
  if (!has_clauses(ir::ContractKind::Exceptional)) return proc_.except;
  if (!raise_) {
    raise_ = new_location();
    ir::LocId saved = current_;
    current_ = raise_;
    // Clauses are grouped by kind, and this kind is the last.
    Span span = proc_.contract.back().span;
    std::vector<ir::Action> actions;
    Obligations within;
    add_check(ir::ContractKind::Exceptional, actions, within);
    if (within.empty()) {
      transition({}, std::move(actions), proc_.except, span);
    } else {
      emit({}, std::move(actions), span);
      emit(within, {}, proc_.except, span);
    }
    current_ = saved;
  }
  return raise_;
}

}  // namespace oox
