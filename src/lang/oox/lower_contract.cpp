// Contracts: clauses, `old`, invariants of classes, and when they are checked.
//
// A clause is one expression that is true exactly if the clause is defined and holds. It reads the
// heap itself (ir/expr.h), so that its check is one step. What `old` asks for is read by the first
// transition of the procedure, together with the check of `requires`.
//
// Calls of methods in a clause nest to a bounded depth (lower_pure.cpp). A clause that needs more
// counts as true; the same step finds that out, and the next one ends the execution by a limit.
#include <algorithm>

#include "base/check.h"
#include "lang/oox/lowering.h"

namespace oox {

namespace {

ir::ContractKind contract_kind(ClauseKind kind) {
  switch (kind) {
    case ClauseKind::Requires: return ir::ContractKind::Requires;
    case ClauseKind::Ensures: return ir::ContractKind::Ensures;
    case ClauseKind::Exceptional: return ir::ContractKind::Exceptional;
    case ClauseKind::Invariant:
    case ClauseKind::Property:
    case ClauseKind::Spec: break;
  }
  UNREACHABLE("clause kind");
}

std::size_t index_of(ir::ContractKind kind) { return static_cast<std::size_t>(kind); }

}  // namespace

// ---------------------------------------------------------------- clauses

void MethodLowerer::lower_contract() {
  lower_clauses(ClauseKind::Requires);
  lower_clauses(ClauseKind::Ensures);
  if (method_->decl->body) {
    lower_exit_invariants();
    lower_input_invariants();
  }
  lower_clauses(ClauseKind::Exceptional);
  for (const Clause& clause : method_->decl->clauses) {
    if (clause.kind != ClauseKind::Property) continue;
    std::string name(lowered_.source.text(clause.name));
    proc_.properties.push_back({.name = std::move(name), .formula = clause.body});
  }
}

// A method that states no clause of a kind has those of the method it overrides,
// read with its own parameters in the place of the other's.
void MethodLowerer::lower_clauses(ClauseKind kind) {
  auto states = [&](const MethodInfo* m) {
    return std::any_of(m->decl->clauses.begin(), m->decl->clauses.end(),
                       [&](const Clause& c) { return c.kind == kind; });
  };
  const MethodInfo* from = method_;
  while (from && !states(from)) from = from->overridden;
  if (!from) return;
  uses_old_ = uses_old_ || from->uses_old;
  Variables inherited;
  if (from != method_) {
    inherited.method = from;
    inherited.locals.resize(from->variables.size());
    for (std::size_t i = 0; i < proc_.params.size(); ++i) inherited.locals[i] = proc_.params[i];
    if (from->retval_var) inherited.locals[from->retval_var.index()] = proc_.retval;
    vars_ = &inherited;
  }
  for (const Clause& clause : from->decl->clauses) {
    if (clause.kind == kind) add_clause(contract_kind(kind), clause, {});
  }
  vars_ = &own_;
}

// Where `needed` is given and false, the clause does not matter.
void MethodLowerer::add_clause(ir::ContractKind kind, const Clause& clause, ir::ExprId needed) {
  Total condition = total(clause.condition);
  if (needed) {
    condition.holds = ir_.binary(ir::BinaryOp::Implies, needed, condition.holds);
    if (condition.within) {
      condition.within = ir_.binary(ir::BinaryOp::Implies, needed, condition.within);
    }
  }
  if (find_spec(*method_->decl)) {  // checked by the modular engine without the steps of a body
    condition.holds = conjunction(condition.within, condition.holds);
    condition.within = {};
  }
  proc_.contract.push_back({kind, condition.holds, clause.span});
  ir::ExprId& within = within_[index_of(kind)];
  within = conjunction(within, condition.within);
}

bool MethodLowerer::has_clauses(ir::ContractKind kind) const {
  return std::any_of(proc_.contract.begin(), proc_.contract.end(),
                     [&](const ir::Clause& c) { return c.kind == kind; });
}

// ---------------------------------------------------------------- invariants of classes

// `this.x` in an invariant is about `object`, which is an instance of the class.
void MethodLowerer::add_invariants(ir::ContractKind kind, const ClassInfo* cls, ir::ExprId object,
                                   ir::ExprId needed) {
  ir::TypeId type = ir_.types.make_ref(lowered_.cls(cls));
  if (ir_.expr(object).type != type) {
    object = ir_.add({.kind = ir::ExprKind::Cast, .type = type, .a = object});
  }
  for (const MethodInfo* condition : cls->conditions) {
    Variables variables{.method = condition, .locals = {}, .values = {}, .self = object};
    variables.locals.resize(condition->variables.size());
    vars_ = &variables;
    for (const Clause& clause : condition->decl->clauses) add_clause(kind, clause, needed);
    vars_ = &own_;
  }
}

ir::ExprId MethodLowerer::is_instance(ir::ExprId object, const ClassInfo* cls) {
  return ir_.add(
      {.kind = ir::ExprKind::InstanceOf, .type = bool_, .a = object, .cls = lowered_.cls(cls)});
}

// The object that a constructor has made is no more than that yet: classes below may add to it.
void MethodLowerer::lower_exit_invariants() {
  if (method_->is_static) return;
  ir::ExprId self = local(proc_.params[0]);
  for (const ClassInfo* cls : lowered_.source.classes) {
    if (cls->conditions.empty()) continue;
    if (is_subclass(method_->owner, cls)) {
      add_invariants(ir::ContractKind::Invariant, cls, self, {});
    } else if (!method_->is_constructor && may_be(method_->owner, cls)) {
      add_invariants(ir::ContractKind::Invariant, cls, self, is_instance(self, cls));
    }
  }
}

// Of the object and the parameters that the method starts with, if it is the one under
// verification.
void MethodLowerer::lower_input_invariants() {
  std::size_t first = method_->is_static ? 0 : 1;
  for (std::size_t i = 0; i < proc_.params.size(); ++i) {
    bool is_this = i < first;
    if (is_this && method_->is_constructor) continue;
    TypeId declared = is_this ? method_->owner->type : method_->params[i - first];
    const ClassInfo* type = lowered_.source.types[declared].cls;
    if (lowered_.source.types.kind(declared) != TypeKind::Class) continue;
    ir::ExprId object = local(proc_.params[i]);
    for (const ClassInfo* cls : lowered_.source.classes) {
      if (cls->conditions.empty()) continue;
      bool is_sure = is_subclass(type, cls);
      if (!is_sure && !may_be(type, cls)) continue;
      ir::ExprId needed = is_this && is_sure ? ir::ExprId() : is_instance(object, cls);
      add_invariants(ir::ContractKind::Input, cls, object, needed);
    }
  }
}

// Whether an object of the type may be one of the class, which is not above it.
bool MethodLowerer::may_be(const ClassInfo* type, const ClassInfo* cls) {
  return is_subclass(cls, type) || type->is_interface;
}

// ---------------------------------------------------------------- checks

void MethodLowerer::add_check(ir::ContractKind kind, std::vector<ir::Action>& actions,
                              Obligations& within) {
  if (!has_clauses(kind)) return;
  if (ir::ExprId condition = within_[index_of(kind)]) {
    ir::LocalId flag = new_temp(bool_);
    actions.emplace_back(ir::Assign{flag, condition});
    within.push_back({.holds = local(flag), .is_bound = true});
  }
  actions.emplace_back(ir::CheckContract{kind});
}

void MethodLowerer::begin() {
  std::vector<ir::Action> actions;
  Obligations within;
  add_check(ir::ContractKind::Requires, actions, within);
  add_check(ir::ContractKind::Input, actions, within);
  uses_old_ = uses_old_ || method_->uses_old;
  if (actions.empty() && !uses_old_) return;
  bool states = has_clauses(ir::ContractKind::Requires);
  Span span = states ? proc_.contract.front().span : proc_.span;
  old_at_ = proc_.transitions.size();
  emit({}, std::move(actions), span);
  settle(within, span);
}

// What has been asked for by `old` meanwhile is read in the first step.
void MethodLowerer::end() {
  if (old_actions_.empty()) return;
  CHECK(uses_old_, "`old` where no first step was made for it");
  auto& actions = proc_.transitions[old_at_].actions;
  actions.insert(actions.end(), old_actions_.begin(), old_actions_.end());
}

ir::ExprId MethodLowerer::old_value(const Expr* e, Obligations& obligations) {
  if (lowered_.source.types.kind(e->type) == TypeKind::Null) return expr(e->a, obligations);
  Obligations inner;
  ir::ExprId value = expr(e->a, inner);
  ir::TypeId type = lowered_.type(e->type);
  Total total = conditions(inner, {});
  auto keep = [&](ir::TypeId of, ir::ExprId kept) {
    ir::LocalId temp = new_temp(of);
    old_actions_.emplace_back(ir::Assign{temp, kept});
    return local(temp);
  };
  if (total.within) {
    obligations.push_back({.holds = keep(bool_, total.within), .is_bound = true});
  }
  if (total.holds) {
    ir::ExprId is_defined = keep(bool_, total.holds);
    obligations.push_back({is_defined, ir::ExceptionKind::NullDereference});
    ir::Constant other = ir_.default_value(type);
    bool is_null = std::holds_alternative<ir::NullValue>(other);
    ir::TypeId null = ir_.types.make(ir::TypeKind::Null);
    value = ir_.add({.kind = ir::ExprKind::Ite,
                     .type = type,
                     .a = is_defined,
                     .b = value,
                     .c = ir_.constant_expr(is_null ? null : type, other)});
  }
  return keep(type, value);
}

// ---------------------------------------------------------------- invariants of loops

void MethodLowerer::loop_invariant(const Expr* condition, Span span) {
  Total checked = total(condition);
  std::vector<ir::Action> actions;
  Obligations within;
  if (checked.within) {
    ir::LocalId flag = new_temp(bool_);
    actions.emplace_back(ir::Assign{flag, checked.within});
    within.push_back({.holds = local(flag), .is_bound = true});
  }
  actions.emplace_back(ir::Assert{.condition = checked.holds, .is_invariant = true});
  emit({}, std::move(actions), span);
  settle(within, span);
}

}  // namespace oox
