#include "engine/interp/state.h"

#include <algorithm>

#include "base/check.h"
#include "engine/interp/arithmetic.h"
#include "engine/interp/failure.h"

namespace interp {

namespace {

// Elements of one array: more is refused instead of eating the memory.
constexpr std::size_t kMaxElements = std::size_t{1} << 22;
// Records in records: a class that embeds itself would never end.
constexpr int kMaxEmbedding = 100;

Value initial_at_depth(const Model& model, State& state, ir::TypeId type, int depth);

ObjectId add_object(State& state, Object object) {
  object.number = ++state.numbers[{object.cls, object.array}];
  state.heap.push_back(std::move(object));
  return ObjectId(state.heap.size() - 1);
}

// The object gets its id before those that it embeds.
ObjectId object_at_depth(const Model& model, State& state, ir::ClassId cls, int depth) {
  ObjectId id = add_object(state, {.cls = cls});
  for (ir::FieldId field : model.fields(cls)) {
    Value value = initial_at_depth(model, state, model.program().field(field).type, depth);
    state.object(id).slots.push_back(std::move(value));
  }
  return id;
}

ObjectId array_at_depth(const Model& model, State& state, ir::TypeId type, std::size_t size,
                        int depth) {
  if (size > kMaxElements) {
    throw ResourceExhausted{fmt::format("an array of {} elements was asked for", size)};
  }
  ObjectId id = add_object(state, {.array = type});
  ir::TypeId element = model.program().type(type).element;
  for (std::size_t i = 0; i < size; ++i) {
    Value value = initial_at_depth(model, state, element, depth);
    state.object(id).slots.push_back(std::move(value));
  }
  return id;
}

Value initial_at_depth(const Model& model, State& state, ir::TypeId type, int depth) {
  const ir::Type& t = model.program().type(type);
  bool embeds = t.kind == ir::TypeKind::Record || t.kind == ir::TypeKind::FixedArray;
  if (!embeds) return from_constant(model.program().default_value(type));
  if (depth > kMaxEmbedding) throw UndefinedOperation{"a record contains itself"};
  if (t.kind == ir::TypeKind::Record) return object_at_depth(model, state, t.cls, depth + 1);
  if (t.hi < 0) throw UndefinedOperation{"an array of negative size"};
  return array_at_depth(model, state, type, static_cast<std::size_t>(t.hi), depth + 1);
}

}  // namespace

namespace {

// The text that a field `message` of the object holds, be it in an object of its own that
// has one field only (a string of Java, say); empty: there is none.
std::string message_of(const Model& model, const State& state, ObjectId id) {
  const Object& object = state.object(id);
  if (object.is_array()) return {};
  const auto& fields = model.fields(object.cls);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (model.program().field(fields[i]).name != "message") continue;
    const Value* held = &object.slots[i];
    const auto* inner = std::get_if<ObjectId>(held);
    if (inner && state.object(*inner).slots.size() == 1) held = &state.object(*inner).slots[0];
    if (const auto* text = std::get_if<std::string>(held)) return *text;
  }
  return {};
}

}  // namespace

std::string class_of(const Model& model, const State& state, const Exception& exception) {
  const auto* id = std::get_if<ObjectId>(&exception.object);
  if (!id || state.object(*id).is_array()) return {};
  return model.program().cls(state.object(*id).cls).name;
}

std::string describe(const Model& model, const State& state, const Exception& exception) {
  if (const auto* id = std::get_if<ObjectId>(&exception.object)) {
    const Object& object = state.object(*id);
    std::string name = object.is_array() ? name_of(model.program(), state, *id)
                                         : model.program().cls(object.cls).name;
    std::string message = message_of(model, state, *id);
    if (message.empty()) message = exception.message;
    return message.empty() ? name : fmt::format("{}: {}", name, message);
  }
  std::string text(ir::text(exception.kind));
  return exception.message.empty() ? text : fmt::format("{}: {}", text, exception.message);
}

std::size_t shown_frame(const Model& model, const std::vector<Frame>& frames) {
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (!model.proc(frames[i].proc).is_library) return i;
  }
  return frames.size() - 1;
}

base::Span shown_span(const Model& model, const Thread& thread, base::Span span) {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    const ir::Procedure& proc = model.proc(thread.frames[i].proc);
    if (!proc.is_library || i == 0) break;
    const ir::Procedure& caller = model.proc(thread.frames[i - 1].proc);
    span = caller.transitions[thread.frames[i].call.index()].span;
  }
  return span;
}

Lock State::lock(const LockKey& key) const {
  auto found = locks.find(key);
  return found == locks.end() ? Lock{} : found->second;
}

void State::set_lock(const LockKey& key, Lock lock) {
  if (lock.is_idle()) {
    locks.erase(key);
  } else {
    locks[key] = std::move(lock);
  }
}

ObjectId allocate_object(const Model& model, State& state, ir::ClassId cls) {
  return object_at_depth(model, state, cls, 0);
}

ObjectId allocate_array(const Model& model, State& state, ir::TypeId type, std::size_t size) {
  return array_at_depth(model, state, type, size, 0);
}

Value initial_value(const Model& model, State& state, ir::TypeId type,
                    const std::optional<ir::Constant>& constant) {
  if (constant) return converted(model.program(), from_constant(*constant), type);
  return initial_at_depth(model, state, type, 0);
}

std::size_t threads_in_use(const Model& model, const State& state) {
  if (model.has_thread_variables()) return state.threads.size();
  std::vector<bool> counts(state.threads.size(), false);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = i == 0 || !state.threads[i].has_ended();
  }
  for (const auto& [key, lock] : state.locks) {
    if (lock.holder == Lock::Holder::Monitor) counts[lock.owner.index()] = true;
    for (const auto& [thread, depth] : lock.waiting) counts[thread.index()] = true;
    for (const auto& [thread, depth] : lock.notified) counts[thread.index()] = true;
  }
  return static_cast<std::size_t>(std::count(counts.begin(), counts.end(), true));
}

State empty_state(const Model& model) {
  State state;
  const ir::Program& program = model.program();
  state.allocated.resize(program.collections.size());
  for (const ir::Global& global : program.globals) {
    state.globals.push_back(initial_value(model, state, global.type, global.initial));
  }
  return state;
}

Frame make_frame(const Model& model, State& state, ir::ProcId id, std::vector<Value> args) {
  const ir::Procedure& proc = model.proc(id);
  CHECK(args.size() == proc.params.size(), "{} arguments for {}", args.size(), proc.name);
  Frame frame{.proc = id, .at = proc.entry};
  for (std::size_t i = 0; i < proc.locals.size(); ++i) {
    const ir::Local& local = proc.locals[i];
    // Temporaries of an aggregate type only ever hold views of existing ones.
    ir::TypeKind kind = model.program().type(local.type).kind;
    bool embeds = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    if (i < args.size()) {
      frame.locals.push_back(converted(model.program(), std::move(args[i]), local.type));
    } else if (embeds && (local.is_temp || local.is_bound)) {
      frame.locals.emplace_back(ir::NullValue{});
    } else {
      frame.locals.push_back(initial_value(model, state, local.type, local.initial));
    }
  }
  return frame;
}

Value converted(const ir::Program& program, Value value, ir::TypeId type) {
  const ir::Type& t = program.type(type);
  const auto* number = std::get_if<base::Integer>(&value);
  if (!number) return value;
  if (t.kind == ir::TypeKind::Range && (*number < t.lo || *number > t.hi)) {
    throw BoundExceeded{
        fmt::format("{} does not lie in {}", number->to_string(), program.type_name(type))};
  }
  if (t.kind == ir::TypeKind::Enum) {
    const auto& members = program.enums[t.enumeration.index()].members;
    bool found = std::any_of(members.begin(), members.end(),
                             [&](const auto& member) { return *number == member.value; });
    if (!found) {
      throw BoundExceeded{
          fmt::format("{} is no value of {}", number->to_string(), program.type_name(type))};
    }
  }
  return fit(program.int_mode, t.kind, *number);
}

bool is_instance(const ir::Program& program, const Object& object, ir::ClassId cls) {
  if (object.is_array()) return program.is_array_class(cls);
  return program.is_subclass(object.cls, cls);
}

bool is_instance(const ir::Program& program, const Object& object, ir::TypeId type) {
  const ir::Type& t = program.type(type);
  if (t.kind == ir::TypeKind::Ref || t.kind == ir::TypeKind::Record) {
    return is_instance(program, object, t.cls);
  }
  return object.is_array() && program.is_assignable(object.array, type);
}

std::size_t slot_of(const Model& model, const Object& object, ir::FieldId field) {
  if (!object.is_array()) {
    const auto& fields = model.fields(object.cls);
    auto at = std::find(fields.begin(), fields.end(), field);
    if (at != fields.end()) return static_cast<std::size_t>(at - fields.begin());
  }
  throw UndefinedOperation{
      fmt::format("the object has no field `{}`", model.program().field(field).name)};
}

}  // namespace interp
