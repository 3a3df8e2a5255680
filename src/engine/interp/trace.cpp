#include "engine/interp/trace.h"

#include <algorithm>

#include "engine/interp/events.h"

namespace interp {

namespace {

class StepDescriber {
 public:
  StepDescriber(const Model& model, const State& before, const State& after)
      : model_(model), program_(model.program()), before_(before), after_(after) {}

  void accesses(const Accesses& touched) {
    for (const Access& access : touched) {
      if (access.place.kind == PlaceKind::Threads) continue;  // the new thread is named
      std::string text = show(model_, after_, access);
      auto& known = step.accesses;
      if (std::find(known.begin(), known.end(), text) == known.end()) {
        known.push_back(std::move(text));
      }
    }
  }

  // The frame that runs after the step: if it ran before, what the step assigned
  // there, be it the same value again; if a call made it, its parameters.
  void locals(ThreadId thread, ir::TransId taken) {
    const auto& now = after_.thread(thread).frames;
    if (now.empty()) return;
    const Frame& frame = now.back();
    const ir::Procedure& proc = model_.proc(frame.proc);
    if (proc.is_library) return;
    const Frame* old = old_frame(thread, now.size() - 1);
    std::vector<bool> assigned = assigned_locals(thread, frame, taken);
    for (std::size_t i = 0; i < frame.locals.size(); ++i) {
      const ir::Local& local = proc.locals[i];
      if (local.is_temp || local.is_bound) continue;
      bool shown = old ? assigned[i] : i < proc.params.size();
      if (shown) update(std::string(ir::display_name(local)), frame.locals[i], local.type);
    }
  }

  // Globals, fields and elements that were written, be it with the same value: a
  // lost update is a write that changes nothing.
  void writes(const Accesses& touched) {
    std::vector<Place> shown;
    for (const Access& access : touched) {
      if (access.kind != AccessKind::Write) continue;
      if (std::find(shown.begin(), shown.end(), access.place) != shown.end()) continue;
      shown.push_back(access.place);
      write(access.place);
    }
  }

  verdict::TraceStep step;

 private:
  const Frame* old_frame(ThreadId thread, std::size_t depth) const {
    if (thread.index() >= before_.threads.size()) return nullptr;
    const auto& frames = before_.thread(thread).frames;
    return depth < frames.size() ? &frames[depth] : nullptr;
  }

  // By local: written by the transition or, if the step returned to this frame, by
  // the call that it returned from.
  std::vector<bool> assigned_locals(ThreadId thread, const Frame& frame, ir::TransId taken) const {
    std::vector<bool> result(frame.locals.size(), false);
    std::size_t depth = after_.thread(thread).frames.size();
    const auto& before = before_.thread(thread).frames;
    bool unwound = before.size() > depth && after_.thread(thread).exception;
    if (before.size() < depth || unwound) return result;
    ir::TransId source = before.size() == depth ? taken : before[depth].call;
    for (const ir::Action& action : model_.transition(frame.proc, source).actions) {
      ir::LocalId written = ir::written_local(action);
      if (written) result[written.index()] = true;
    }
    return result;
  }

  void write(const Place& place) {
    switch (place.kind) {
      case PlaceKind::Global:
        return update(show(model_, after_, place), after_.globals[place.global.index()],
                      program_.global(place.global).type);
      case PlaceKind::Field: {
        const Object& object = after_.object(place.object);
        return update(show(model_, after_, place),
                      object.slots[slot_of(model_, object, place.field)],
                      program_.field(place.field).type);
      }
      case PlaceKind::Element: {
        const Object& object = after_.object(place.object);
        return update(show(model_, after_, place), object.slots[place.index],
                      program_.type(object.array).element);
      }
      default: return;  // locks and threads are events
    }
  }

  void update(std::string name, const Value& value, ir::TypeId type) {
    step.updates.emplace_back(std::move(name), show(program_, after_, value, type));
  }

  const Model& model_;
  const ir::Program& program_;
  const State& before_;
  const State& after_;
};

// Calls that are open below the frame that is shown, but for those of a library.
std::uint32_t depth_of(const Model& model, const std::vector<Frame>& frames, std::size_t shown) {
  auto calls =
      std::count_if(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(shown - 1),
                    [&](const Frame& frame) { return !model.proc(frame.proc).is_library; });
  return static_cast<std::uint32_t>(calls);
}

}  // namespace

verdict::TraceStep describe_step(const Model& model, const State& before, const State& after,
                                 ThreadId thread, const Effects& effects) {
  StepDescriber describer(model, before, after);
  describer.step.thread = printed(thread);
  // A step in a library is shown as one of whoever called it.
  const auto& frames = before.thread(thread).frames;
  std::size_t shown = frames.size();
  while (shown > 1 && model.proc(frames[shown - 1].proc).is_library) --shown;
  bool is_library = model.proc(effects.proc).is_library;
  bool has_caller = is_library && !model.proc(frames[shown - 1].proc).is_library;
  describer.step.proc = model.proc(has_caller ? frames[shown - 1].proc : effects.proc).name;
  describer.step.span = shown_span(model, before.thread(thread),
                                   model.transition(effects.proc, effects.transition).span);
  describer.step.output = effects.output;
  if (describer.step.output && describer.step.output->ends_with('\n')) {
    describer.step.output->pop_back();
  }
  describer.accesses(effects.touched);
  describer.locals(thread, effects.transition);
  describer.writes(effects.touched);
  describer.step.depth = depth_of(model, frames, shown);
  describer.step.notes = describe_events(model, before, after, thread, effects);
  return std::move(describer.step);
}

}  // namespace interp
