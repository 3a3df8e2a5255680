// Values, places and accesses as people read them.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/utf8.h"
#include "engine/interp/state.h"

namespace interp {

namespace {

std::string shown_class(const ir::Program& program, ir::ClassId id) {
  const ir::Class& cls = program.cls(id);
  return cls.shown.empty() ? cls.name : cls.shown;
}

// Null if the object has no such field.
const Value* slot(const ir::Program& program, const Object& object, ir::FieldId field) {
  if (!field || object.is_array()) return nullptr;
  if (!program.is_subclass(object.cls, program.field(field).owner)) return nullptr;
  std::vector<ir::FieldId> fields = program.all_fields(object.cls);
  auto at = std::find(fields.begin(), fields.end(), field);
  return at == fields.end() ? nullptr
                            : &object.slots[static_cast<std::size_t>(at - fields.begin())];
}

// `Color.RED`: the class is the one below that of the field, as constants may have their own.
std::string show_constant(const ir::Program& program, ir::ClassId cls, const std::string& name) {
  ir::ClassId root = program.field(program.display.constant).owner;
  while (program.cls(cls).super != root) cls = program.cls(cls).super;
  return fmt::format("{}.{}", shown_class(program, cls), name);
}

// By what it holds, if its class is one of values; else by its name.
std::string show_object(const ir::Program& program, const State& state, ObjectId id) {
  const ir::Display& display = program.display;
  const Object& object = state.object(id);
  if (auto text = text_of(program, state, id)) return base::quote_string(*text);
  if (const Value* name = slot(program, object, display.constant)) {
    if (auto text = text_of(program, state, *name))
      return show_constant(program, object.cls, *text);
  }
  for (ir::FieldId box : display.boxes) {
    const Value* held = slot(program, object, box);
    if (!held) continue;
    return fmt::format("{}({})", shown_class(program, object.cls),
                       show(program, state, *held, program.field(box).type));
  }
  return name_of(program, state, id);
}

// The object that stands for the thread in the program; null: there is none, or none yet.
const Object* thread_object(const Model& model, const State& state, ThreadId id) {
  const ir::Program& program = model.program();
  const auto& frames = state.thread(id).frames;
  if (!frames.empty()) {
    ir::LocalId self = model.proc(frames.front().proc).self;
    const auto* object =
        self ? std::get_if<ObjectId>(&frames.front().locals[self.index()]) : nullptr;
    return object ? &state.object(*object) : nullptr;
  }
  for (const Object& object : state.heap) {
    const Value* handle = slot(program, object, program.display.thread_handle);
    const auto* of = handle ? std::get_if<ThreadId>(handle) : nullptr;
    bool is_first = handle && id.index() == 0;  // its object is made before all others
    if (is_first || (of && *of == id)) return &object;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> text_of(const ir::Program& program, const State& state,
                                   const Value& value) {
  const auto* id = std::get_if<ObjectId>(&value);
  const Value* held = id ? slot(program, state.object(*id), program.display.text) : nullptr;
  const auto* text = held ? std::get_if<std::string>(held) : nullptr;
  return text ? std::optional(*text) : std::nullopt;
}

std::string thread_name(const Model& model, const State& state, ThreadId thread) {
  const ir::Program& program = model.program();
  if (!program.display.thread_name) return {};
  const Object* object = thread_object(model, state, thread);
  const Value* name = object ? slot(program, *object, program.display.thread_name) : nullptr;
  auto text = name ? text_of(program, state, *name) : std::nullopt;
  if (text) return *text;
  return thread.index() == 0 ? "main" : fmt::format("thread {}", printed(thread));
}

namespace {

// `2`, `"worker"`, `"worker" (2)`
std::string told_name(const Model& model, const State& state, ThreadId thread) {
  std::string name = thread_name(model, state, thread);
  if (name.empty()) return std::to_string(printed(thread));
  bool is_shared = false;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    if (ThreadId(i) == thread) continue;
    is_shared = is_shared || thread_name(model, state, ThreadId(i)) == name;
  }
  std::string quoted = base::quote_string(name);
  return is_shared ? fmt::format("{} ({})", quoted, printed(thread)) : quoted;
}

}  // namespace

std::string told(const Model& model, const State& state, ThreadId thread) {
  return "thread " + told_name(model, state, thread);
}

std::string told(const Model& model, const State& state, const std::vector<ThreadId>& threads,
                 std::string_view last) {
  std::string out = threads.size() == 1 ? "thread " : "threads ";
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (i > 0) out += i + 1 == threads.size() ? last : ", ";
    out += told_name(model, state, threads[i]);
  }
  return out;
}

std::string name_of(const ir::Program& program, const State& state, ObjectId id) {
  const Object& object = state.object(id);
  std::string type =
      object.is_array() ? program.shown_type(object.array) : shown_class(program, object.cls);
  return fmt::format("{}#{}", type, object.number);
}

namespace {

std::string show_integer(const ir::Program& program, const base::Integer& value, ir::TypeId type) {
  if (type.is_valid() && program.type(type).kind == ir::TypeKind::Enum) {
    for (const auto& member : program.enums[program.type(type).enumeration.index()].members) {
      if (value == member.value) return member.name;
    }
  }
  return value.to_string();
}

bool is_single(const ir::Program& program, ir::TypeId type) {
  return type.is_valid() && program.type(type).kind == ir::TypeKind::Float32;
}

}  // namespace

std::string show(const ir::Program& program, const State& state, const Value& value,
                 ir::TypeId type) {
  return std::visit(ir::Match{
                        [](ir::NullValue) -> std::string { return "null"; },
                        [](bool x) -> std::string { return x ? "true" : "false"; },
                        [&](const base::Integer& x) { return show_integer(program, x, type); },
                        [&](double x) { return show_float(x, is_single(program, type)); },
                        [](char32_t x) { return base::quote_char(x); },
                        [](const std::string& x) { return base::quote_string(x); },
                        [&](ObjectId x) { return show_object(program, state, x); },
                        [](ThreadId x) { return fmt::format("thread {}", printed(x)); },
                    },
                    value);
}

std::string show_contents(const Model& model, const State& state, ObjectId id) {
  constexpr std::size_t kMaxElements = 32;
  const ir::Program& program = model.program();
  const Object& object = state.object(id);
  std::vector<std::string> parts;
  if (!object.is_array()) {
    for (std::size_t i = 0; i < object.slots.size(); ++i) {
      const ir::Field& field = program.field(model.fields(object.cls)[i]);
      parts.push_back(
          fmt::format("{} = {}", field.name, show(program, state, object.slots[i], field.type)));
    }
    return parts.empty() ? "{ }" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }
  ir::TypeId element = program.type(object.array).element;
  std::size_t shown = std::min(object.slots.size(), kMaxElements);
  for (std::size_t i = 0; i < shown; ++i) {
    parts.push_back(show(program, state, object.slots[i], element));
  }
  if (shown < object.slots.size()) {
    parts.push_back(fmt::format("… {} more", object.slots.size() - shown));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

namespace {

// Whose lock an object is: its own, or that of what a model made it for.
std::string owner_of(const Model& model, const State& state, ObjectId lock) {
  const ir::Program& program = model.program();
  ir::FieldId field = program.display.monitor_of;
  if (lock.index() >= state.heap.size()) return "new object";
  const Object& object = state.object(lock);
  if (field && object.cls == program.field(field).owner) {
    const auto* owner = std::get_if<ObjectId>(&object.slots[slot_of(model, object, field)]);
    if (owner) return name_of(program, state, *owner);
  }
  return name_of(program, state, lock);
}

}  // namespace

std::string show(const Model& model, const State& state, const Place& place) {
  const ir::Program& program = model.program();
  // A place of an object that does not exist yet has no name.
  auto object = [&] {
    return place.object.index() < state.heap.size() ? name_of(program, state, place.object)
                                                    : std::string("new object");
  };
  switch (place.kind) {
    case PlaceKind::Field: return fmt::format("{}.{}", object(), program.field(place.field).name);
    case PlaceKind::Element: return fmt::format("{}[{}]", object(), place.index);
    case PlaceKind::Global: return program.global(place.global).name;
    case PlaceKind::Lock:
      if (place.global) return fmt::format("lock {}", program.global(place.global).name);
      if (place.field) {
        return fmt::format("lock {}.{}", object(), program.field(place.field).name);
      }
      return fmt::format("lock of {}", owner_of(model, state, place.object));
    case PlaceKind::Thread: return told(model, state, place.thread);
    case PlaceKind::Threads: return "number of threads";
    case PlaceKind::Instances: return "set of objects";
    case PlaceKind::Output: return "output";
    case PlaceKind::Awaited: return "what threads wait for";
    case PlaceKind::Everything: return "everything";
  }
  UNREACHABLE("place kind");
}

std::string show(const Model& model, const State& state, const Access& access) {
  std::string_view verb = access.kind == AccessKind::Read ? "read" : "write";
  return fmt::format("{} {}", verb, show(model, state, access.place));
}

}  // namespace interp
