// Actions.
#include <fmt/format.h>

#include "base/check.h"
#include "ir/typing.h"
#include "lang/bir/builder.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

void BirBuilder::build_action(const SynAction& syn, Transition& t) {
  hoist_ = &t.actions;
  switch (syn.kind) {
    case SynActionKind::Assign: return assign(syn);
    case SynActionKind::New: return allocate(syn);
    case SynActionKind::NewArray: return allocate_array(syn);
    case SynActionKind::Call:
    case SynActionKind::Fork: return invoke(syn);
    case SynActionKind::Join: return join_action(syn, t);
    case SynActionKind::Self: return self_action(syn);
    case SynActionKind::Lock: return lock_action(syn, t);
    case SynActionKind::Assert:
    case SynActionKind::Assume: return condition_action(syn);
    case SynActionKind::CheckContract: return emit(CheckContract{syn.contract});
    case SynActionKind::Halt:
      return emit(Assume{.condition = program_.bool_constant(false), .halts = true});
    case SynActionKind::Limit: return emit(Limit{syn.message, syn.unsupported});
    case SynActionKind::Havoc:
    case SynActionKind::Choose:
    case SynActionKind::ChooseInstance:
    case SynActionKind::ChooseReachable: return choose(syn);
    case SynActionKind::Throw: return throw_action(syn);
    case SynActionKind::Catch: return catch_action(syn);
    case SynActionKind::Return: return return_action(syn);
    case SynActionKind::Print: return print_action(syn);
    case SynActionKind::ExitThread: UNREACHABLE("exit is part of the transition");
  }
}

// The prelude of a transition: loads and tests into locals.
void BirBuilder::build_read(const SynAction& syn, Transition& t) {
  hoist_ = &t.reads;
  std::size_t before = t.reads.size();
  if (syn.kind == SynActionKind::Assign) assign(syn);
  bool reads = syn.kind == SynActionKind::Assign;
  for (std::size_t i = before; i < t.reads.size(); ++i) {
    ActionKind kind = kind_of(t.reads[i]);
    reads = reads && (kind == ActionKind::LoadField || kind == ActionKind::LoadElement ||
                      kind == ActionKind::LoadGlobal || kind == ActionKind::TestLock ||
                      kind == ActionKind::TestThread);
  }
  if (!reads) sink_.report(Kind::BirNotARead, syn.span);
}

// ---------------------------------------------------------------- assignment

void BirBuilder::assign(const SynAction& syn) {
  Place target = place(syn.lhs);
  if (target.kind == Place::Bad) return;
  if (target.kind == Place::Value) {
    const SynExpr& lhs = file_.expr(syn.lhs);
    diag::Diagnostic& report = sink_.report(Kind::BirNotAVariable, lhs.span);
    bool is_length = lhs.kind == SynExprKind::Field && lhs.name == "length";
    if (is_length) report.note("the length of an array is fixed when the array is made");
    return;
  }
  if (target.kind == Place::Local) return assign_local(target.local, syn);
  ExprId value = lower_as(syn.value, target.type);
  if (value) store(target, value, file_.expr(syn.lhs).span);
}

// A right side that is one read needs no temp.
void BirBuilder::assign_local(LocalId target, const SynAction& syn) {
  const SynExpr& value = file_.expr(syn.value);
  TypeId wanted = proc_->local(target).type;
  auto fits = [&](TypeId found) {
    if (program_.is_assignable(found, wanted)) return true;
    mismatch(wanted, found, value.span);
    return false;
  };
  switch (value.kind) {
    case SynExprKind::Name:
    case SynExprKind::GlobalName:
    case SynExprKind::Field:
    case SynExprKind::Index: {
      Place source = place(syn.value);
      bool shared = source.kind == Place::Field || source.kind == Place::Element ||
                    source.kind == Place::Global;
      if (shared && program_.type(source.type).kind != TypeKind::Lock) {
        if (fits(loaded_type(source))) load(source, target);
        return;
      }
      ExprId read_value = read(source, value.span);
      if (!read_value) return;
      read_value = adapt(read_value, wanted);
      if (fits(program_.expr(read_value).type)) emit(Assign{target, read_value});
      return;
    }
    case SynExprKind::LockTest: {
      auto lock = lock_place(value.a);
      if (lock && fits(simple_type(TypeKind::Bool))) emit(TestLock{target, value.test, *lock});
      return;
    }
    case SynExprKind::ThreadTest: {
      ExprId thread = lower(value.a);
      if (thread && fits(simple_type(TypeKind::Bool))) emit(TestThread{target, thread});
      return;
    }
    default:
      if (ExprId result = lower_as(syn.value, wanted)) emit(Assign{target, result});
  }
}

void BirBuilder::store(const Place& place, ExprId value, base::Span span) {
  if (is_embedded(program_.type(place.type).kind)) {
    sink_.report(Kind::BirNotAVariable, span)
        .note("an embedded object, array or lock cannot be replaced as a whole");
    return;
  }
  if (place.kind == Place::Field) {
    emit(StoreField{place.base, place.field, value, place.mode});
  } else if (place.kind == Place::Element) {
    emit(StoreElement{place.base, place.index, value, place.mode});
  } else {
    emit(StoreGlobal{place.global, value, place.mode});
  }
}

LocalId BirBuilder::start_target(const Place& place, base::Span span) {
  if (place.kind == Place::Local) return place.local;
  if (place.kind == Place::Bad) return {};
  if (place.kind == Place::Value || is_embedded(program_.type(place.type).kind)) {
    sink_.report(Kind::BirNotAVariable, span);
    return {};
  }
  return temp(place.type);
}

void BirBuilder::finish_target(const Place& place, LocalId target, base::Span span) {
  if (place.kind == Place::Local) return;
  store(place, program_.local_expr(*proc_, target), span);
}

// ---------------------------------------------------------------- allocation

void BirBuilder::allocate(const SynAction& syn) {
  base::Span span = file_.expr(syn.lhs).span;
  Place place_of_lhs = place(syn.lhs);
  LocalId target = start_target(place_of_lhs, span);
  New action;
  action.target = target;
  auto collection = collections_.find(syn.name.text);
  if (collection != collections_.end()) {
    action.collection = collection->second;
    action.cls = class_or_collection(syn.name);
  } else {
    action.cls = find_class(syn.name);
    if (!syn.collection.text.empty()) {
      auto in = find(collections_, "collection", syn.collection);
      if (!in) return;
      action.collection = *in;
    }
  }
  if (!target || !action.cls) return;
  TypeId made = program_.types.make_ref(action.cls);
  if (!program_.is_assignable(made, place_of_lhs.type)) {
    return mismatch(place_of_lhs.type, made, syn.span);
  }
  emit(action);
  finish_target(place_of_lhs, target, span);
}

void BirBuilder::allocate_array(const SynAction& syn) {
  base::Span span = file_.expr(syn.lhs).span;
  Place place_of_lhs = place(syn.lhs);
  LocalId target = start_target(place_of_lhs, span);
  NewArray action;
  action.target = target;
  const Name& in = syn.type ? syn.collection : syn.name;
  if (!in.text.empty()) {
    auto collection = find(collections_, "collection", in);
    if (!collection) return;
    action.collection = *collection;
  }
  if (syn.type) {
    action.type = resolve(syn.type);
  } else {
    const Type& type = program_.type(program_.collections[action.collection.index()].type);
    if (!type.element) {
      sink_.report(Kind::BirNotAnArray, in.span,
                   type_text(program_.collections[action.collection.index()].type));
      return;
    }
    action.type = program_.types.make_array(type.element);
  }
  for (SynExprId size : syn.args) {
    ExprId value = lower(size);
    if (!value) return;
    if (!is_integer(program_.type_of(value).kind)) {
      return mismatch(simple_type(TypeKind::Int), program_.expr(value).type, file_.expr(size).span);
    }
    action.sizes.push_back(value);
  }
  if (!target) return;
  if (!program_.is_assignable(action.type, place_of_lhs.type)) {
    return mismatch(place_of_lhs.type, action.type, syn.span);
  }
  emit(action);
  finish_target(place_of_lhs, target, span);
}

// ---------------------------------------------------------------- calls, threads

void BirBuilder::invoke(const SynAction& syn) {
  Callee callee;
  Place result;
  LocalId target;
  base::Span span = syn.lhs ? file_.expr(syn.lhs).span : syn.span;
  if (syn.lhs) {
    result = place(syn.lhs);
    bool local = result.kind == Place::Local || result.kind == Place::Bad;
    if (syn.kind == SynActionKind::Call && !local) {
      sink_.report(Kind::BirNotAVariable, span)
          .help("the result of a call goes to a local; store it in the next transition");
      return;
    }
    target = start_target(result, span);
    if (!target) return;
  }
  std::vector<ExprId> args;
  if (syn.is_virtual) {
    callee.declared = find_class(syn.name);
    callee.selector = syn.selector.text;
    for (SynExprId arg : syn.args) args.push_back(lower(arg));
  } else {
    auto proc = find(procs_, "procedure", syn.name);
    if (!proc) return;
    callee.proc = *proc;
    invoke_static(syn, *proc, args);
  }
  bool whole = callee.proc || callee.declared;
  for (ExprId arg : args) whole = whole && arg;
  if (!whole) return;
  if (syn.kind == SynActionKind::Call) {
    emit(Call{target, callee, std::move(args)});
    return;
  }
  emit(Fork{target, callee, std::move(args), syn.is_daemon});
  if (syn.lhs) finish_target(result, target, span);
}

void BirBuilder::invoke_static(const SynAction& syn, ProcId id, std::vector<ExprId>& args) {
  const Procedure& callee = program_.proc(id);
  if (callee.params.size() != syn.args.size()) {
    sink_.report(Kind::BirArity, syn.span, syn.name.text, callee.params.size(), syn.args.size());
    args.push_back({});
    return;
  }
  for (std::size_t i = 0; i < syn.args.size(); ++i) {
    args.push_back(lower_as(syn.args[i], callee.local(callee.params[i]).type));
  }
}

// ---------------------------------------------------------------- choices

void BirBuilder::choose(const SynAction& syn) {
  base::Span span = file_.expr(syn.lhs).span;
  Place place_of_lhs = place(syn.lhs);
  LocalId target = start_target(place_of_lhs, span);
  if (!target) return;
  if (syn.kind == SynActionKind::Havoc) {
    emit(Havoc{target});
  } else if (syn.kind == SynActionKind::Choose) {
    Choose action{target, syn.external, {}};
    for (SynExprId value : syn.args) {
      ExprId lowered = lower_as(value, place_of_lhs.type);
      if (!lowered) return;
      action.values.push_back(lowered);
    }
    emit(action);
  } else {
    // Without an instance the choice changes nothing, so the temp starts with the
    // old value.
    if (place_of_lhs.kind != Place::Local) load(place_of_lhs, target);
    ClassId cls = class_or_collection(syn.name);
    if (!cls) return;
    TypeId chosen = program_.types.make_ref(cls);
    if (!program_.is_assignable(chosen, place_of_lhs.type)) {
      return mismatch(place_of_lhs.type, chosen, syn.span);
    }
    if (syn.kind == SynActionKind::ChooseInstance) {
      emit(ChooseInstance{target, cls});
    } else {
      ExprId root = lower(syn.value);
      if (!root) return;
      emit(ChooseReachable{target, root, cls});
    }
  }
  finish_target(place_of_lhs, target, span);
}

// ---------------------------------------------------------------- the rest

void BirBuilder::lock_action(const SynAction& syn, Transition& t) {
  bool blocking = info(syn.lock_kind).blocking;
  if (blocking && t.actions.empty()) hoist_ = &t.reads;  // they lead to the lock
  auto lock = lock_place(syn.value);
  hoist_ = &t.actions;
  if (!lock) return;
  switch (syn.lock_kind) {
    case ActionKind::Enter: return emit(Enter{*lock, syn.orders});
    case ActionKind::Exit: return emit(Exit{*lock, syn.orders});
    case ActionKind::Acquire: return emit(Acquire{*lock});
    case ActionKind::Release: return emit(Release{*lock});
    case ActionKind::Wait: return emit(Wait{*lock, syn.orders});
    case ActionKind::Unwait: return emit(Unwait{*lock, syn.gives_up, syn.orders});
    case ActionKind::Notify: return emit(Notify{*lock});
    case ActionKind::NotifyAll: return emit(NotifyAll{*lock});
    default: UNREACHABLE("not a lock action");
  }
}

void BirBuilder::join_action(const SynAction& syn, Transition& t) {
  if (!syn.value) return emit(Join{});
  if (t.actions.empty()) hoist_ = &t.reads;  // they lead to the thread
  ExprId thread = lower(syn.value);
  hoist_ = &t.actions;
  if (!thread) return;
  TypeId found = program_.expr(thread).type;
  if (program_.type(found).kind != TypeKind::Tid) {
    return mismatch(program_.types.make(TypeKind::Tid), found, file_.expr(syn.value).span);
  }
  emit(JoinThread{thread});
}

void BirBuilder::self_action(const SynAction& syn) {
  base::Span span = file_.expr(syn.lhs).span;
  Place place_of_lhs = place(syn.lhs);
  LocalId target = start_target(place_of_lhs, span);
  if (!target) return;
  emit(Self{target});
  finish_target(place_of_lhs, target, span);
}

void BirBuilder::throw_action(const SynAction& syn) {
  Throw action{syn.exception, syn.message, {}};
  if (syn.value) {
    action.object = lower(syn.value);
    if (!action.object) return;
  }
  emit(action);
}

void BirBuilder::catch_action(const SynAction& syn) {
  if (!syn.lhs) return emit(Catch{});
  base::Span span = file_.expr(syn.lhs).span;
  Place place_of_lhs = place(syn.lhs);
  LocalId target = start_target(place_of_lhs, span);
  if (!target) return;
  emit(Catch{target});
  finish_target(place_of_lhs, target, span);
}

void BirBuilder::condition_action(const SynAction& syn) {
  ExprId condition = lower_as(syn.value, simple_type(TypeKind::Bool));
  if (!condition) return;
  if (syn.kind == SynActionKind::Assert) {
    emit(Assert{condition, syn.is_invariant});
  } else {
    emit(Assume{condition});
  }
}

void BirBuilder::return_action(const SynAction& syn) {
  Return action;
  if (syn.value) {
    action.value = program_.type(proc_->result).kind == TypeKind::Void
                       ? lower(syn.value)
                       : lower_as(syn.value, proc_->result);
    if (!action.value) return;
  }
  emit(action);
}

void BirBuilder::print_action(const SynAction& syn) {
  Print action;
  action.ends_line = syn.ends_line;
  for (SynExprId arg : syn.args) {
    const SynExpr& e = file_.expr(arg);
    bool text = e.kind == SynExprKind::Literal && e.type_kind == TypeKind::String && !e.parens;
    PrintItem item;
    if (text) {
      item.text = std::get<std::string>(e.value);
    } else {
      item.value = lower(arg);
      if (!item.value) return;
    }
    action.items.push_back(std::move(item));
  }
  emit(action);
}

}  // namespace bir
