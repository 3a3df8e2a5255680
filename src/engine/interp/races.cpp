// What a step adds to the order of an execution; happens_before.h has the rules.
#include <fmt/format.h>

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
      case PlaceKind::Global:
        if (is_volatile(access.place)) {
          order_volatile(access);
        } else if (auto earlier = state_.order.access(self_, access, shown_span())) {
          report_race(access, *earlier);
        }
        break;
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

bool Stepper::is_volatile(const Place& place) const {
  if (place.kind == PlaceKind::Element) return false;
  ir::Sharing sharing = place.kind == PlaceKind::Field ? program_.field(place.field).sharing
                                                       : program_.global(place.global).sharing;
  return sharing == ir::Sharing::Volatile;
}

// Like the taking and the giving of a lock.
void Stepper::order_volatile(const Access& access) {
  if (access.kind == AccessKind::Write) {
    state_.order.give(self_, access.place);
  } else {
    state_.order.take(self_, access.place);
  }
}

void Stepper::order_taking(const LockKey& key) {
  if (!model_.options().semantics.races) return;
  observe();
  state_.order.take(self_, key.place());
}

void Stepper::order_giving(const LockKey& key) {
  if (!model_.options().semantics.races || !state_.lock(key).is_free()) return;
  observe();
  state_.order.give(self_, key.place());
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
  throw Violated{
      {.kind = verdict::ViolationKind::Race,
       .message = fmt::format("data race on {}: {} and {}, in no order",
                              show(model_, state_, access.place), first, second),
       .span = span,
       .thread = printed(self_),
       .notes = {{span, second, printed(self_)}, {earlier.span, first, printed(earlier.thread)}},
       .values = {},
       .thread_name = thread_name(model_, state_, self_)}};
}

}  // namespace interp
