// Copies of actions. What does not matter is left out; what needs a float or a string
// and matters becomes a limit.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "ir/pass/inline.h"
#include "ir/pass/safety.h"
#include "ir/typing.h"

namespace pass {

void ThreadBuilder::limit(Body& body, const std::string& what) {
  body.actions.push_back(ir::Limit{what});
  body.is_over = true;
}

void ThreadBuilder::assign(Body& body, ir::LocalId model, ir::ExprId value) {
  body.actions.push_back(ir::Assign{model, value});
}

// A value that nothing needs, for a variable of the type `into`; but a failure to evaluate
// it would show, and so would a range that it leaves.
void ThreadBuilder::evaluate(Body& body, ir::ExprId source, ir::TypeId into) {
  const ir::Type& type = shared_.source.type(into);
  bool fits = type.kind != ir::TypeKind::Range || may_hold(shared_.source, type, source);
  if (fits && is_total(shared_.source, source)) return;
  if (is_untracked(shared_.source, source)) return limit(body, "the kinds of values");
  ir::ExprId value = copy(body.frame, source);
  if (!fits) {
    ir::LocalId target =
        temp(fmt::format("$evaluated{}", into.index()), shared_.domains.type(into));
    ranges_.insert(target);
    return assign(body, target, value);
  }
  ir::TypeId truth = ir::simple_type(ir::TypeKind::Bool);
  ir::ExprId same = shared_.model.program.binary(ir::BinaryOp::Eq, value, value);
  assign(body, temp("$evaluated", truth), same);
}

// After a write of a variable of the entry's own frame.
void ThreadBuilder::assigned(Body& body, ir::LocalId source) {
  if (!is_entry_ || body.frame.index != 0 || !source) return;
  auto shadow = shared_.shadows.find(source);
  if (shadow == shared_.shadows.end()) return;
  ir::ExprId value = shared_.model.program.local_expr(proc_, local(body.frame, source));
  body.actions.push_back(ir::StoreGlobal{shadow->second, value});
}

// ---------------------------------------------------------------- tests of floats

// How the test comes out in this way to run the transition; nothing if it is no test of floats, or
// one of too many.
std::optional<bool> ThreadBuilder::guess(Body& body, ir::ExprId source) {
  constexpr std::size_t kMostGuesses = 6;
  bool is_one = shared_.bounds.guess && is_float_test(shared_.source, source);
  if (!is_one || body.guessed == kMostGuesses) return std::nullopt;
  if (body.guessed == body.guesses.size()) body.guesses.push_back(false);
  return body.guesses[body.guessed++];
}

std::optional<ir::ExprId> ThreadBuilder::guessed_value(Body& body, ir::ExprId source) {
  auto value = guess(body, source);
  return value ? std::optional(truth_value(*value)) : std::nullopt;
}

// What is assumed of floats may hold: the only way to go on.
void ThreadBuilder::suppose(Body& body) {
  if (body.guessed == body.guesses.size()) body.guesses.push_back(true);
  body.guesses[body.guessed++] = true;
}

// Actions that need one condition and no other value that the model does not have.
bool ThreadBuilder::guess_action(Body& body, const ir::Action& a) {
  const auto* assigned_to = std::get_if<ir::Assign>(&a);
  const auto* field = std::get_if<ir::StoreField>(&a);
  const auto* element = std::get_if<ir::StoreElement>(&a);
  const auto* global = std::get_if<ir::StoreGlobal>(&a);
  const auto* asserted = std::get_if<ir::Assert>(&a);
  const auto* assumed = std::get_if<ir::Assume>(&a);
  if (assumed && shared_.bounds.guess && is_float_test(shared_.source, assumed->condition)) {
    body.actions.push_back(ir::Assume{may_be(body.frame, assumed->condition, true)});
    suppose(body);
    return true;
  }
  ir::ExprId source = assigned_to ? assigned_to->value
                      : field     ? field->value
                      : element   ? element->value
                      : global    ? global->value
                      : asserted  ? asserted->condition
                                  : ir::ExprId();
  if (!source) return false;
  auto value = guessed_value(body, source);
  if (!value) return false;
  if (assigned_to) assign(body, local(body.frame, assigned_to->target), *value);
  if (field) {
    body.actions.push_back(ir::StoreField{
        copy(body.frame, field->object), shared_.domains.field(field->field), *value, field->mode});
  }
  if (element) {
    body.actions.push_back(ir::StoreElement{
        copy(body.frame, element->array), copy(body.frame, element->index), *value, element->mode});
  }
  if (global) {
    body.actions.push_back(
        ir::StoreGlobal{shared_.domains.global(global->global), *value, global->mode});
  }
  if (asserted) body.actions.push_back(ir::Assert{*value});
  return true;
}

// The action needs a value that the model does not have.
bool ThreadBuilder::is_cut(Body& body, const ir::Action& a) {
  bool untracked = false;
  ir::for_each_expr(
      a, [&](ir::ExprId e) { untracked = untracked || is_untracked(shared_.source, e); });
  // An action that is only kept because it may fail.
  const ir::Program& p = shared_.source;
  auto drops = [&](ir::TypeId type) { return type && is_untracked(p.type(type).kind); };
  ir::TypeId moved;
  if (ir::LocalId target = ir::written_local(a)) moved = source_of(body.frame).local(target).type;
  if (const auto* store = std::get_if<ir::StoreField>(&a)) moved = p.field(store->field).type;
  if (const auto* store = std::get_if<ir::StoreElement>(&a)) {
    moved = p.type(p.expr(store->array).type).element;
  }
  untracked = untracked || drops(moved);
  if (untracked) limit(body, "the kinds of values");
  return untracked;
}

void ThreadBuilder::action(Body& body, const ir::Action& a) {
  if (const auto* call_action = std::get_if<ir::Call>(&a)) return call(body, *call_action);
  if (const auto* fork_action = std::get_if<ir::Fork>(&a)) return fork(body, *fork_action);
  if (const auto* ret = std::get_if<ir::Return>(&a)) {
    const ir::Procedure& from = source_of(body.frame);
    bool into_local = from.retval && is_relevant(body.frame, from.retval);
    bool wanted = into_local || body.frame.target;
    if (!ret->value) return;
    if (!wanted) return evaluate(body, ret->value, from.result);
    auto guessed = guessed_value(body, ret->value);
    if (!guessed && is_untracked(shared_.source, ret->value)) {
      return limit(body, "the kinds of values");
    }
    body.result = guessed ? *guessed : copy(body.frame, ret->value);
    if (!into_local) return;
    ir::LocalId retval = local(body.frame, from.retval);
    const ir::Expr& value = shared_.source.expr(ret->value);
    bool is_there = value.kind == ir::ExprKind::Local && value.local == from.retval;
    if (!is_there) assign(body, retval, body.result);
    body.result = shared_.model.program.local_expr(proc_, retval);
    return;
  }
  if (!shared_.relevant.keeps(body.frame.proc, body.from, a)) return;
  if (const auto* contract = std::get_if<ir::CheckContract>(&a)) return check(body, contract->kind);
  if (guess_action(body, a)) return assigned(body, ir::written_local(a));
  if (is_cut(body, a)) return;
  if (const auto* made = std::get_if<ir::New>(&a)) {
    allocate(body, *made);
  } else if (const auto* array = std::get_if<ir::NewArray>(&a)) {
    allocate(body, *array);
  } else if (const auto* any = std::get_if<ir::Havoc>(&a)) {
    havoc(body, *any);
  } else if (const auto* thrown = std::get_if<ir::Throw>(&a)) {
    throws(body, *thrown);
  } else if (const auto* caught = std::get_if<ir::Catch>(&a)) {
    catches(body, *caught);
  } else if (const auto* self = std::get_if<ir::Self>(&a)) {
    current_thread(body, *self);
  } else if (auto copied = plain(body.frame, a)) {
    body.actions.push_back(std::move(*copied));
  }
  assigned(body, ir::written_local(a));
}

// ---------------------------------------------------------------- contracts

void ThreadBuilder::check(Body& body, ir::ContractKind kind) {
  bool is_first = is_entry_ && body.frame.index == 0;
  bool assumes = ir::is_precondition(kind) && is_first;
  if (kind == ir::ContractKind::Input && !is_first) return;
  for (const ir::Clause& clause : source_of(body.frame).contract) {
    if (clause.kind != kind) continue;
    if (assumes && shared_.bounds.guess && is_float_test(shared_.source, clause.condition)) {
      suppose(body);
      continue;
    }
    if (auto value = guess(body, clause.condition)) {
      if (!*value) body.actions.push_back(ir::Assert{truth_value(false)});
      continue;
    }
    if (is_untracked(shared_.source, clause.condition)) return limit(body, "the kinds of values");
    ir::ExprId condition = copy(body.frame, clause.condition);
    if (exprs_.truth(condition) == true) continue;
    if (assumes) {
      body.actions.push_back(ir::Assume{condition});
    } else {
      body.actions.push_back(ir::Assert{condition});
    }
  }
}

// ---------------------------------------------------------------- allocation

void ThreadBuilder::allocate(Body& body, const ir::New& a) {
  ir::Program& p = shared_.model.program;
  ir::TypeId record = p.types.make(ir::Type{.kind = ir::TypeKind::Record, .cls = a.cls});
  if (ir::CollectionId declared = shared_.declared_collection(a.collection)) {
    body.actions.push_back(ir::New{local(body.frame, a.target), a.cls, declared});
    return;
  }
  ir::CollectionId collection = shared_.add_collection(p.cls(a.cls).name, record);
  shared_.sites.push_back({.collection = collection,
                           .proc = id_,
                           .at = body.frame.locations[body.from.source.index()],
                           .cls = a.cls,
                           .span = body.from.span});
  body.actions.push_back(ir::New{local(body.frame, a.target), a.cls, collection});
}

// A library may make a table that is larger than what users need.
std::int64_t ThreadBuilder::capacity(const Body& body, ir::ExprId size) const {
  constexpr std::int64_t kLargestTable = 256;
  const base::Integer* number = exprs_.integer(size);
  std::int64_t wanted = number ? number->to_int64().value_or(0) : 0;
  bool is_table = source_of(body.frame).is_library && wanted <= kLargestTable;
  return is_table ? std::max(shared_.bounds.array_size, wanted) : shared_.bounds.array_size;
}

ir::CollectionId ThreadBuilder::array_collection(Body& body, ir::TypeId array, std::int64_t times,
                                                 std::int64_t most) {
  ir::Program& p = shared_.model.program;
  ir::TypeId element = p.type(array).element;
  ir::TypeId held =
      p.types.make(ir::Type{.kind = ir::TypeKind::FixedArray, .element = element, .hi = most});
  ir::CollectionId collection = shared_.add_collection("array", held);
  shared_.sites.push_back({.collection = collection,
                           .proc = id_,
                           .at = body.frame.locations[body.from.source.index()],
                           .cls = {},
                           .times = times,
                           .span = body.from.span});
  return collection;
}

void ThreadBuilder::allocate(Body& body, const ir::NewArray& a) {
  ir::TypeId type = shared_.domains.type(a.type);
  ir::LocalId target = local(body.frame, a.target);
  std::vector<ir::CollectionId> collections;
  ir::ExprId last = copy(body.frame, a.sizes.back());
  ir::TypeId level = type;
  std::int64_t times = 1;
  for (std::size_t i = 0; i < a.sizes.size(); ++i) {
    // A variant knows how many arrays each array of arrays holds.
    ir::CollectionId declared;
    if (i == 0) declared = shared_.declared_collection(a.collection);
    bool is_last = i + 1 == a.sizes.size();
    std::int64_t most = is_last ? capacity(body, last) : shared_.bounds.array_size;
    collections.push_back(declared ? declared : array_collection(body, level, times, most));
    level = shared_.model.program.type(level).element;
    if (i < body.variant.sizes.size()) times *= body.variant.sizes[i];
  }
  allocate_level(body, target, type, 0, collections, last);
}

void ThreadBuilder::allocate_level(Body& body, ir::LocalId target, ir::TypeId type,
                                   std::size_t level,
                                   const std::vector<ir::CollectionId>& collections,
                                   ir::ExprId last) {
  ir::Program& p = shared_.model.program;
  bool is_last = level + 1 == collections.size();
  ir::ExprId size = is_last ? last : exprs_.number(body.variant.sizes[level]);
  body.actions.push_back(ir::NewArray{target, type, {size}, collections[level]});
  if (is_last) return;
  ir::TypeId inner_type = p.type(type).element;
  ir::LocalId inner = temp(fmt::format("$array{}_{}", level, inner_type.index()), inner_type);
  for (std::int64_t i = 0; i < body.variant.sizes[level]; ++i) {
    allocate_level(body, inner, inner_type, level + 1, collections, last);
    body.actions.push_back(ir::StoreElement{p.local_expr(proc_, target), exprs_.number(i),
                                            p.local_expr(proc_, inner)});
  }
}

// ---------------------------------------------------------------- calls and threads

ir::ExprId ThreadBuilder::seen_as(ir::ExprId value, ir::TypeId type) {
  ir::Program& p = shared_.model.program;
  bool is_reference = p.type(type).kind == ir::TypeKind::Ref;
  if (!is_reference || p.is_assignable(p.expr(value).type, type)) return value;
  return p.add({.kind = ir::ExprKind::Cast, .type = type, .a = value});
}

// A receiver is seen as an object of the class whose method runs.
ir::ExprId ThreadBuilder::argument(const Frame& frame, ir::ExprId source, ir::TypeId type) {
  return seen_as(copy(frame, source), type);
}

void ThreadBuilder::call(Body& body, const ir::Call& a) {
  ir::ProcId callee = a.callee.is_virtual() ? body.variant.callee : a.callee.proc;
  std::int64_t open = 0;
  for (const Frame* f = &body.frame; f; f = f->caller) open += f->proc == callee ? 1 : 0;
  if (open >= shared_.bounds.recursion) return limit(body, "recursion");
  const ir::Procedure& to = shared_.source.proc(callee);
  LocalSet& set = callee_set(body.frame, callee);
  std::string suffix = fresh_suffix(callee);
  if (set.suffix.empty()) set.suffix = suffix;
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    if (!shared_.relevant.local(callee, to.params[i])) {
      evaluate(body, a.args[i], to.local(to.params[i]).type);
      if (body.is_over) return;
      continue;
    }
    ir::LocalId param = local(set, to.params[i]);
    if (auto value = guessed_value(body, a.args[i])) {
      assign(body, param, *value);
      continue;
    }
    if (is_untracked(shared_.source, a.args[i])) return limit(body, "the kinds of values");
    assign(body, param, argument(body.frame, a.args[i], proc_.local(param).type));
  }
  Frame& frame = add_frame(callee, set, suffix);
  frame.caller = &body.frame;
  frame.call =
      ir::TransId(static_cast<std::size_t>(&body.from - source_of(body.frame).transitions.data()));
  frame.exit = target_of(body.frame, body.from.target);
  frame.except = target_of(body.frame, body.from.except);
  if (a.target && is_relevant(body.frame, a.target)) frame.target = local(body.frame, a.target);
  body.target = frame.locations[to.entry.index()];
  body.entered = &set;
}

void ThreadBuilder::fork(Body& body, const ir::Fork& a) {
  ir::ProcId callee = a.callee.is_virtual() ? body.variant.callee : a.callee.proc;
  const ir::Procedure& to = shared_.source.proc(callee);
  ir::Fork out;
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    ir::LocalId param = to.params[i];
    if (!shared_.relevant.local(callee, param)) {
      evaluate(body, a.args[i], to.local(param).type);
      if (body.is_over) return;
      continue;
    }
    if (auto value = guessed_value(body, a.args[i])) {
      out.args.push_back(*value);
      continue;
    }
    if (is_untracked(shared_.source, a.args[i])) return limit(body, "the kinds of values");
    out.args.push_back(argument(body.frame, a.args[i], shared_.domains.local(callee, param)));
  }
  out.callee.proc = shared_.thread_of(callee, a.is_daemon);
  out.is_daemon = a.is_daemon;
  if (a.target && is_relevant(body.frame, a.target)) out.target = local(body.frame, a.target);
  body.actions.push_back(std::move(out));
  assigned(body, a.target);
}

// A thread has one exception in flight at a time, so that one variable holds its object.
ir::LocalId ThreadBuilder::in_flight(const Body& body) {
  ir::ClassId root = shared_.source.root;
  if (!root) throw Infinite{{"exceptions that are objects of unrelated classes", body.from.span}};
  return temp("$exception", shared_.model.program.types.make_ref(root));
}

void ThreadBuilder::throws(Body& body, const ir::Throw& a) {
  if (shared_.relevant.exception_objects()) {
    assign(body, in_flight(body), a.object ? copy(body.frame, a.object) : exprs_.null());
  } else if (a.object) {
    evaluate(body, a.object, shared_.source.expr(a.object).type);
    if (body.is_over) return;
  }
  body.actions.push_back(ir::Throw{a.kind, a.message});
}

void ThreadBuilder::catches(Body& body, const ir::Catch& a) {
  body.actions.push_back(ir::Catch{});
  if (!a.target || !is_relevant(body.frame, a.target)) return;
  ir::LocalId target = local(body.frame, a.target);
  ir::ExprId object = shared_.model.program.local_expr(proc_, in_flight(body));
  assign(body, target, seen_as(object, proc_.local(target).type));
}

void ThreadBuilder::current_thread(Body& body, const ir::Self& a) {
  ir::LocalId target = local(body.frame, a.target);
  ir::TypeId type = proc_.local(target).type;
  if (shared_.model.program.type(type).kind == ir::TypeKind::Tid) {
    body.actions.push_back(ir::Self{target});
    return;
  }
  const Frame& first = frames_.front();
  ir::LocalId self = source_of(first).self;
  if (!self) return assign(body, target, exprs_.null());
  ir::ExprId object = shared_.model.program.local_expr(proc_, local(first, self));
  assign(body, target, seen_as(object, type));
}

// ---------------------------------------------------------------- choices

void ThreadBuilder::havoc(Body& body, const ir::Havoc& a) {
  ir::Program& p = shared_.model.program;
  ir::LocalId target = local(body.frame, a.target);
  ir::Type type = p.type(proc_.local(target).type);
  ir::TypeKind of = shared_.source.type(source_of(body.frame).local(a.target).type).kind;
  bool is_char = of == ir::TypeKind::Char;
  bool is_number = of == ir::TypeKind::Int || of == ir::TypeKind::Long || of == ir::TypeKind::Uint;
  if (is_char || is_number) {
    shared_.model.inputs_cut = true;  // the model knows some of the values only
  }
  if (is_number) {
    // Those that the interpreter tries, too.
    constexpr std::int64_t kMagnitude = 3;
    const FiniteBounds& bounds = shared_.bounds;
    std::int64_t low = std::max(type.lo, std::max(bounds.input_low.value_or(type.lo), -kMagnitude));
    std::int64_t high =
        std::min(type.hi, std::min(bounds.input_high.value_or(type.hi), kMagnitude));
    ir::Choose choose{.target = target};
    for (std::int64_t n = low; n <= high; ++n) choose.values.push_back(exprs_.number(n));
    if (choose.values.empty()) choose.values.push_back(exprs_.number(type.lo));
    body.actions.push_back(std::move(choose));
  } else if (is_char) {
    ir::Choose choose{.target = target};
    for (char32_t c : shared_.domains.characters()) {
      choose.values.push_back(exprs_.number(static_cast<std::int64_t>(c)));
    }
    body.actions.push_back(std::move(choose));
  } else if (type.kind == ir::TypeKind::Ref) {
    // Null, or one of the objects that exist.
    assign(body, target, exprs_.null());
    if (!body.variant.is_null) body.actions.push_back(ir::ChooseInstance{target, type.cls});
  } else if (type.kind == ir::TypeKind::Array || type.kind == ir::TypeKind::Tid) {
    throw Infinite{{"an arbitrary array or thread cannot be chosen", body.from.span}};
  } else {
    body.actions.push_back(ir::Havoc{target});
  }
}

// ---------------------------------------------------------------- the others

ir::LockPlace ThreadBuilder::lock(const Frame& frame, const ir::LockPlace& place) {
  ir::Program& p = shared_.model.program;
  ir::LockPlace out;
  if (place.global) {
    out.global = shared_.domains.global(place.global);
    return out;
  }
  out.object = copy(frame, place.object);
  if (place.field) {
    out.field = shared_.domains.field(place.field);
    return out;
  }
  const ir::Type& seen = shared_.source.type_of(place.object);
  ir::ClassId owner = seen.cls ? shared_.locks.owner(seen.cls) : ir::ClassId();
  if (!owner) return out;
  out.field = shared_.locks.field(owner);
  if (!p.is_subclass(seen.cls, owner)) {  // seen as an interface
    out.object =
        p.add({.kind = ir::ExprKind::Cast, .type = p.types.make_ref(owner), .a = out.object});
  }
  return out;
}

// Nothing for what the model does not have.
std::optional<ir::Action> ThreadBuilder::plain(const Frame& frame, const ir::Action& a) {
  using Result = std::optional<ir::Action>;
  auto to = [&](ir::LocalId id) { return local(frame, id); };
  auto of = [&](ir::ExprId id) { return copy(frame, id); };
  auto on = [&](const ir::LockPlace& place) { return lock(frame, place); };
  const Domains& domains = shared_.domains;
  return ir::visit(
      ir::Match{
          [&](const ir::Assign& x) -> Result {
            ir::ExprId value = of(x.value);
            return ir::Assign{to(x.target), value};
          },
          [&](const ir::LoadField& x) -> Result {
            return ir::LoadField{to(x.target), of(x.object), domains.field(x.field), x.mode};
          },
          [&](const ir::StoreField& x) -> Result {
            return ir::StoreField{of(x.object), domains.field(x.field), of(x.value), x.mode};
          },
          [&](const ir::LoadElement& x) -> Result {
            return ir::LoadElement{to(x.target), of(x.array), of(x.index), x.mode};
          },
          [&](const ir::StoreElement& x) -> Result {
            return ir::StoreElement{of(x.array), of(x.index), of(x.value), x.mode};
          },
          [&](const ir::LoadGlobal& x) -> Result {
            return ir::LoadGlobal{to(x.target), domains.global(x.global), x.mode};
          },
          [&](const ir::StoreGlobal& x) -> Result {
            return ir::StoreGlobal{domains.global(x.global), of(x.value), x.mode};
          },
          [&](const ir::Join& x) -> Result { return x; },
          [&](const ir::Enter& x) -> Result {
            return ir::Enter{on(x.lock), x.orders};
          },
          [&](const ir::Exit& x) -> Result {
            return ir::Exit{on(x.lock), x.orders};
          },
          [&](const ir::Acquire& x) -> Result { return ir::Acquire{on(x.lock)}; },
          [&](const ir::Release& x) -> Result { return ir::Release{on(x.lock)}; },
          [&](const ir::Wait& x) -> Result {
            return ir::Wait{on(x.lock), x.orders};
          },
          [&](const ir::Unwait& x) -> Result {
            return ir::Unwait{on(x.lock), x.may_give_up, x.orders};
          },
          [&](const ir::Notify& x) -> Result { return ir::Notify{on(x.lock)}; },
          [&](const ir::NotifyAll& x) -> Result { return ir::NotifyAll{on(x.lock)}; },
          [&](const ir::TestLock& x) -> Result {
            return ir::TestLock{to(x.target), x.test, on(x.lock)};
          },
          [&](const ir::TestThread& x) -> Result {
            return ir::TestThread{to(x.target), of(x.thread)};
          },
          [&](const ir::Assert& x) -> Result {
            ir::ExprId condition = of(x.condition);
            if (exprs_.truth(condition) == true) return std::nullopt;
            return ir::Assert{condition, x.is_invariant};
          },
          [&](const ir::Assume& x) -> Result {
            ir::ExprId condition = of(x.condition);
            if (exprs_.truth(condition) == true) return std::nullopt;
            return ir::Assume{condition, x.halts};
          },
          [&](const ir::Limit& x) -> Result { return x; },
          [&](const ir::Choose& x) -> Result {
            ir::Choose out{.target = to(x.target), .external = x.external};
            for (ir::ExprId value : x.values) out.values.push_back(of(value));
            return out;
          },
          [&](const ir::ChooseInstance& x) -> Result {
            return ir::ChooseInstance{to(x.target), x.cls};
          },
          [&](const ir::ChooseReachable& x) -> Result {
            return ir::ChooseReachable{to(x.target), of(x.root), x.cls};
          },
          [&](const ir::JoinThread& x) -> Result { return ir::JoinThread{of(x.thread)}; },
          // Taken care of before; a model has no output.
          []<ir::OneOf<ir::New, ir::NewArray, ir::Call, ir::Fork, ir::CheckContract, ir::Havoc,
                       ir::Throw, ir::Catch, ir::Self, ir::Return, ir::Print, std::monostate>
                 Other>(const Other&) -> Result { return std::nullopt; },
      },
      a);
}

}  // namespace pass
