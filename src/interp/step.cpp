#include "interp/step.h"

#include "base/check.h"
#include "interp/enabled.h"
#include "interp/failure.h"
#include "interp/stepper.h"
#include "interp/unwind.h"

namespace interp {

namespace {

void set_violated(State& state, verdict::Violation violation) {
  state.outcome = ts::Outcome::Violated;
  state.violation = std::move(violation);
}

void set_ended(State& state, ts::Outcome outcome, std::string reason) {
  state.outcome = outcome;
  state.reason = std::move(reason);
}

// Runs `body`, and makes what it throws the outcome of the state.
template <class Body>
void guarded(State& state, base::Span span, ThreadId thread, Body body) {
  auto failed = [&](verdict::ViolationKind kind, std::string what) {
    set_violated(
        state,
        {.kind = kind, .message = std::move(what), .span = span, .thread = ts::printed(thread)});
  };
  try {
    body();
  } catch (Violated& end) {
    set_violated(state, std::move(end.violation));
  } catch (Discarded& end) {
    set_ended(state, ts::Outcome::Discarded, std::move(end.reason));
  } catch (UndefinedOperation& end) {
    failed(verdict::ViolationKind::Error, std::move(end.what));
  } catch (BoundExceeded& end) {
    failed(verdict::ViolationKind::Limit, std::move(end.what));
  } catch (ResourceExhausted& end) {
    set_ended(state, ts::Outcome::Exhausted, std::move(end.what));
  }
}

}  // namespace

Effects step(const Model& model, State& state, ThreadId thread, ts::Chooser& chooser) {
  std::vector<ir::TransId> enabled = enabled_transitions(model, state, thread);
  CHECK(state.outcome == ts::Outcome::Running && !enabled.empty(), "thread {} cannot move",
        ts::printed(thread));
  Effects effects;
  effects.proc = state.thread(thread).frames.back().proc;
  effects.transition = enabled[chooser.choose(ts::DecisionKind::Branch, enabled.size())];
  const ir::Transition& transition = model.transition(effects.proc, effects.transition);
  Stepper stepper(model, state, thread, chooser, effects);
  guarded(state, transition.span, thread, [&] { stepper.perform(transition); });
  // A race comes before whatever else the step did wrong: the values were not to be
  // relied on. An execution that does not count has no races either.
  bool counts = state.outcome != ts::Outcome::Discarded && state.outcome != ts::Outcome::Exhausted;
  if (counts) guarded(state, transition.span, thread, [&] { stepper.observe(); });
  return effects;
}

void start(const Model& model, State& state, std::vector<Value> args) {
  ir::ProcId entry = model.program().entry;
  ThreadId main(0);
  guarded(state, model.proc(entry).span, main, [&] {
    Thread thread;
    thread.frames.push_back(make_frame(model, state, entry, std::move(args)));
    state.threads.push_back(std::move(thread));
    if (model.options().races) state.order.start();
  });
  // A failure leaves a state without threads; there is always a first one.
  if (state.threads.empty()) state.threads.emplace_back();
}

}  // namespace interp
