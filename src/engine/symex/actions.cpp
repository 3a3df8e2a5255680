// What each action does to a symbolic state.
#include <algorithm>

#include "base/check.h"
#include "engine/interp/model.h"
#include "engine/symex/step.h"
#include "logic/term/eval.h"

namespace symex {

namespace {

constexpr std::size_t kLargestArray = 1'000'000;  // a larger one counts as out of bounds

}  // namespace

// One action in progress. Everything that may need a split comes before any change.
struct Stepper::ActionVisitor {
  Stepper& stepper;
  State& state;
  const Transition& transition;
  const ir::Transition& code;

  Thread& thread() { return state.edit_thread(transition.thread); }
  Frame& frame() { return thread().frames.top(); }
  Value value(ir::ExprId id) { return stepper.eval_.value(state, frame(), id); }
  void set(ir::LocalId target, Value v) { frame().locals[target.index()] = v; }
  Lock& lock(const ir::LockPlace& place) { return stepper.lock(state, frame(), place); }
  ObjectId object(ir::ExprId id) {
    auto result = stepper.heap_.object(state, value(id));
    CHECK(result.has_value(), "access through null is guarded");
    return *result;
  }
  std::vector<Value> values(const std::vector<ir::ExprId>& ids) {
    std::vector<Value> result;
    for (ir::ExprId id : ids) result.push_back(value(id));
    return result;
  }
  void publish(ObjectId container, Value v) {
    if (!Heap::is_private(state, container)) Heap::share(state, v);
  }

  Outcome operator()(const ir::Assign& a) {
    set(a.target, value(a.value));
    return {};
  }
  Outcome operator()(const ir::LoadField& a) {
    ObjectId id = object(a.object);
    set(a.target, stepper.heap_.load(state, id, a.field));
    return {};
  }
  Outcome operator()(const ir::StoreField& a) {
    ObjectId id = object(a.object);
    Value v = value(a.value);
    publish(id, v);
    stepper.heap_.store(state, id, a.field, v);
    return {};
  }
  // An element at an index that is no constant: data are merged by conditions,
  // references are not, so that the index has to be decided.
  Outcome operator()(const ir::LoadElement& a) {
    ObjectId array = object(a.array);
    term::Term index = value(a.index).term();
    std::size_t size = stepper.heap_.size(state, array);
    auto at = index_in(array, index, size);
    if (at) {
      CHECK(*at < size, "array indices are guarded");
      set(a.target, stepper.heap_.element(state, array, *at));
      return {};
    }
    if (size == 0) return impossible();
    term::Term result = stepper.heap_.element(state, array, size - 1).term();
    for (std::size_t i = size - 1; i-- > 0;) {
      term::Term other = stepper.heap_.element(state, array, i).term();
      result = stepper.terms_.ite(stepper.is_number(index, i), other, result);
    }
    set(a.target, Value::data(result));
    return {};
  }
  Outcome operator()(const ir::StoreElement& a) {
    ObjectId array = object(a.array);
    term::Term index = value(a.index).term();
    Value v = value(a.value);
    std::size_t size = stepper.heap_.size(state, array);
    auto at = index_in(array, index, size);
    if (at) {
      CHECK(*at < size, "array indices are guarded");
      publish(array, v);
      state.edit(array).slots[*at] = v;
      return {};
    }
    for (std::size_t i = 0; i < size; ++i) {
      term::Term old = stepper.heap_.element(state, array, i).term();
      term::Term now = stepper.terms_.ite(stepper.is_number(index, i), v.term(), old);
      state.edit(array).slots[i] = Value::data(now);
    }
    return {};
  }
  // A guard excludes this; if the solver could not tell, neither can we.
  Outcome impossible() {
    stepper.note_unknown();
    return {Outcome::Kind::Discarded, {}, nullptr};
  }
  // The index as a number; nullopt if the elements are data and can be merged.
  std::optional<std::size_t> index_in(ObjectId array, term::Term index, std::size_t size) {
    if (auto at = stepper.constant_index(index)) return at;
    const ir::Program& program = stepper.tables_.program();
    ir::TypeId element = program.type(state.object(array).array).element;
    if (!ir::is_reference(program.type(element).kind)) return std::nullopt;
    return stepper.decide(state, index, size);
  }
  Outcome operator()(const ir::LoadGlobal& a) {
    set(a.target, (*state.globals)[a.global.index()]);
    return {};
  }
  Outcome operator()(const ir::StoreGlobal& a) {
    Value v = value(a.value);
    Heap::share(state, v);
    state.globals.edit()[a.global.index()] = v;
    return {};
  }
  Outcome operator()(const ir::New& a) {
    set(a.target, Value::object(stepper.heap_.allocate(state, a.cls)));
    return {};
  }
  Outcome operator()(const ir::NewArray& a) {
    std::vector<std::size_t> sizes;
    for (ir::ExprId id : a.sizes) sizes.push_back(stepper.decide_size(state, value(id).term()));
    std::size_t total = 1;
    for (std::size_t n : sizes) {
      if (n > kLargestArray || total * std::max<std::size_t>(n, 1) > kLargestArray) {
        return {Outcome::Kind::Cut, {}, "array-size"};
      }
      total *= std::max<std::size_t>(n, 1);
    }
    set(a.target, Value::object(make_array(a.type, sizes, 0)));
    return {};
  }
  ObjectId make_array(ir::TypeId type, const std::vector<std::size_t>& sizes, std::size_t level) {
    ObjectId id = stepper.heap_.allocate_array(state, type, sizes[level]);
    if (level + 1 == sizes.size()) return id;
    ir::TypeId inner = stepper.tables_.program().type(type).element;
    for (std::size_t i = 0; i < sizes[level]; ++i) {
      ObjectId row = make_array(inner, sizes, level + 1);
      state.edit(id).slots[i] = Value::object(row);
    }
    return id;
  }
  Outcome operator()(const ir::Call& a) {
    std::vector<Value> args = values(a.args);
    ir::ProcId proc = stepper.resolve(state, a.callee, args);
    return stepper.push_frame(state, transition.thread, proc, std::move(args), transition.id);
  }
  Outcome operator()(const ir::Fork& a) {
    std::vector<Value> args = values(a.args);
    ir::ProcId proc = stepper.resolve(state, a.callee, args);
    auto id = static_cast<std::uint32_t>(state.threads.size());
    if (id == 1) {
      Heap::mark_known_at_fork(state);
      state.condition_at_fork = state.condition.size();
    }
    for (Value v : args) Heap::share(state, v);
    Thread child;
    child.parent = transition.thread;
    child.decisions = thread().decisions;
    if (stepper.tables_.forks_recursively(proc))
      child.ancestry.edit() = stepper.activations(thread());
    child.name = stepper.names_.child(thread().name, thread().children++);
    state.threads.emplace_back(std::move(child));
    Outcome outcome = stepper.push_frame(state, id, proc, std::move(args), {});
    if (outcome.kind == Outcome::Kind::Cut) {
      // The one who started it goes on.
      state.edit_thread(id).status = ThreadStatus::Cut;
      stepper.cut_forks_ = true;
    }
    return {};
  }
  Outcome operator()(const ir::Join&) { return {}; }
  Outcome operator()(const ir::Enter& a) {
    Lock& l = lock(a.lock);
    l.holder = Lock::Holder::Monitor;
    l.owner = transition.thread;
    ++l.depth;
    return {};
  }
  Outcome operator()(const ir::Exit& a) {
    Lock& l = lock(a.lock);
    CHECK(l.is_owned_by(transition.thread), "leaving a monitor that is not owned");
    if (--l.depth == 0) l.holder = Lock::Holder::Free;
    return {};
  }
  Outcome operator()(const ir::Acquire& a) {
    Lock& l = lock(a.lock);
    l.holder = Lock::Holder::Semaphore;
    l.owner = transition.thread;
    return {};
  }
  Outcome operator()(const ir::Release& a) {
    lock(a.lock).holder = Lock::Holder::Free;
    return {};
  }
  Outcome operator()(const ir::Wait& a) {
    Lock& l = lock(a.lock);
    auto later = std::find_if(l.waiting.begin(), l.waiting.end(),
                              [&](const Lock::Waiter& w) { return w.thread > transition.thread; });
    l.waiting.insert(later, {transition.thread, l.depth});
    l.depth = 0;
    l.holder = Lock::Holder::Free;
    return {};
  }
  Outcome operator()(const ir::Unwait& a) {
    Lock& l = lock(a.lock);
    l.holder = Lock::Holder::Monitor;
    l.owner = transition.thread;
    auto self = std::find_if(l.notified.begin(), l.notified.end(),
                             [&](const Lock::Waiter& w) { return w.thread == transition.thread; });
    l.depth = self->depth;
    l.notified.erase(self);
    return {};
  }
  Outcome operator()(const ir::Notify& a) {
    Lock& l = lock(a.lock);
    if (l.waiting.empty()) return {};
    auto chosen = std::next(l.waiting.begin(), transition.choice);
    l.notified.push_back(*chosen);
    l.waiting.erase(chosen);
    return {};
  }
  Outcome operator()(const ir::NotifyAll& a) {
    Lock& l = lock(a.lock);
    l.notified.insert(l.notified.end(), l.waiting.begin(), l.waiting.end());
    l.waiting.clear();
    return {};
  }
  Outcome operator()(const ir::Assert& a) {
    return stepper.require(state, value(a.condition).term(), verdict::ViolationKind::Assert,
                           transition.thread, code.span, "the assertion does not hold");
  }
  Outcome operator()(const ir::Assume& a) {
    if (state.threads.size() == 1) {
      if (auto ended = stepper.assume(state, frame(), a.condition)) return std::move(*ended);
      stepper.decide_lengths(state);
      return {};
    }
    term::Term condition = value(a.condition).term();
    if (stepper.terms_.is_true(condition)) return {};
    if (stepper.solver_.check(state, condition) == solve::Answer::Unsat) {
      return {Outcome::Kind::Discarded, {}, nullptr};
    }
    state.condition.push_back(condition);
    return {};
  }
  Outcome operator()(const ir::CheckContract& a) {
    bool first = transition.thread == 0 && thread().frames.size() == 1;
    bool is_assumed = a.kind == ir::ContractKind::Requires && first;
    return stepper.check_clauses(state, frame(), a.kind, transition.thread, is_assumed);
  }
  Outcome operator()(const ir::Throw& a) {
    thread().exception = Exception{a.kind, a.message, code.span};
    return {};
  }
  Outcome operator()(const ir::Catch&) {
    thread().exception.reset();
    return {};
  }
  Outcome operator()(const ir::Return& a) {
    if (!a.value) return {};
    Value v = value(a.value);
    set(stepper.tables_.proc(frame().proc).retval, v);
    frame().result = v;
    return {};
  }
  Outcome operator()(const ir::Limit&) { throw Unsupported{"limit actions"}; }
  Outcome operator()(const ir::Print&) { return {}; }
  Outcome operator()(const ir::TestLock&) { return {}; }
  Outcome operator()(const ir::TestThread&) { throw Unsupported{"thread identifiers"}; }
  Outcome operator()(const ir::Havoc& a) {
    set(a.target,
        stepper.any_value(state, stepper.tables_.proc(frame().proc).local(a.target).type));
    return {};
  }
  Outcome operator()(const ir::Choose&) { throw Unsupported{"choose actions"}; }
  Outcome operator()(const ir::ChooseInstance&) { throw Unsupported{"choose actions"}; }
  Outcome operator()(const ir::ChooseReachable&) { throw Unsupported{"choose actions"}; }
  Outcome operator()(std::monostate) { return {}; }
};

Outcome Stepper::execute(State& state, const Transition& transition, const ir::Transition& code,
                         const ir::Action& action) {
  return std::visit(ActionVisitor{*this, state, transition, code}, action);
}

// Numbers are those that the interpreter tries, so that it can replay what is found.
Value Stepper::any_value(State& state, ir::TypeId type) {
  const interp::Bounds bounds;
  ir::TypeKind kind = tables_.program().type(type).kind;
  bool is_number = kind == ir::TypeKind::Int || kind == ir::TypeKind::Uint;
  if (kind != ir::TypeKind::Bool && (!is_number || heap_.sort(type) != term::Sort::Int)) {
    throw Unsupported{"arbitrary values of type " + tables_.program().type_name(type)};
  }
  Value value = heap_.arbitrary(state, type, fmt::format("havoc#{}", state.arbitrary->size()));
  state.arbitrary.edit().push_back({value.term(), type});
  if (!is_number) return value;
  bool is_uint = kind == ir::TypeKind::Uint;
  std::int64_t low = is_uint ? 0 : -bounds.int_magnitude;
  std::int64_t high = is_uint ? bounds.uint_max : bounds.int_magnitude;
  state.condition.push_back(terms_.ge(value.term(), terms_.integer(low)));
  state.condition.push_back(terms_.le(value.term(), terms_.integer(high)));
  cut_domain_ = true;
  return value;
}

// The decisions of the interpreter that lead to the same values, see interp::draw_existing.
run::Decisions Stepper::decisions(const State& state, const term::Assignment& values) const {
  const interp::Bounds bounds;
  run::Decisions result;
  for (const Arbitrary& a : *state.arbitrary) {
    term::Value value = term::evaluate(terms_, a.value, values);
    std::int64_t chosen = 0;
    std::int64_t count = 2;
    if (const bool* b = std::get_if<bool>(&value)) {
      chosen = *b ? 1 : 0;
    } else {
      std::int64_t n = std::get<base::Integer>(value).to_int64().value();
      bool is_uint = tables_.program().type(a.type).kind == ir::TypeKind::Uint;
      chosen = is_uint ? n : n > 0 ? 2 * n - 1 : -2 * n;
      count = is_uint ? bounds.uint_max + 1 : 2 * bounds.int_magnitude + 1;
    }
    result.push_back({run::DecisionKind::Value, static_cast<std::uint32_t>(chosen),
                      static_cast<std::uint32_t>(count)});
  }
  return result;
}

}  // namespace symex
