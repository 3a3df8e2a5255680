#include "engine/interp/trace.h"

#include <algorithm>

#include "engine/interp/events.h"
#include "engine/interp/heap_view.h"
#include "engine/interp/syncs.h"

namespace interp {

namespace {

bool is_load(const ir::Transition& transition) {
  return std::any_of(transition.actions.begin(), transition.actions.end(), [](const auto& action) {
    return std::holds_alternative<ir::LoadField>(action) ||
           std::holds_alternative<ir::LoadElement>(action) ||
           std::holds_alternative<ir::LoadGlobal>(action);
  });
}

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
      if (!ir::is_shown(local)) continue;
      bool shown = old ? assigned[i] : i < proc.params.size();
      if (!shown) continue;
      std::string name(ir::display_name(local));
      // A part of an expression: what it read; of a call, what it returned.
      bool is_read = local.is_temp && before_.thread(thread).frames.size() == now.size() &&
                     is_load(model_.transition(frame.proc, taken));
      if (is_read) {
        step.reads.emplace_back(std::move(name),
                                show(program_, after_, frame.locals[i], local.type));
      } else {
        update(std::move(name), frame.locals[i], local.type);
      }
    }
  }

  // Globals, fields and elements that were written, be it with the same value: a
  // lost update is a write that changes nothing.
  void writes(const Accesses& touched, ThreadId thread) {
    for (const Place& place : places(touched, AccessKind::Write, thread)) {
      if (auto value = value_at(after_, place)) {
        update(show(model_, after_, place), *value->first, value->second);
      }
    }
  }

  // What was read, and what was there.
  void reads(const Accesses& touched, ThreadId thread) {
    for (const Place& place : places(touched, AccessKind::Read, thread)) {
      bool is_new = place.object && place.object.index() >= before_.heap.size();
      auto value = is_new ? std::nullopt : value_at(before_, place);
      if (!value) continue;
      step.reads.emplace_back(show(model_, before_, place),
                              show(program_, before_, *value->first, value->second));
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

  // Each place once; without those that say nothing to a reader.
  std::vector<Place> places(const Accesses& touched, AccessKind kind, ThreadId thread) const {
    std::vector<Place> result;
    for (const Access& access : touched) {
      if (access.kind != kind) continue;
      if (std::find(result.begin(), result.end(), access.place) != result.end()) continue;
      if (is_worth_showing(access, thread)) result.push_back(access.place);
    }
    return result;
  }

  // What a library does inside is not the program's doing. Shown are its variables that threads
  // synchronise by, and what it writes to objects that exist.
  bool is_worth_showing(const Access& access, ThreadId thread) const {
    if (!program_.display.by_line) return true;
    const auto& frames = before_.thread(thread).frames;
    bool in_library = model_.proc(frames.back().proc).is_library;
    const Place& place = access.place;
    if (place.kind == PlaceKind::Global) {
      const ir::Global& global = program_.global(place.global);
      bool is_hidden =
          global.name.find('<') != std::string::npos || global.name.starts_with("java.");
      return !in_library && !is_hidden && global.sharing != ir::Sharing::Constant;
    }
    if (place.kind == PlaceKind::Element) return !in_library;
    if (place.kind != PlaceKind::Field) return false;
    const ir::Field& field = program_.field(place.field);
    if (is_of_language(field.owner) || field.name.starts_with('$')) return false;
    if (field.sharing == ir::Sharing::Opaque) return false;  // what a model keeps for itself
    if (!in_library) return field.sharing != ir::Sharing::Constant;
    if (access.kind == AccessKind::Read) return field.sharing == ir::Sharing::Volatile;
    return !is_under_construction(place.object, frames);
  }

  bool is_of_language(ir::ClassId owner) const {
    const ir::Display& display = program_.display;
    const std::string& name = program_.cls(owner).name;
    if (name.starts_with("braid.") || ir::is_made_by_lowering(name)) return true;
    if (name.starts_with("java.") && name.find('$') != std::string::npos) return true;  // nested
    return owner == display.thread || owner == display.throwable ||
           (display.text && owner == program_.field(display.text).owner);
  }

  bool is_under_construction(ObjectId object, const std::vector<Frame>& frames) const {
    return std::any_of(frames.begin(), frames.end(), [&](const Frame& frame) {
      bool is_constructor = model_.proc(frame.proc).method.name == "<init>";
      return is_constructor && frame.locals.front() == Value(object);
    });
  }

  // Locks and threads have no value: they are events.
  std::optional<std::pair<const Value*, ir::TypeId>> value_at(const State& state,
                                                              const Place& place) const {
    switch (place.kind) {
      case PlaceKind::Global:
        return std::pair(&state.globals[place.global.index()], program_.global(place.global).type);
      case PlaceKind::Field: {
        const Object& object = state.object(place.object);
        return std::pair(&object.slots[slot_of(model_, object, place.field)],
                         program_.field(place.field).type);
      }
      case PlaceKind::Element: {
        const Object& object = state.object(place.object);
        return std::pair(&object.slots[place.index], program_.type(object.array).element);
      }
      default: return std::nullopt;
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
  verdict::TraceStep& step = describer.step;
  step.thread = printed(thread);
  // A step in a library is shown as one of whoever called it.
  const auto& frames = before.thread(thread).frames;
  std::size_t at = shown_frame(model, frames);
  const ir::Procedure& proc = model.proc(frames[at].proc);
  step.proc = proc.name;
  step.span = shown_span(model, before.thread(thread),
                         model.transition(effects.proc, effects.transition).span);
  step.output = effects.output;
  if (step.output && step.output->ends_with('\n')) step.output->pop_back();
  describer.accesses(effects.touched);
  describer.locals(thread, effects.transition);
  describer.writes(effects.touched, thread);
  step.depth = depth_of(model, frames, at + 1);
  step.notes = describe_events(model, before, after, thread, effects);
  step.syncs = find_syncs(model, before, after, thread, effects);
  step.heap = describe_changes(model, before, after, effects.touched);
  if (!model.program().display.by_line) return std::move(step);
  describer.reads(effects.touched, thread);
  step.thread_name = thread_name(model, after, thread);
  step.method = proc.method;
  step.is_internal = proc.is_library;
  return std::move(step);
}

}  // namespace interp
