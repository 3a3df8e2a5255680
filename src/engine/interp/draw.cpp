#include "engine/interp/draw.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <deque>

#include "base/check.h"
#include "engine/interp/failure.h"

namespace interp {

namespace {

// Ordered so that the first alternative is the plainest value.
base::Integer small_int(std::size_t index) {
  auto magnitude = static_cast<std::int64_t>((index + 1) / 2);
  return index % 2 == 0 ? -magnitude : magnitude;
}

const std::vector<Value>& small_values(ir::TypeKind kind) {
  static const std::vector<Value> kFloats = {0.0, 1.5, -0.5};
  static const std::vector<Value> kChars = {U'a', U'b', U'0'};
  static const std::vector<Value> kStrings = {ir::NullValue{}, std::string(), std::string("a"),
                                              std::string("ab")};
  if (ir::is_floating(kind)) return kFloats;
  return kind == ir::TypeKind::Char ? kChars : kStrings;
}

bool is_heap_type(ir::TypeKind kind) {
  return kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array;
}

// Builds the heap of the inputs. Objects are made when a reference to them is
// chosen and filled afterwards, in the order of their creation, so that a slot may
// refer to any of the objects known by then, itself included.
class InputBuilder {
 public:
  InputBuilder(const Model& model, State& state, Chooser& chooser)
      : model_(model), program_(model.program()), state_(state), chooser_(chooser) {}

  std::vector<Value> build() {
    const ir::Procedure& entry = program_.proc(program_.entry);
    std::vector<Value> args;
    for (ir::LocalId param : entry.params) {
      bool is_this = entry.has_this && args.empty();
      args.push_back(value(entry.local(param).type, is_this));
      if (const auto* id = std::get_if<ObjectId>(&args.back())) state_.inputs.push_back(*id);
    }
    while (!unfilled_.empty()) {
      ObjectId id = unfilled_.front();
      unfilled_.pop_front();
      fill(id);
    }
    return args;
  }

 private:
  Value value(ir::TypeId type, bool is_this = false) {
    ir::TypeKind kind = program_.type(type).kind;
    if (is_heap_type(kind)) return reference(type, is_this);
    bool embeds = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    if (embeds || kind == ir::TypeKind::Lock || kind == ir::TypeKind::Tid) {
      return initial_value(model_, state_, type);
    }
    return draw_scalar(model_, state_, type, run::DecisionKind::Input, chooser_);
  }

  Value reference(ir::TypeId type, bool is_this) {
    std::vector<ObjectId> known;
    for (ObjectId id : made_) {
      if (is_instance(program_, state_.object(id), type)) known.push_back(id);
    }
    bool may_grow = is_this || made_.size() < model_.options().bounds.objects;
    std::size_t fresh = may_grow ? fresh_count(type) : 0;
    if (!may_grow || program_.type(type).kind == ir::TypeKind::Array) state_.is_cut = true;
    std::size_t nulls = is_this ? 0 : 1;
    if (nulls + known.size() + fresh == 0) {
      throw UndefinedOperation{
          fmt::format("no object of type {} can exist", program_.type_name(type))};
    }
    std::size_t at = chooser_.choose(run::DecisionKind::Input, nulls + known.size() + fresh);
    if (at < nulls) return ir::NullValue{};
    at -= nulls;
    if (at < known.size()) return known[at];
    return make(type, at - known.size());
  }

  std::vector<ir::ClassId> concrete_classes(ir::TypeId type) const {
    std::vector<ir::ClassId> result;
    for (std::size_t i = 0; i < program_.classes.size(); ++i) {
      const ir::Class& cls = program_.classes[i];
      bool concrete = !cls.is_abstract && !cls.is_interface && !cls.is_internal;
      if (concrete && program_.is_subclass(ir::ClassId(i), program_.type(type).cls)) {
        result.emplace_back(i);
      }
    }
    return result;
  }

  // Alternatives for a fresh object: its class, or the size of the array.
  std::size_t fresh_count(ir::TypeId type) const {
    bool is_array = program_.type(type).kind == ir::TypeKind::Array;
    return is_array ? model_.options().bounds.array_size + 1 : concrete_classes(type).size();
  }

  ObjectId make(ir::TypeId type, std::size_t alternative) {
    bool is_array = program_.type(type).kind == ir::TypeKind::Array;
    ObjectId id = is_array ? allocate_array(model_, state_, type, alternative)
                           : allocate_object(model_, state_, concrete_classes(type)[alternative]);
    made_.push_back(id);
    unfilled_.push_back(id);
    return id;
  }

  void fill(ObjectId id) {
    std::size_t count = state_.object(id).slots.size();
    for (std::size_t i = 0; i < count; ++i) {
      Value filled = slot_value(id, i);
      state_.object(id).slots[i] = std::move(filled);
    }
  }

  Value slot_value(ObjectId id, std::size_t slot) {
    const Object& object = state_.object(id);
    ir::TypeId type = object.is_array() ? program_.type(object.array).element
                                        : program_.field(model_.fields(object.cls)[slot]).type;
    ir::TypeKind kind = program_.type(type).kind;
    bool embeds = kind == ir::TypeKind::Record || kind == ir::TypeKind::FixedArray;
    if (!embeds) return value(type);
    Value embedded = object.slots[slot];
    unfilled_.push_back(std::get<ObjectId>(embedded));
    return embedded;
  }

  const Model& model_;
  const ir::Program& program_;
  State& state_;
  Chooser& chooser_;
  std::vector<ObjectId> made_;     // objects that references may point to
  std::deque<ObjectId> unfilled_;  // made, but their slots are still defaults
};

}  // namespace

Value draw_scalar(const Model& model, State& state, ir::TypeId type, run::DecisionKind kind,
                  Chooser& chooser) {
  const ir::Program& program = model.program();
  const Bounds& bounds = model.options().bounds;
  const ir::Type& t = program.type(type);
  switch (t.kind) {
    case ir::TypeKind::Bool: return chooser.choose(kind, 2) == 1;
    case ir::TypeKind::Int:
    case ir::TypeKind::Long: {
      state.is_cut = true;
      auto magnitude = static_cast<std::size_t>(bounds.int_magnitude);
      return small_int(chooser.choose(kind, 2 * magnitude + 1));
    }
    case ir::TypeKind::Uint: {
      state.is_cut = true;
      auto count = static_cast<std::size_t>(bounds.uint_max) + 1;
      return base::Integer(static_cast<std::int64_t>(chooser.choose(kind, count)));
    }
    case ir::TypeKind::Range: {
      base::Integer count = base::Integer(t.hi) - t.lo + 1;
      if (count < 1) throw UndefinedOperation{"a range without values"};
      if (count > bounds.range_values) state.is_cut = true;
      auto tried = std::min(count, base::Integer(bounds.range_values)).to_int64().value();
      auto offset = chooser.choose(kind, static_cast<std::size_t>(tried));
      return base::Integer(t.lo) + static_cast<std::int64_t>(offset);
    }
    case ir::TypeKind::Enum: {
      const auto& members = program.enums[t.enumeration.index()].members;
      if (members.empty()) throw UndefinedOperation{"an enumeration without values"};
      return base::Integer(members[chooser.choose(kind, members.size())].value);
    }
    case ir::TypeKind::Float:
    case ir::TypeKind::Float32:
    case ir::TypeKind::Char:
    case ir::TypeKind::String: {
      state.is_cut = true;
      const auto& values = small_values(t.kind);
      bool has_null = is_null(values.front());
      std::size_t first = has_null && program.root.is_valid() ? 1 : 0;
      return values[first + chooser.choose(kind, values.size() - first)];
    }
    default: break;
  }
  throw UndefinedOperation{fmt::format("no arbitrary value of type {}", program.type_name(type))};
}

std::optional<Value> parse_value(const ir::Program& program, ir::TypeId type,
                                 std::string_view text) {
  ir::TypeKind kind = program.type(type).kind;
  if (kind == ir::TypeKind::Bool) {
    if (text != "true" && text != "false") return std::nullopt;
    return Value(text == "true");
  }
  if (kind == ir::TypeKind::String) {
    if (text == "null") return Value(ir::NullValue{});
    bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    if (!is_quoted) return std::nullopt;
    return Value(std::string(text.substr(1, text.size() - 2)));
  }
  if (ir::is_floating(kind)) {
    std::uint64_t bits = 0;
    bool is_hex = text.size() == 18 && text.substr(0, 2) == "0x";
    const char* end = text.data() + text.size();
    if (!is_hex || std::from_chars(text.data() + 2, end, bits, 16).ptr != end) return std::nullopt;
    return Value(std::bit_cast<double>(bits));
  }
  auto number = base::Integer::parse(text);
  if (!number) return std::nullopt;
  if (kind == ir::TypeKind::Char) {
    auto code = number->to_int64();
    if (!code || *code < 0 || *code > 0x10ffff) return std::nullopt;
    return Value(static_cast<char32_t>(*code));
  }
  if (!ir::is_integer(kind) && kind != ir::TypeKind::Long) return std::nullopt;
  return Value(*number);
}

std::string value_text(const Value& value) {
  return std::visit(
      ir::Match{
          [](bool b) -> std::string { return b ? "true" : "false"; },
          [](const base::Integer& i) { return i.to_string(); },
          [](double d) { return fmt::format("{:#018x}", std::bit_cast<std::uint64_t>(d)); },
          [](char32_t c) { return std::to_string(static_cast<std::uint32_t>(c)); },
          [](const std::string& s) { return "\"" + s + "\""; },
          [](const auto&) -> std::string { return "null"; },
      },
      value);
}

Value draw_existing(const Model& model, State& state, ir::TypeId type, Chooser& chooser) {
  ir::TypeKind kind = model.program().type(type).kind;
  if (kind == ir::TypeKind::Tid) {
    return ThreadId(chooser.choose(run::DecisionKind::Value, state.threads.size()));
  }
  if (!is_heap_type(kind)) {
    if (auto told = chooser.told_value()) {
      auto value = parse_value(model.program(), type, *told);
      if (!value) throw UndefinedOperation{fmt::format("{} is no value of its type", *told)};
      return *value;
    }
    return draw_scalar(model, state, type, run::DecisionKind::Value, chooser);
  }
  std::vector<Value> values = {ir::NullValue{}};
  for (std::size_t i = 0; i < state.heap.size(); ++i) {
    if (is_instance(model.program(), state.heap[i], type)) values.emplace_back(ObjectId(i));
  }
  return values[chooser.choose(run::DecisionKind::Instance, values.size())];
}

std::vector<Value> draw_inputs(const Model& model, State& state, Chooser& chooser) {
  return InputBuilder(model, state, chooser).build();
}

}  // namespace interp
