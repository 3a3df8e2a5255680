#include "engine/symex/step.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/symex/repetition.h"

namespace symex {

namespace {

std::string describe(const Exception& e) {
  std::string text(ir::text(e.kind));
  if (!e.message.empty()) text += ": " + e.message;
  return text;
}

std::vector<Values> default_locals(const ProgramTables& tables, const Heap& heap) {
  std::vector<Values> result;
  for (const ir::Procedure& proc : tables.program().procs) {
    Values& locals = result.emplace_back();
    for (const ir::Local& local : proc.locals) {
      locals.push_back(local.initial ? heap.constant(local.type, *local.initial)
                                     : heap.default_value(local.type));
    }
  }
  return result;
}

}  // namespace

Stepper::Stepper(const ProgramTables& tables, const Options& options, term::Terms& terms,
                 PathSolver& solver, por::Names& names)
    : tables_(tables),
      options_(options),
      terms_(terms),
      solver_(solver),
      names_(names),
      heap_(tables, terms),
      eval_(tables, heap_, terms, &solver.run()),
      defaults_(default_locals(tables, heap_)),
      own_unlocks_only_(options.own_unlocks_only),
      records_order_(options.semantics.races && !options.stateful) {}

State Stepper::initial() {
  const ir::Program& program = tables_.program();
  const ir::Procedure& entry = program.proc(program.entry);
  State state;
  for (const ir::Global& global : program.globals) {
    state.globals.edit().push_back(global.initial ? heap_.constant(global.type, *global.initial)
                                                  : heap_.default_value(global.type));
  }
  Frame frame{.proc = program.entry, .at = entry.entry};
  frame.locals = defaults_[program.entry.index()];
  for (std::size_t i = 0; i < entry.params.size(); ++i) {
    const ir::Local& param = entry.local(entry.params[i]);
    Value value = heap_.arbitrary(state, param.type, param.name);
    if (i == 0 && entry.has_this) state.edit(value.symbol()).status = Symbol::Status::NotNull;
    frame.locals[entry.params[i].index()] = value;
    inputs_.push_back(value);
  }
  Thread first;
  first.name = names_.root();
  first.frames.push(std::move(frame));
  state.threads.emplace_back(std::move(first));
  return state;
}

// ---------------------------------------------------------------- enabledness

void Stepper::add_transitions(State& state, std::uint32_t thread, Transitions& out) const {
  Frame& frame = state.edit_thread(thread).frames.top();
  term::Term guard;
  for (const TransitionRow& row : tables_.steps(frame.proc).leaving(frame.at)) {
    if (!row.repeats_reads) {
      for (const ir::Action& action : row.code->reads) read(state, frame, action, thread);
    }
    guard = this->guard(state, frame, row, guard);
    if (terms_.is_false(guard)) continue;
    bool is_blocked = row.may_block && this->is_blocked(state, thread, *row.code);
    Transition next{thread, row.id, guard, is_blocked, 0};
    std::size_t count = row.notifies ? choices(state, frame, *row.code) : 1;
    for (; next.choice < count; ++next.choice) out.push_back(next);
  }
}

// `before`: the guard of the row before.
term::Term Stepper::guard(State& state, Frame& frame, const TransitionRow& row,
                          term::Term before) const {
  using Guard = TransitionRow::Guard;
  switch (row.guard) {
    case Guard::True: return terms_.boolean(true);
    case Guard::Otherwise:
      if (terms_.is_true(before)) return terms_.boolean(false);
      if (terms_.is_false(before)) return terms_.boolean(true);
      break;
    case Guard::IsNull:
    case Guard::IsNotNull: {
      Value v = frame.locals[row.tested.index()];
      if (v.is_null()) return terms_.boolean(row.guard == Guard::IsNull);
      if (v.is_object()) return terms_.boolean(row.guard == Guard::IsNotNull);
      break;
    }
    case Guard::Condition: break;
  }
  return eval_.condition(state, frame, row.code->guard);
}

// How many transitions it stands for: a `notify` picks a waiting thread.
std::size_t Stepper::choices(State& state, Frame& frame, const ir::Transition& t) const {
  for (const ir::Action& action : t.actions) {
    const auto* notify = std::get_if<ir::Notify>(&action);
    if (!notify) continue;
    const Lock* l = held(state, frame, notify->lock);
    return l ? std::max<std::size_t>(l->waiting.size(), 1) : 1;
  }
  return 1;
}

// What a guard depends on goes into locals that serve nothing else.
void Stepper::read(State& state, Frame& frame, const ir::Action& action,
                   std::uint32_t thread) const {
  if (const auto* a = std::get_if<ir::TestLock>(&action)) {
    bool result = test(state, frame, *a, thread);
    frame.locals[a->target.index()] = Value::data(terms_.boolean(result));
    return;
  }
  if (const auto* a = std::get_if<ir::TestThread>(&action)) {
    bool has_ended = state.thread(thread_of(state, frame, a->thread)).has_ended();
    frame.locals[a->target.index()] = Value::data(terms_.boolean(has_ended));
    return;
  }
  Value value;
  ir::LocalId target = ir::written_local(action);
  if (const auto* field = std::get_if<ir::LoadField>(&action)) {
    auto object = heap_.object(state, eval_.value(state, frame, field->object));
    if (!object) return;  // another guard asks whether it is null
    value = heap_.load(state, *object, field->field);
  } else if (const auto* element = std::get_if<ir::LoadElement>(&action)) {
    auto array = heap_.object(state, eval_.value(state, frame, element->array));
    if (!array) return;
    auto at = constant_index(eval_.value(state, frame, element->index).term());
    if (!at) throw Unsupported{"guards about an element that inputs tell"};
    if (*at >= heap_.size(state, *array)) return;
    value = heap_.element(state, *array, *at);
  } else if (const auto* global = std::get_if<ir::LoadGlobal>(&action)) {
    value = (*state.globals)[global->global.index()];
  } else {
    throw Unsupported{"guards that do more than to read"};
  }
  value = Heap::known(state, value);
  // What it is would have to be decided when others write the variable.
  if (value.is_symbol()) throw Unsupported{"guards about references that inputs decide"};
  frame.locals[target.index()] = value;
}

por::Footprint Stepper::awaited(const State& state, std::uint32_t thread) const {
  State scratch = state;
  NextStep out;
  add_reads(scratch, thread, out);
  return out.footprint;
}

por::Footprint Stepper::touched_by(const State& state, const Transition& transition) const {
  State scratch = state;
  NextStep out;
  const Frame& frame = state.thread(transition.thread).frames.top();
  const ir::Procedure& proc = tables_.proc(frame.proc);
  add_touched(scratch, transition.thread, proc.transitions[transition.id.index()], out);
  return out.footprint;
}

bool Stepper::could_go_on(const State& state, std::uint32_t thread, const Past& past) const {
  State scratch = state;
  Frame& frame = scratch.edit_thread(thread).frames.top();
  const ir::Procedure& proc = tables_.proc(frame.proc);
  auto take = [&](ObjectId object, std::size_t slot) {
    const Object& then = past(object).object(object);
    Value value = then.slots[slot];
    if (value.is_none() && then.is_input) value = scratch.object(object).initial[slot];
    if (!value.is_none()) scratch.edit(object).slots[slot] = value;
  };
  for (ir::TransId id : tables_.outgoing(frame.proc, frame.at)) {
    for (const ir::Action& read : proc.transitions[id.index()].reads) {
      if (const auto* field = std::get_if<ir::LoadField>(&read)) {
        auto object = heap_.object(scratch, eval_.value(scratch, frame, field->object));
        if (object) take(*object, tables_.slot(field->field));
      } else if (const auto* element = std::get_if<ir::LoadElement>(&read)) {
        auto array = heap_.object(scratch, eval_.value(scratch, frame, element->array));
        auto at = constant_index(eval_.value(scratch, frame, element->index).term());
        if (array && at && *at < scratch.object(*array).slots.size()) take(*array, *at);
      } else if (const auto* global = std::get_if<ir::LoadGlobal>(&read)) {
        std::size_t at = global->global.index();
        scratch.globals.edit()[at] = (*past(ObjectId()).globals)[at];
      } else if (const auto* test = std::get_if<ir::TestLock>(&read)) {
        auto object = heap_.object(scratch, eval_.value(scratch, frame, test->lock.object));
        const Lock* then = object ? past(*object).find_lock(*object) : nullptr;
        if (object) scratch.edit_lock(*object) = then ? *then : Lock{.object = *object};
      } else if (const auto* status = std::get_if<ir::TestThread>(&read)) {
        std::uint32_t tested = thread_of(scratch, frame, status->thread);
        const State& then = past(ObjectId());
        bool has_ended = tested < then.threads.size() && then.thread(tested).has_ended();
        if (!has_ended) scratch.edit_thread(tested).frames = state.thread(thread).frames;
      }
    }
  }
  return !transitions(scratch, thread).empty();
}

bool Stepper::test(State& state, Frame& frame, const ir::TestLock& test,
                   std::uint32_t thread) const {
  static const Lock kFree;
  const Lock* found = held(state, frame, test.lock);
  const Lock& l = found ? *found : kFree;
  switch (test.test) {
    case ir::LockTest::Available: return l.holder == Lock::Holder::Free || l.is_owned_by(thread);
    case ir::LockTest::HasLock: return l.is_owned_by(thread);
    case ir::LockTest::WasNotified: return l.was_notified(thread);
    case ir::LockTest::Acquired: break;
  }
  bool is_acquired = l.holder == Lock::Holder::Semaphore;
  if (!is_acquired || l.owner != thread) foreign_unlock_ = true;
  return is_acquired;
}

Lock& Stepper::lock(State& state, Frame& frame, const ir::LockPlace& place) const {
  if (!place.object || place.field) throw Unsupported{"lock variables"};
  auto id = heap_.object(state, eval_.value(state, frame, place.object));
  if (!id) throw Unsupported{"locking null"};
  return state.edit_lock(*id);
}

// The lock if anyone ever used it. Whether the reference is null has been decided by
// the guard.
const Lock* Stepper::held(State& state, Frame& frame, const ir::LockPlace& place) const {
  if (!place.object || place.field) throw Unsupported{"lock variables"};
  auto id = heap_.object(state, eval_.value(state, frame, place.object));
  if (!id) return nullptr;
  return state.find_lock(*id);
}

std::uint32_t Stepper::thread_of(State& state, Frame& frame, ir::ExprId id) const {
  Value value = eval_.value(state, frame, id);
  if (!value.is_thread()) throw Unsupported{"the end of a thread that was never started"};
  return value.thread();
}

bool Stepper::holds_references(const State& state, ObjectId array) const {
  const ir::Program& program = tables_.program();
  ir::TypeKind kind = program.type(program.type(state.object(array).array).element).kind;
  return ir::is_reference(kind) || kind == ir::TypeKind::Tid;
}

bool Stepper::joins(const State& state, std::uint32_t thread, std::uint32_t other) const {
  bool children_only = options_.semantics.join == ir::JoinMode::Children;
  // Nobody waits for a daemon, nor for what it starts.
  while (other != 0 && !state.thread(other).is_daemon) {
    other = state.thread(other).parent;
    if (other == thread) return true;
    if (children_only) return false;
  }
  return false;
}

bool Stepper::is_enabled(const State& state, std::uint32_t thread, const Wait& wait) const {
  if (wait.kind == Wait::Kind::Nothing || wait.has_other_way) return true;
  if (wait.kind == Wait::Kind::Join) {
    for (std::uint32_t i = 0; i < state.threads.size(); ++i) {
      if (!state.thread(i).has_ended() && joins(state, thread, i)) return false;
    }
    return true;
  }
  if (wait.kind == Wait::Kind::Thread) {
    return wait.thread < state.threads.size() && state.thread(wait.thread).has_ended();
  }
  if (wait.kind == Wait::Kind::Condition) {
    if (terms_.is_true(wait.condition)) return true;
    return solver_.check(state, wait.condition) != solve::Answer::Unsat;
  }
  const Lock* l = state.find_lock(wait.object);
  switch (wait.kind) {
    case Wait::Kind::Monitor: return !l || l->is_free() || l->is_owned_by(thread);
    case Wait::Kind::Semaphore: return !l || l->is_free();
    default:
      return l && l->is_free() &&
             (l->was_notified(thread) || (wait.may_give_up && l->has_waiting(thread)));
  }
}

bool Stepper::is_blocked(State& state, std::uint32_t thread, const ir::Transition& t) const {
  if (t.actions.empty()) return false;
  Frame& frame = state.edit_thread(thread).frames.top();
  const ir::Action& first = t.actions.front();
  if (std::holds_alternative<ir::Join>(first)) {
    return !is_enabled(state, thread, {.kind = Wait::Kind::Join});
  }
  if (const auto* a = std::get_if<ir::JoinThread>(&first)) {
    return !state.thread(thread_of(state, frame, a->thread)).has_ended();
  }
  if (const auto* a = std::get_if<ir::Enter>(&first)) {
    const Lock* l = held(state, frame, a->lock);
    return l && l->holder != Lock::Holder::Free && !l->is_owned_by(thread);
  }
  if (const auto* a = std::get_if<ir::Acquire>(&first)) {
    const Lock* l = held(state, frame, a->lock);
    return l && l->holder != Lock::Holder::Free;
  }
  if (const auto* a = std::get_if<ir::Unwait>(&first)) {
    const Lock* l = held(state, frame, a->lock);
    bool may_go_on = l && (l->was_notified(thread) || (may_give_up(*a) && l->has_waiting(thread)));
    return !may_go_on || !l->is_free();
  }
  return false;
}

std::optional<std::size_t> Stepper::constant_index(term::Term index) const {
  if (!terms_.is_constant(index)) return std::nullopt;
  if (terms_.sort(index) == term::Sort::Int) {
    return static_cast<std::size_t>(terms_.small_value(index).value_or(-1));
  }
  return static_cast<std::size_t>(terms_.bits_value(index));
}

term::Term Stepper::is_number(term::Term t, std::size_t n) const {
  return terms_.eq(t, heap_.number(terms_.sort(t), n));
}

std::size_t Stepper::decide(const State& state, term::Term t, std::size_t count) const {
  if (auto n = constant_index(t)) return *n;
  const auto& known = state.condition;
  for (std::size_t n = 0; n < count; ++n) {
    if (std::find(known.begin(), known.end(), is_number(t, n)) != known.end()) return n;
  }
  throw NeedsSplit{{.kind = Split::Kind::Number, .term = t, .count = count}};
}

std::uint32_t Stepper::place_in(State& state, ObjectId array, term::Term index) const {
  if (auto n = constant_index(index)) return por::Access::known_index(*n);
  bool matters = options_.semantics.races || holds_references(state, array);
  if (matters) return por::Access::known_index(decide(state, index, heap_.size(state, array)));
  return por::Access::unknown_index(index.index());
}

// ---------------------------------------------------------------- checks

Outcome Stepper::require(State& state, term::Term condition, verdict::ViolationKind kind,
                         std::uint32_t thread, base::Span span, std::string message) {
  ++checks_;
  if (terms_.is_true(condition)) return {};
  switch (solver_.check(state, terms_.negate(condition))) {
    case solve::Answer::Unsat: return {};
    case solve::Answer::Sat: {
      verdict::Violation violation{kind, std::move(message), span, thread + 1, {}};
      return {Outcome::Kind::Violated, std::make_unique<verdict::Violation>(std::move(violation)),
              nullptr};
    }
    case solve::Answer::Unknown: break;
  }
  note_unknown();
  state.condition.push_back(condition);  // go on as if it held; the verdict is unknown
  return {};
}

base::Span Stepper::shown_span(const State& state, std::uint32_t thread, base::Span span) const {
  const Frame* above = nullptr;  // of a library, and called by the next one
  state.thread(thread).frames.all_of([&](const Frame& frame) {
    const ir::Procedure& proc = tables_.proc(frame.proc);
    if (above) span = proc.transitions[above->call.index()].span;
    above = &frame;
    return proc.is_library;
  });
  return span;
}

Outcome Stepper::check_clauses(State& state, Frame& frame, ir::ContractKind kind,
                               std::uint32_t thread, bool is_assumed) {
  const ir::Procedure& proc = tables_.proc(frame.proc);
  for (const ir::Clause& clause : proc.contract) {
    if (clause.kind != kind) continue;
    if (is_assumed) {
      if (auto ended = assume(state, frame, clause.condition)) return std::move(*ended);
      continue;
    }
    term::Term condition = eval_.condition(state, frame, clause.condition);
    auto violation = kind == ir::ContractKind::Requires      ? verdict::ViolationKind::Requires
                     : kind == ir::ContractKind::Exceptional ? verdict::ViolationKind::Exceptional
                                                             : verdict::ViolationKind::Ensures;
    std::string message = fmt::format("`{}` of {} does not hold", ir::spelling(kind), proc.name);
    base::Span span = clause.span;
    const auto& exception = state.thread(thread).exception;
    if (kind == ir::ContractKind::Exceptional && exception) {
      message =
          fmt::format("{} leaves {}, which `exceptional` forbids", describe(*exception), proc.name);
      span = exception->span;
    }
    Outcome outcome = require(state, condition, violation, thread, span, message);
    if (outcome.kind != Outcome::Kind::Continues) return outcome;
  }
  if (is_assumed) decide_lengths(state);
  return {};
}

// ---------------------------------------------------------------- control

Outcome Stepper::push_frame(State& state, std::uint32_t thread, ir::ProcId id,
                            std::vector<Value> args, ir::TransId call) {
  const ir::Procedure& proc = tables_.proc(id);
  Frame frame{.proc = id, .at = proc.entry, .call = call};
  std::uint64_t decisions = state.thread(thread).decisions;
  frame.decisions = decisions;
  frame.locals = defaults_[id.index()];
  for (std::size_t i = 0; i < args.size(); ++i) frame.locals[proc.params[i].index()] = args[i];
  frame.recursion = count_recursion(state.thread(thread), id, args);
  if (tables_.forks_recursively(id)) frame.arguments = std::move(args);
  bool cut = frame.recursion > options_.unwind;
  state.edit_thread(thread).frames.push(std::move(frame));
  if (cut) return {Outcome::Kind::Cut, {}, "unwind"};
  return {};
}

// An activation counts if something was decided since the one before it, be that in the same
// thread or in one that led to the start of this one. Through threads it also counts if the
// arguments are the same: nothing that we know of will end such a chain.
std::uint32_t Stepper::count_recursion(const Thread& thread, ir::ProcId id,
                                       const std::vector<Value>& args) const {
  if (!tables_.is_recursive(id) && !tables_.forks_recursively(id)) return 0;
  if (const Frame* below = thread.frames.find(id)) {
    return below->recursion + (thread.decisions > below->decisions ? 1 : 0);
  }
  const auto& ancestry = *thread.ancestry;
  auto above = std::find_if(ancestry.begin(), ancestry.end(),
                            [&](const Activation& a) { return a.proc == id; });
  if (above == ancestry.end()) return 0;
  bool is_same = !options_.stateful && args == above->arguments;
  return above->recursion + (is_same || thread.decisions > above->decisions ? 1 : 0);
}

// What a thread that this one starts has to know.
std::vector<Activation> Stepper::activations(const Thread& thread) const {
  std::vector<Activation> result;
  auto is_new = [&](ir::ProcId id) {
    return std::none_of(result.begin(), result.end(),
                        [&](const Activation& a) { return a.proc == id; });
  };
  thread.frames.all_of([&](const Frame& f) {
    if (tables_.forks_recursively(f.proc) && is_new(f.proc)) {
      result.push_back({f.proc, f.recursion, f.decisions, f.arguments});
    }
    return result.size() < tables_.recursive_forks();
  });
  for (const Activation& a : *thread.ancestry) {
    if (is_new(a.proc)) result.push_back(a);
  }
  return result;
}

// A loop iteration counts if the thread decided something since the last one: loops that run by
// themselves, however long, need no bound of their own. With several threads one that
// changed nothing in the frame counts, too: it waits for another thread.
Outcome Stepper::count_iteration(State& state, std::uint32_t thread, ir::TransId by) {
  const Frame& top = state.thread(thread).frames.top();
  const StepTable& table = tables_.steps(top.proc);
  if (!table.at(top.at).is_loop_head) return {};
  Frame& frame = state.edit_thread(thread).frames.top();
  auto found = std::find_if(frame.loops.begin(), frame.loops.end(),
                            [&](const LoopCount& l) { return l.head == frame.at; });
  bool is_alone = state.threads.size() == 1;
  std::uint64_t decisions = state.thread(thread).decisions;
  bool is_new = found == frame.loops.end();
  if (is_new) found = frame.loops.insert(found, LoopCount{});
  if (is_new || !by || !table.transition(by).closes_loop) {
    *found = {frame.at, 0, decisions, 0, nullptr, {}};
    if (!is_alone) found->locals = frame.locals;
    return {};
  }
  if (options_.cut_loops) {
    const CutLoop* cut = tables_.cut_loops().at_head(frame.proc, frame.at);
    if (cut && std::find(cut->back.begin(), cut->back.end(), by) == cut->back.end()) {
      found->cut = LoopCount::Cut::No;  // entered anew
    }
  }
  bool decided = decisions > found->decisions;
  found->decisions = decisions;
  if (decided || (!is_alone && !options_.stateful && found->locals == frame.locals)) {
    ++found->iterations;
  }
  if (found->iterations > options_.unwind) return {Outcome::Kind::Cut, {}, "unwind"};
  if (!is_alone) {
    found->locals = frame.locals;
    return {};
  }
  return options_.repetitions ? find_repetition(state, *found) : Outcome{};
}

// Some loops that run by themselves come back to a state that they were in; it is
// looked for in the manner of Brent, with states kept after 1, 2, 4, … rounds.
Outcome Stepper::find_repetition(State& state, LoopCount& loop) {
  if (loop.seen && is_repeated(tables_, *loop.seen, state)) {
    return {Outcome::Kind::Repeats, {}, nullptr};
  }
  ++loop.rounds;
  if ((loop.rounds & (loop.rounds - 1)) != 0) return {};
  loop.seen.reset();
  auto seen = std::make_shared<const State>(state);
  // The copy shares the frame: this one gets its own before it is changed.
  for (LoopCount& l : state.edit_thread(0).frames.top().loops) {
    if (l.head == seen->thread(0).frames.top().at) l.seen = seen;
  }
  return {};
}

// The top frame has reached a location: pops it if that is an exit, and goes on in
// the caller, within the same step.
Outcome Stepper::arrive(State& state, std::uint32_t thread, ir::TransId by) {
  auto& frames = state.edit_thread(thread).frames;
  for (;;) {
    Frame& top = frames.top();
    const ir::Procedure& proc = tables_.proc(top.proc);
    bool normal = top.at == proc.exit;
    if (!normal && top.at != proc.except) {
      return count_iteration(state, thread, by);
    }
    Frame last = frames.pop();
    if (thread == 0 && frames.empty()) {
      state.entry_returned = true;
      state.entry_locals.edit() = last.locals;
    }
    if (frames.empty()) {
      if (!normal) return uncaught(state, thread);
      bool all = std::all_of(state.threads.begin(), state.threads.end(),
                             [](const CopyOnWrite<Thread>& t) { return t->has_ended(); });
      return {all ? Outcome::Kind::Ended : Outcome::Kind::Continues, {}, nullptr};
    }
    Frame& caller = frames.top();
    const ir::Transition& call = tables_.proc(caller.proc).transitions[last.call.index()];
    const auto& action = std::get<ir::Call>(call.actions.back());
    if (normal && action.target) caller.locals[action.target.index()] = last.result;
    caller.at = normal ? call.target : call.except;
    by = last.call;
  }
}

// An uncaught exception ends the whole execution. Thread 1 has checked the entry's
// clauses on its way out; for any other thread they are checked now.
Outcome Stepper::uncaught(State& state, std::uint32_t thread) {
  Outcome ended{Outcome::Kind::Ended, {}, nullptr};
  if (thread == 0) return ended;
  Frame entry;
  if (state.thread(0).has_ended()) {
    entry.proc = tables_.program().entry;
    entry.locals = *state.entry_locals;
  } else {
    entry = state.thread(0).frames.bottom();
  }
  Outcome outcome = check_clauses(state, entry, ir::ContractKind::Exceptional, thread, false);
  return outcome.kind == Outcome::Kind::Continues ? std::move(ended) : std::move(outcome);
}

ir::ProcId Stepper::resolve(State& state, const ir::Callee& callee,
                            const std::vector<Value>& args) const {
  if (!callee.is_virtual()) return callee.proc;
  auto id = heap_.object(state, args[0]);
  if (!id) throw Unsupported{"calling on null"};
  const Object& o = state.object(*id);
  if (o.is_array()) return tables_.program().dispatch(tables_.program().root, callee.selector);
  ir::ProcId first = tables_.program().dispatch(o.classes[0], callee.selector);
  std::vector<ir::ClassId> same;
  for (ir::ClassId c : o.classes) {
    if (tables_.program().dispatch(c, callee.selector) == first) same.push_back(c);
  }
  if (same.size() == o.classes.size()) return first;
  throw NeedsSplit{{.kind = Split::Kind::Class, .object = *id, .classes = same}};
}

// ---------------------------------------------------------------- splits

std::vector<term::Term> Stepper::conditions(const Split& split) const {
  if (split.kind == Split::Kind::Condition) return {split.term, terms_.negate(split.term)};
  CHECK(split.kind == Split::Kind::Number, "a split of the heap");
  std::vector<term::Term> result;
  for (std::size_t n = split.first; n < split.count; ++n) {
    result.push_back(is_number(split.term, n));
  }
  if (split.has_more) {
    result.push_back(terms_.ge(split.term, heap_.number(terms_.sort(split.term), split.count)));
  }
  return result;
}

std::vector<State> Stepper::apply(const State& state, const Split& split) {
  if (split.kind == Split::Kind::Size) return apply_size(state, split.object);
  note_cut(state, split);
  if (split.kind != Split::Kind::Condition && split.kind != Split::Kind::Number) {
    return heap_.apply(state, split);
  }
  std::vector<State> result;
  for (term::Term condition : conditions(split)) {
    if (solver_.check(state, condition) == solve::Answer::Unsat) continue;
    result.emplace_back(state).condition.push_back(condition);
  }
  return result;
}

Outcome Stepper::take(State& state, const Transition& transition) {
  const Frame& top = state.thread(transition.thread).frames.top();
  const TransitionRow& row = tables_.steps(top.proc).transition(transition.id);
  touched_.clear();
  try {
    if (row.undo != Undo::Nothing) return execute_or_undo(state, transition, row);
    Outcome outcome = execute(state, transition, row);
    if (touched_.empty()) return outcome;
    return judge_races(state, transition, row.code->span, std::move(outcome));
  } catch (const UnsupportedStep& step) {
    note_unsupported(step.what);
    return {Outcome::Kind::Cut, {}, kUnsupported, false};
  }
}

Outcome Stepper::execute_or_undo(State& state, const Transition& transition,
                                 const TransitionRow& row) {
  std::optional<State> before;
  std::optional<Frame> frame;
  if (row.undo == Undo::State) before = state;
  if (row.undo == Undo::Frame) frame = state.thread(transition.thread).frames.top();
  auto take_back = [&] {
    if (before) {
      heap_.keep_made(*before, state);
      state = std::move(*before);
    }
    if (frame) state.edit_thread(transition.thread).frames.top() = std::move(*frame);
  };
  try {
    Outcome outcome = execute(state, transition, row);
    return judge_races(state, transition, row.code->span, std::move(outcome));
  } catch (const NeedsSplit&) {
    take_back();
    throw;
  } catch (const UnsupportedStep&) {
    take_back();
    throw;
  }
}

Outcome Stepper::execute(State& state, const Transition& transition, const TransitionRow& row) {
  if (!options_.cut_loops) return perform(state, transition, row);
  ir::ProcId proc = state.thread(transition.thread).frames.top().proc;
  const CutLoop* loop = tables_.cut_loops().cut_by(proc, transition.id);
  if (loop && loop->why_not.empty()) return cut(state, transition, row, *loop);
  return perform(state, transition, row);
}

Outcome Stepper::perform(State& state, const Transition& transition, const TransitionRow& row) {
  const ir::Transition& code = *row.code;
  // Since the thread evaluated its guards, others may have moved.
  Frame& top = state.edit_thread(transition.thread).frames.top();
  for (const ir::Action& action : code.reads) {
    if (records_order_) note_touched(state, transition.thread, action);
    read(state, top, action, transition.thread);
  }
  for (const ir::Action& action : code.actions) {
    if (records_order_) note_touched(state, transition.thread, action);
    Outcome outcome = execute(state, transition, code, action);
    if (outcome.kind != Outcome::Kind::Continues) return outcome;
  }
  if (row.calls) return arrive(state, transition.thread, {});
  Frame& frame = state.edit_thread(transition.thread).frames.top();
  frame.at = code.target;
  if (row.goes_on) return {};
  return arrive(state, transition.thread, transition.id);
}

}  // namespace symex
