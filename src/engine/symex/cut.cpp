// Loops that are replaced by their invariants; cut_loops.h says how, and why that is right.
#include <fmt/format.h>

#include <algorithm>

#include "engine/symex/step.h"

namespace symex {

namespace {

using Cut = LoopCount::Cut;

LoopCount& count_of(Frame& frame, ir::LocId head) {
  auto found = std::find_if(frame.loops.begin(), frame.loops.end(),
                            [&](const LoopCount& l) { return l.head == head; });
  if (found != frame.loops.end()) return *found;
  LoopCount& made = frame.loops.emplace_back();  // the procedure begins with the loop
  made.head = head;
  return made;
}

}  // namespace

// The step is taken three times in an execution that stays in the loop: the invariants hold of what
// comes into the loop; they are assumed of an arbitrary round; they hold after the round.
Outcome Stepper::cut(State& state, const Transition& transition, const TransitionRow& row,
                     const CutLoop& loop) {
  Frame& frame = state.edit_thread(transition.thread).frames.top();
  switch (count_of(frame, loop.head).cut) {
    case Cut::Refused: return perform(state, transition, row);
    case Cut::InRound: {
      Outcome outcome = perform(state, transition, row);
      if (outcome.kind != Outcome::Kind::Continues) return outcome;
      return {Outcome::Kind::Ended, {}, nullptr};  // the next round is no other than this one
    }
    case Cut::Arbitrary: {
      for (ir::ExprId invariant : loop.invariants) {
        term::Term holds = eval_.condition(state, frame, invariant);
        if (terms_.is_true(holds)) continue;
        if (solver_.check(state, holds) == solve::Answer::Unsat) {
          return {Outcome::Kind::Discarded, {}, nullptr};
        }
        state.condition.push_back(holds);
      }
      count_of(frame, loop.head).cut = Cut::InRound;
      frame.at = row.code->target;
      return arrive(state, transition.thread, transition.id);
    }
    case Cut::No: break;
  }
  if (!can_be_arbitrary(state, frame, loop)) {
    refused_cuts_.insert(&loop);
    count_of(frame, loop.head).cut = Cut::Refused;
    return perform(state, transition, row);
  }
  decide_written(state, frame, loop);
  for (const ir::Action& action : row.code->actions) {
    Outcome outcome = execute(state, transition, *row.code, action);
    if (outcome.kind != Outcome::Kind::Continues) return outcome;
  }
  Frame& now = state.edit_thread(transition.thread).frames.top();
  make_arbitrary(state, now, loop);
  count_of(now, loop.head).cut = Cut::Arbitrary;
  state.latest_cut = &loop;
  made_cuts_.insert(&loop);
  return {};
}

// An arbitrary reference is one to an object of the inputs: it cannot be to one that the program
// made.
bool Stepper::can_be_arbitrary(const State& state, const Frame& frame, const CutLoop& loop) const {
  if (state.threads.size() > 1) return false;
  const ir::Program& program = tables_.program();
  auto is_reference = [&](const CutLoop::Assigned& a) {
    return ir::is_reference(program.type(tables_.proc(frame.proc).local(a.local).type).kind);
  };
  if (std::none_of(loop.locals.begin(), loop.locals.end(), is_reference)) return true;
  return std::all_of(state.heap->begin(), state.heap->end(),
                     [](const CopyOnWrite<Object>& o) { return o->is_input; });
}

// Which objects a round writes is decided before: else all of them would be arbitrary.
void Stepper::decide_written(const State& state, const Frame& frame, const CutLoop& loop) const {
  auto decide = [&](ir::LocalId local) {
    if (local) heap_.object(state, frame.locals[local.index()]);
  };
  for (const auto& [field, local] : loop.fields) decide(local);
  for (const auto& [array, local] : loop.elements) decide(local);
}

void Stepper::make_arbitrary(State& state, Frame& frame, const CutLoop& loop) {
  const ir::Program& program = tables_.program();
  std::uint32_t count = 0;
  std::uint32_t round = state.arbitrary_rounds++;
  auto any = [&](ir::TypeId type) {
    return heap_.arbitrary(state, type, fmt::format("round#{}.{}", round, count++));
  };
  // The object that is written through a variable that the loop does not assign, or all. What
  // nobody has seen yet is arbitrary anyway.
  auto for_each = [&](ir::LocalId local, auto change) {
    Value one = local ? Heap::known(state, frame.locals[local.index()]) : Value();
    if (one.is_object()) return change(one.object());
    if (one.is_null()) return;
    for (std::size_t i = 0; i < state.heap->size(); ++i) change(ObjectId(i));
  };
  for (const auto& changed : loop.fields) {
    ir::FieldId field = changed.first;
    ir::ClassId owner = program.field(field).owner;
    for_each(changed.second, [&](ObjectId id) {
      const Object& o = state.object(id);
      bool has_field =
          !o.is_array() && std::any_of(o.classes.begin(), o.classes.end(), [&](ir::ClassId cls) {
            return program.is_subclass(cls, owner);
          });
      if (has_field) heap_.store(state, id, field, any(program.field(field).type));
    });
  }
  for (const auto& changed : loop.elements) {
    ir::TypeId array = changed.first;
    for_each(changed.second, [&](ObjectId id) {
      const Object& o = state.object(id);
      if (!o.is_array() || !program.is_assignable(o.array, array) || !o.has_size) return;
      std::size_t size = o.slots.size();
      ir::TypeId element = program.type(o.array).element;
      for (std::size_t i = 0; i < size; ++i) state.edit(id).slots[i] = any(element);
    });
  }
  for (ir::GlobalId global : loop.globals) {
    Value value = any(program.global(global).type);
    state.globals.edit()[global.index()] = value;
  }
  for (const CutLoop::Assigned& a : loop.locals) {
    Value old = frame.locals[a.local.index()];
    bool is_kept = a.constant && eval_.value(state, frame, a.constant) == old;
    if (is_kept) continue;
    frame.locals[a.local.index()] = any(tables_.proc(frame.proc).local(a.local).type);
  }
}

}  // namespace symex
