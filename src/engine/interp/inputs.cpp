// Inputs from values: what engines hand over.
#include "engine/interp/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/interp/failure.h"
#include "engine/interp/input_maker.h"

namespace interp {

namespace {

using verdict::Datum;

class ValueReader {
 public:
  explicit ValueReader(const Model& model) : program_(model.program()), maker_(model) {}

  GivenInputs read(const verdict::Inputs& given) {
    read_heap(given.heap);
    for (const auto& [name, datum] : given.inputs) maker_.check_param(name, "$.inputs");
    for (ir::LocalId id : maker_.entry().params) {
      const ir::Local& param = maker_.entry().local(id);
      std::string path = "$.inputs." + param.name;
      maker_.add_arg(argument(given, param, path), path);
    }
    return maker_.take();
  }

 private:
  // Objects refer to each other, so all are made before any is filled.
  void read_heap(const std::vector<verdict::HeapEntry>& heap) {
    std::vector<ObjectId> made;
    for (std::size_t i = 0; i < heap.size(); ++i) {
      std::string path = fmt::format("$.heap[{}]", i);
      made.push_back(make(heap[i], path));
      if (!refs_.emplace(heap[i].ref, made.back()).second) {
        wrong_input(path, fmt::format("a second object with ref {}", heap[i].ref));
      }
    }
    for (std::size_t i = 0; i < heap.size(); ++i) {
      fill(made[i], heap[i], fmt::format("$.heap[{}]", i));
    }
  }

  ObjectId make(const verdict::HeapEntry& entry, const std::string& path) {
    auto type = maker_.heap_type(entry.type, path + ".type");
    if (type.cls) return maker_.make_object(type.cls, path + ".type");
    return maker_.make_array(type.array, entry.elements.size());
  }

  void fill(ObjectId id, const verdict::HeapEntry& entry, const std::string& path) {
    if (maker_.state().object(id).is_array()) {
      ir::TypeId type = maker_.element_type(id);
      for (std::size_t i = 0; i < entry.elements.size(); ++i) {
        std::string at = fmt::format("{}.elements[{}]", path, i);
        maker_.set_slot(id, i, value(entry.elements[i], type, at));
      }
      return;
    }
    for (const auto& [name, datum] : entry.fields) {
      std::string at = fmt::format("{}.fields.{}", path, name);
      auto slot = maker_.slot(id, name, at);
      maker_.set_slot(id, slot.index, value(datum, slot.type, at));
    }
  }

  Value argument(const verdict::Inputs& given, const ir::Local& param, const std::string& path) {
    auto found = std::find_if(given.inputs.begin(), given.inputs.end(),
                              [&](const auto& input) { return input.first == param.name; });
    if (found != given.inputs.end()) return value(found->second, param.type, path);
    if (maker_.is_receiver_next()) {
      return maker_.make_object(program_.type(param.type).cls, path);
    }
    wrong_input("$.inputs", fmt::format("the parameter `{}` has no value", param.name));
  }

  Value value(const Datum& datum, ir::TypeId type, const std::string& path) const {
    ir::TypeKind kind = program_.type(type).kind;
    if (kind != ir::TypeKind::Ref && kind != ir::TypeKind::Array) {
      return maker_.plain(datum, type, path);
    }
    if (std::holds_alternative<std::monostate>(datum)) return ir::NullValue{};
    const auto* ref = std::get_if<verdict::HeapRef>(&datum);
    if (!ref) {
      bool is_array = kind == ir::TypeKind::Array;
      wrong_input(path, is_array ? "a list or null is needed" : "an object or null is needed");
    }
    auto found = refs_.find(ref->number);
    if (found == refs_.end()) wrong_input(path, "no object of the heap has this ref");
    return maker_.reference(found->second, type, path);
  }

  const ir::Program& program_;
  InputMaker maker_;
  std::map<std::uint32_t, ObjectId> refs_;
};

}  // namespace

tl::expected<GivenInputs, std::string> given_inputs(const Model& model,
                                                    const verdict::Inputs& inputs) {
  try {
    return ValueReader(model).read(inputs);
  } catch (const WrongInput& error) {
    return tl::make_unexpected(error.text);
  } catch (const UndefinedOperation& failure) {
    return tl::make_unexpected(failure.what);
  } catch (const BoundExceeded& failure) {
    return tl::make_unexpected(failure.what);
  } catch (const ResourceExhausted& failure) {
    return tl::make_unexpected(failure.what);
  }
}

}  // namespace interp
