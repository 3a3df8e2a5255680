#include "interp/deadlock.h"

#include <fmt/format.h>

#include "interp/enabled.h"
#include "interp/eval.h"
#include "interp/failure.h"
#include "interp/reads.h"

namespace interp {

namespace {

constexpr std::string_view kCondition = "for a condition";

std::string describe_holder(const Lock& lock) {
  std::uint32_t owner = ts::printed(lock.owner);
  switch (lock.holder) {
    case Lock::Holder::Free: return "which is free";
    case Lock::Holder::Monitor: return fmt::format("held by thread {}", owner);
    case Lock::Holder::Semaphore: return fmt::format("locked by thread {}", owner);
  }
  return {};
}

std::string describe_lock_wait(const Scope& scope, const ir::LockPlace& place) {
  LockKey key = eval_lock(scope, place);
  return fmt::format("for the {}, {}", show(scope.model, scope.state, key.place()),
                     describe_holder(scope.state.lock(key)));
}

std::string describe_join(const Model& model, const State& state, ThreadId self) {
  std::vector<std::uint32_t> threads;
  for (ThreadId t : joined_threads(model, state, self)) {
    if (!state.thread(t).has_ended()) threads.push_back(ts::printed(t));
  }
  return fmt::format("for the end of thread{} {}", threads.size() == 1 ? "" : "s",
                     fmt::join(threads, ", "));
}

// What this transition of a blocked thread waits for.
std::string describe_wait(const Model& model, const State& state, ThreadId self,
                          const ir::Transition& transition) {
  const Frame& frame = state.thread(self).frames.back();
  std::vector<Value> locals = frame.locals;
  perform_reads(model, state, self, model.proc(frame.proc), transition.reads, locals, nullptr);
  Scope scope{model, state, locals};
  if (transition.guard && !eval_bool(scope, transition.guard)) {
    // Hand-written BIR waits with guards such as lockAvailable(x).
    for (const ir::Action& read : transition.reads) {
      const auto* a = std::get_if<ir::TestLock>(&read);
      if (a && a->test == ir::LockTest::Available) return describe_lock_wait(scope, a->lock);
    }
    return std::string(kCondition);
  }
  if (transition.actions.empty()) return std::string(kCondition);
  const ir::Action& first = transition.actions.front();
  if (std::holds_alternative<ir::Join>(first)) return describe_join(model, state, self);
  if (const auto* a = std::get_if<ir::Enter>(&first)) return describe_lock_wait(scope, a->lock);
  if (const auto* a = std::get_if<ir::Acquire>(&first)) return describe_lock_wait(scope, a->lock);
  if (const auto* a = std::get_if<ir::Unwait>(&first)) {
    LockKey key = eval_lock(scope, a->lock);
    if (!state.lock(key).waiting.contains(self)) return describe_lock_wait(scope, a->lock);
    return fmt::format("to be notified on the {}", show(model, state, key.place()));
  }
  return std::string(kCondition);
}

}  // namespace

Waiting describe_waiting(const Model& model, const State& state, ThreadId self) {
  const Frame& frame = state.thread(self).frames.back();
  const auto& transitions = model.outgoing(frame.proc, frame.at);
  if (transitions.empty()) return {{}, "for ever: there is nothing to do"};
  Waiting result{model.transition(frame.proc, transitions.front()).span, std::string(kCondition)};
  // Of several transitions, one that names what it waits for. One that fails would
  // be enabled, so that nothing is thrown here.
  for (ir::TransId id : transitions) {
    const ir::Transition& transition = model.transition(frame.proc, id);
    std::string text = describe_wait(model, state, self, transition);
    if (text != kCondition) return {transition.span, std::move(text)};
  }
  return result;
}

verdict::Violation describe_deadlock(const Model& model, const State& state) {
  verdict::Violation result{.kind = verdict::ViolationKind::Deadlock};
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    ThreadId thread(i);
    if (state.thread(thread).has_ended()) continue;
    Waiting waiting = describe_waiting(model, state, thread);
    std::string_view proc = model.proc(state.thread(thread).frames.back().proc).name;
    verdict::Note note{waiting.span, fmt::format("thread {} waits in {} {}", ts::printed(thread),
                                                 proc, waiting.what)};
    if (!result.message.empty()) result.message += "; ";
    result.message += note.text;
    if (!result.span.is_valid()) {
      result.span = note.span;
      result.thread = ts::printed(thread);
    }
    result.notes.push_back(std::move(note));
  }
  result.message = "deadlock: " + result.message;
  return result;
}

}  // namespace interp
