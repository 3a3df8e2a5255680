#include "lang/jvm/descriptor.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace jvm {

namespace {

constexpr std::size_t kMostSlots = 255;

std::optional<BaseType> base_of(char letter) {
  switch (letter) {
#define BASE_TYPE(name, character, word) \
  case character:                        \
    return BaseType::name;
#include "lang/jvm/base_types.def"
#undef BASE_TYPE
    default: return std::nullopt;
  }
}

char letter_of(BaseType base) {
  switch (base) {
#define BASE_TYPE(name, character, word) \
  case BaseType::name:                   \
    return character;
#include "lang/jvm/base_types.def"
#undef BASE_TYPE
  }
  UNREACHABLE("base type");
}

std::string_view word_of(BaseType base) {
  switch (base) {
#define BASE_TYPE(name, character, word) \
  case BaseType::name:                   \
    return word;
#include "lang/jvm/base_types.def"
#undef BASE_TYPE
  }
  UNREACHABLE("base type");
}

// Takes a type from the front of `text`.
std::optional<Type> take_type(std::string_view& text) {
  Type type;
  std::size_t dimensions = std::min(text.find_first_not_of('['), text.size());
  if (dimensions > kMostDimensions || dimensions == text.size()) return std::nullopt;
  auto base = base_of(text[dimensions]);
  if (!base || (*base == BaseType::Void && dimensions != 0)) return std::nullopt;
  type.base = *base;
  type.dimensions = static_cast<std::uint8_t>(dimensions);
  text.remove_prefix(dimensions + 1);
  if (*base != BaseType::Class) return type;
  std::size_t end = text.find(';');
  if (end == std::string_view::npos || !is_class_name(text.substr(0, end))) return std::nullopt;
  type.class_name = text.substr(0, end);
  text.remove_prefix(end + 1);
  return type;
}

bool is_unqualified(std::string_view name) {
  return !name.empty() && name.find_first_of(".;[/") == std::string_view::npos;
}

}  // namespace

bool Type::is_int_like() const {
  if (is_array()) return false;
  return base == BaseType::Boolean || base == BaseType::Byte || base == BaseType::Char ||
         base == BaseType::Short || base == BaseType::Int;
}

std::size_t Type::slots() const {
  if (is_void()) return 0;
  bool is_wide = !is_array() && (base == BaseType::Long || base == BaseType::Double);
  return is_wide ? 2 : 1;
}

Type Type::element() const {
  CHECK(is_array(), "the element of a type that is no array: {}", descriptor(*this));
  Type result = *this;
  --result.dimensions;
  return result;
}

Type Type::array_of() const {
  CHECK(dimensions < kMostDimensions && !is_void(), "no array of {}", descriptor(*this));
  Type result = *this;
  ++result.dimensions;
  return result;
}

std::size_t MethodType::slots() const {
  std::size_t sum = 0;
  for (const Type& type : parameters) sum += type.slots();
  return sum;
}

std::optional<Type> parse_type(std::string_view descriptor) {
  auto type = take_type(descriptor);
  if (!type || !descriptor.empty() || type->is_void()) return std::nullopt;
  return type;
}

std::optional<MethodType> parse_method_type(std::string_view descriptor) {
  if (!descriptor.starts_with('(')) return std::nullopt;
  descriptor.remove_prefix(1);
  MethodType result;
  std::size_t slots = 0;
  while (!descriptor.empty() && descriptor.front() != ')') {
    auto type = take_type(descriptor);
    if (!type || type->is_void()) return std::nullopt;
    slots += type->slots();
    if (slots > kMostSlots) return std::nullopt;
    result.parameters.push_back(std::move(*type));
  }
  if (descriptor.empty()) return std::nullopt;
  descriptor.remove_prefix(1);
  auto type = take_type(descriptor);
  if (!type || !descriptor.empty()) return std::nullopt;
  result.result = std::move(*type);
  return result;
}

std::optional<Type> parse_class_constant(std::string_view name) {
  if (name.starts_with('[')) return parse_type(name);
  if (!is_class_name(name)) return std::nullopt;
  return class_type(name);
}

Type class_type(std::string_view internal_name) {
  return {.base = BaseType::Class, .class_name = std::string(internal_name)};
}

std::optional<Type> newarray_element(std::uint32_t code) {
  constexpr BaseType kTypes[] = {BaseType::Boolean, BaseType::Char, BaseType::Float,
                                 BaseType::Double,  BaseType::Byte, BaseType::Short,
                                 BaseType::Int,     BaseType::Long};
  constexpr std::uint32_t kFirst = 4;
  if (code < kFirst || code >= kFirst + std::size(kTypes)) return std::nullopt;
  return Type{.base = kTypes[code - kFirst]};
}

std::string descriptor(const Type& type) {
  std::string text(type.dimensions, '[');
  text += letter_of(type.base);
  if (type.base == BaseType::Class) text += type.class_name + ";";
  return text;
}

std::string descriptor(const MethodType& type) {
  std::string text = "(";
  for (const Type& parameter : type.parameters) text += descriptor(parameter);
  return text + ")" + descriptor(type.result);
}

std::string java_text(const Type& type) {
  std::string text;
  if (type.base == BaseType::Class) {
    text = type.class_name;
    for (char& c : text) c = c == '/' ? '.' : c;
  } else {
    text = word_of(type.base);
  }
  for (std::size_t i = 0; i < type.dimensions; ++i) text += "[]";
  return text;
}

std::string java_parameters(const MethodType& type) {
  std::string text = "(";
  for (const Type& parameter : type.parameters) {
    if (text.size() > 1) text += ", ";
    text += java_text(parameter);
  }
  return text + ")";
}

bool is_class_name(std::string_view internal_name) {
  for (;;) {
    std::size_t slash = internal_name.find('/');
    if (!is_unqualified(internal_name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    internal_name.remove_prefix(slash + 1);
  }
}

bool is_field_name(std::string_view name) { return is_unqualified(name); }

bool is_method_name(std::string_view name) {
  if (name == "<init>" || name == "<clinit>") return true;
  return is_unqualified(name) && name.find_first_of("<>") == std::string_view::npos;
}

}  // namespace jvm
