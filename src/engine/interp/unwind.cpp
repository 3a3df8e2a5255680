#include "engine/interp/unwind.h"

#include <fmt/format.h>

#include "base/check.h"
#include "engine/interp/condition.h"
#include "engine/interp/eval.h"
#include "engine/interp/failure.h"

namespace interp {

namespace {

constexpr std::size_t kMainThread = 0;

verdict::ViolationKind violation_kind(ir::ContractKind kind) {
  switch (kind) {
    case ir::ContractKind::Input:
    case ir::ContractKind::Requires: return verdict::ViolationKind::Requires;
    case ir::ContractKind::Invariant:
    case ir::ContractKind::Ensures: return verdict::ViolationKind::Ensures;
    case ir::ContractKind::Exceptional: return verdict::ViolationKind::Exceptional;
  }
  UNREACHABLE("contract kind");
}

const ir::Transition& call_transition(const Model& model, const Frame& caller,
                                      const Frame& callee) {
  return model.transition(caller.proc, callee.call);
}

bool is_at_exit(const Model& model, const Frame& frame) {
  return frame.at == model.proc(frame.proc).exit;
}

bool is_at_except(const Model& model, const Frame& frame) {
  return frame.at == model.proc(frame.proc).except;
}

verdict::Violation broken_exceptional(const Scope& scope, const ir::Procedure& proc,
                                      const ir::Clause& clause,
                                      const std::optional<Exception>& exception, ThreadId thread,
                                      base::Span span) {
  std::string what =
      exception ? describe(scope.model, scope.state, *exception) : std::string("an exception");
  verdict::Violation violation{
      .kind = verdict::ViolationKind::Exceptional,
      .message = fmt::format("{}: `exceptional` of {} forbids this exception", what, proc.name),
      .span = exception && exception->span.is_valid() ? exception->span : span,
      .thread = printed(thread),
      .thread_name = thread_name(scope.model, scope.state, thread)};
  if (exception) violation.exception = class_of(scope.model, scope.state, *exception);
  if (!clause.span.is_valid()) {
    // A rule of the language, not of the program.
    violation.message = fmt::format("{} is not caught", what);
    return violation;
  }
  violation.notes.push_back({clause.span, "this clause does not hold"});
  violation.values = condition_values(scope, proc, clause.condition);
  return violation;
}

// The last step of an execution that an exception ends.
void end_by_exception(const Model& model, State& state, ThreadId thread, Accesses& touched) {
  touched.push_back({AccessKind::Write, Place::everything()});
  const Exception exception = *state.thread(thread).exception;
  const ir::Procedure& entry = model.proc(model.program().entry);
  // The entry's own thread checked the clauses on its way out of the frame.
  if (thread.index() != kMainThread && model.restricts_exceptions()) {
    const Thread& main = state.threads[kMainThread];
    const auto& locals = main.has_ended() ? *state.entry_locals : main.frames.front().locals;
    Scope scope{model, state, locals, &touched};
    for (const ir::Clause& clause : entry.contract) {
      if (clause.kind != ir::ContractKind::Exceptional || holds(scope, clause.condition)) continue;
      throw Violated{broken_exceptional(scope, entry, clause, exception, thread, exception.span)};
    }
  }
  state.outcome = Outcome::Finished;
  state.reason = fmt::format("ended by an exception in {}: {}", told(model, state, thread),
                             describe(model, state, exception));
  // Nobody goes on: what the threads were about to do is no part of the result.
  for (Thread& t : state.threads) t.frames.clear();
}

void pop_normally(const Model& model, State& state, ThreadId id, Accesses& touched) {
  Thread& thread = state.thread(id);
  Frame done = std::move(thread.frames.back());
  thread.frames.pop_back();
  if (thread.has_ended()) {
    touched.push_back({AccessKind::Write, Place::status_of(id)});
    if (id.index() != kMainThread) return;
    state.result = std::move(done.result);
    if (model.restricts_exceptions()) state.entry_locals = std::move(done.locals);
    return;
  }
  Frame& caller = thread.frames.back();
  const ir::Transition& transition = call_transition(model, caller, done);
  ir::LocalId target = std::get<ir::Call>(transition.actions.back()).target;
  if (target) {
    CHECK(done.result, "{} returned without a result", model.proc(done.proc).name);
    ir::TypeId type = model.proc(caller.proc).local(target).type;
    caller.locals[target.index()] = converted(model.program(), std::move(*done.result), type);
  }
  caller.at = transition.target;
}

void pop_exceptionally(const Model& model, State& state, ThreadId id, Accesses& touched) {
  Thread& thread = state.thread(id);
  if (!thread.exception) throw UndefinedOperation{"exceptional exit without an exception"};
  if (thread.frames.size() == 1) return end_by_exception(model, state, id, touched);
  Frame done = std::move(thread.frames.back());
  thread.frames.pop_back();
  Frame& caller = thread.frames.back();
  caller.at = call_transition(model, caller, done).except;
}

}  // namespace

void pop_finished_frames(const Model& model, State& state, ThreadId thread, Accesses& touched) {
  while (!state.thread(thread).has_ended()) {
    const Frame& top = state.thread(thread).frames.back();
    if (is_at_exit(model, top)) {
      pop_normally(model, state, thread, touched);
    } else if (is_at_except(model, top)) {
      pop_exceptionally(model, state, thread, touched);
    } else {
      return;
    }
  }
}

void check_contract(const Model& model, const State& state, ThreadId id, ir::ContractKind kind,
                    base::Span span, Accesses& touched) {
  const Thread& thread = state.thread(id);
  const Frame& frame = thread.frames.back();
  const ir::Procedure& proc = model.proc(frame.proc);
  bool under_verification = id.index() == kMainThread && thread.frames.size() == 1;
  Scope scope{model, state, frame.locals, &touched};
  for (const ir::Clause& clause : proc.contract) {
    if (clause.kind != kind || holds(scope, clause.condition)) continue;
    if (ir::is_precondition(kind) && under_verification) {
      touched.push_back({AccessKind::Write, Place::everything()});
      throw Discarded{kind == ir::ContractKind::Input
                          ? "the inputs break the invariants of their classes"
                          : fmt::format("the inputs do not meet `requires` of {}", proc.name)};
    }
    if (kind == ir::ContractKind::Exceptional) {
      throw Violated{broken_exceptional(scope, proc, clause, thread.exception, id, span)};
    }
    verdict::Violation violation{
        .kind = violation_kind(kind),
        .message = fmt::format("`{}` of {} does not hold", spelling(kind), proc.name),
        .span = clause.span.is_valid() ? clause.span : span,
        .thread = printed(id),
        .notes = {},
        .values = condition_values(scope, proc, clause.condition)};
    if (kind == ir::ContractKind::Requires && thread.frames.size() > 1) {
      const Frame& caller = thread.frames[thread.frames.size() - 2];
      violation.notes.push_back({call_transition(model, caller, frame).span, "called from here"});
    } else {
      violation.notes.push_back({span, "checked here"});
    }
    throw Violated{std::move(violation)};
  }
}

Ending ending_at(const Model& model, const State& state, ThreadId id, ir::LocId target) {
  const auto& frames = state.thread(id).frames;
  for (std::size_t depth = frames.size(); depth > 0; --depth) {
    const ir::Procedure& proc = model.proc(frames[depth - 1].proc);
    bool exits = target == proc.exit;
    if (!exits && target != proc.except) return Ending::None;
    if (depth == 1) return exits ? Ending::Ends : Ending::Uncaught;
    const Frame& caller = frames[depth - 2];
    const ir::Transition& call = call_transition(model, caller, frames[depth - 1]);
    target = exits ? call.target : call.except;
  }
  return Ending::None;
}

}  // namespace interp
