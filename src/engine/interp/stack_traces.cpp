#include "engine/interp/stack_traces.h"

#include <algorithm>

namespace interp {

void StackTraces::observe(const State& before, const State& after, ThreadId thread,
                          const Effects& effects) {
  const ir::Program& program = model_.program();
  if (!program.display.throwable) return;
  if (model_.options().semantics.races) note_access(before, thread, effects);
  for (std::size_t i = before.heap.size(); i < after.heap.size(); ++i) {
    if (!is_instance(program, after.heap[i], program.display.throwable)) continue;
    made_[ObjectId(i)] =
        frames_of(before.thread(thread), model_.transition(effects.proc, effects.transition).span);
  }
  const std::optional<Exception>& exception = after.thread(thread).exception;
  const auto* object = exception ? std::get_if<ObjectId>(&exception->object) : nullptr;
  if (object) in_flight_[thread] = *object;
}

void StackTraces::note_access(const State& before, ThreadId thread, const Effects& effects) {
  bool is_access = std::any_of(effects.touched.begin(), effects.touched.end(), [](const Access& a) {
    return a.place.kind == PlaceKind::Field || a.place.kind == PlaceKind::Element ||
           a.place.kind == PlaceKind::Global;
  });
  if (!is_access) return;
  const Thread& self = before.thread(thread);
  base::Span span = model_.transition(effects.proc, effects.transition).span;
  base::Span shown = shown_span(model_, self, span);
  accesses_[{thread, shown.file, shown.begin}] = frames_of(self, span);
}

void StackTraces::tell_accesses(verdict::Violation& violation) const {
  if (violation.kind != verdict::ViolationKind::Race) return;
  for (verdict::Note& note : violation.notes) {
    auto found = accesses_.find({ThreadId(note.thread - 1), note.span.file, note.span.begin});
    if (found != accesses_.end()) note.frames = found->second;
  }
}

// Of calls in a library only the outermost is one that the program knows. What starts threads and
// what stands for lambdas has no name of its own, and is left out, as Java does.
StackTraces::Frames StackTraces::frames_of(const Thread& thread, base::Span span) const {
  Frames result;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    const ir::Procedure& proc = model_.proc(thread.frames[i].proc);
    bool is_start = i == 0 && proc.is_library;
    bool is_inner = i > 1 && proc.is_library && model_.proc(thread.frames[i - 1].proc).is_library &&
                    model_.proc(thread.frames[i - 1].proc).method.is_given();
    if (proc.method.is_given() && !is_inner && !is_start)
      result.push_back({proc.name, proc.method, span});
    if (i == 0) break;
    const ir::Procedure& caller = model_.proc(thread.frames[i - 1].proc);
    span = caller.transitions[thread.frames[i].call.index()].span;
  }
  return result;
}

verdict::Thrown StackTraces::describe(const State& state, ObjectId id) const {
  Exception exception;
  exception.object = id;
  verdict::Thrown result;
  result.cls = class_of(model_, state, exception);
  std::string text = interp::describe(model_, state, exception);
  if (text.size() > result.cls.size() + 2) result.text = text.substr(result.cls.size() + 2);
  auto frames = made_.find(id);
  if (frames != made_.end()) result.frames = frames->second;
  return result;
}

std::vector<verdict::Thrown> StackTraces::thrown(const State& last,
                                                 const verdict::Violation& violation) const {
  std::vector<verdict::Thrown> result;
  if (violation.exception.empty() || violation.thread == 0) return result;
  auto found = in_flight_.find(ThreadId(violation.thread - 1));
  if (found == in_flight_.end()) return result;
  std::vector<ObjectId> seen;
  std::optional<ObjectId> next = found->second;
  while (next && std::find(seen.begin(), seen.end(), *next) == seen.end()) {
    seen.push_back(*next);
    result.push_back(describe(last, *next));
    next = cause_of(last.object(*next));
  }
  return result;
}

std::optional<ObjectId> StackTraces::cause_of(const Object& exception) const {
  ir::FieldId field = model_.program().display.cause;
  if (!field) return std::nullopt;
  const auto* cause = std::get_if<ObjectId>(&exception.slots[slot_of(model_, exception, field)]);
  return cause ? std::optional(*cause) : std::nullopt;
}

}  // namespace interp
