// A class file (JVMS 4), read and checked as a whole but for the code of methods, which code.h
// decodes on demand. All text is UTF-8 and lives as long as the ClassFile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "lang/jvm/constant_pool.h"
#include "lang/jvm/format_error.h"

namespace jvm {

enum Access : std::uint16_t {
#define ACCESS(name, bit, where, word) k##name = bit,
#include "lang/jvm/access_flags.def"
#undef ACCESS
};

// One `name = value` of an annotation. Nested annotations and arrays are looked through but not
// kept: they have a tag only.
struct AnnotationElement {
  std::string_view name;
  char tag = 0;             // JVMS 4.7.16.1: 'I', 's', 'c' (class), 'e' (enum), '[', '@' …
  std::uint16_t value = 0;  // a constant: of a number, or the Utf8 of a string or class
};

struct Annotation {
  std::string_view type;  // a descriptor: "Lorg/junit/Test;"
  std::vector<AnnotationElement> elements;
};

// What fields and methods have in common.
struct Member {
  std::uint16_t access = 0;
  std::string_view name;
  std::string_view descriptor;
  std::string_view signature;  // with generic types, as it stands; empty: none
  bool has_synthetic_attribute = false;
  bool is_deprecated = false;
  std::vector<Annotation> annotations;  // those visible at run time

  bool is_public() const { return (access & kPublic) != 0; }
  bool is_private() const { return (access & kPrivate) != 0; }
  bool is_protected() const { return (access & kProtected) != 0; }
  bool is_static() const { return (access & kStatic) != 0; }
  bool is_final() const { return (access & kFinal) != 0; }
  bool is_synthetic() const { return (access & kSynthetic) != 0 || has_synthetic_attribute; }
  // By its descriptor.
  bool has_annotation(std::string_view type) const;
};

struct Field : Member {
  std::uint16_t constant_value = 0;  // a constant of the field's type; 0: none

  bool is_volatile() const { return (access & kVolatile) != 0; }
  bool is_enum_constant() const { return (access & kEnum) != 0; }
};

// From MethodParameters (javac -parameters).
struct Parameter {
  std::string_view name;  // empty: it has none
  std::uint16_t access = 0;
};

// Where the Code attribute of a method lies in the file; decode() in code.h reads it.
struct CodeRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Method : Member {
  std::optional<CodeRange> code;             // none exactly if it is abstract or native
  std::vector<std::string_view> exceptions;  // those declared, by internal name
  std::vector<Parameter> parameters;         // empty: not recorded

  bool is_synchronized() const { return (access & kSynchronized) != 0; }
  bool is_native() const { return (access & kNative) != 0; }
  bool is_abstract() const { return (access & kAbstract) != 0; }
  bool is_bridge() const { return (access & kBridge) != 0; }
  bool is_varargs() const { return (access & kVarargs) != 0; }
  bool is_constructor() const { return name == "<init>"; }
  bool is_class_initializer() const { return name == "<clinit>"; }
};

struct InnerClass {
  std::string_view inner;
  std::string_view outer;        // empty: local or anonymous
  std::string_view simple_name;  // empty: anonymous
  std::uint16_t access = 0;
};

struct BootstrapMethod {
  std::uint16_t handle = 0;              // a MethodHandle
  std::vector<std::uint16_t> arguments;  // loadable constants
};

struct RecordComponent {
  std::string_view name;
  std::string_view descriptor;
  std::string_view signature;
};

struct ClassFile {
  ClassFile() = default;
  ClassFile(const ClassFile&) = delete;
  ClassFile& operator=(const ClassFile&) = delete;

  std::string path;   // for people: "lib.jar!/a/B.class"
  std::string bytes;  // the whole file
  std::uint16_t minor_version = 0;
  std::uint16_t major_version = 0;
  ConstantPool pool;
  std::uint16_t access = 0;
  std::string_view name;   // "a/B$C"
  std::string_view super;  // empty: java/lang/Object and modules
  std::vector<std::string_view> interfaces;
  std::vector<Field> fields;
  std::vector<Method> methods;
  std::string_view source_file;  // empty: not recorded
  std::string_view signature;
  std::vector<InnerClass> inner_classes;
  std::vector<BootstrapMethod> bootstrap_methods;
  std::string_view nest_host;  // empty: itself
  std::vector<std::string_view> nest_members;
  bool is_record = false;
  std::vector<RecordComponent> record_components;
  std::vector<std::string_view> permitted_subclasses;
  std::vector<Annotation> annotations;
  bool has_synthetic_attribute = false;
  bool is_deprecated = false;

  bool is_public() const { return (access & kPublic) != 0; }
  bool is_final() const { return (access & kFinal) != 0; }
  bool is_interface() const { return (access & kInterface) != 0; }
  bool is_abstract() const { return (access & kAbstract) != 0; }
  bool is_enum() const { return (access & kEnum) != 0; }
  bool is_annotation() const { return (access & kAnnotation) != 0; }
  bool is_module() const { return (access & kModule) != 0; }
  bool is_synthetic() const { return (access & kSynthetic) != 0 || has_synthetic_attribute; }

  // Those that the class itself declares; null: none.
  const Field* find_field(std::string_view field, std::string_view descriptor) const;
  const Method* find_method(std::string_view method, std::string_view descriptor) const;
};

// The versions that are read: Java 1.1 to Java 25.
inline constexpr std::uint16_t kOldestVersion = 45;
inline constexpr std::uint16_t kNewestVersion = 69;

// `path` is what messages call the file.
tl::expected<std::unique_ptr<ClassFile>, FormatError> read_class_file(std::string path,
                                                                      std::string bytes);

// The name that a class has in Java text: "a.B$C" for "a/B$C".
std::string external_name(std::string_view internal);
// And back.
std::string internal_name(std::string_view external);

}  // namespace jvm
