#include "engine/interp/inputs.h"

#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/utf8.h"
#include "engine/interp/failure.h"

namespace interp {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 1000;

// Thrown and caught in this file.
struct Wrong {
  std::string text;
};

[[noreturn]] void wrong(const std::string& path, std::string_view what) {
  throw Wrong{fmt::format("{}: {}", path, what)};
}

class Reader {
 public:
  explicit Reader(const Model& model)
      : model_(model), program_(model.program()), inputs_{empty_state(model), {}} {}

  GivenInputs read(const Json& root) {
    if (!root.is_object()) wrong("$", "an object with a value for each parameter is needed");
    bool is_long = root.contains("inputs") && !param_named("inputs");
    if (!is_long) {
      read_params(root, "$");
      return std::move(inputs_);
    }
    // The rest of a counterexample is no input.
    for (const auto& [key, value] : root.items()) {
      bool known = key == "inputs" || key == "heap" || key == "trace" || key == "decisions";
      if (!known) wrong("$", fmt::format("unknown key `{}`", key));
    }
    if (root.contains("heap")) read_heap(root["heap"]);
    if (!root["inputs"].is_object()) wrong("$.inputs", "an object is needed");
    read_params(root["inputs"], "$.inputs");
    return std::move(inputs_);
  }

 private:
  State& state() { return inputs_.heap; }
  const ir::Procedure& entry() const { return program_.proc(program_.entry); }

  bool param_named(std::string_view name) const {
    for (ir::LocalId param : entry().params) {
      if (entry().local(param).name == name) return true;
    }
    return false;
  }

  void read_params(const Json& object, const std::string& path) {
    for (const auto& [key, value] : object.items()) {
      if (!param_named(key)) {
        wrong(path, fmt::format("{} has no parameter `{}`", entry().name, key));
      }
    }
    for (ir::LocalId id : entry().params) {
      const ir::Local& param = entry().local(id);
      bool is_this = entry().has_this && inputs_.args.empty();
      if (!object.contains(param.name) && !is_this) {
        wrong(path, fmt::format("the parameter `{}` has no value", param.name));
      }
      std::string at = path + "." + param.name;
      Json nothing = Json::object();
      const Json& json = object.contains(param.name) ? object[param.name] : nothing;
      Value arg = value(json, param.type, at, 0);
      if (is_this && is_null(arg)) wrong(at, "the receiver cannot be null");
      if (const auto* ref = std::get_if<ObjectId>(&arg)) state().inputs.push_back(*ref);
      inputs_.args.push_back(std::move(arg));
    }
  }

  // ---------------------------------------------------------------- the heap of the long form

  // Objects refer to each other, so all are made before any is filled.
  void read_heap(const Json& heap) {
    if (!heap.is_array()) wrong("$.heap", "a list of objects is needed");
    std::vector<ObjectId> made;
    for (std::size_t i = 0; i < heap.size(); ++i) {
      std::string path = fmt::format("$.heap[{}]", i);
      made.push_back(make_entry(heap[i], path));
      std::int64_t ref = ref_of(heap[i], path);
      if (!refs_.emplace(ref, made.back()).second) {
        wrong(path, fmt::format("a second object with ref {}", ref));
      }
    }
    for (std::size_t i = 0; i < heap.size(); ++i) {
      std::string path = fmt::format("$.heap[{}]", i);
      bool is_array = state().object(made[i]).is_array();
      if (is_array) {
        fill_array(made[i], heap[i]["elements"], path + ".elements", 0);
      } else if (heap[i].contains("fields")) {
        fill_fields(made[i], heap[i]["fields"], path + ".fields", 0);
      }
    }
  }

  ObjectId make_entry(const Json& json, const std::string& path) {
    if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) {
      wrong(path, "an object with `ref`, `type`, and `fields` or `elements` is needed");
    }
    std::string type = json["type"].get<std::string>();
    if (ir::ClassId cls = program_.find_class(type)) return make_object(cls, path + ".type");
    ir::TypeId array = array_type(type);
    if (!array) wrong(path + ".type", fmt::format("unknown type `{}`", type));
    if (!json.contains("elements") || !json["elements"].is_array()) {
      wrong(path, "an array needs a list of `elements`");
    }
    return allocate_array(model_, state(), array, json["elements"].size());
  }

  ir::TypeId array_type(std::string_view name) const {
    for (std::size_t i = 0; i < program_.types.size(); ++i) {
      ir::TypeId id(i);
      if (program_.type(id).kind == ir::TypeKind::Array && program_.type_name(id) == name) {
        return id;
      }
    }
    return {};
  }

  ObjectId make_object(ir::ClassId cls, const std::string& path) {
    if (program_.cls(cls).is_abstract || program_.cls(cls).is_interface) {
      wrong(path, fmt::format("{} has no objects of its own", program_.cls(cls).name));
    }
    return allocate_object(model_, state(), cls);
  }

  static std::int64_t ref_of(const Json& json, const std::string& path) {
    if (!json.contains("ref") || !json["ref"].is_number_integer()) {
      wrong(path, "`ref` must be an integer");
    }
    return json["ref"].get<std::int64_t>();
  }

  // ---------------------------------------------------------------- contents

  void fill_array(ObjectId id, const Json& elements, const std::string& path, int depth) {
    ir::TypeId element = program_.type(state().object(id).array).element;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      Value filled = value(elements[i], element, fmt::format("{}[{}]", path, i), depth + 1);
      state().object(id).slots[i] = std::move(filled);
    }
  }

  void fill_fields(ObjectId id, const Json& fields, const std::string& path, int depth) {
    if (!fields.is_object()) wrong(path, "an object with a value for each field is needed");
    const auto& declared = model_.fields(state().object(id).cls);
    for (const auto& [key, json] : fields.items()) {
      if (key == "class" && depth > 0) continue;
      fill_field(id, declared, key, json, path + "." + key, depth);
    }
  }

  void fill_field(ObjectId id, const std::vector<ir::FieldId>& declared, const std::string& name,
                  const Json& json, const std::string& path, int depth) {
    // An inherited field of the same name is hidden, as in the language.
    for (std::size_t slot = declared.size(); slot-- > 0;) {
      const ir::Field& field = program_.field(declared[slot]);
      if (field.name != name) continue;
      Value filled = value(json, field.type, path, depth + 1);
      state().object(id).slots[slot] = std::move(filled);
      return;
    }
    wrong(path, fmt::format("{} has no such field", program_.cls(state().object(id).cls).name));
  }

  // ---------------------------------------------------------------- values

  Value value(const Json& json, ir::TypeId type, const std::string& path, int depth) {
    if (depth > kMaxDepth) wrong(path, "the value is nested too deeply");
    const ir::Type& t = program_.type(type);
    switch (t.kind) {
      case ir::TypeKind::Bool:
        if (!json.is_boolean()) wrong(path, "true or false is needed");
        return json.get<bool>();
      case ir::TypeKind::Int:
      case ir::TypeKind::Uint:
      case ir::TypeKind::Range:
      case ir::TypeKind::Enum: return integer(json, type, path);
      case ir::TypeKind::Float: return floating(json, path);
      case ir::TypeKind::Char: return character(json, path);
      case ir::TypeKind::String:
        if (json.is_null()) return ir::NullValue{};
        if (!json.is_string()) wrong(path, "a string or null is needed");
        return json.get<std::string>();
      case ir::TypeKind::Ref:
      case ir::TypeKind::Array: return reference(json, type, path, depth);
      default: break;
    }
    wrong(path, fmt::format("a {} cannot be given", program_.type_name(type)));
  }

  Value integer(const Json& json, ir::TypeId type, const std::string& path) {
    std::optional<base::Integer> number;
    if (json.is_number_unsigned()) {
      number = base::Integer::parse(std::to_string(json.get<std::uint64_t>()));
    } else if (json.is_number_integer()) {
      number = base::Integer(json.get<std::int64_t>());
    } else if (json.is_string()) {
      number = member(json.get<std::string>(), type);
      if (!number) number = base::Integer::parse(json.get<std::string>());
    }
    if (!number) wrong(path, fmt::format("a value of type {} is needed", program_.type_name(type)));
    try {
      Value held = converted(program_, *number, type);
      if (std::get<base::Integer>(held) == *number) return held;
    } catch (const BoundExceeded&) {
    } catch (const UndefinedOperation&) {
    } catch (const ResourceExhausted&) {
    }
    wrong(path, fmt::format("{} does not fit {}", number->to_string(), program_.type_name(type)));
  }

  std::optional<base::Integer> member(const std::string& name, ir::TypeId type) const {
    if (program_.type(type).kind != ir::TypeKind::Enum) return std::nullopt;
    for (const auto& m : program_.enums[program_.type(type).enumeration.index()].members) {
      if (m.name == name) return base::Integer(m.value);
    }
    return std::nullopt;
  }

  static Value floating(const Json& json, const std::string& path) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (json.is_number()) return json.get<double>();
    if (json == "Infinity") return kInfinity;
    if (json == "-Infinity") return -kInfinity;
    if (json == "NaN") return std::numeric_limits<double>::quiet_NaN();
    wrong(path, "a number is needed");
  }

  static Value character(const Json& json, const std::string& path) {
    if (json.is_string()) {
      std::string text = json.get<std::string>();
      std::size_t at = 0;
      std::optional<char32_t> c = text.empty() ? std::nullopt : base::utf8_decode(text, at);
      if (c && at == text.size()) return *c;
    }
    wrong(path, "a string of one character is needed");
  }

  Value reference(const Json& json, ir::TypeId type, const std::string& path, int depth) {
    if (json.is_null()) return ir::NullValue{};
    bool is_array = program_.type(type).kind == ir::TypeKind::Array;
    if (json.is_object() && json.contains("ref") && !refs_.empty()) {
      auto found = refs_.find(ref_of(json, path));
      if (found == refs_.end()) wrong(path, "no object of the heap has this ref");
      if (!is_instance(program_, state().object(found->second), type)) {
        wrong(path, fmt::format("the object is no {}", program_.type_name(type)));
      }
      return found->second;
    }
    if (is_array) {
      if (!json.is_array()) wrong(path, "a list or null is needed");
      ObjectId id = allocate_array(model_, state(), type, json.size());
      fill_array(id, json, path, depth);
      return id;
    }
    if (!json.is_object()) wrong(path, "an object or null is needed");
    ObjectId id = make_object(class_of(json, type, path), path);
    fill_fields(id, json, path, depth + 1);
    return id;
  }

  ir::ClassId class_of(const Json& json, ir::TypeId type, const std::string& path) const {
    ir::ClassId declared = program_.type(type).cls;
    if (!json.contains("class")) return declared;
    if (!json["class"].is_string()) wrong(path + ".class", "the name of a class is needed");
    std::string name = json["class"].get<std::string>();
    ir::ClassId cls = program_.find_class(name);
    if (!cls) wrong(path + ".class", fmt::format("unknown class `{}`", name));
    if (!program_.is_subclass(cls, declared)) {
      wrong(path + ".class", fmt::format("{} is no {}", name, program_.cls(declared).name));
    }
    return cls;
  }

  const Model& model_;
  const ir::Program& program_;
  GivenInputs inputs_;
  std::map<std::int64_t, ObjectId> refs_;  // objects of the long form
};

}  // namespace

std::variant<GivenInputs, InputError> parse_inputs(const Model& model, std::string_view text) {
  try {
    Json root = Json::parse(text);
    return Reader(model).read(root);
  } catch (const Wrong& error) {
    return InputError{error.text};
  } catch (const nlohmann::json::exception& error) {
    return InputError{fmt::format("not JSON: {}", error.what())};
  } catch (const UndefinedOperation& failure) {
    return InputError{failure.what};
  } catch (const BoundExceeded& failure) {
    return InputError{failure.what};
  } catch (const ResourceExhausted& failure) {
    return InputError{failure.what};
  }
}

}  // namespace interp
