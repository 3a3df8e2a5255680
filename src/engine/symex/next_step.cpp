// The next step of a thread: its footprint, and what has to be decided before it.
#include <algorithm>
#include <span>

#include "base/check.h"
#include "engine/symex/step.h"
#include "ir/pass/shared_guards.h"
#include "ir/typing.h"

namespace symex {

using interp::AccessKind;
using interp::PlaceKind;
using por::Access;

// Walks over the actions of a transition before it is taken. A local that an earlier
// action of the same transition loads is not known yet, and an access through it could
// be anywhere. An object that the transition makes is not known either, but nobody else can
// reach it before the transition is over. Or it looks at each action where it is taken.
struct Stepper::FootprintBuilder {
  // `assigns`: assignments are made in the frame.
  FootprintBuilder(const Stepper& s, State& now, std::uint32_t t, Frame& f, bool assigns,
                   NextStep& result)
      : stepper(s), state(now), thread(t), frame(f), is_scratch(assigns), out(result) {}

  const Stepper& stepper;
  State& state;
  std::uint32_t thread;
  Frame& frame;
  bool is_scratch;
  NextStep& out;
  enum class Knowledge : std::uint8_t { Known, Unknown, Fresh };
  std::vector<Knowledge> knowledge;  // by local; empty: all are known
  bool is_visible = false;           // other threads may observe it
  bool is_taken = false;             // the action at hand is taken now: it is looked at for races
  bool with_private = false;         // what no other thread can reach counts, too
  Wait tried = {};                   // a monitor that guards ask for

  const ir::Program& program() const { return stepper.tables_.program(); }
  // `written`: what a write sets data to, if that is known.
  void add(AccessKind kind, PlaceKind place, std::size_t object = 0, std::size_t index = 0,
           ir::AccessMode mode = ir::AccessMode::Plain,
           std::optional<term::Term> written = std::nullopt) {
    is_visible = true;
    Access access =
        Access(kind, place, static_cast<std::uint32_t>(object), static_cast<std::uint32_t>(index))
            .in_mode(mode);
    out.footprint.add(written ? access.writing(written->index()) : access);
  }
  bool is_hidden(ObjectId object) const { return !with_private && Heap::is_private(state, object); }
  void anything(AccessKind kind) { add(kind, PlaceKind::Everything); }
  Value value(ir::ExprId id) { return stepper.eval_.value(state, frame, id); }

  bool is_unknown(ir::ExprId id) const {
    if (knowledge.empty() || !id) return false;
    const ir::Expr& e = program().expr(id);
    if (e.kind == ir::ExprKind::Local && knowledge[e.local.index()] != Knowledge::Known) {
      return true;
    }
    return is_unknown(e.a) || is_unknown(e.b) || is_unknown(e.c);
  }
  // The expression is an object that the transition has made.
  bool is_fresh(ir::ExprId id) const {
    if (knowledge.empty()) return false;
    const ir::Expr& e = program().expr(id);
    return e.kind == ir::ExprKind::Local && knowledge[e.local.index()] == Knowledge::Fresh;
  }
  void note(ir::LocalId target, Knowledge now) {
    if (!target) return;
    if (is_taken) return;
    if (knowledge.empty()) knowledge.resize(frame.locals.size());
    knowledge[target.index()] = now;
  }
  void forget(ir::LocalId target) { note(target, Knowledge::Unknown); }
  std::optional<ObjectId> object(ir::ExprId id) { return stepper.heap_.object(state, value(id)); }

  // The value as a term that means the same whatever others have done: of numbers and truth values
  // any term, of others a constant.
  std::optional<term::Term> written(ir::AccessMode mode, bool is_awaited, ir::ExprId id) {
    bool matters = stepper.options_.equal_writes && !ir::releases(mode) && !is_taken;
    if (!id || !matters || is_awaited || is_unknown(id)) return std::nullopt;
    try {
      Value v = value(id);
      if (!v.is_data()) return std::nullopt;
      term::Sort sort = stepper.terms_.sort(v.term());
      bool means_itself = sort == term::Sort::Bool || sort == term::Sort::Int ||
                          sort == term::Sort::Char || term::is_bits(sort);
      if (means_itself || stepper.terms_.is_constant(v.term())) return v.term();
    } catch (const UnsupportedStep&) {
      // It ends here.
    }
    return std::nullopt;
  }

  // All writes of what a guard reads have an order.
  void order(AccessKind kind, pass::Awaits::Group group) {
    if (kind == AccessKind::Write && group && !is_taken) add(kind, PlaceKind::Awaited, *group);
  }

  const pass::Awaits& awaits() const { return stepper.tables_.awaits(); }

  void field(AccessKind kind, ir::AccessMode mode, ir::ExprId holder, ir::FieldId id,
             ir::ExprId now = {}) {
    ir::Sharing sharing = program().field(id).sharing;
    if (kind == AccessKind::Read && sharing == ir::Sharing::Constant) return;
    if (is_fresh(holder)) return;
    if (is_unknown(holder)) return anything(kind);
    auto o = object(holder);
    if (!o || is_hidden(*o)) return;
    mode = ir::mode_of(mode, sharing);
    add(kind, PlaceKind::Field, o->index(), stepper.tables_.slot(id), mode,
        written(mode, awaits().is_awaited(id), now));
    order(kind, awaits().group(id));
  }
  void global(AccessKind kind, ir::AccessMode mode, ir::GlobalId id, ir::ExprId now = {}) {
    ir::Sharing sharing = program().global(id).sharing;
    if (kind == AccessKind::Read && sharing == ir::Sharing::Constant) return;
    mode = ir::mode_of(mode, sharing);
    add(kind, PlaceKind::Global, id.index(), 0, mode, written(mode, awaits().is_awaited(id), now));
    order(kind, awaits().group(id));
  }
  void thread_status(ir::ExprId id) {
    if (is_unknown(id)) return anything(AccessKind::Read);
    add(AccessKind::Read, PlaceKind::Thread, stepper.thread_of(state, frame, id));
  }
  void element(AccessKind kind, ir::AccessMode mode, ir::ExprId array, ir::ExprId at,
               ir::ExprId now = {}) {
    if (is_fresh(array)) return;
    if (is_unknown(array)) return anything(kind);
    auto o = object(array);
    if (!o || is_hidden(*o)) return;
    std::uint32_t index = Access::kAny;
    if (!is_unknown(at)) index = stepper.place_in(state, *o, value(at).term());
    mode = ir::mode_of(mode, ir::Sharing::Plain);
    add(kind, PlaceKind::Element, o->index(), index, mode,
        written(mode, awaits().are_elements_awaited(), now));
    order(kind, awaits().group_of_elements());
  }
  void lock(AccessKind kind, const ir::LockPlace& place, Wait::Kind wait = Wait::Kind::Nothing,
            bool orders = true) {
    if (is_unknown(place.object)) return anything(kind);
    auto o = object(place.object);
    if (!o) return;
    bool takes = is_taken && orders && wait != Wait::Kind::Nothing;
    ir::AccessMode mode = takes ? ir::AccessMode::Acquire : ir::AccessMode::Plain;
    if (!is_hidden(*o)) {
      add(kind, PlaceKind::Lock, o->index(), 0, mode);
      order(kind, awaits().group_of_monitors());
    }
    if (wait != Wait::Kind::Nothing) out.wait = {.kind = wait, .object = *o};
  }
  void release(const ir::LockPlace& place, bool orders = true) {
    lock(AccessKind::Write, place);
    if (!is_taken || !orders) return;
    if (auto o = object(place.object)) {
      out.footprint.add(Access::release_of(static_cast<std::uint32_t>(o->index())));
    }
  }
  // What an expression reads, and what is read to find it. Operands that what is known of this
  // state makes idle are passed over: what makes them so has been read.
  void heap_reads(ir::ExprId id) {
    if (!id || !ir::reads_heap(program(), id)) return;
    const ir::Expr& e = program().expr(id);
    switch (e.kind) {
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists: return quantifier(e);
      case ir::ExprKind::FieldOf:
        heap_reads(e.a);
        return field(AccessKind::Read, ir::AccessMode::Declared, e.a, e.field);
      case ir::ExprKind::ElementOf:
        heap_reads(e.a);
        heap_reads(e.b);
        return element(AccessKind::Read, ir::AccessMode::Declared, e.a, e.b);
      case ir::ExprKind::GlobalOf:
        return global(AccessKind::Read, ir::AccessMode::Declared, e.global);
      default: break;
    }
    heap_reads(e.a);
    bool is_lazy = e.kind == ir::ExprKind::Ite ||
                   (e.kind == ir::ExprKind::Binary && e.binary <= ir::BinaryOp::And);
    std::optional<bool> first;
    if (is_lazy && !is_unknown(e.a)) {
      term::Term condition = value(e.a).term();
      if (stepper.terms_.is_true(condition)) first = true;
      if (stepper.terms_.is_false(condition)) first = false;
    }
    if (e.kind == ir::ExprKind::Ite) {
      if (first != false) heap_reads(e.b);
      if (first != true) heap_reads(e.c);
      return;
    }
    bool is_idle = is_lazy && first == (e.binary == ir::BinaryOp::Or);
    if (!is_idle) heap_reads(e.b);
    heap_reads(e.c);
  }
  void quantifier(const ir::Expr& e) {
    heap_reads(e.a);
    if (is_fresh(e.a)) return;
    if (is_unknown(e.a)) return anything(AccessKind::Read);
    auto o = object(e.a);
    if (!o) return;
    if (!is_hidden(*o)) all_elements(*o);
    if (!ir::reads_heap(program(), e.b)) return;
    std::size_t size = stepper.heap_.size(state, *o);
    term::Sort sort = stepper.heap_.sort(ir::simple_type(ir::TypeKind::Int));
    for (std::size_t i = 0; i < size; ++i) {
      frame.locals[e.local.index()] = stepper.heap_.element(state, *o, i);
      if (e.index) {
        frame.locals[e.index.index()] = Value::data(stepper.heap_.number(sort, i));
      }
      heap_reads(e.b);
    }
  }

  void all_elements(ObjectId array) {
    if (!is_taken) return add(AccessKind::Read, PlaceKind::Element, array.index(), Access::kAny);
    for (std::size_t i = 0, size = stepper.heap_.size(state, array); i < size; ++i) {
      add(AccessKind::Read, PlaceKind::Element, array.index(), Access::known_index(i));
    }
  }

  void operator()(const ir::Assign& a) {
    heap_reads(a.value);
    if (!is_scratch) return;
    if (is_fresh(a.value)) return note(a.target, Knowledge::Fresh);
    if (is_unknown(a.value)) return forget(a.target);
    try {
      frame.locals[a.target.index()] = value(a.value);
    } catch (const UnsupportedStep&) {
      return forget(a.target);  // it ends here
    }
    if (!knowledge.empty()) note(a.target, Knowledge::Known);
  }
  void operator()(const ir::LoadField& a) {
    field(AccessKind::Read, a.mode, a.object, a.field);
    forget(a.target);
  }
  void operator()(const ir::StoreField& a) {
    field(AccessKind::Write, a.mode, a.object, a.field, a.value);
  }
  void operator()(const ir::LoadElement& a) {
    element(AccessKind::Read, a.mode, a.array, a.index);
    forget(a.target);
  }
  void operator()(const ir::StoreElement& a) {
    element(AccessKind::Write, a.mode, a.array, a.index, a.value);
  }
  void operator()(const ir::LoadGlobal& a) {
    global(AccessKind::Read, a.mode, a.global);
    forget(a.target);
  }
  void operator()(const ir::StoreGlobal& a) {
    global(AccessKind::Write, a.mode, a.global, a.value);
  }
  void operator()(const ir::New& a) { note(a.target, Knowledge::Fresh); }
  void operator()(const ir::NewArray& a) { note(a.target, Knowledge::Fresh); }
  void operator()(const ir::Call&) {}
  void operator()(const ir::Fork& a) {
    if (is_taken) add(AccessKind::Write, PlaceKind::Thread, state.threads.size());
    forget(a.target);
  }
  void operator()(const ir::Join&) {
    out.wait.kind = Wait::Kind::Join;
    out.wait.thread = static_cast<std::uint32_t>(state.threads.size());
    for (std::uint32_t i = 0; i < state.threads.size(); ++i) {
      if (stepper.joins(state, thread, i)) add(AccessKind::Read, PlaceKind::Thread, i);
    }
  }
  void operator()(const ir::JoinThread& a) {
    thread_status(a.thread);
    if (is_unknown(a.thread)) throw Unsupported{"joining a thread that the same step reads"};
    out.wait.kind = Wait::Kind::Thread;
    out.wait.thread = stepper.thread_of(state, frame, a.thread);
  }
  void operator()(const ir::TestThread& a) {
    thread_status(a.thread);
    forget(a.target);
  }
  void operator()(const ir::Enter& a) {
    lock(AccessKind::Write, a.lock, Wait::Kind::Monitor, a.orders);
  }
  void operator()(const ir::Exit& a) {
    // Who tries to enter finds out whether this came before.
    bool is_tried = !stepper.own_unlocks_only_ || stepper.tables_.tries_monitors();
    if (is_tried) return release(a.lock, a.orders);
    left_mover([&] { release(a.lock, a.orders); });
  }
  void operator()(const ir::Acquire& a) { lock(AccessKind::Write, a.lock, Wait::Kind::Semaphore); }
  void operator()(const ir::Release& a) {
    if (!is_own(a.lock)) return release(a.lock);
    left_mover([&] { release(a.lock); });
  }
  void operator()(const ir::Wait& a) { release(a.lock, a.orders); }
  void operator()(const ir::Unwait& a) {
    lock(AccessKind::Write, a.lock, Wait::Kind::Notification, a.orders);
    out.wait.may_give_up = stepper.may_give_up(a);
  }
  void operator()(const ir::Notify& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::NotifyAll& a) { lock(AccessKind::Write, a.lock); }
  void operator()(const ir::Assert& a) { heap_reads(a.condition); }
  void operator()(const ir::Assume& a) { heap_reads(a.condition); }
  void operator()(const ir::CheckContract& a) {
    bool is_first = thread == 0 && state.thread(thread).frames.size() == 1;
    if (a.kind == ir::ContractKind::Input && !is_first) return;
    for (const ir::Clause& clause : stepper.tables_.proc(frame.proc).contract) {
      if (clause.kind == a.kind) heap_reads(clause.condition);
    }
  }
  void operator()(const ir::Havoc& a) { forget(a.target); }
  void operator()(const ir::Throw&) {}
  void operator()(const ir::Limit&) {}
  void operator()(const ir::Catch& a) { forget(a.target); }
  void operator()(const ir::Self& a) { forget(a.target); }
  void operator()(const ir::Return& a) { heap_reads(a.value); }
  // Nobody looks at what is printed while a program is verified.
  void operator()(const ir::Print&) {}
  void operator()(const ir::Choose& a) {
    for (ir::ExprId value : a.values) heap_reads(value);
    forget(a.target);
  }
  void operator()(const ir::TestLock& a) {
    if (a.test != ir::LockTest::Acquired || !is_own(a.lock)) return lock(AccessKind::Read, a.lock);
    left_mover([&] { lock(AccessKind::Read, a.lock); });
  }
  // The thread itself holds it as a semaphore, and only such threads unlock.
  bool is_own(const ir::LockPlace& place) {
    if (!stepper.own_unlocks_only_ || is_unknown(place.object)) return false;
    auto o = object(place.object);
    const Lock* l = o ? state.find_lock(*o) : nullptr;
    return l && l->holder == Lock::Holder::Semaphore && l->owner == thread;
  }
  // What only other languages have is refused when the step is taken.
  template <ir::OneOf<ir::ChooseInstance, ir::ChooseReachable, std::monostate> Refused>
  void operator()(const Refused&) {}

  // The tests that guards make where the thread stands, before it leaves by one of them.
  void reads(const StepTable& table, ir::LocId at) {
    bool tries_monitor = table.at(at).tries_monitor;
    for (const TransitionRow& row : table.leaving(at)) {
      const ir::Transition& t = *row.code;
      const auto* enter = t.actions.empty() ? nullptr : std::get_if<ir::Enter>(&t.actions[0]);
      if (enter && tries_monitor) {
        if (auto o = object(enter->lock.object)) {
          tried = {.kind = Wait::Kind::Monitor, .object = *o, .has_other_way = true};
        }
      }
      for (const ir::Action& read : t.reads) {
        if (!row.repeats_reads) ir::visit(*this, read);
        // What others do may make an `unlock` throw instead. A step has one footprint
        // whenever it comes, so it has that of both.
        const auto* test = std::get_if<ir::TestLock>(&read);
        bool varies =
            test && (test->test == ir::LockTest::Acquired ? !is_own(test->lock) : tries_monitor);
        if (!varies) continue;
        lock(AccessKind::Write, test->lock);
        end(t);
      }
    }
  }

  // The end of the thread, or of the execution, belongs to the step that causes it.
  void end(const ir::Transition& t) {
    if (!t.actions.empty() && std::holds_alternative<ir::Call>(t.actions.back())) return;
    ir::LocId at = t.target;
    ir::TransId call;
    bool normal = true;
    bool ends = state.thread(thread).frames.all_of([&](const Frame& f) {
      const ir::Procedure& proc = stepper.tables_.proc(f.proc);
      if (call) {
        const ir::Transition& c = proc.transitions[call.index()];
        at = normal ? c.target : c.except;
      }
      normal = at == proc.exit;
      call = f.call;
      return normal || at == proc.except;
    });
    if (!ends) return;
    if (!normal) return anything(AccessKind::Write);
    // A test of its end may come before: then the end is no left mover.
    if (stepper.tables_.tests_threads()) {
      add(AccessKind::Write, PlaceKind::Thread, thread);
      return order(AccessKind::Write, awaits().group_of_threads());
    }
    left_mover([&] { add(AccessKind::Write, PlaceKind::Thread, thread); });
  }

  // Accesses that commute with the earlier steps of others, for they only ever enable steps:
  // left movers (Lipton). These are leaving a monitor and unlocking a semaphore, if threads
  // unlock only what they hold, and the end of the thread.
  template <class Add>
  void left_mover(Add adding) {
    bool before = is_visible;
    adding();
    is_visible = before;
  }
};

namespace {

// The step reads an input about which another thread may decide something.
bool reads_inputs(const ir::Program& program, const State& state, const Frame& frame,
                  ir::ExprId id) {
  if (!id) return false;
  const ir::Expr& e = program.expr(id);
  if (e.kind == ir::ExprKind::Local) {
    Value v = frame.locals[e.local.index()];
    if (v.is_symbol()) {
      if (!state.symbol(v.symbol()).is_known_at_fork) return true;
      v = state.symbol(v.symbol()).value;
    }
    return v.is_object() && state.object(v.object()).is_input &&
           !state.object(v.object()).is_known_at_fork;
  }
  bool is_heap = e.kind == ir::ExprKind::FieldOf || e.kind == ir::ExprKind::ElementOf ||
                 e.kind == ir::ExprKind::GlobalOf;
  if (is_heap) return true;  // what is there may be an input
  return reads_inputs(program, state, frame, e.a) || reads_inputs(program, state, frame, e.b) ||
         reads_inputs(program, state, frame, e.c);
}

bool reads_inputs(const ir::Program& program, const State& state, const Frame& frame,
                  const ir::CheckContract& check) {
  const auto& contract = program.proc(frame.proc).contract;
  return std::any_of(contract.begin(), contract.end(), [&](const ir::Clause& clause) {
    return clause.kind == check.kind && ir::reads_heap(program, clause.condition) &&
           reads_inputs(program, state, frame, clause.condition);
  });
}

bool reads_inputs(const ir::Program& program, const State& state, const Frame& frame,
                  const ir::Transition& t) {
  if (reads_inputs(program, state, frame, t.guard)) return true;
  bool result = false;
  for (const ir::Action& action : t.actions) {
    // Copies of a reference do not read it.
    if (const auto* a = std::get_if<ir::Assign>(&action)) {
      if (program.expr(a->value).kind == ir::ExprKind::Local) continue;
    }
    if (const auto* check = std::get_if<ir::CheckContract>(&action)) {
      result = result || reads_inputs(program, state, frame, *check);
    }
    ir::for_each_expr(
        action, [&](ir::ExprId e) { result = result || reads_inputs(program, state, frame, e); });
  }
  return result;
}

}  // namespace

Decision Stepper::decision_about(const Split& split) const {
  Decision out;
  out.split = split;
  if (split.kind == Split::Kind::Condition || split.kind == Split::Kind::Number) {
    out.conditions = conditions(split);
  } else {
    out.footprint.add(Access(AccessKind::Write, PlaceKind::Instances));
  }
  return out;
}

NextStep Stepper::next_step(State& state, std::uint32_t thread) const {
  NextStep out;
  try {
    find_next_step(state, thread, out);
  } catch (const NeedsSplit& needed) {
    out = NextStep(NextStep::Kind::Decision);
    out.decision = decision_about(needed.split);
    out.footprint = out.decision->footprint;
  }
  return out;
}

// What the guards read where the thread stands.
void Stepper::add_reads(State& state, std::uint32_t thread, NextStep& out) const {
  const Frame& frame = state.edit_thread(thread).frames.top();
  const ir::Procedure& proc = tables_.proc(frame.proc);
  Frame scratch = frame;
  FootprintBuilder builder(*this, state, thread, scratch, true, out);
  for (ir::TransId id : tables_.outgoing(frame.proc, frame.at)) {
    for (const ir::Action& read : proc.transitions[id.index()].reads) ir::visit(builder, read);
  }
  auto group = tables_.awaits().group(frame.proc, frame.at);
  if (group) builder.add(AccessKind::Read, PlaceKind::Awaited, *group);
}

void Stepper::add_touched(State& state, std::uint32_t thread, const ir::Transition& t,
                          NextStep& out) const {
  // What a read loads is not known to the actions: others may write it before.
  Frame scratch = state.edit_thread(thread).frames.top();
  FootprintBuilder builder(*this, state, thread, scratch, true, out);
  for (const ir::Action& read : t.reads) ir::visit(builder, read);
  for (const ir::Action& action : t.actions) ir::visit(builder, action);
  builder.end(t);
}

// At guards over shared variables. Which of them hold is seen when the thread moves; what
// they read is touched in any case, for others enable and disable the step by writing it. So is
// what any of the transitions touches, for a step has one footprint whenever it comes.
void Stepper::find_next_step_at_condition(State& state, std::uint32_t thread, NextStep& out) const {
  out.kind = NextStep::Kind::Visible;
  out.transitions = transitions(state, thread);
  const Frame& frame = state.edit_thread(thread).frames.top();
  const ir::Procedure& proc = tables_.proc(frame.proc);
  add_reads(state, thread, out);
  std::vector<term::Term> guards;
  for (const TransitionRow& row : tables_.steps(frame.proc).leaving(frame.at)) {
    add_touched(state, thread, *row.code, out);
    if (row.is_watched) {
      out.footprint.add(Access(AccessKind::Read, PlaceKind::Thread, thread));
    }
  }
  bool is_open = false;
  for (const Transition& transition : out.transitions) {
    guards.push_back(transition.guard);
    is_open = is_open || !terms_.is_true(transition.guard);
  }
  // What a guard asks for is no second reason.
  bool is_guarded = std::all_of(
      out.transitions.begin(), out.transitions.end(), [&](const Transition& transition) {
        const ir::Transition& t = proc.transitions[transition.id.index()];
        return t.actions.empty() || !ir::info(ir::kind_of(t.actions.front())).blocking ||
               pass::tests_free(t);
      });
  if (out.wait.kind != Wait::Kind::Nothing && !is_guarded) {
    throw Unsupported{"two reasons to wait at once"};
  }
  out.wait = {
      .kind = Wait::Kind::Condition, .condition = terms_.disjunction(guards), .is_open = is_open};
}

void Stepper::find_next_step(State& state, std::uint32_t thread, NextStep& out) const {
  Thread& self = state.edit_thread(thread);
  Frame& frame = self.frames.top();
  const StepTable& table = tables_.steps(frame.proc);
  if (table.at(frame.at).has_shared_guard) return find_next_step_at_condition(state, thread, out);
  ir::TransId chosen = self.chosen;
  add_transitions(state, thread, out.transitions);
  if (chosen) out.transitions.erase_if([&](const Transition& t) { return t.id != chosen; });
  if (out.transitions.empty()) {
    out.kind = NextStep::Kind::Infeasible;
    return;
  }
  const TransitionRow& row = table.transition(out.transitions[0].id);
  if (!chosen && out.transitions.back().id != row.id) {
    out.kind = NextStep::Kind::Decision;
    // All branches, also those that cannot be taken: the number of an alternative means the same
    // in all executions.
    Decision& decision = out.decision.emplace();
    for (const TransitionRow& leaving : table.leaving(frame.at)) {
      auto branch = std::find_if(out.transitions.begin(), out.transitions.end(),
                                 [&](const Transition& other) { return other.id == leaving.id; });
      bool is_open = branch != out.transitions.end();
      decision.conditions.push_back(is_open ? branch->guard : terms_.boolean(false));
      decision.transitions.push_back(leaving.id);
    }
    add_input_reads(state, thread, out);
    return;
  }
  if (!chosen && row.assumes) {
    if (auto condition = assumption(state, frame, *row.code)) {
      out.kind = NextStep::Kind::Decision;
      Decision& decision = out.decision.emplace();
      decision.conditions = {*condition, terms_.negate(*condition)};
      decision.transitions = {row.id, row.id};
      decision.is_assumption = true;
      add_footprint(state, thread, row, out);
      out.wait = {};
      return;
    }
  }
  bool is_visible = find_accesses(state, thread, row, out);
  out.kind = options_.coarsen && !is_visible ? NextStep::Kind::Invisible : NextStep::Kind::Visible;
}

// Adds what the step touches, and says whether others may observe it.
bool Stepper::find_accesses(State& state, std::uint32_t thread, const TransitionRow& row,
                            NextStep& out) const {
  bool is_visible = add_input_reads(state, thread, out);
  bool is_invisible = row.code->invisible;
  if (!is_invisible) is_visible = add_footprint(state, thread, row, out) || is_visible;
  // The mark is about the actions: that the step ends its thread is for others to see.
  if (is_invisible && row.leaves) {
    Frame& frame = state.edit_thread(thread).frames.top();
    FootprintBuilder builder(*this, state, thread, frame, false, out);
    builder.end(*row.code);
    is_visible = is_visible || builder.is_visible;
  }
  bool is_watched = !is_invisible && row.is_watched;
  if (is_watched || (!options_.coarsen && out.footprint.empty())) {
    // Whether the step is taken before an exception ends the execution is to matter.
    is_visible = is_visible || is_watched;
    out.footprint.add(Access(AccessKind::Read, PlaceKind::Thread, thread));
  }
  // Where all states are visited, an access that commutes with whatever others may still
  // do need not be interleaved. Elsewhere it may have to change places with the past.
  return is_visible && !(options_.stateful && is_only_read(state, thread, out.footprint));
}

// What the step assumes, if that is open. Assignments before it count.
std::optional<term::Term> Stepper::assumption(State& state, Frame& frame,
                                              const ir::Transition& t) const {
  auto is_assume = [](const ir::Action& a) { return std::holds_alternative<ir::Assume>(a); };
  auto last = std::find_if(t.actions.rbegin(), t.actions.rend(), is_assume).base();
  if (last == t.actions.begin()) return std::nullopt;
  Frame scratch = frame;
  for (const ir::Action& action : std::span(t.actions.begin(), last)) {
    if (const auto* assume = std::get_if<ir::Assume>(&action)) {
      term::Term condition = eval_.condition(state, scratch, assume->condition);
      if (!terms_.is_constant(condition)) return condition;
    } else if (const auto* assign = std::get_if<ir::Assign>(&action)) {
      scratch.locals[assign->target.index()] = eval_.value(state, scratch, assign->value);
    } else {
      throw Unsupported{"assumptions about what the same step reads"};
    }
  }
  return std::nullopt;
}

// Whether everything that the step touches is data that it reads and that no other thread
// may write from now on.
bool Stepper::is_only_read(const State& state, std::uint32_t thread,
                           const por::Footprint& touched) const {
  const pass::FutureWrites& writes = tables_.future_writes();
  auto may_be_written = [&](Access access, const Frame& frame) {
    switch (access.place()) {
      case PlaceKind::Global:
        return writes.global(frame.proc, frame.at, ir::GlobalId(access.object()));
      case PlaceKind::Element:
        return writes.element(frame.proc, frame.at, state.object(ObjectId(access.object())).array);
      default: {
        ir::ClassId cls = state.object(ObjectId(access.object())).classes.front();
        return writes.field(frame.proc, frame.at, tables_.fields(cls)[access.index()]);
      }
    }
  };
  for (Access access : touched) {
    if (access.kind() != AccessKind::Read || !access.is_data() || access.is_atomic()) return false;
    for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
      if (t == thread) continue;
      bool is_safe = state.thread(t).frames.all_of(
          [&](const Frame& frame) { return !may_be_written(access, frame); });
      if (!is_safe) return false;
    }
  }
  return true;
}

// Whether the next step reads inputs that were not known when the second thread started.
bool Stepper::add_input_reads(const State& state, std::uint32_t thread, NextStep& out) const {
  if (state.symbols->empty()) return false;
  const Frame& frame = state.thread(thread).frames.top();
  const ir::Procedure& proc = tables_.proc(frame.proc);
  for (ir::TransId id : tables_.outgoing(frame.proc, frame.at)) {
    const ir::Transition& t = proc.transitions[id.index()];
    if (!reads_inputs(tables_.program(), state, frame, t)) continue;
    out.footprint.add(Access(AccessKind::Read, PlaceKind::Instances));
    return true;
  }
  return false;
}

bool Stepper::add_footprint(State& state, std::uint32_t thread, const TransitionRow& row,
                            NextStep& out) const {
  const ir::Transition& t = *row.code;
  Frame& frame = state.edit_thread(thread).frames.top();
  std::optional<Frame> scratch;
  if (t.actions.size() > 1) scratch = frame;
  FootprintBuilder builder(*this, state, thread, scratch ? *scratch : frame, scratch.has_value(),
                           out);
  const StepTable& table = tables_.steps(frame.proc);
  if (table.at(frame.at).has_reads) builder.reads(table, frame.at);
  builder.knowledge.clear();  // the tests have been made
  for (const ir::Action& action : t.actions) ir::visit(builder, action);
  builder.end(t);
  if (table.at(frame.at).tries_monitor) out.wait = builder.tried;
  return builder.is_visible;
}

// ---------------------------------------------------------------- data races

// Takes note of what an action of the step is about to touch, in the order of its happening.
void Stepper::note_touched(State& state, std::uint32_t thread, const ir::Action& action) {
  bool is_alone = state.threads.size() == 1 && !std::holds_alternative<ir::Fork>(action);
  if (!records_order_ || is_alone) return;
  NextStep out;
  Frame& frame = state.edit_thread(thread).frames.top();
  FootprintBuilder builder(*this, state, thread, frame, false, out);
  builder.is_taken = true;
  builder.with_private = tables_.access_modes().is_weak();
  ir::visit(builder, action);
  touched_.insert(touched_.end(), out.footprint.begin(), out.footprint.end());
}

}  // namespace symex
