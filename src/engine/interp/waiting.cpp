// What one blocked thread waits for; see deadlock.h.
#include <fmt/format.h>

#include "base/check.h"
#include "engine/interp/deadlock.h"
#include "engine/interp/enabled.h"
#include "engine/interp/eval.h"
#include "engine/interp/reads.h"

namespace interp {

namespace {

using Reason = Waiting::Reason;

Waiting wait_for_condition() {
  return {{}, Reason::Condition, "for a condition", "a condition", {}};
}

std::string describe_holder(const Model& model, const State& state, const Lock& lock) {
  if (lock.is_free()) return "which is free";
  return fmt::format("{} by {}{}", lock.holder == Lock::Holder::Monitor ? "held" : "locked",
                     told(model, state, lock.owner),
                     state.thread(lock.owner).has_ended() ? ", which has ended" : "");
}

Waiting wait_for_lock(const Scope& scope, const ir::LockPlace& place) {
  LockKey key = eval_lock(scope, place);
  Lock lock = scope.state.lock(key);
  Waiting result{{}, Reason::Lock, {}, "the " + show(scope.model, scope.state, key.place()), {}};
  result.what =
      fmt::format("for {}, {}", result.object, describe_holder(scope.model, scope.state, lock));
  if (!lock.is_free()) result.blockers.push_back(lock.owner);
  return result;
}

Waiting wait_for_threads(const Model& model, const State& state,
                         const std::vector<ThreadId>& threads) {
  Waiting result{{}, Reason::Join, {}, {}, {}};
  for (ThreadId t : threads) {
    if (state.thread(t).has_ended()) continue;
    result.blockers.push_back(t);
  }
  result.object = "the end of " + told(model, state, result.blockers);
  result.what = "for " + result.object;
  return result;
}

Waiting wait_in_wait_set(const Scope& scope, const ir::LockPlace& place, ThreadId self) {
  LockKey key = eval_lock(scope, place);
  if (!scope.state.lock(key).waiting.contains(self)) return wait_for_lock(scope, place);
  std::string lock = show(scope.model, scope.state, key.place());
  return {{}, Reason::Notify, "to be notified on the " + lock, "a notification on the " + lock, {}};
}

// What this transition of a blocked thread waits for.
Waiting describe_wait(const Model& model, const State& state, ThreadId self,
                      const ir::Transition& transition) {
  const Frame& frame = state.thread(self).frames.back();
  std::vector<Value> locals = frame.locals;
  perform_reads(model, state, self, model.proc(frame.proc), transition.reads, locals, nullptr);
  Scope scope{model, state, locals};
  if (transition.guard && !eval_bool(scope, transition.guard)) {
    // Hand-written BIR waits with guards such as lockAvailable(x).
    for (const ir::Action& read : transition.reads) {
      const auto* a = std::get_if<ir::TestLock>(&read);
      if (a && a->test == ir::LockTest::Available) return wait_for_lock(scope, a->lock);
    }
    return wait_for_condition();
  }
  if (transition.actions.empty()) return wait_for_condition();
  const ir::Action& first = transition.actions.front();
  if (std::holds_alternative<ir::Join>(first)) {
    return wait_for_threads(model, state, joined_threads(model, state, self));
  }
  if (const auto* a = std::get_if<ir::JoinThread>(&first)) {
    return wait_for_threads(model, state, {eval_thread(scope, a->thread)});
  }
  if (const auto* a = std::get_if<ir::Enter>(&first)) return wait_for_lock(scope, a->lock);
  if (const auto* a = std::get_if<ir::Acquire>(&first)) return wait_for_lock(scope, a->lock);
  if (const auto* a = std::get_if<ir::Unwait>(&first)) {
    return wait_in_wait_set(scope, a->lock, self);
  }
  return wait_for_condition();
}

}  // namespace

namespace {

// "CountDownLatch.await": what a program calls of a library; empty: it waits by itself.
std::string library_call(const Model& model, const std::vector<Frame>& frames) {
  std::size_t called = shown_frame(model, frames) + 1;
  if (called >= frames.size()) return {};
  const ir::MethodName& method = model.proc(frames[called].proc).method;
  if (!method.is_given()) return {};
  return method.cls.substr(method.cls.find_last_of('.') + 1) + "." + method.name;
}

}  // namespace

Waiting describe_waiting(const Model& model, const State& state, ThreadId self) {
  const Frame& frame = state.thread(self).frames.back();
  const auto& transitions = model.outgoing(frame.proc, frame.at);
  if (transitions.empty()) {
    return {{}, Reason::Nothing, "for ever: there is nothing to do", "nothing", {}};
  }
  // Of several transitions, one that names what it waits for. One that fails would
  // be enabled, so that nothing is thrown here.
  Waiting result;
  for (ir::TransId id : transitions) {
    const ir::Transition& transition = model.transition(frame.proc, id);
    bool is_first = !result.span.is_valid() && result.what.empty();
    Waiting found = describe_wait(model, state, self, transition);
    bool is_named = found.reason != Reason::Condition;
    if (!is_first && !is_named) continue;
    result = std::move(found);
    result.span = shown_span(model, state.thread(self), transition.span);
    if (is_named) break;
  }
  std::string call = library_call(model, state.thread(self).frames);
  if (result.reason == Reason::Condition && !call.empty()) {
    result.reason = Reason::Library;
    result.what = "for " + call;
    result.object = call;
  } else if (result.reason == Reason::Condition && model.proc(frame.proc).method.is_given()) {
    // The statements of such a language wait for nothing: it was a loop (pass/spin_loops.h).
    result.reason = Reason::Library;
    result.what = "for its loop to end";
    result.object = "a loop that only waits";
  }
  return result;
}

}  // namespace interp
