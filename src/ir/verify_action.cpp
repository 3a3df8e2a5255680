// Actions and expressions: every operand exists and has the right type.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>

#include "base/check.h"
#include "base/utf8.h"
#include "ir/bir_names.h"
#include "ir/printer.h"
#include "ir/typing.h"
#include "ir/verifier.h"

namespace ir {

// ---------------------------------------------------------------- expressions

// A quantifier is allowed only if `quantifiers` says so.
bool Verifier::expr(ExprId id, bool quantifiers) {
  saw_quantifier_ = false;
  bound_.clear();
  if (!walk(id)) return false;
  return check(quantifiers || !saw_quantifier_, "a quantifier stands where it must not");
}

bool Verifier::walk(ExprId id) {
  if (!check(id && id.index() < program_.expr_count(), "an expression does not exist")) {
    return false;
  }
  if (known_[id.index()] == stamp_) return true;
  const Expr& e = program_.expr(id);
  for (ExprId child : {e.a, e.b, e.c}) {
    if (!check(!child || child < id, "an expression contains itself")) return false;
  }
  bool outer_quantifier = std::exchange(saw_quantifier_, false);
  bool outer_bound = std::exchange(saw_bound_, false);
  if (!check(e.type && e.type.index() < program_.types.size(), "an expression has no type") ||
      !node(e)) {
    return false;
  }
  if (!saw_quantifier_ && !saw_bound_) known_[id.index()] = stamp_;
  saw_quantifier_ = saw_quantifier_ || outer_quantifier;
  saw_bound_ = saw_bound_ || outer_bound;
  return true;
}

bool Verifier::node(const Expr& e) {
  auto typed = [&](TypeId expected) {
    return check(expected == e.type, "an operator has operands or a result of a wrong type");
  };
  switch (e.kind) {
    case ExprKind::Constant: return constant_node(e);
    case ExprKind::Local: {
      if (!check(in_range(e.local, proc_->locals), "a variable does not exist")) return false;
      const Local& local = proc_->local(e.local);
      bool in_scope = std::find(bound_.begin(), bound_.end(), e.local) != bound_.end();
      saw_bound_ = saw_bound_ || local.is_bound;
      return typed(local.type) &&
             check(!local.is_bound || in_scope,
                   fmt::format("{} is used outside of its quantifier", local.name));
    }
    case ExprKind::Unary:
      return walk(e.a) && typed(unary_type(program_, e.unary, program_.expr(e.a).type));
    case ExprKind::Binary:
      return walk(e.a) && walk(e.b) &&
             typed(
                 binary_type(program_, e.binary, program_.expr(e.a).type, program_.expr(e.b).type));
    case ExprKind::Ite:
      return walk(e.a) && walk(e.b) && walk(e.c) &&
             fits(program_.expr(e.a).type, simple_type(TypeKind::Bool), "a condition") &&
             fits(program_.expr(e.b).type, e.type, "a conditional") &&
             fits(program_.expr(e.c).type, e.type, "a conditional");
    case ExprKind::Length: {
      if (!walk(e.a)) return false;
      const Type& t = program_.type_of(e.a);
      return typed(simple_type(TypeKind::Int)) &&
             check(t.element || t.kind == TypeKind::String, "the length of something else");
    }
    case ExprKind::CharAt:
    case ExprKind::Substring: return part_of_string_node(e);
    case ExprKind::InstanceOf:
    case ExprKind::Cast: return walk(e.a) && type_test_node(e);
    case ExprKind::Accepts: return walk(e.a) && walk(e.b) && accepts_node(e);
    case ExprKind::Forall:
    case ExprKind::Exists: return quantifier_node(e);
    case ExprKind::FieldOf:
    case ExprKind::ElementOf:
    case ExprKind::GlobalOf: return heap_node(e);
  }
  return false;
}

bool Verifier::heap_node(const Expr& e) {
  saw_quantifier_ = true;
  TypeId held;
  if (e.kind == ExprKind::FieldOf) {
    if (!walk(e.a) || !has_field(e.a, e.field)) return false;
    held = program_.field(e.field).type;
  } else if (e.kind == ExprKind::ElementOf) {
    if (!walk(e.a) || !walk(e.b)) return false;
    held = element_of(e.a, e.b);
    if (!held) return false;
  } else {
    if (!check(in_range(e.global, program_.globals), "a global does not exist")) return false;
    held = program_.global(e.global).type;
  }
  return check(held == e.type && !is_embedded(program_.type(held).kind),
               "a read of the heap has another type");
}

bool Verifier::part_of_string_node(const Expr& e) {
  bool is_char = e.kind == ExprKind::CharAt;
  TypeId position = simple_type(TypeKind::Int);
  if (!walk(e.a) || !walk(e.b) || (!is_char && !walk(e.c))) return false;
  return check(program_.type_of(e.a).kind == TypeKind::String, "a part of something else") &&
         check(e.type == simple_type(is_char ? TypeKind::Int : TypeKind::String),
               "a part of a string has a wrong type") &&
         fits(program_.expr(e.b).type, position, "a position") &&
         (is_char || fits(program_.expr(e.c).type, position, "a position"));
}

bool Verifier::constant_node(const Expr& e) {
  if (!check(e.constant && e.constant.index() < program_.constant_count(),
             "a constant does not exist")) {
    return false;
  }
  const Constant& value = program_.constant(e.constant);
  const auto* text = std::get_if<std::string>(&value);
  return check(constant_fits(program_, value, e.type), "a constant has another type") &&
         check(text == nullptr || !base::utf8_invalid_at(*text), "a string is not UTF-8");
}

bool Verifier::type_test_node(const Expr& e) {
  auto is_object = [&](TypeId id) {
    TypeKind kind = program_.type(id).kind;
    return kind == TypeKind::Ref || kind == TypeKind::Array;
  };
  bool operand = program_.type_of(e.a).kind == TypeKind::Null || is_object(program_.expr(e.a).type);
  if (!check(operand, "a cast or instanceof of something that is no reference")) return false;
  if (e.kind == ExprKind::Cast) {
    return check(is_object(e.type), "a cast to a type that is no reference");
  }
  if (!check(e.type == simple_type(TypeKind::Bool), "instanceof is not boolean")) return false;
  if (e.cls) {
    return check(in_range(e.cls, program_.classes) && !e.tested, "instanceof without a type");
  }
  bool tested = e.tested && e.tested.index() < program_.types.size() &&
                program_.type(e.tested).kind == TypeKind::Array;
  return check(tested, "instanceof without a type");
}

bool Verifier::accepts_node(const Expr& e) {
  TypeKind array = program_.type_of(e.a).kind;
  TypeKind held = program_.type_of(e.b).kind;
  bool is_reference = held == TypeKind::Ref || held == TypeKind::Array || held == TypeKind::Null;
  return check(array == TypeKind::Array || array == TypeKind::Null,
               "something that is no array accepts nothing") &&
         check(is_reference, "an array accepts references") &&
         check(e.type == simple_type(TypeKind::Bool), "`accepts` is not boolean");
}

bool Verifier::quantifier_node(const Expr& e) {
  if (!walk(e.a)) return false;
  TypeId element = program_.type_of(e.a).element;
  auto bound = [&](LocalId id) {
    return in_range(id, proc_->locals) && proc_->local(id).is_bound &&
           std::find(bound_.begin(), bound_.end(), id) == bound_.end();
  };
  bool sound = check(element.is_valid(), "a quantifier over something that is no array") &&
               check(bound(e.local) && (!e.index || (bound(e.index) && e.index != e.local)),
                     "a quantifier needs bound variables of its own") &&
               fits(element, proc_->local(e.local).type, "a quantified variable");
  if (!sound) return false;
  if (e.index && !check(proc_->local(e.index).type == simple_type(TypeKind::Int),
                        "a quantified index is not an int")) {
    return false;
  }
  std::size_t before = bound_.size();
  bound_.push_back(e.local);
  if (e.index) bound_.push_back(e.index);
  bool body = walk(e.b);
  bound_.resize(before);
  saw_quantifier_ = true;
  return body && check(e.type == simple_type(TypeKind::Bool) &&
                           program_.expr(e.b).type == simple_type(TypeKind::Bool),
                       "a quantifier is not boolean");
}

// ---------------------------------------------------------------- operands

bool Verifier::fits(TypeId from, TypeId to, std::string_view what) {
  if (program_.is_assignable(from, to)) return true;
  return check(false, fmt::format("{} has type {}, not {}", what, print(program_, from),
                                  print(program_, to)));
}

bool Verifier::value_fits(ExprId value, TypeId to, std::string_view what, bool quantifiers) {
  return expr(value, quantifiers) && fits(program_.expr(value).type, to, what);
}

bool Verifier::target(LocalId id) {
  if (!check(in_range(id, proc_->locals), "the target does not exist")) return false;
  const Local& local = proc_->local(id);
  return check(!local.is_bound && !is_embedded(program_.type(local.type).kind),
               fmt::format("{} cannot be assigned", local.name));
}

bool Verifier::target_fits(LocalId id, TypeId from) {
  return target(id) &&
         fits(from, proc_->local(id).type, fmt::format("the value for {}", proc_->local(id).name));
}

bool Verifier::object_has(ExprId object, FieldId field) {
  return expr(object) && has_field(object, field);
}

bool Verifier::has_field(ExprId object, FieldId field) {
  if (!check(in_range(field, program_.fields), "a field does not exist")) return false;
  const Type& t = program_.type_of(object);
  bool has = t.kind == TypeKind::Null ||
             (t.cls && program_.is_subclass(t.cls, program_.field(field).owner));
  return check(
      has, fmt::format("a value of type {} has no field {}",
                       print(program_, program_.expr(object).type), program_.field(field).name));
}

TypeId Verifier::element_type(ExprId array, ExprId index) {
  return expr(array) && expr(index) ? element_of(array, index) : TypeId();
}

TypeId Verifier::element_of(ExprId array, ExprId index) {
  TypeId element = program_.type_of(array).element;
  bool sound = check(element.is_valid(), "an element of something that is no array") &&
               check(is_integer(program_.type_of(index).kind), "an index is not an integer");
  return sound ? element : TypeId();
}

bool Verifier::lock(const LockPlace& place, bool waits) {
  TypeId type;
  if (place.global) {
    if (!check(in_range(place.global, program_.globals) && !place.object && !place.field,
               "a lock has two places")) {
      return false;
    }
    type = program_.global(place.global).type;
  } else if (place.field) {
    if (!object_has(place.object, place.field)) return false;
    type = program_.field(place.field).type;
  } else {
    if (!expr(place.object)) return false;
    const Type& t = program_.type_of(place.object);
    return check(t.cls || t.element || t.kind == TypeKind::Null, "this has no lock");
  }
  const Type& t = program_.type(type);
  return check(t.kind == TypeKind::Lock, "a variable that is no lock") &&
         check(!waits || t.waits, "waiting on a lock that is not declared `wait`");
}

bool Verifier::collection_holds(CollectionId id, TypeId type) {
  if (!id) return true;
  if (!check(in_range(id, program_.collections), "a collection does not exist")) return false;
  const Type& held = program_.type(program_.collections[id.index()].type);
  const Type& made = program_.type(type);
  return check(held.cls == made.cls && held.element == made.element,
               "an object is made in a collection of another type");
}

// ---------------------------------------------------------------- calls

const std::vector<ProcId>& Verifier::receivers(const Callee& callee) {
  auto [at, fresh] = receivers_.try_emplace({callee.declared, callee.selector});
  if (!fresh) return at->second;
  // Versions of a method have one signature: what fits one of them fits the others.
  std::set<std::tuple<ProcKind, TypeId, std::vector<TypeId>>> seen;
  for (ClassId id : subtypes(callee.declared)) {
    const Class& c = program_.cls(id);
    if (c.is_interface) continue;
    ProcId proc = program_.dispatch(id, callee.selector);
    if (!proc) {
      check(c.is_abstract, fmt::format("{} has no method {}", c.name, callee.selector));
      continue;
    }
    const Procedure& p = program_.proc(proc);
    std::vector<TypeId> params;
    for (std::size_t i = 1; i < p.params.size(); ++i) params.push_back(p.locals[i].type);
    if (seen.emplace(p.kind, p.result, std::move(params)).second) at->second.push_back(proc);
  }
  return at->second;
}

// The class and everything below it, in order of id.
std::vector<ClassId> Verifier::subtypes(ClassId cls) {
  if (below_.empty()) {
    below_.resize(program_.classes.size());
    for (std::size_t i = 0; i < program_.classes.size(); ++i) {
      const Class& c = program_.classes[i];
      if (c.super) below_[c.super.index()].emplace_back(i);
      for (ClassId above : c.interfaces) below_[above.index()].emplace_back(i);
    }
  }
  std::vector<ClassId> result{cls};
  std::unordered_set<ClassId> seen{cls};
  for (std::size_t next = 0; next < result.size(); ++next) {
    for (ClassId id : below_[result[next].index()]) {
      if (seen.insert(id).second) result.push_back(id);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

void Verifier::arguments(const Procedure& callee, const std::vector<ExprId>& args) {
  if (!check(callee.params.size() == args.size(),
             fmt::format("{} takes {} arguments, not {}", callee.name, callee.params.size(),
                         args.size()))) {
    return;
  }
  // The receiver of a virtual call is an instance of the class that was chosen.
  for (std::size_t i = 0; i < args.size(); ++i) {
    fits(program_.expr(args[i]).type, callee.locals[i].type, "an argument");
  }
}

void Verifier::callee(const Callee& callee, const std::vector<ExprId>& args, LocalId result,
                      bool call) {
  for (ExprId arg : args) {
    if (!expr(arg)) return;
  }
  auto one = [&](const Procedure& proc) {
    check(!call || proc.kind == ProcKind::Procedure,
          fmt::format("the thread {} is called", proc.name));
    if (!call || !result) return;
    if (check(program_.type(proc.result).kind != TypeKind::Void,
              fmt::format("{} has no result", proc.name))) {
      target_fits(result, proc.result);
    }
  };
  if (!callee.is_virtual()) {
    if (!check(in_range(callee.proc, program_.procs), "the callee does not exist")) return;
    arguments(program_.proc(callee.proc), args);
    one(program_.proc(callee.proc));
    return;
  }
  bool has_receiver =
      in_range(callee.declared, program_.classes) && !args.empty() && is_name(callee.selector);
  if (!check(has_receiver, "a virtual call without a receiver")) return;
  const Type& receiver = program_.type_of(args.front());
  bool is_array = receiver.kind == TypeKind::Array && program_.is_array_class(callee.declared);
  bool fitting =
      receiver.kind == TypeKind::Null || is_array ||
      (receiver.kind == TypeKind::Ref && program_.is_subclass(receiver.cls, callee.declared));
  if (!check(fitting, "the receiver is of another class")) return;
  for (ProcId id : receivers(callee)) {
    const Procedure& proc = program_.proc(id);
    one(proc);
    if (!check(proc.params.size() == args.size(),
               fmt::format("{} takes {} arguments, not {}", proc.name, proc.params.size(),
                           args.size()))) {
      continue;
    }
    for (std::size_t i = 1; i < args.size(); ++i) {
      fits(program_.expr(args[i]).type, proc.locals[i].type, "an argument");
    }
  }
}

// ---------------------------------------------------------------- actions

// One overload per action; a new action fails to compile until it has its rules.
struct Verifier::Actions {
  Verifier& v;
  const Program& p = v.program_;

  TypeId boolean() const { return simple_type(TypeKind::Bool); }
  // What a variable of this type holds once it is loaded.
  void load(LocalId target, TypeId stored) const {
    v.check(p.type(stored).kind != TypeKind::Lock, "a lock is loaded");
    v.target_fits(target, stored);
  }
  void store(TypeId stored, ExprId value) const {
    v.check(!is_embedded(p.type(stored).kind), "an embedded object or lock is replaced");
    v.value_fits(value, stored, "the stored value");
  }
  bool global(GlobalId id) const {
    return v.check(v.in_range(id, p.globals), "a global does not exist");
  }
  void instance(LocalId target, ClassId cls) const {
    if (!v.check(v.in_range(cls, p.classes), "a class does not exist") || !v.target(target)) return;
    const Type& t = p.type(v.proc_->local(target).type);
    v.check(t.kind == TypeKind::Ref && p.is_subclass(cls, t.cls),
            "the target cannot hold the object");
  }

  void mode(AccessMode mode) const {
    v.check(mode <= AccessMode::Volatile, "a mode of an access does not exist");
  }

  void operator()(const Assign& a) const {
    if (v.expr(a.value, true)) v.target_fits(a.target, p.expr(a.value).type);
  }
  void operator()(const LoadField& a) const {
    if (v.object_has(a.object, a.field)) load(a.target, p.field(a.field).type);
    mode(a.mode);
  }
  void operator()(const StoreField& a) const {
    if (v.object_has(a.object, a.field)) store(p.field(a.field).type, a.value);
    mode(a.mode);
  }
  void operator()(const LoadElement& a) const {
    if (TypeId element = v.element_type(a.array, a.index)) load(a.target, element);
    mode(a.mode);
  }
  void operator()(const StoreElement& a) const {
    if (TypeId element = v.element_type(a.array, a.index)) store(element, a.value);
    mode(a.mode);
  }
  void operator()(const LoadGlobal& a) const {
    if (global(a.global)) load(a.target, p.global(a.global).type);
    mode(a.mode);
  }
  void operator()(const StoreGlobal& a) const {
    if (global(a.global)) store(p.global(a.global).type, a.value);
    mode(a.mode);
  }
  void operator()(const New& a) const {
    instance(a.target, a.cls);
    if (!v.in_range(a.cls, p.classes)) return;
    const Class& cls = p.cls(a.cls);
    v.check(!cls.is_abstract && !cls.is_interface, fmt::format("{} cannot be allocated", cls.name));
    if (!a.collection ||
        !v.check(v.in_range(a.collection, p.collections), "a collection does not exist")) {
      return;
    }
    v.check(p.type(p.collections[a.collection.index()].type).cls == a.cls,
            "an object is made in a collection of another type");
  }
  void operator()(const NewArray& a) const {
    TypeId type = a.type;
    bool sound = !a.sizes.empty() && type && type.index() < p.types.size();
    for (std::size_t i = 0; sound && i < a.sizes.size(); ++i) {
      sound = p.type(type).kind == TypeKind::Array;
      type = p.type(type).element;
    }
    if (!v.check(sound, "the sizes of a new array do not fit its type")) return;
    for (ExprId size : a.sizes) {
      if (v.expr(size)) v.check(is_integer(p.type_of(size).kind), "a size is not an integer");
    }
    v.target_fits(a.target, a.type);
    v.collection_holds(a.collection, a.type);
  }
  void operator()(const Call& a) const { v.callee(a.callee, a.args, a.target, true); }
  void operator()(const Fork& a) const {
    v.callee(a.callee, a.args, {}, false);
    if (!a.target || !v.target(a.target)) return;
    v.check(p.type(v.proc_->local(a.target).type).kind == TypeKind::Tid,
            "the identifier of a thread goes to a variable of another type");
  }
  void operator()(const Join&) const {}
  void operator()(const JoinThread& a) const {
    if (v.expr(a.thread)) {
      v.check(p.type_of(a.thread).kind == TypeKind::Tid, "a join of something that is no thread");
    }
  }
  void operator()(const Self& a) const { v.target(a.target); }
  void operator()(const Enter& a) const { v.lock(a.lock, false); }
  void operator()(const Exit& a) const { v.lock(a.lock, false); }
  void operator()(const Acquire& a) const { v.lock(a.lock, false); }
  void operator()(const Release& a) const { v.lock(a.lock, false); }
  void operator()(const Wait& a) const { v.lock(a.lock, true); }
  void operator()(const Unwait& a) const { v.lock(a.lock, true); }
  void operator()(const Notify& a) const { v.lock(a.lock, true); }
  void operator()(const NotifyAll& a) const { v.lock(a.lock, true); }
  void operator()(const TestLock& a) const {
    v.target_fits(a.target, boolean());
    v.lock(a.lock, a.test == LockTest::WasNotified);
  }
  void operator()(const TestThread& a) const {
    v.target_fits(a.target, boolean());
    if (v.expr(a.thread)) {
      v.check(p.type_of(a.thread).kind == TypeKind::Tid, "a test of something that is no thread");
    }
  }
  void operator()(const Assert& a) const {
    v.value_fits(a.condition, boolean(), "the assertion", true);
  }
  void operator()(const Assume& a) const {
    v.value_fits(a.condition, boolean(), "the assumption", true);
    if (!a.halts || !v.expr(a.condition, true)) return;
    const Expr& e = p.expr(a.condition);
    const bool* known =
        e.kind == ExprKind::Constant ? std::get_if<bool>(&p.constant(e.constant)) : nullptr;
    v.check(known && !*known, "the end of the execution has a condition");
  }
  void operator()(const CheckContract&) const {}
  void operator()(const Limit& a) const {
    v.check(!base::utf8_invalid_at(a.what), "the name of a bound is not UTF-8");
  }
  void operator()(const Havoc& a) const { v.target(a.target); }
  void operator()(const Choose& a) const {
    v.check(!a.values.empty(), "a choice without values");
    for (ExprId value : a.values) {
      if (v.expr(value)) v.target_fits(a.target, p.expr(value).type);
    }
  }
  void operator()(const ChooseInstance& a) const { instance(a.target, a.cls); }
  void operator()(const ChooseReachable& a) const {
    instance(a.target, a.cls);
    if (!v.expr(a.root)) return;
    const Type& t = p.type_of(a.root);
    v.check(t.cls || t.element || t.kind == TypeKind::Null, "nothing is reachable from this");
  }
  void operator()(const Throw& a) const {
    v.check(!base::utf8_invalid_at(a.message), "a message is not UTF-8");
    if (!a.object || !v.expr(a.object)) return;
    TypeKind kind = p.type_of(a.object).kind;
    v.check(kind == TypeKind::Ref, "something is thrown that is no object");
  }
  void operator()(const Catch& a) const {
    if (!a.target || !v.target(a.target)) return;
    v.check(p.type(v.proc_->local(a.target).type).kind == TypeKind::Ref,
            "an exception goes to a variable of another type");
  }
  void operator()(const Return& a) const {
    bool has_result = p.type(v.proc_->result).kind != TypeKind::Void;
    if (!v.check(a.value.is_valid() == has_result, "a return with or without its value")) return;
    if (has_result) v.value_fits(a.value, v.proc_->result, "the result");
  }
  void operator()(const Print& a) const {
    for (const PrintItem& item : a.items) {
      if (item.value) {
        v.expr(item.value);
        v.check(item.text.empty(), "an item is printed as a text and as a value");
      } else {
        v.check(!base::utf8_invalid_at(item.text), "a text is not UTF-8");
      }
    }
  }
  void operator()(std::monostate) const {}
};

void Verifier::action(const Action& a) { ir::visit(Actions{*this}, a); }

}  // namespace ir
