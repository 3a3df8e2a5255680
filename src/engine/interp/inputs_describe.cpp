// Inputs of a state as results show them.
#include <map>

#include "engine/interp/inputs.h"

namespace interp {

namespace {

class Describer {
 public:
  Describer(const Model& model, const State& state, verdict::Counterexample& out)
      : model_(model), program_(model.program()), state_(state), out_(out) {}

  void describe(const std::vector<Value>& args) {
    const ir::Procedure& entry = program_.proc(program_.entry);
    for (std::size_t i = 0; i < args.size(); ++i) {
      const ir::Local& param = entry.local(entry.params[i]);
      out_.inputs.emplace_back(param.name, datum(args[i], param.type));
    }
    // Describing an object may discover further ones.
    for (std::size_t next = 0; next < found_.size(); ++next) describe_object(found_[next]);
  }

 private:
  verdict::Datum datum(const Value& value, ir::TypeId type) {
    return std::visit(
        ir::Match{
            [](ir::NullValue) -> verdict::Datum { return std::monostate{}; },
            [](bool x) -> verdict::Datum { return x; },
            [&](const base::Integer& x) -> verdict::Datum { return integer(x, type); },
            [](double x) -> verdict::Datum { return x; },
            [](char32_t x) -> verdict::Datum { return x; },
            [](const std::string& x) -> verdict::Datum { return x; },
            [&](ObjectId x) -> verdict::Datum { return verdict::HeapRef{number(x)}; },
            [](ThreadId) -> verdict::Datum { return std::monostate{}; },
        },
        value);
  }

  verdict::Datum integer(const base::Integer& value, ir::TypeId type) const {
    if (program_.type(type).kind != ir::TypeKind::Enum) return value;
    return show(program_, state_, value, type);
  }

  std::uint32_t number(ObjectId id) {
    auto [at, is_new] = numbers_.try_emplace(id, found_.size() + 1);
    if (is_new) found_.push_back(id);
    return at->second;
  }

  void describe_object(ObjectId id) {
    const Object& object = state_.object(id);
    verdict::HeapEntry entry{.ref = number(id), .name = show(program_, state_, id)};
    entry.is_array = object.is_array();
    if (object.is_array()) {
      entry.type = program_.type_name(object.array);
      ir::TypeId element = program_.type(object.array).element;
      for (const Value& slot : object.slots) entry.elements.push_back(datum(slot, element));
    } else {
      entry.type = program_.cls(object.cls).name;
      for (std::size_t i = 0; i < object.slots.size(); ++i) {
        const ir::Field& field = program_.field(model_.fields(object.cls)[i]);
        entry.fields.emplace_back(field.name, datum(object.slots[i], field.type));
      }
    }
    out_.heap.push_back(std::move(entry));
  }

  const Model& model_;
  const ir::Program& program_;
  const State& state_;
  verdict::Counterexample& out_;
  std::map<ObjectId, std::uint32_t> numbers_;  // counted from 1
  std::vector<ObjectId> found_;
};

}  // namespace

void describe_inputs(const Model& model, const State& state, const std::vector<Value>& args,
                     verdict::Counterexample& out) {
  Describer(model, state, out).describe(args);
}

}  // namespace interp
