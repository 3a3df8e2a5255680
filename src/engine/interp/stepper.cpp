#include "engine/interp/stepper.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/interp/condition.h"
#include "engine/interp/draw.h"
#include "engine/interp/enabled.h"
#include "engine/interp/failure.h"
#include "engine/interp/locks.h"
#include "engine/interp/reads.h"
#include "engine/interp/unwind.h"

namespace interp {

void Stepper::perform(const ir::Transition& transition) {
  transition_ = &transition;
  perform_reads(model_, state_, self_, proc(), transition.reads, frame().locals, &effects_.touched);
  // The transition was enabled, so the guard holds unless evaluating it fails.
  if (transition.guard) CHECK(eval_bool(scope(), transition.guard), "a guard does not hold");
  bool calls = false;
  for (const ir::Action& action : transition.actions) {
    calls = std::holds_alternative<ir::Call>(action);
    ir::visit(*this, action);
  }
  // After a call the caller stays where it is: the callee's frame knows the rest.
  if (!calls) frame().at = transition.target;
  pop_finished_frames(model_, state_, self_, effects_.touched);
}

void Stepper::set_local(ir::LocalId target, Value value) {
  if (!target) return;
  ir::TypeId type = proc().local(target).type;
  frame().locals[target.index()] = converted(program_, std::move(value), type);
}

// ---------------------------------------------------------------- variables and heap

void Stepper::operator()(const ir::Assign& a) { set_local(a.target, eval(scope(), a.value)); }
void Stepper::operator()(const ir::LoadField& a) { set_local(a.target, read(scope(), a)); }
void Stepper::operator()(const ir::LoadElement& a) { set_local(a.target, read(scope(), a)); }
void Stepper::operator()(const ir::LoadGlobal& a) { set_local(a.target, read(scope(), a)); }

namespace {

// Nobody declares that it reads a constant.
[[noreturn]] void throw_written_constant() {
  throw UndefinedOperation{"a constant is written while there are several threads"};
}

// Another thread can reach the object.
bool is_known_to_others(const State& state, ThreadId self, ObjectId object) {
  std::vector<bool> seen(state.heap.size(), false);
  std::vector<ObjectId> found;
  auto visit = [&](const Value& value) {
    const auto* id = std::get_if<ObjectId>(&value);
    if (!id || seen[id->index()]) return;
    seen[id->index()] = true;
    found.push_back(*id);
  };
  for (const Value& value : state.globals) visit(value);
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (ThreadId(t) == self) continue;
    for (const Frame& frame : state.threads[t].frames) {
      for (const Value& value : frame.locals) visit(value);
    }
  }
  while (!found.empty() && !seen[object.index()]) {
    ObjectId at = found.back();
    found.pop_back();
    for (const Value& value : state.object(at).slots) visit(value);
  }
  return seen[object.index()];
}

}  // namespace

void Stepper::operator()(const ir::StoreField& a) {
  ObjectId id = eval_object(scope(), a.object);
  bool is_constant = program_.field(a.field).sharing == ir::Sharing::Constant;
  if (is_constant && state_.threads.size() > 1 && is_known_to_others(state_, self_, id)) {
    throw_written_constant();
  }
  std::size_t slot = slot_of(model_, state_.object(id), a.field);
  Value value = converted(program_, eval(scope(), a.value), program_.field(a.field).type);
  touch(AccessKind::Write, Place::field_of(id, a.field), a.mode);
  state_.object(id).slots[slot] = std::move(value);
}

void Stepper::operator()(const ir::StoreElement& a) {
  ObjectId id = eval_array(scope(), a.array);
  std::size_t index = checked_index(state_.object(id), eval_integer(scope(), a.index));
  ir::TypeId element = program_.type(state_.object(id).array).element;
  Value value = converted(program_, eval(scope(), a.value), element);
  touch(AccessKind::Write, Place::element_of(id, index), a.mode);
  state_.object(id).slots[index] = std::move(value);
}

void Stepper::operator()(const ir::StoreGlobal& a) {
  bool is_constant = program_.global(a.global).sharing == ir::Sharing::Constant;
  if (is_constant && state_.threads.size() > 1) throw_written_constant();
  Value value = converted(program_, eval(scope(), a.value), program_.global(a.global).type);
  touch(AccessKind::Write, Place::global_variable(a.global), a.mode);
  state_.globals[a.global.index()] = std::move(value);
}

// ---------------------------------------------------------------- allocation

void Stepper::count_allocation(ir::CollectionId collection, std::int64_t count) {
  if (model_.observes_instances()) touch(AccessKind::Add, Place::instances());
  if (!collection) return;
  const ir::Collection& bounded = program_.collections[collection.index()];
  std::int64_t& allocated = state_.allocated[collection.index()];
  allocated += count;
  if (bounded.size > 0 && allocated > bounded.size) {
    throw BoundExceeded{
        fmt::format("collection {} has room for {} only", bounded.name, bounded.size)};
  }
}

// The arrays of a collection of `array [n]` have at most n elements.
void Stepper::check_capacity(ir::CollectionId collection, std::size_t size) {
  if (!collection) return;
  const ir::Collection& bounded = program_.collections[collection.index()];
  const ir::Type& held = program_.type(bounded.type);
  if (held.kind == ir::TypeKind::FixedArray && size > static_cast<std::size_t>(held.hi)) {
    throw BoundExceeded{
        fmt::format("arrays of {} have at most {} elements", bounded.name, held.hi)};
  }
}

void Stepper::operator()(const ir::New& a) {
  count_allocation(a.collection, 1);
  ObjectId made = allocate_object(model_, state_, a.cls);
  state_.object(made).made = shown_span();
  set_local(a.target, made);
}

namespace {

// Arrays of arrays have many elements, even if none of them is large.
void check_elements(const std::vector<std::size_t>& sizes) {
  constexpr std::size_t kMostElements = std::size_t{1} << 24;
  std::size_t total = 1;
  for (std::size_t size : sizes) {
    std::size_t factor = std::max<std::size_t>(size, 1);
    if (factor > kMostElements / total) {
      throw ResourceExhausted{
          fmt::format("an array of {} elements was asked for", fmt::join(sizes, " by "))};
    }
    total *= factor;
  }
}

}  // namespace

void Stepper::operator()(const ir::NewArray& a) {
  std::vector<std::size_t> sizes;
  for (ir::ExprId size : a.sizes) {
    base::Integer value = eval_integer(scope(), size);
    if (value.is_negative()) throw UndefinedOperation{"negative array size"};
    // Beyond 64 bits no allocation succeeds anyway.
    sizes.push_back(static_cast<std::size_t>(value.to_int64().value_or(INT64_MAX)));
  }
  CHECK(!sizes.empty(), "an array without a size");
  check_capacity(a.collection, sizes.front());
  check_elements(sizes);
  count_allocation(a.collection, 1);
  set_local(a.target, new_array(a.type, sizes, 0));
}

ObjectId Stepper::new_array(ir::TypeId type, const std::vector<std::size_t>& sizes,
                            std::size_t level) {
  constexpr std::size_t kMaxObjects = std::size_t{1} << 22;
  if (state_.heap.size() > kMaxObjects) {
    throw ResourceExhausted{fmt::format("more than {} objects were allocated", kMaxObjects)};
  }
  ObjectId id = allocate_array(model_, state_, type, sizes[level]);
  if (level + 1 == sizes.size()) return id;
  for (std::size_t i = 0; i < sizes[level]; ++i) {
    ObjectId inner = new_array(program_.type(type).element, sizes, level + 1);
    state_.object(id).slots[i] = inner;
  }
  return id;
}

// ---------------------------------------------------------------- procedures and threads

std::vector<Value> Stepper::arguments(const std::vector<ir::ExprId>& args) {
  std::vector<Value> values;
  for (ir::ExprId arg : args) values.push_back(eval(scope(), arg));
  return values;
}

ir::ProcId Stepper::resolve(const ir::Callee& callee, const std::vector<Value>& args) const {
  if (!callee.is_virtual()) return callee.proc;
  if (args.empty() || is_null(args.front())) throw UndefinedOperation{"null dereference"};
  const auto* receiver = std::get_if<ObjectId>(&args.front());
  bool has_class = receiver && (!state_.object(*receiver).is_array() || program_.root);
  if (!has_class) throw UndefinedOperation{"the receiver is not an object"};
  const Object& object = state_.object(*receiver);
  ir::ProcId found =
      program_.dispatch(object.is_array() ? program_.root : object.cls, callee.selector);
  if (!found) {
    throw UndefinedOperation{fmt::format("{} has no procedure for `{}`",
                                         name_of(program_, state_, *receiver), callee.selector)};
  }
  return found;
}

void Stepper::operator()(const ir::Call& a) {
  std::vector<Value> args = arguments(a.args);
  ir::ProcId callee = resolve(a.callee, args);
  Frame callee_frame = make_frame(model_, state_, callee, std::move(args));
  callee_frame.call = effects_.transition;
  state_.thread(self_).frames.push_back(std::move(callee_frame));
}

void Stepper::operator()(const ir::Fork& a) {
  std::vector<Value> args = arguments(a.args);
  ir::ProcId callee = resolve(a.callee, args);
  const auto& most = model_.options().bounds.threads;
  if (most && threads_in_use(model_, state_) >= *most) {
    touch(AccessKind::Write, Place::everything());
    throw BoundExceeded{fmt::format("the bound of {} threads is exceeded", *most)};
  }
  ThreadId forked(state_.threads.size());
  Thread thread{.parent = self_, .is_daemon = a.is_daemon};
  thread.frames.push_back(make_frame(model_, state_, callee, std::move(args)));
  touch(AccessKind::Write, Place::status_of(forked));
  touch(AccessKind::Write, Place::next_thread());
  state_.threads.push_back(std::move(thread));
  set_local(a.target, forked);
}

void Stepper::operator()(const ir::Join&) {
  for (ThreadId t : joined_threads(model_, state_, self_)) {
    CHECK(state_.thread(t).has_ended(), "join while a thread runs");
    touch(AccessKind::Read, Place::status_of(t));
  }
}

void Stepper::operator()(const ir::JoinThread& a) {
  ThreadId thread = eval_thread(scope(), a.thread);
  CHECK(state_.thread(thread).has_ended(), "join while the thread runs");
  touch(AccessKind::Read, Place::status_of(thread));
}

void Stepper::operator()(const ir::Self& a) {
  if (program_.type(proc().local(a.target).type).kind == ir::TypeKind::Tid) {
    return set_local(a.target, self_);
  }
  const Frame& first = state_.thread(self_).frames.front();
  ir::LocalId self = model_.proc(first.proc).self;
  CHECK(self.is_valid(), "a thread without a variable for `self`");
  set_local(a.target, first.locals[self.index()]);
}

// ---------------------------------------------------------------- locks

LockKey Stepper::touched_lock(const ir::LockPlace& place) {
  LockKey key = eval_lock(scope(), place);
  touch(AccessKind::Write, key.place());
  return key;
}

void Stepper::operator()(const ir::Enter& a) {
  LockKey key = touched_lock(a.lock);
  enter(model_, state_, key, self_, shown_span());
  order_taking(key, a.orders);
}
void Stepper::operator()(const ir::Exit& a) {
  LockKey key = touched_lock(a.lock);
  exit(state_, key, self_);
  order_giving(key, a.orders);
}
void Stepper::operator()(const ir::Acquire& a) {
  LockKey key = touched_lock(a.lock);
  acquire(state_, key, self_, shown_span());
  order_taking(key);
}
void Stepper::operator()(const ir::Release& a) {
  LockKey key = touched_lock(a.lock);
  release(state_, key);
  order_giving(key);
}
void Stepper::operator()(const ir::Wait& a) {
  LockKey key = touched_lock(a.lock);
  wait(state_, key, self_);
  order_giving(key, a.orders);
}
void Stepper::operator()(const ir::Unwait& a) {
  LockKey key = touched_lock(a.lock);
  bool may_give_up = a.may_give_up || model_.options().semantics.spurious;
  unwait(state_, key, self_, shown_span(), may_give_up);
  order_taking(key, a.orders);
}
void Stepper::operator()(const ir::Notify& a) {
  notify(state_, touched_lock(a.lock), self_, chooser_);
}
void Stepper::operator()(const ir::NotifyAll& a) {
  notify_all(state_, touched_lock(a.lock), self_);
}
void Stepper::operator()(const ir::TestLock& a) { set_local(a.target, read(scope(), a, self_)); }
void Stepper::operator()(const ir::TestThread& a) { set_local(a.target, read(scope(), a)); }

// ---------------------------------------------------------------- specifications

void Stepper::operator()(const ir::Assert& a) {
  ++state_.checks;
  if (eval_bool(scope(), a.condition)) return;
  throw Violated{{.kind = verdict::ViolationKind::Assert,
                  .message = a.is_invariant ? "the invariant of the loop does not hold"
                                            : "the assertion does not hold",
                  .span = transition_->span,
                  .thread = printed(self_),
                  .notes = {},
                  .values = condition_values(scope(), proc(), a.condition)}};
}

void Stepper::operator()(const ir::Assume& a) {
  if (eval_bool(scope(), a.condition)) return;
  touch(AccessKind::Write, Place::everything());
  if (a.halts) throw Halted{};
  throw Discarded{"an assumption does not hold"};
}

void Stepper::operator()(const ir::CheckContract& a) {
  bool is_first = self_ == ThreadId(0) && state_.thread(self_).frames.size() == 1;
  if (a.kind == ir::ContractKind::Input && !is_first) return;
  if (!ir::is_precondition(a.kind) || !is_first) ++state_.checks;
  check_contract(model_, state_, self_, a.kind, transition_->span, effects_.touched);
}

void Stepper::operator()(const ir::Limit& a) {
  touch(AccessKind::Write, Place::everything());
  if (a.unsupported) throw ResourceExhausted{a.what};
  throw BoundExceeded{fmt::format("the bound on {} is exceeded", a.what)};
}

// ---------------------------------------------------------------- choices

void Stepper::operator()(const ir::Havoc& a) {
  ir::TypeId type = proc().local(a.target).type;
  ir::TypeKind kind = program_.type(type).kind;
  if (kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array) {
    touch(AccessKind::Read, Place::instances());
  }
  // A thread identifier may be any thread's: which ones exist is shared.
  if (kind == ir::TypeKind::Tid) touch(AccessKind::Read, Place::everything());
  set_local(a.target, draw_existing(model_, state_, type, chooser_));
}

void Stepper::operator()(const ir::Choose& a) {
  std::size_t chosen = chooser_.choose(run::DecisionKind::Value, a.values.size());
  set_local(a.target, eval(scope(), a.values[chosen]));
}

void Stepper::choose_instance(ir::LocalId target, const std::vector<ObjectId>& among) {
  if (among.empty()) return;
  set_local(target, among[chooser_.choose(run::DecisionKind::Instance, among.size())]);
}

void Stepper::operator()(const ir::ChooseInstance& a) {
  touch(AccessKind::Read, Place::instances());
  std::vector<ObjectId> instances;
  for (std::size_t i = 0; i < state_.heap.size(); ++i) {
    if (is_instance(program_, state_.heap[i], a.cls)) instances.emplace_back(i);
  }
  choose_instance(a.target, instances);
}

void Stepper::operator()(const ir::ChooseReachable& a) {
  choose_instance(a.target, reachable(eval(scope(), a.root), a.cls));
}

// Breadth first, so that the order does not depend on when objects were made.
std::vector<ObjectId> Stepper::reachable(const Value& root, ir::ClassId cls) {
  std::vector<ObjectId> found;
  auto visit = [&](const Value& value) {
    const auto* id = std::get_if<ObjectId>(&value);
    if (id && std::find(found.begin(), found.end(), *id) == found.end()) found.push_back(*id);
  };
  visit(root);
  for (std::size_t next = 0; next < found.size(); ++next) {
    ObjectId id = found[next];
    const Object& object = state_.object(id);
    for (std::size_t i = 0; i < object.slots.size(); ++i) {
      touch(AccessKind::Read, object.is_array()
                                  ? Place::element_of(id, i)
                                  : Place::field_of(id, model_.fields(object.cls)[i]));
      visit(object.slots[i]);
    }
  }
  std::erase_if(found, [&](ObjectId id) { return !is_instance(program_, state_.object(id), cls); });
  return found;
}

// ---------------------------------------------------------------- control

void Stepper::operator()(const ir::Throw& a) {
  Thread& thread = state_.thread(self_);
  Exception thrown{.kind = a.kind, .message = a.message, .span = shown_span()};
  if (a.object) thrown.object = eval(scope(), a.object);
  // One that was caught and is thrown again keeps where it comes from.
  bool is_again = a.object && thread.caught && thread.caught->object == thrown.object;
  thread.exception = is_again ? *thread.caught : std::move(thrown);
}

// Of a step in a library: the call that led there.
base::Span Stepper::shown_span() const {
  return interp::shown_span(model_, state_.thread(self_), transition_->span);
}

void Stepper::operator()(const ir::Catch& a) {
  std::optional<Exception>& caught = state_.thread(self_).exception;
  if (a.target) set_local(a.target, caught ? caught->object : Value(ir::NullValue{}));
  if (a.target) state_.thread(self_).caught = caught;
  caught.reset();
}

void Stepper::operator()(const ir::Return& a) {
  if (!a.value) return;
  Value value = converted(program_, eval(scope(), a.value), proc().result);
  set_local(proc().retval, value);
  effects_.returned = value;
  frame().result = std::move(value);
}

void Stepper::operator()(const ir::Print& a) {
  std::string line;
  for (const ir::PrintItem& item : a.items) {
    if (!item.value) {
      line += item.text;
      continue;
    }
    Value value = eval(scope(), item.value);
    const auto* text = std::get_if<std::string>(&value);
    line += text ? *text : show(program_, state_, value, program_.expr(item.value).type);
  }
  touch(AccessKind::Write, Place::output());
  effects_.output = effects_.output.value_or("") + line + (a.ends_line ? "\n" : "");
}

void Stepper::operator()(std::monostate) { UNREACHABLE("an action of no kind"); }

}  // namespace interp
