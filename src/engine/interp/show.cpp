// Values, places and accesses as people read them.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/utf8.h"
#include "engine/interp/state.h"

namespace interp {

std::string name_of(const ir::Program& program, const State& state, ObjectId id) {
  const Object& object = state.object(id);
  std::string type =
      object.is_array() ? program.type_name(object.array) : program.cls(object.cls).name;
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
                        [&](ObjectId x) { return name_of(program, state, x); },
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
      return fmt::format("lock of {}", object());
    case PlaceKind::Thread: return fmt::format("thread {}", printed(place.thread));
    case PlaceKind::Threads: return "number of threads";
    case PlaceKind::Instances: return "set of objects";
    case PlaceKind::Output: return "output";
    case PlaceKind::Everything: return "everything";
  }
  UNREACHABLE("place kind");
}

std::string show(const Model& model, const State& state, const Access& access) {
  std::string_view verb = access.kind == AccessKind::Read ? "read" : "write";
  return fmt::format("{} {}", verb, show(model, state, access.place));
}

}  // namespace interp
