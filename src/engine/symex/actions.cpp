// What each action does to a symbolic state.
#include <algorithm>

#include "base/check.h"
#include "engine/interp/draw.h"
#include "engine/symex/step.h"
#include "ir/limits.h"
#include "ir/typing.h"
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
  // What others may have read already is no constant.
  void check_constant(ir::Sharing sharing, bool is_private) const {
    if (sharing == ir::Sharing::Constant && state.threads.size() > 1 && !is_private) {
      throw Unsupported{"constants that are written while there are several threads"};
    }
  }
  Outcome operator()(const ir::StoreField& a) {
    ObjectId id = object(a.object);
    check_constant(stepper.tables_.program().field(a.field).sharing, Heap::is_private(state, id));
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
    if (!stepper.holds_references(state, array)) return std::nullopt;
    return stepper.decide(state, index, size);
  }
  Outcome operator()(const ir::LoadGlobal& a) {
    set(a.target, (*state.globals)[a.global.index()]);
    return {};
  }
  Outcome operator()(const ir::StoreGlobal& a) {
    check_constant(stepper.tables_.program().global(a.global).sharing, false);
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
    if (a.target) set(a.target, Value::thread(id));
    Thread child;
    child.parent = transition.thread;
    child.is_daemon = a.is_daemon;
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
  Outcome operator()(const ir::JoinThread&) { return {}; }
  Outcome operator()(const ir::Self& a) {
    ir::TypeId type = stepper.tables_.proc(frame().proc).local(a.target).type;
    if (stepper.tables_.program().type(type).kind == ir::TypeKind::Tid) {
      set(a.target, Value::thread(transition.thread));
      return {};
    }
    const Frame& first = thread().frames.bottom();
    ir::LocalId self = stepper.tables_.proc(first.proc).self;
    CHECK(self.is_valid(), "a thread without a variable for `self`");
    set(a.target, first.locals[self.index()]);
    return {};
  }
  Outcome operator()(const ir::Enter& a) {
    Lock& l = lock(a.lock);
    l.holder = Lock::Holder::Monitor;
    l.owner = transition.thread;
    ++l.depth;
    return {};
  }
  Outcome operator()(const ir::Exit& a) {
    Lock& l = owned(a.lock);
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
    Lock& l = lock(a.lock);
    if (l.holder != Lock::Holder::Semaphore) throw Unsupported{"illegal monitor states"};
    l.holder = Lock::Holder::Free;
    return {};
  }
  // Lowered programs test it; those that do not are not followed.
  Lock& owned(const ir::LockPlace& place) {
    Lock& l = lock(place);
    if (!l.is_owned_by(transition.thread)) throw Unsupported{"illegal monitor states"};
    return l;
  }
  Outcome operator()(const ir::Wait& a) {
    Lock& l = owned(a.lock);
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
    bool gives_up = !l.was_notified(transition.thread);
    auto& set = gives_up ? l.waiting : l.notified;
    auto self = std::find_if(set.begin(), set.end(),
                             [&](const Lock::Waiter& w) { return w.thread == transition.thread; });
    CHECK(self != set.end(), "a thread that did not wait goes on");
    l.depth = self->depth;
    set.erase(self);
    return {};
  }
  Outcome operator()(const ir::Notify& a) {
    Lock& l = owned(a.lock);
    if (l.waiting.empty()) return {};
    auto chosen = std::next(l.waiting.begin(), transition.choice);
    l.notified.push_back(*chosen);
    l.waiting.erase(chosen);
    return {};
  }
  Outcome operator()(const ir::NotifyAll& a) {
    Lock& l = owned(a.lock);
    l.notified.insert(l.notified.end(), l.waiting.begin(), l.waiting.end());
    l.waiting.clear();
    return {};
  }
  Outcome operator()(const ir::Assert& a) {
    return stepper.require(
        state, value(a.condition).term(), verdict::ViolationKind::Assert, transition.thread,
        code.span,
        a.is_invariant ? "the invariant of the loop does not hold" : "the assertion does not hold");
  }
  Outcome operator()(const ir::Assume& a) {
    if (a.halts) return {Outcome::Kind::Halted, {}, nullptr};
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
    bool is_assumed = ir::is_precondition(a.kind) && first;
    if (a.kind == ir::ContractKind::Input && !is_assumed) return {};
    return stepper.check_clauses(state, frame(), a.kind, transition.thread, is_assumed);
  }
  Outcome operator()(const ir::Throw& a) {
    Exception thrown{a.kind, a.message, stepper.shown_span(state, transition.thread, code.span)};
    if (a.object) thrown.object = value(a.object);
    const auto& caught = thread().caught;
    bool is_again = a.object && caught && caught->object == thrown.object;
    thread().exception = is_again ? caught : std::move(thrown);
    return {};
  }
  Outcome operator()(const ir::Catch& a) {
    auto& caught = thread().exception;
    Value object = caught ? caught->object : Value::null();
    if (a.target) thread().caught = caught;
    caught.reset();
    if (a.target) set(a.target, object);
    return {};
  }
  Outcome operator()(const ir::Return& a) {
    if (!a.value) return {};
    Value v = value(a.value);
    if (ir::LocalId retval = stepper.tables_.proc(frame().proc).retval) set(retval, v);
    frame().result = v;
    return {};
  }
  // The interpreter ends the execution with such a step, so that it is none here.
  Outcome operator()(const ir::Limit& a) {
    if (std::get_if<ir::Limit>(&code.actions.front()) != &a) {
      throw Unsupported{"limits within a step"};
    }
    if (a.what == ir::kNestedCalls) return {Outcome::Kind::Cut, {}, "nested-calls", false};
    if (a.unsupported) stepper.note_unsupported(a.what);
    return {Outcome::Kind::Cut, {}, a.unsupported ? kUnsupported : "limit", false};
  }
  Outcome operator()(const ir::Print&) { return {}; }
  Outcome operator()(const ir::TestLock&) { return {}; }
  Outcome operator()(const ir::TestThread& a) {
    std::uint32_t other = stepper.thread_of(state, frame(), a.thread);
    set(a.target, Value::data(stepper.terms_.boolean(state.thread(other).has_ended())));
    return {};
  }
  Outcome operator()(const ir::Havoc& a) {
    ir::TypeId type = stepper.tables_.proc(frame().proc).local(a.target).type;
    set(a.target, stepper.any_value(state, transition.thread, type));
    return {};
  }
  Outcome operator()(const ir::Choose& a) {
    auto count = static_cast<std::uint32_t>(a.values.size());
    std::size_t chosen = 0;
    if (count > 1) {
      term::Term number = stepper.arbitrary_number(state, transition.thread);
      chosen = stepper.decide(state, number, count);
      note_arbitrary(state, transition.thread, {Value::data(number), {}, count});
    }
    set(a.target, value(a.values[chosen]));
    return {};
  }
  Outcome operator()(const ir::ChooseInstance&) { throw Unsupported{"choose actions"}; }
  Outcome operator()(const ir::ChooseReachable&) { throw Unsupported{"choose actions"}; }
  Outcome operator()(std::monostate) { return {}; }
};

Outcome Stepper::execute(State& state, const Transition& transition, const ir::Transition& code,
                         const ir::Action& action) {
  return ir::visit(ActionVisitor{*this, state, transition, code}, action);
}

// It is named by the thread and by how many it has drawn, whatever others do, so that states in
// which the same was drawn are the same; and by its sort, for branches may draw differently.
term::Term Stepper::arbitrary_term(const State& state, std::uint32_t thread,
                                   term::Sort sort) const {
  const Thread& self = state.thread(thread);
  return terms_.variable(
      sort, fmt::format("any#{}.{}:{}", self.name.index(), self.drawn, static_cast<int>(sort)));
}

// A number that decides something.
term::Term Stepper::arbitrary_number(const State& state, std::uint32_t thread) const {
  const Thread& self = state.thread(thread);
  term::Sort sort = heap_.sort(ir::simple_type(ir::TypeKind::Int));
  return terms_.variable(sort, fmt::format("choice#{}.{}", self.name.index(), self.drawn));
}

void Stepper::note_arbitrary(State& state, std::uint32_t thread, const Arbitrary& drawn) {
  state.arbitrary.edit().push_back(drawn);
  ++state.edit_thread(thread).drawn;
}

// Any value of the type. Where the solver finds one that breaks the program, the interpreter is
// told that very value.
Value Stepper::any_value(State& state, std::uint32_t thread, ir::TypeId type) {
  const ir::Program& program = tables_.program();
  const ir::Type& t = program.type(type);
  bool is_scalar = ir::is_integer(t.kind) || ir::is_floating(t.kind) ||
                   t.kind == ir::TypeKind::Long || t.kind == ir::TypeKind::Bool ||
                   t.kind == ir::TypeKind::Char;
  if (!is_scalar && t.kind != ir::TypeKind::String) {
    throw Unsupported{"arbitrary values of type " + program.type_name(type)};
  }
  bool may_be_null = !is_scalar && !program.root.is_valid();
  bool is_null = may_be_null && decide(state, arbitrary_number(state, thread), 2) == 0;
  Value value =
      is_null ? Value::null() : Value::data(arbitrary_term(state, thread, heap_.sort(type)));
  if (is_scalar) heap_.bound(state, type, value.term());
  if (t.kind == ir::TypeKind::Enum) {
    std::vector<term::Term> members;
    for (const auto& member : program.enums[t.enumeration.index()].members) {
      members.push_back(terms_.eq(value.term(), terms_.integer(member.value)));
    }
    state.condition.push_back(terms_.disjunction(members));
  }
  note_arbitrary(state, thread, {value, type, 0});
  return value;
}

namespace {

// The value of a term as the interpreter has it.
struct Concrete {
  term::Sort sort;
  bool is_natural;

  interp::Value operator()(term::Word w) const {
    return term::to_integer(w, sort, is_natural ? term::Sign::Unsigned : term::Sign::Signed);
  }
  interp::Value operator()(term::Object) const { UNREACHABLE("references are no terms"); }
  template <class Same>
  interp::Value operator()(const Same& same) const {
    return same;
  }
};

}  // namespace

// What the interpreter is told in order to take the same values; see interp::draw_existing.
run::Decisions Stepper::decisions(const State& state, const term::Assignment& values) const {
  run::Decisions result;
  for (const Arbitrary& a : *state.arbitrary) {
    if (a.value.is_null()) {
      result.push_back({run::DecisionKind::Value, 0, 0, "null"});
      continue;
    }
    term::Sort sort = terms_.sort(a.value.term());
    bool is_natural = a.type && tables_.program().type(a.type).kind == ir::TypeKind::Uint;
    term::Value found = term::evaluate(terms_, a.value.term(), values);
    interp::Value value = std::visit(Concrete{sort, is_natural}, found);
    if (a.type) {
      result.push_back({run::DecisionKind::Value, 0, 0, interp::value_text(value)});
      continue;
    }
    auto chosen = std::get<base::Integer>(value).to_int64().value();
    result.push_back({run::DecisionKind::Value, static_cast<std::uint32_t>(chosen), a.count, {}});
  }
  return result;
}

}  // namespace symex
