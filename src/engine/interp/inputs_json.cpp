// Inputs from JSON: what users give.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "engine/interp/failure.h"
#include "engine/interp/input_maker.h"
#include "engine/interp/inputs.h"

namespace interp {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 1000;

// A plain value of JSON. A list or an object is none, and no plain type has references.
verdict::Datum plain_datum(const Json& json, bool is_float) {
  if (json.is_null()) return std::monostate{};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number_float() || (json.is_number() && is_float)) return json.get<double>();
  if (json.is_number_unsigned()) {
    return *base::Integer::parse(std::to_string(json.get<std::uint64_t>()));
  }
  if (json.is_number_integer()) return base::Integer(json.get<std::int64_t>());
  return verdict::HeapRef{};
}

class Reader {
 public:
  explicit Reader(const Model& model) : program_(model.program()), maker_(model) {}

  GivenInputs read(const Json& root) {
    if (!root.is_object()) wrong_input("$", "an object with a value for each parameter is needed");
    bool is_long = root.contains("inputs") && !maker_.has_param("inputs");
    if (!is_long) {
      read_params(root, "$");
      return maker_.take();
    }
    // The rest of a counterexample is no input.
    for (const auto& [key, value] : root.items()) {
      bool known = key == "inputs" || key == "heap" || key == "trace" || key == "decisions";
      if (!known) wrong_input("$", fmt::format("unknown key `{}`", key));
    }
    if (root.contains("heap")) read_heap(root["heap"]);
    if (!root["inputs"].is_object()) wrong_input("$.inputs", "an object is needed");
    read_params(root["inputs"], "$.inputs");
    return maker_.take();
  }

 private:
  const ir::Procedure& entry() const { return maker_.entry(); }

  void read_params(const Json& object, const std::string& path) {
    for (const auto& [key, value] : object.items()) maker_.check_param(key, path);
    for (ir::LocalId id : entry().params) {
      const ir::Local& param = entry().local(id);
      if (!object.contains(param.name) && !maker_.is_receiver_next()) {
        wrong_input(path, fmt::format("the parameter `{}` has no value", param.name));
      }
      std::string at = path + "." + param.name;
      Json nothing = Json::object();
      const Json& json = object.contains(param.name) ? object[param.name] : nothing;
      maker_.add_arg(value(json, param.type, at, 0), at);
    }
  }

  // ---------------------------------------------------------------- the heap of the long form

  // Objects refer to each other, so all are made before any is filled.
  void read_heap(const Json& heap) {
    if (!heap.is_array()) wrong_input("$.heap", "a list of objects is needed");
    std::vector<ObjectId> made;
    for (std::size_t i = 0; i < heap.size(); ++i) {
      std::string path = fmt::format("$.heap[{}]", i);
      made.push_back(make_entry(heap[i], path));
      std::int64_t ref = ref_of(heap[i], path);
      if (!refs_.emplace(ref, made.back()).second) {
        wrong_input(path, fmt::format("a second object with ref {}", ref));
      }
    }
    for (std::size_t i = 0; i < heap.size(); ++i) {
      std::string path = fmt::format("$.heap[{}]", i);
      bool is_array = maker_.state().object(made[i]).is_array();
      if (is_array) {
        fill_array(made[i], heap[i]["elements"], path + ".elements", 0);
      } else if (heap[i].contains("fields")) {
        fill_fields(made[i], heap[i]["fields"], path + ".fields", 0);
      }
    }
  }

  ObjectId make_entry(const Json& json, const std::string& path) {
    if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) {
      wrong_input(path, "an object with `ref`, `type`, and `fields` or `elements` is needed");
    }
    auto type = maker_.heap_type(json["type"].get<std::string>(), path + ".type");
    if (type.cls) return maker_.make_object(type.cls, path + ".type");
    if (!json.contains("elements") || !json["elements"].is_array()) {
      wrong_input(path, "an array needs a list of `elements`");
    }
    return maker_.make_array(type.array, json["elements"].size());
  }

  static std::int64_t ref_of(const Json& json, const std::string& path) {
    if (!json.contains("ref") || !json["ref"].is_number_integer()) {
      wrong_input(path, "`ref` must be an integer");
    }
    return json["ref"].get<std::int64_t>();
  }

  // ---------------------------------------------------------------- contents

  void fill_array(ObjectId id, const Json& elements, const std::string& path, int depth) {
    ir::TypeId element = maker_.element_type(id);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      Value filled = value(elements[i], element, fmt::format("{}[{}]", path, i), depth + 1);
      maker_.set_slot(id, i, std::move(filled));
    }
  }

  void fill_fields(ObjectId id, const Json& fields, const std::string& path, int depth) {
    if (!fields.is_object()) wrong_input(path, "an object with a value for each field is needed");
    for (const auto& [key, json] : fields.items()) {
      if (key == "class" && depth > 0) continue;
      std::string at = path + "." + key;
      auto slot = maker_.slot(id, key, at);
      Value filled = value(json, slot.type, at, depth + 1);
      maker_.set_slot(id, slot.index, std::move(filled));
    }
  }

  // ---------------------------------------------------------------- values

  Value value(const Json& json, ir::TypeId type, const std::string& path, int depth) {
    if (depth > kMaxDepth) wrong_input(path, "the value is nested too deeply");
    ir::TypeKind kind = program_.type(type).kind;
    if (kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array) {
      return reference(json, type, path, depth);
    }
    return maker_.plain(plain_datum(json, ir::is_floating(kind)), type, path);
  }

  Value reference(const Json& json, ir::TypeId type, const std::string& path, int depth) {
    if (json.is_null()) return ir::NullValue{};
    bool is_array = program_.type(type).kind == ir::TypeKind::Array;
    if (json.is_object() && json.contains("ref") && !refs_.empty()) {
      auto found = refs_.find(ref_of(json, path));
      if (found == refs_.end()) wrong_input(path, "no object of the heap has this ref");
      return maker_.reference(found->second, type, path);
    }
    if (is_array) {
      if (!json.is_array()) wrong_input(path, "a list or null is needed");
      ObjectId id = maker_.make_array(type, json.size());
      fill_array(id, json, path, depth);
      return id;
    }
    if (!json.is_object()) wrong_input(path, "an object or null is needed");
    ObjectId id = maker_.make_object(class_of(json, type, path), path);
    fill_fields(id, json, path, depth + 1);
    return id;
  }

  ir::ClassId class_of(const Json& json, ir::TypeId type, const std::string& path) const {
    ir::ClassId declared = program_.type(type).cls;
    if (!json.contains("class")) return declared;
    if (!json["class"].is_string()) wrong_input(path + ".class", "the name of a class is needed");
    std::string name = json["class"].get<std::string>();
    ir::ClassId cls = program_.find_class(name);
    if (!cls) wrong_input(path + ".class", fmt::format("unknown class `{}`", name));
    if (!program_.is_subclass(cls, declared)) {
      wrong_input(path + ".class", fmt::format("{} is no {}", name, program_.cls(declared).name));
    }
    return cls;
  }

  const ir::Program& program_;
  InputMaker maker_;
  std::map<std::int64_t, ObjectId> refs_;  // objects of the long form
};

}  // namespace

std::variant<GivenInputs, InputError> parse_inputs(const Model& model, std::string_view text) {
  try {
    return read_inputs(model, Json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    return InputError{fmt::format("not JSON: {}", error.what())};
  }
}

std::variant<GivenInputs, InputError> read_inputs(const Model& model, const Json& json) {
  try {
    return Reader(model).read(json);
  } catch (const WrongInput& error) {
    return InputError{error.text};
  } catch (const UndefinedOperation& failure) {
    return InputError{failure.what};
  } catch (const BoundExceeded& failure) {
    return InputError{failure.what};
  } catch (const ResourceExhausted& failure) {
    return InputError{failure.what};
  }
}

}  // namespace interp
