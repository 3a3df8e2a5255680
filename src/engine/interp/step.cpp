#include "engine/interp/step.h"

#include "base/check.h"
#include "engine/interp/enabled.h"
#include "engine/interp/failure.h"
#include "engine/interp/stepper.h"
#include "engine/interp/unwind.h"

namespace interp {

namespace {

void set_violated(State& state, verdict::Violation violation) {
  state.outcome = Outcome::Violated;
  state.violation = std::move(violation);
}

void set_ended(State& state, Outcome outcome, std::string reason) {
  state.outcome = outcome;
  state.reason = std::move(reason);
}

// Runs `body`, and makes what it throws the outcome of the state.
template <class Body>
void guarded(State& state, base::Span span, ThreadId thread, Body body) {
  auto failed = [&](verdict::ViolationKind kind, std::string what) {
    set_violated(
        state, {.kind = kind, .message = std::move(what), .span = span, .thread = printed(thread)});
  };
  try {
    body();
  } catch (Violated& end) {
    set_violated(state, std::move(end.violation));
  } catch (Discarded& end) {
    set_ended(state, Outcome::Discarded, std::move(end.reason));
  } catch (const Halted&) {
    set_ended(state, Outcome::Finished, "");
  } catch (UndefinedOperation& end) {
    failed(verdict::ViolationKind::Error, std::move(end.what));
  } catch (BoundExceeded& end) {
    failed(verdict::ViolationKind::Limit, std::move(end.what));
  } catch (ResourceExhausted& end) {
    set_ended(state, Outcome::Exhausted, std::move(end.what));
  }
}

}  // namespace

Effects step(const Model& model, State& state, ThreadId thread, Chooser& chooser) {
  std::vector<ir::TransId> enabled = enabled_transitions(model, state, thread);
  CHECK(state.outcome == Outcome::Running && !enabled.empty(), "thread {} cannot move",
        printed(thread));
  Effects effects;
  effects.proc = state.thread(thread).frames.back().proc;
  effects.transition = enabled[chooser.choose(run::DecisionKind::Branch, enabled.size())];
  const ir::Transition& transition = model.transition(effects.proc, effects.transition);
  Stepper stepper(model, state, thread, chooser, effects);
  guarded(state, transition.span, thread, [&] { stepper.perform(transition); });
  // A race comes before whatever else the step did wrong: the values were not to be
  // relied on. An execution that does not count has no races either.
  bool counts = state.outcome != Outcome::Discarded && state.outcome != Outcome::Exhausted;
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
    if (model.options().semantics.races) state.order.start();
  });
  // A failure leaves a state without threads; there is always a first one.
  if (state.threads.empty()) state.threads.emplace_back();
}

}  // namespace interp
