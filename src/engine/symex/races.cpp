// Data races of an execution: what its steps touch is put in order as by the interpreter.
#include <algorithm>

#include "engine/symex/step.h"

namespace symex {

using interp::AccessKind;
using interp::PlaceKind;
using interp::ThreadId;
using por::Access;

namespace {

// Fields by their slots.
interp::Place place_of(Access access) {
  interp::ObjectId object(access.object());
  switch (access.place()) {
    case PlaceKind::Global: return interp::Place::global_variable(ir::GlobalId(access.object()));
    case PlaceKind::Element: return interp::Place::element_of(object, access.index());
    case PlaceKind::Lock: return interp::Place::lock_of(object, {}, {});
    default: return {.kind = access.place(), .object = object, .index = access.index()};
  }
}

}  // namespace

interp::ModedAccess Stepper::moded(const State& state, std::size_t touched) const {
  const pass::AccessModes& modes = tables_.access_modes();
  Access access = touched_[touched];
  interp::ModedAccess result{
      .kind = access.kind(), .place = place_of(access), .mode = access.mode()};
  switch (access.place()) {
    case PlaceKind::Field: {
      ir::ClassId cls = state.object(ObjectId(access.object())).classes.front();
      result.is_mixed = modes.is_mixed(tables_.fields(cls)[access.index()]);
      break;
    }
    case PlaceKind::Global: result.is_mixed = modes.is_mixed(ir::GlobalId(access.object())); break;
    default: result.is_mixed = modes.has_mixed_elements();
  }
  auto before = touched_.begin() + static_cast<std::ptrdiff_t>(touched);
  result.has_read = std::any_of(touched_.begin(), before, [&](Access earlier) {
    return earlier.kind() == AccessKind::Read && earlier.same_place(access);
  });
  return result;
}

// Orders what the step has touched. Whether it races with what was before.
bool Stepper::has_race(State& state, std::uint32_t thread) {
  if (touched_.empty()) return false;
  ThreadId self(thread);
  interp::HappensBefore& order = state.order.edit();
  if (!order.has_started()) order.start();
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    Access access = touched_[i];
    if (access.is_data()) {
      if (order.access(self, moded(state, i), {})) return true;
    } else if (access.is_release()) {
      order.give(self, place_of(access));
    } else if (access.place() == PlaceKind::Lock && access.mode() == ir::AccessMode::Acquire) {
      order.take(self, place_of(access));
    } else if (access.place() == PlaceKind::Thread) {
      ThreadId other(access.object());
      bool has_ended = other != self && state.thread(other.index()).has_ended();
      if (access.kind() == AccessKind::Write) {
        order.fork(self, other);
      } else if (has_ended) {
        order.join(self, other);
      }
    }
  }
  return false;
}

// A race comes before whatever else the step did wrong: the values were not to be relied on.
Outcome Stepper::judge_races(State& state, const Transition& transition, base::Span span,
                             Outcome outcome) {
  bool counts = outcome.kind != Outcome::Kind::Discarded && outcome.is_taken;
  if (!counts || !has_race(state, transition.thread)) return outcome;
  solve::Answer answer = solver_.check(state, terms_.boolean(true));
  if (answer == solve::Answer::Unknown) note_unknown();
  if (answer != solve::Answer::Sat) return {Outcome::Kind::Discarded, {}, nullptr};
  verdict::Violation violation{
      verdict::ViolationKind::Race, "a data race", span, transition.thread + 1, {}};
  return {Outcome::Kind::Violated, std::make_unique<verdict::Violation>(std::move(violation)),
          nullptr};
}

}  // namespace symex
