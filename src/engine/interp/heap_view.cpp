#include "engine/interp/heap_view.h"

#include <algorithm>
#include <map>

namespace interp {

namespace {

using verdict::HeapChange;

// Of a longer array only so many elements are told.
constexpr std::size_t kToldElements = 64;

class HeapDescriber {
 public:
  HeapDescriber(const Model& model, const State& state)
      : model_(model), program_(model.program()), state_(state) {}

  void object(ObjectId id) {
    if (!is_shown(id)) return;
    const Object& object = state_.object(id);
    HeapChange& change = changes.emplace_back();
    change.object = name_of(program_, state_, id);
    change.is_new = true;
    if (object.is_array()) change.slots.emplace_back("length", std::to_string(object.slots.size()));
    std::size_t told =
        object.is_array() ? std::min(object.slots.size(), kToldElements) : object.slots.size();
    for (std::size_t i = 0; i < told; ++i) slot(change, object, i);
  }

  void globals() {
    for (std::size_t i = 0; i < state_.globals.size(); ++i) global(ir::GlobalId(i));
  }

  void global(ir::GlobalId id) {
    const ir::Global& global = program_.global(id);
    if (program_.display.by_line && is_of_language(global.name)) return;
    set(change_of(""), global.name, state_.globals[id.index()], global.type);
  }

  void write(const Place& place) {
    if (place.kind == PlaceKind::Global) return global(place.global);
    bool is_slot = place.kind == PlaceKind::Field || place.kind == PlaceKind::Element;
    if (!is_slot || !is_shown(place.object)) return;
    const Object& object = state_.object(place.object);
    std::size_t at = place.kind == PlaceKind::Field ? slot_of(model_, object, place.field)
                                                    : static_cast<std::size_t>(place.index);
    if (object.is_array() && at >= kToldElements) return;
    slot(change_of(name_of(program_, state_, place.object)), object, at);
  }

  // A change of fields that are not shown is none.
  std::vector<HeapChange> take() {
    std::erase_if(changes, [](const HeapChange& c) { return !c.is_new && c.slots.empty(); });
    return std::move(changes);
  }

  std::vector<HeapChange> changes;

 private:
  // Constants, classes as objects and what models keep for themselves.
  static bool is_of_language(const std::string& name) {
    return name.starts_with('$') || name.starts_with("java.") || name.starts_with("braid.") ||
           name.ends_with(".class") || name.find('<') != std::string::npos;
  }

  // Values of a language are shown where they are used, and its threads by their names.
  bool is_shown(ObjectId id) const {
    const ir::Display& display = program_.display;
    if (!display.by_line) return true;
    const Object& object = state_.object(id);
    if (object.is_array()) return true;
    const std::string& name = program_.cls(object.cls).name;
    if (ir::is_made_by_lowering(name)) return false;
    bool is_library = (name.starts_with("java.") && !name.starts_with("java.util.")) ||
                      name.starts_with("braid.");
    if (is_library && name != "java.lang.Object") return false;
    return show(program_, state_, id) == name_of(program_, state_, id);
  }

  void slot(HeapChange& change, const Object& object, std::size_t at) {
    if (object.is_array()) {
      return set(change, std::to_string(at), object.slots[at], program_.type(object.array).element);
    }
    const ir::Field& field = program_.field(model_.fields(object.cls)[at]);
    bool is_hidden = program_.display.by_line &&
                     (field.name.starts_with('$') || field.sharing == ir::Sharing::Opaque ||
                      program_.cls(field.owner).name.starts_with("java.lang."));
    if (!is_hidden) set(change, field.name, object.slots[at], field.type);
  }

  void set(HeapChange& change, std::string name, const Value& value, ir::TypeId type) {
    change.slots.emplace_back(std::move(name), show(program_, state_, value, type));
  }

  HeapChange& change_of(std::string_view object) {
    auto known = std::find_if(changes.begin(), changes.end(),
                              [&](const HeapChange& c) { return c.object == object; });
    if (known != changes.end()) return *known;
    changes.push_back({.object = std::string(object), .is_new = false, .slots = {}});
    return changes.back();
  }

  const Model& model_;
  const ir::Program& program_;
  const State& state_;
};

}  // namespace

std::vector<HeapChange> describe_heap(const Model& model, const State& state) {
  HeapDescriber describer(model, state);
  describer.globals();
  for (std::size_t i = 0; i < state.heap.size(); ++i) describer.object(ObjectId(i));
  return describer.take();
}

std::vector<HeapChange> describe_changes(const Model& model, const State& before,
                                         const State& after, const Accesses& touched) {
  HeapDescriber describer(model, after);
  for (std::size_t i = before.heap.size(); i < after.heap.size(); ++i) {
    describer.object(ObjectId(i));
  }
  std::vector<Place> seen;
  for (const Access& access : touched) {
    const Place& place = access.place;
    bool is_new = place.object && place.object.index() >= before.heap.size();
    bool is_known = std::find(seen.begin(), seen.end(), place) != seen.end();
    if (access.kind != AccessKind::Write || is_new || is_known) continue;
    seen.push_back(place);
    describer.write(place);
  }
  return describer.take();
}

bool adds_up(const Model& model, const verdict::Counterexample& execution, const State& state) {
  std::map<std::string, std::map<std::string, std::string>> told;
  auto apply = [](const std::vector<HeapChange>& changes, auto& heap) {
    for (const HeapChange& change : changes) {
      auto& slots = heap[change.object];
      for (const auto& [name, value] : change.slots) slots[name] = value;
    }
  };
  apply(execution.start, told);
  for (const verdict::TraceStep& step : execution.trace) apply(step.heap, told);
  decltype(told) real;
  apply(describe_heap(model, state), real);
  return told == real;
}

}  // namespace interp
