// Types as class files write them (JVMS 4.3): `I`, `[[Ljava/lang/String;`, `(IJ)V`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jvm {

inline constexpr std::size_t kMostDimensions = 255;  // of an array

enum class BaseType : std::uint8_t {
#define BASE_TYPE(name, letter, word) name,
#include "lang/jvm/base_types.def"
#undef BASE_TYPE
};

struct Type {
  BaseType base = BaseType::Void;  // of an array: of its innermost elements
  std::uint8_t dimensions = 0;     // of an array; 0: none
  std::string class_name;          // internal, if the base is Class

  bool is_void() const { return base == BaseType::Void; }
  bool is_array() const { return dimensions != 0; }
  bool is_reference() const { return is_array() || base == BaseType::Class; }
  bool is_primitive() const { return !is_reference() && !is_void(); }
  // byte, short, char, int or boolean: an int on the operand stack.
  bool is_int_like() const;
  // Local variables and stack entries that it takes: 0 (void), 1 or 2.
  std::size_t slots() const;
  // Of an array.
  Type element() const;
  Type array_of() const;

  friend bool operator==(const Type&, const Type&) = default;
};

struct MethodType {
  std::vector<Type> parameters;
  Type result;

  // Local variables of the parameters, without the receiver.
  std::size_t slots() const;
  friend bool operator==(const MethodType&, const MethodType&) = default;
};

// Nothing if the text is not a descriptor: an array has at most 255 dimensions, a method at most
// 255 slots of parameters, and a class name no empty parts.
std::optional<Type> parse_type(std::string_view descriptor);
std::optional<MethodType> parse_method_type(std::string_view descriptor);
// The type that a Class constant names: a class by its name, an array by its descriptor.
std::optional<Type> parse_class_constant(std::string_view name);

Type class_type(std::string_view internal_name);
// The type of the operand of `newarray` (4 to 11).
std::optional<Type> newarray_element(std::uint32_t code);

// As descriptors: "[I".
std::string descriptor(const Type& type);
std::string descriptor(const MethodType& type);
// As Java writes them: "int[]", "java.lang.String".
std::string java_text(const Type& type);
// "(int, java.lang.String)".
std::string java_parameters(const MethodType& type);

// Names as JVMS 4.2 has them. Methods may not have `<` and `>` either, but for <init> and <clinit>.
bool is_class_name(std::string_view internal_name);
bool is_field_name(std::string_view name);
bool is_method_name(std::string_view name);

}  // namespace jvm
