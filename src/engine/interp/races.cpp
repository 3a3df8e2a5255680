// What a step adds to the order of an execution; happens_before.h has the rules.
#include <fmt/format.h>

#include <algorithm>

#include "engine/interp/stepper.h"
#include "engine/interp/unwind.h"

namespace interp {

void Stepper::observe() {
  if (!model_.options().semantics.races) return;
  // What a step touches in the order of its happening tells of threads, too.
  while (observed_ < effects_.touched.size()) {
    const Access& access = effects_.touched[observed_++];
    switch (access.place.kind) {
      case PlaceKind::Field:
      case PlaceKind::Element:
      case PlaceKind::Global: {
        auto earlier = state_.order.access(self_, moded(observed_ - 1), shown_span());
        if (earlier) report_race(access, *earlier);
        break;
      }
      case PlaceKind::Thread: {
        ThreadId other = access.place.thread;
        if (other == self_) break;  // it ends
        if (access.kind == AccessKind::Write) {
          state_.order.fork(self_, other);
        } else if (state_.thread(other).has_ended()) {
          state_.order.join(self_, other);
        }
        break;
      }
      default: break;
    }
  }
}

// The access with its mode, and whether the step has read before what it writes.
ModedAccess Stepper::moded(std::size_t touched) const {
  const Access& access = effects_.touched[touched];
  const pass::AccessModes& modes = model_.access_modes();
  ModedAccess result{.kind = access.kind, .place = access.place};
  switch (access.place.kind) {
    case PlaceKind::Field:
      result.mode = ir::mode_of(access.mode, program_.field(access.place.field).sharing);
      result.is_mixed = modes.is_mixed(access.place.field);
      break;
    case PlaceKind::Global:
      result.mode = ir::mode_of(access.mode, program_.global(access.place.global).sharing);
      result.is_mixed = modes.is_mixed(access.place.global);
      break;
    default:
      result.mode = ir::mode_of(access.mode, ir::Sharing::Plain);
      result.is_mixed = modes.has_mixed_elements();
  }
  bool matters =
      access.kind == AccessKind::Write && (ir::is_atomic(result.mode) || result.is_mixed);
  for (std::size_t i = 0; matters && i < touched && !result.has_read; ++i) {
    const Access& earlier = effects_.touched[i];
    result.has_read = earlier.kind == AccessKind::Read && earlier.place == access.place;
  }
  return result;
}

void Stepper::order_taking(const LockKey& key, bool orders) {
  if (!model_.options().semantics.races || !orders) return;
  observe();
  state_.order.take(self_, key.place());
}

void Stepper::order_giving(const LockKey& key, bool orders) {
  if (!model_.options().semantics.races || !orders) return;
  observe();
  state_.order.give(self_, key.place());
}

// A final field that another thread reads or may read before its constructor has ended (JLS 17.5).
std::string Stepper::escape(const Access& access, ThreadId writer) const {
  if (access.place.kind != PlaceKind::Field || !program_.field(access.place.field).is_final)
    return "";
  const auto& frames = state_.thread(writer).frames;
  bool is_open = std::any_of(frames.begin(), frames.end(), [&](const Frame& frame) {
    return model_.proc(frame.proc).method.name == "<init>" &&
           frame.locals.front() == Value(access.place.object);
  });
  return is_open ? "; the field is final, and `this` is known to others before its constructor ends"
                 : "; the field is final, but the object was handed over before its constructor "
                   "ended, or in a way that orders nothing";
}

void Stepper::report_race(const Access& access, const PastAccess& earlier) {
  auto told = [&](ThreadId thread, AccessKind kind) {
    return fmt::format("{} {} it", interp::told(model_, state_, thread),
                       kind == AccessKind::Write ? "writes" : "reads");
  };
  observed_ = effects_.touched.size();  // one race is enough
  std::string first = told(earlier.thread, earlier.kind);
  std::string second = told(self_, access.kind);
  base::Span span = shown_span();
  ThreadId writer = access.kind == AccessKind::Write ? self_ : earlier.thread;
  throw Violated{
      {.kind = verdict::ViolationKind::Race,
       .message =
           fmt::format("data race on {}: {} and {}, in no order{}",
                       show(model_, state_, access.place), first, second, escape(access, writer)),
       .span = span,
       .thread = printed(self_),
       .notes = {{span, second, printed(self_)}, {earlier.span, first, printed(earlier.thread)}},
       .values = {},
       .thread_name = thread_name(model_, state_, self_)}};
}

}  // namespace interp
