// A backward closure over the whole program: marks grow until nothing changes. For a finite model,
// a variable that holds a float or a string is never marked; an action that needs one will be a
// limit in the model, so that what else it reads does not matter either.
#include "ir/pass/slice.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/pass/safety.h"

namespace pass {

class Relevance::Marker {
 public:
  Marker(Relevance& r, const Hierarchy& hierarchy) : r_(r), p_(r.program_), hierarchy_(hierarchy) {}

  bool changed = false;

  void procedure(ir::ProcId id) {
    proc_ = id;
    const ir::Procedure& proc = p_.proc(id);
    for (const ir::Transition& t : proc.transitions) {
      expr(t.guard);
      for (const ir::Action& a : t.reads) everything(a);
      for (const ir::Action& a : t.actions) action(t, a);
    }
    if (id != p_.entry) return;
    // An uncaught exception of any thread checks these.
    for (const ir::Clause& c : proc.contract) {
      if (c.kind == ir::ContractKind::Exceptional) expr(c.condition);
    }
  }

  void local(ir::LocalId id) {
    if (id && r_.is_followed(p_.proc(proc_).local(id).type)) {
      set(r_.locals_[proc_.index()], id.index());
    }
  }
  void field(ir::FieldId id) {
    if (r_.is_followed(p_.field(id).type)) set(r_.fields_, id.index());
  }
  void global(ir::GlobalId id) {
    if (r_.is_followed(p_.global(id).type)) set(r_.globals_, id.index());
  }

 private:
  void set(std::vector<bool>& in, std::size_t at) {
    if (in[at]) return;
    in[at] = changed = true;
  }

  void element(ir::TypeId array) {
    ir::TypeId element = p_.type(array).element;
    if (!element || !r_.is_followed(element)) return;
    if (!ir::is_reference(p_.type(element).kind)) return set(r_.elements_, element.index());
    changed = changed || !r_.boxed_elements_;
    r_.boxed_elements_ = true;
  }

  // Of a condition that needs floats, the parts that do not.
  void expr(ir::ExprId id) {
    if (!id) return;
    const ir::Expr& e = p_.expr(id);
    if (!r_.is_followed(id) && !is_connective(e)) return;
    if (e.kind == ir::ExprKind::Local) local(e.local);
    bool quantifies = e.kind == ir::ExprKind::Forall || e.kind == ir::ExprKind::Exists;
    if (quantifies || e.kind == ir::ExprKind::ElementOf) element(p_.expr(e.a).type);
    if (e.kind == ir::ExprKind::FieldOf) field(e.field);
    if (e.kind == ir::ExprKind::GlobalOf) global(e.global);
    expr(e.a);
    expr(e.b);
    expr(e.c);
  }

  void action(const ir::Transition& t, const ir::Action& a) {
    if (const auto* call = std::get_if<ir::Call>(&a))
      return invoke(call->callee, call->args, *call);
    if (const auto* fork = std::get_if<ir::Fork>(&a)) return invoke(fork->callee, fork->args);
    if (const auto* ret = std::get_if<ir::Return>(&a)) return returned(*ret);
    if (r_.keeps(proc_, t, a)) everything(a);
  }

  // What the action reads and writes matters.
  void everything(const ir::Action& a) {
    if (const auto* check = std::get_if<ir::CheckContract>(&a)) {
      for (const ir::Clause& c : p_.proc(proc_).contract) {
        if (c.kind == check->kind) expr(c.condition);
      }
    }
    if (std::holds_alternative<ir::Print>(a)) return;
    if (const auto* thrown = std::get_if<ir::Throw>(&a)) return throws(*thrown);
    if (const auto* caught = std::get_if<ir::Catch>(&a)) return catches(*caught);
    if (std::holds_alternative<ir::Self>(a)) all_selves();
    if (const auto* l = std::get_if<ir::LoadField>(&a)) field(l->field);
    if (const auto* s = std::get_if<ir::StoreField>(&a)) field(s->field);
    if (const auto* l = std::get_if<ir::LoadElement>(&a)) element(p_.expr(l->array).type);
    if (const auto* s = std::get_if<ir::StoreElement>(&a)) element(p_.expr(s->array).type);
    if (const auto* l = std::get_if<ir::LoadGlobal>(&a)) global(l->global);
    if (const auto* s = std::get_if<ir::StoreGlobal>(&a)) global(s->global);
    if (std::holds_alternative<ir::ChooseReachable>(a)) all_references();
    local(ir::written_local(a));
    ir::for_each_expr(a, [&](ir::ExprId e) { expr(e); });
  }

  // What is thrown matters if somebody looks at what is caught.
  void throws(const ir::Throw& a) {
    bool is_wanted = r_.exception_objects_ || r_.followed_ == Followed::All;
    if (a.object && (is_wanted || !is_total(p_, a.object))) expr(a.object);
  }
  void catches(const ir::Catch& a) {
    if (!a.target || !r_.local(proc_, a.target)) return;
    changed = changed || !r_.exception_objects_;
    r_.exception_objects_ = true;
  }
  void all_selves() {
    for (std::size_t i = 0; i < p_.procs.size(); ++i) {
      if (p_.procs[i].self) set(r_.locals_[i], p_.procs[i].self.index());
    }
  }

  void all_references() {
    for (std::size_t i = 0; i < p_.fields.size(); ++i) {
      if (ir::is_reference(p_.type(p_.fields[i].type).kind)) field(ir::FieldId(i));
    }
    changed = changed || !r_.boxed_elements_;
    r_.boxed_elements_ = true;
  }

  void invoke(const ir::Callee& callee, const std::vector<ir::ExprId>& args,
              const ir::Call& call = {}) {
    std::vector<ir::ProcId> targets = hierarchy_.targets(callee);
    if (callee.is_virtual() && !args.empty()) expr(args.front());  // it chooses the procedure
    for (ir::ProcId target : targets) {
      for (std::size_t i = 0; i < args.size() && i < p_.proc(target).params.size(); ++i) {
        if (r_.local(target, p_.proc(target).params[i]) || !is_total(p_, args[i])) expr(args[i]);
      }
      bool wanted = call.target && r_.local(proc_, call.target);
      if (wanted) set(r_.results_, target.index());
    }
  }

  void returned(const ir::Return& ret) {
    ir::LocalId retval = p_.proc(proc_).retval;
    bool wanted = r_.result(proc_) || (retval && r_.local(proc_, retval));
    if (!ret.value || (!wanted && is_total(p_, ret.value))) return;
    expr(ret.value);
  }

  Relevance& r_;
  const ir::Program& p_;
  const Hierarchy& hierarchy_;
  ir::ProcId proc_;
};

namespace {

// The program can tell which objects exist.
bool observes_instances(const ir::Program& program) {
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& a : t.actions) {
        if (std::holds_alternative<ir::ChooseInstance>(a)) return true;
        const auto* havoc = std::get_if<ir::Havoc>(&a);
        if (havoc && ir::is_reference(program.type(proc.local(havoc->target).type).kind)) {
          return true;
        }
      }
    }
  }
  return false;
}

}  // namespace

Relevance::Relevance(const ir::Program& program, const Hierarchy& hierarchy, const CallGraph& calls,
                     const std::set<std::string>& kept, bool all, Followed followed)
    : program_(program),
      followed_(followed),
      reachable_(calls.reachable(program.entry)),
      fields_(program.fields.size(), false),
      globals_(program.globals.size(), false),
      elements_(program.types.size(), all || kept.contains("[]")),
      boxed_elements_(all || kept.contains("[]")),
      results_(program.procs.size(), all),
      instances_(observes_instances(program)) {
  for (const ir::Procedure& proc : program.procs) {
    locals_.emplace_back(proc.locals.size(), false);
  }
  Marker marker(*this, hierarchy);
  for (std::size_t i = 0; i < program.fields.size(); ++i) {
    const ir::Field& f = program.fields[i];
    std::string name = fmt::format("{}.{}", program.cls(f.owner).name, f.name);
    // What lies in place is part of its object.
    ir::TypeKind kind = program.type(f.type).kind;
    bool embedded = kind == ir::TypeKind::Lock || kind == ir::TypeKind::Record ||
                    kind == ir::TypeKind::FixedArray;
    if (all || embedded || kept.contains(name)) marker.field(ir::FieldId(i));
  }
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    ir::TypeKind kind = program.type(program.globals[i].type).kind;
    bool embedded = kind == ir::TypeKind::Lock || kind == ir::TypeKind::Record ||
                    kind == ir::TypeKind::FixedArray;
    if (all || embedded || kept.contains(program.globals[i].name)) marker.global(ir::GlobalId(i));
  }
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    const ir::Procedure& proc = program.procs[i];
    for (std::size_t v = 0; v < proc.locals.size(); ++v) {
      bool is_kept =
          all || kept.contains(fmt::format("{}.{}", proc.name, ir::display_name(proc.locals[v])));
      if (is_kept && is_followed(proc.locals[v].type)) locals_[i][v] = true;
    }
  }
  do {
    marker.changed = false;
    for (std::size_t i = 0; i < program.procs.size(); ++i) {
      if (reachable_[i]) marker.procedure(ir::ProcId(i));
    }
  } while (marker.changed);
}

namespace {

bool chooses(const ir::Action& action) {
  switch (ir::kind_of(action)) {
    case ir::ActionKind::Havoc:
    case ir::ActionKind::Choose:
    case ir::ActionKind::ChooseInstance:
    case ir::ActionKind::ChooseReachable:
    case ir::ActionKind::Notify: return true;
    default: return false;
  }
}

}  // namespace

namespace {

bool writes_constant(const ir::Program& program, const ir::Action& action) {
  if (const auto* store = std::get_if<ir::StoreField>(&action)) {
    return program.field(store->field).sharing == ir::Sharing::Constant;
  }
  const auto* store = std::get_if<ir::StoreGlobal>(&action);
  return store && program.global(store->global).sharing == ir::Sharing::Constant;
}

constexpr std::int64_t kSmallArray = 1000;

bool grows(const ir::Program& program, ir::ExprId id) {
  if (!id) return false;
  const ir::Expr& e = program.expr(id);
  bool is_variable = e.kind == ir::ExprKind::Binary &&
                     program.expr(e.a).kind != ir::ExprKind::Constant &&
                     program.expr(e.b).kind != ir::ExprKind::Constant;
  bool is_text = program.type(e.type).kind == ir::TypeKind::String;
  if (is_text && e.kind != ir::ExprKind::Constant && e.kind != ir::ExprKind::Local) return true;
  bool may_double = e.binary == ir::BinaryOp::Mul || ir::is_shift(e.binary);
  if (is_variable && may_double) return true;
  return grows(program, e.a) || grows(program, e.b) || grows(program, e.c);
}

// It may fill a collection.
bool is_bounded(const ir::Action& action) {
  if (const auto* a = std::get_if<ir::New>(&action)) return a->collection.is_valid();
  const auto* array = std::get_if<ir::NewArray>(&action);
  return array && array->collection;
}

// More than a replay on the whole program might be ready to give: an array of any size, a text that
// grows, an integer that doubles its length.
bool may_exhaust(const ir::Program& program, const ir::Action& action) {
  if (const auto* a = std::get_if<ir::NewArray>(&action)) {
    return !std::all_of(a->sizes.begin(), a->sizes.end(), [&](ir::ExprId size) {
      return lies_within(program, size, 0, kSmallArray);
    });
  }
  if (std::holds_alternative<ir::Print>(action)) return false;
  bool result = false;
  ir::for_each_expr(action, [&](ir::ExprId e) { result = result || grows(program, e); });
  return result;
}

}  // namespace

bool Relevance::is_followed(ir::TypeId type) const {
  return followed_ != Followed::Finite || !is_untracked(program_.type(type).kind);
}

bool Relevance::is_followed(ir::ExprId expr) const {
  return followed_ != Followed::Finite || !is_untracked(program_, expr);
}

bool Relevance::element(ir::TypeId array) const {
  ir::TypeId element = program_.type(array).element;
  if (!element || !is_followed(element)) return false;
  bool boxed = ir::is_reference(program_.type(element).kind);
  return boxed ? boxed_elements_ : elements_[element.index()];
}

bool Relevance::keeps(ir::ProcId proc, const ir::Transition& t, const ir::Action& action) const {
  // By hand, one may write to a constant that others know, which is an error.
  bool may_be_late = !program_.is_guarded && writes_constant(program_, action);
  if (may_be_late) return true;
  bool is_all = followed_ != Followed::Finite;
  // Whoever forgets thrown objects bounds the length of executions and the size of numbers.
  bool is_bounded_search = followed_ == Followed::AllButThrown;
  bool may_be_much = std::holds_alternative<ir::NewArray>(action) || !is_bounded_search;
  if (is_all && (chooses(action) || (may_be_much && may_exhaust(program_, action)))) return true;
  switch (ir::kind_of(action)) {
    case ir::ActionKind::Print: return false;
    case ir::ActionKind::StoreField:
      if (field(std::get<ir::StoreField>(action).field)) return true;
      break;
    case ir::ActionKind::StoreGlobal:
      if (global(std::get<ir::StoreGlobal>(action).global)) return true;
      break;
    case ir::ActionKind::StoreElement:
      if (element(program_.expr(std::get<ir::StoreElement>(action).array).type)) return true;
      break;
    case ir::ActionKind::New:
    case ir::ActionKind::NewArray:
      if (instances_ || (is_all && is_bounded(action))) return true;
      [[fallthrough]];
    case ir::ActionKind::Assign:
    case ir::ActionKind::LoadField:
    case ir::ActionKind::LoadElement:
    case ir::ActionKind::LoadGlobal:
    case ir::ActionKind::TestLock:
    case ir::ActionKind::TestThread:
    case ir::ActionKind::Self:
      if (local(proc, ir::written_local(action))) return true;
      break;
    case ir::ActionKind::Havoc:
    case ir::ActionKind::Choose:
    case ir::ActionKind::ChooseInstance:
    case ir::ActionKind::ChooseReachable:
      if (std::count_if(t.actions.begin(), t.actions.end(), chooses) > 1) return true;
      if (local(proc, ir::written_local(action))) return true;
      break;
    default: return true;  // control, specifications, locks, threads
  }
  // Nothing depends on it; but a failure would show.
  return !is_safe(program_, program_.proc(proc), t, action);
}

bool is_connective(const ir::Expr& e) {
  if (e.kind == ir::ExprKind::Unary) return e.unary == ir::UnaryOp::Not;
  return e.kind == ir::ExprKind::Binary &&
         (e.binary == ir::BinaryOp::And || e.binary == ir::BinaryOp::Or ||
          e.binary == ir::BinaryOp::Implies);
}

namespace {

bool has_string(const ir::Program& program, ir::ExprId id) {
  if (!id) return false;
  const ir::Expr& e = program.expr(id);
  if (program.type(e.type).kind == ir::TypeKind::String) return true;
  return has_string(program, e.a) || has_string(program, e.b) || has_string(program, e.c);
}

}  // namespace

bool is_float_test(const ir::Program& program, ir::ExprId id) {
  return program.type_of(id).kind == ir::TypeKind::Bool && is_untracked(program, id) &&
         !has_string(program, id) && is_total(program, id);
}

bool is_untracked(const ir::Program& program, ir::ExprId id) {
  if (!id) return false;
  const ir::Expr& e = program.expr(id);
  if (is_untracked(program.type(e.type).kind)) return true;
  return is_untracked(program, e.a) || is_untracked(program, e.b) || is_untracked(program, e.c);
}

}  // namespace pass
