#include "engine/interp/input_maker.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "base/utf8.h"
#include "engine/interp/failure.h"
#include "ir/typing.h"

namespace interp {

namespace {

using verdict::Datum;

std::optional<base::Integer> member(const ir::Program& program, const std::string& name,
                                    ir::TypeId type) {
  if (program.type(type).kind != ir::TypeKind::Enum) return std::nullopt;
  for (const auto& m : program.enums[program.type(type).enumeration.index()].members) {
    if (m.name == name) return base::Integer(m.value);
  }
  return std::nullopt;
}

Value floating(const Datum& datum, bool is_single, const std::string& path) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (const auto* number = std::get_if<double>(&datum)) {
    return is_single ? ir::rounded_to_single(*number) : *number;
  }
  if (const auto* whole = std::get_if<base::Integer>(&datum)) {
    if (auto small = whole->to_int64()) {
      return is_single ? static_cast<double>(static_cast<float>(*small))
                       : static_cast<double>(*small);
    }
  }
  if (const auto* text = std::get_if<std::string>(&datum)) {
    if (*text == "Infinity") return kInfinity;
    if (*text == "-Infinity") return -kInfinity;
    if (*text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  }
  wrong_input(path, "a number is needed");
}

Value character(const Datum& datum, const std::string& path) {
  if (const auto* c = std::get_if<char32_t>(&datum)) return *c;
  if (const auto* text = std::get_if<std::string>(&datum)) {
    std::size_t at = 0;
    std::optional<char32_t> c = text->empty() ? std::nullopt : base::utf8_decode(*text, at);
    if (c && at == text->size()) return *c;
  }
  wrong_input(path, "a string of one character is needed");
}

}  // namespace

void wrong_input(const std::string& path, std::string_view what) {
  throw WrongInput{fmt::format("{}: {}", path, what)};
}

InputMaker::InputMaker(const Model& model)
    : model_(model), program_(model.program()), inputs_{empty_state(model), {}} {}

bool InputMaker::has_param(std::string_view name) const {
  for (ir::LocalId param : entry().params) {
    if (entry().local(param).name == name) return true;
  }
  return false;
}

void InputMaker::check_param(std::string_view name, const std::string& path) const {
  if (has_param(name)) return;
  wrong_input(path, fmt::format("{} has no parameter `{}`", entry().name, name));
}

void InputMaker::add_arg(Value value, const std::string& path) {
  if (is_receiver_next() && is_null(value)) wrong_input(path, "the receiver cannot be null");
  if (const auto* ref = std::get_if<ObjectId>(&value)) state().inputs.push_back(*ref);
  inputs_.args.push_back(std::move(value));
}

// ---------------------------------------------------------------- values

Value InputMaker::plain(const Datum& datum, ir::TypeId type, const std::string& path) const {
  switch (program_.type(type).kind) {
    case ir::TypeKind::Bool:
      if (const bool* b = std::get_if<bool>(&datum)) return *b;
      wrong_input(path, "true or false is needed");
    case ir::TypeKind::Int:
    case ir::TypeKind::Uint:
    case ir::TypeKind::Range:
    case ir::TypeKind::Enum:
    case ir::TypeKind::Long: return integer(datum, type, path);
    case ir::TypeKind::Float: return floating(datum, false, path);
    case ir::TypeKind::Float32: return floating(datum, true, path);
    case ir::TypeKind::Char: return character(datum, path);
    case ir::TypeKind::String:
      if (std::holds_alternative<std::monostate>(datum) && !program_.root) return ir::NullValue{};
      if (const auto* text = std::get_if<std::string>(&datum)) return *text;
      wrong_input(path, program_.root ? "a string is needed" : "a string or null is needed");
    case ir::TypeKind::Tid:
      if (std::holds_alternative<std::monostate>(datum)) return ir::NullValue{};
      break;
    default: break;
  }
  wrong_input(path, fmt::format("a {} cannot be given", program_.type_name(type)));
}

Value InputMaker::integer(const Datum& datum, ir::TypeId type, const std::string& path) const {
  std::optional<base::Integer> number;
  if (const auto* given = std::get_if<base::Integer>(&datum)) number = *given;
  if (const auto* text = std::get_if<std::string>(&datum)) {
    number = member(program_, *text, type);
    if (!number) number = base::Integer::parse(*text);
  }
  if (!number) {
    wrong_input(path, fmt::format("a value of type {} is needed", program_.type_name(type)));
  }
  try {
    Value held = converted(program_, *number, type);
    if (std::get<base::Integer>(held) == *number) return held;
  } catch (const BoundExceeded&) {
  } catch (const UndefinedOperation&) {
  } catch (const ResourceExhausted&) {
  }
  wrong_input(path,
              fmt::format("{} does not fit {}", number->to_string(), program_.type_name(type)));
}

Value InputMaker::reference(ObjectId id, ir::TypeId type, const std::string& path) const {
  if (!is_instance(program_, inputs_.heap.object(id), type)) {
    wrong_input(path, fmt::format("the object is no {}", program_.type_name(type)));
  }
  return id;
}

// ---------------------------------------------------------------- objects

InputMaker::HeapType InputMaker::heap_type(const std::string& name, const std::string& path) const {
  if (ir::ClassId cls = program_.find_class(name)) return {cls, {}};
  for (std::size_t i = 0; i < program_.types.size(); ++i) {
    ir::TypeId id(i);
    if (program_.type(id).kind == ir::TypeKind::Array && program_.type_name(id) == name) {
      return {{}, id};
    }
  }
  wrong_input(path, fmt::format("unknown type `{}`", name));
}

ObjectId InputMaker::make_object(ir::ClassId cls, const std::string& path) {
  if (program_.cls(cls).is_abstract || program_.cls(cls).is_interface) {
    wrong_input(path, fmt::format("{} has no objects of its own", program_.cls(cls).name));
  }
  if (program_.cls(cls).is_internal) {
    wrong_input(path, fmt::format("no input is an object of {}", program_.cls(cls).name));
  }
  return allocate_object(model_, state(), cls);
}

ObjectId InputMaker::make_array(ir::TypeId type, std::size_t length) {
  return allocate_array(model_, state(), type, length);
}

ir::TypeId InputMaker::element_type(ObjectId array) const {
  return program_.type(inputs_.heap.object(array).array).element;
}

// An inherited field of the same name is hidden, as in the language.
InputMaker::Slot InputMaker::slot(ObjectId object, std::string_view field,
                                  const std::string& path) const {
  ir::ClassId cls = inputs_.heap.object(object).cls;
  const auto& declared = model_.fields(cls);
  for (std::size_t slot = declared.size(); slot-- > 0;) {
    const ir::Field& found = program_.field(declared[slot]);
    if (found.name == field) return {slot, found.type};
  }
  wrong_input(path, fmt::format("{} has no such field", program_.cls(cls).name));
}

void InputMaker::set_slot(ObjectId object, std::size_t slot, Value value) {
  state().object(object).slots[slot] = std::move(value);
}

}  // namespace interp
