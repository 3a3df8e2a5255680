#include "engine/interp/enabled.h"

#include <algorithm>

#include "engine/interp/deadlock.h"
#include "engine/interp/eval.h"
#include "engine/interp/failure.h"
#include "engine/interp/locks.h"
#include "engine/interp/reads.h"

namespace interp {

namespace {

bool is_blocked(const Scope& scope, const ir::Action& first, ThreadId self) {
  const State& state = scope.state;
  if (std::holds_alternative<ir::Join>(first)) {
    auto joined = joined_threads(scope.model, state, self);
    return !std::all_of(joined.begin(), joined.end(),
                        [&](ThreadId t) { return state.thread(t).has_ended(); });
  }
  if (const auto* a = std::get_if<ir::JoinThread>(&first)) {
    return !state.thread(eval_thread(scope, a->thread)).has_ended();
  }
  if (const auto* a = std::get_if<ir::Enter>(&first)) {
    return !can_enter(state, eval_lock(scope, a->lock), self);
  }
  if (const auto* a = std::get_if<ir::Acquire>(&first)) {
    return !can_acquire(state, eval_lock(scope, a->lock));
  }
  if (const auto* a = std::get_if<ir::Unwait>(&first)) {
    bool may_give_up = a->may_give_up || scope.model.options().semantics.spurious;
    return !can_unwait(state, eval_lock(scope, a->lock), self, may_give_up);
  }
  return false;
}

bool is_enabled(const Model& model, const State& state, ThreadId self, const Frame& frame,
                const ir::Transition& transition) try {
  std::vector<Value> locals = frame.locals;
  perform_reads(model, state, self, model.proc(frame.proc), transition.reads, locals, nullptr);
  Scope scope{model, state, locals};
  if (transition.guard && !eval_bool(scope, transition.guard)) return false;
  return transition.actions.empty() || !is_blocked(scope, transition.actions.front(), self);
} catch (const UndefinedOperation&) {
  return true;
} catch (const BoundExceeded&) {
  return true;
} catch (const ResourceExhausted&) {
  return true;
}

}  // namespace

std::vector<ir::TransId> enabled_transitions(const Model& model, const State& state,
                                             ThreadId thread) {
  std::vector<ir::TransId> result;
  if (state.thread(thread).has_ended()) return result;
  const Frame& frame = state.thread(thread).frames.back();
  for (ir::TransId id : model.outgoing(frame.proc, frame.at)) {
    if (is_enabled(model, state, thread, frame, model.transition(frame.proc, id))) {
      result.push_back(id);
    }
  }
  return result;
}

std::vector<ThreadId> enabled_threads(const Model& model, const State& state) {
  std::vector<ThreadId> result;
  if (state.outcome != Outcome::Running) return result;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    if (!enabled_transitions(model, state, ThreadId(i)).empty()) result.emplace_back(i);
  }
  return result;
}

std::vector<ThreadId> joined_threads(const Model& model, const State& state, ThreadId thread) {
  std::vector<ThreadId> result;
  bool children_only = model.options().semantics.join == ir::JoinMode::Children;
  // A thread comes after its parent.
  for (std::size_t i = thread.index() + 1; i < state.threads.size(); ++i) {
    if (state.threads[i].is_daemon) continue;  // nobody waits for it, nor for what it starts
    ThreadId parent = state.threads[i].parent;
    bool descends = std::find(result.begin(), result.end(), parent) != result.end();
    if (parent == thread || (descends && !children_only)) result.emplace_back(i);
  }
  return result;
}

bool may_end(const State& state) {
  return std::all_of(state.threads.begin(), state.threads.end(),
                     [](const Thread& t) { return t.has_ended() || t.is_daemon; });
}

Outcome outcome(const Model& model, const State& state) {
  if (state.outcome != Outcome::Running) return state.outcome;
  if (!enabled_threads(model, state).empty()) return Outcome::Running;
  bool main_ended = state.threads.front().has_ended();
  bool tolerated = model.options().semantics.deadlock == ir::DeadlockMode::Main && main_ended;
  return may_end(state) || tolerated ? Outcome::Finished : Outcome::Violated;
}

std::optional<verdict::Violation> violation(const Model& model, const State& state) {
  if (state.violation) return state.violation;
  if (outcome(model, state) != Outcome::Violated) return std::nullopt;
  return describe_deadlock(model, state);
}

}  // namespace interp
