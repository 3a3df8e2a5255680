// Attributes (JVMS 4.7) of classes, fields, methods and record components. What JVMS says may
// occur once is refused the second time; what Braid does not use is skipped.
#include <utility>

#include "lang/jvm/class_reader.h"
#include "lang/jvm/descriptor.h"

namespace jvm {

namespace {

[[noreturn]] void fail_twice(const ByteReader& in, std::string_view attribute) {
  in.fail(fmt::format("a second attribute {}", attribute));
}

// The kind of constant that a static field of a type may start with.
ConstantKind constant_kind(const Type& type) {
  if (type.is_int_like()) return ConstantKind::Integer;
  if (type == class_type("java/lang/String")) return ConstantKind::String;
  if (type.is_array()) return ConstantKind::None;
  switch (type.base) {
    case BaseType::Long: return ConstantKind::Long;
    case BaseType::Float: return ConstantKind::Float;
    case BaseType::Double: return ConstantKind::Double;
    default: return ConstantKind::None;
  }
}

}  // namespace

template <class Read>
void ClassReader::read_attributes(ByteReader& in, Read read) {
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    std::string_view name = pool_.take_text(in);
    std::uint32_t length = in.u4();
    ByteReader part = in.part(length);
    if (read(name, part) && !part.at_end()) {
      part.fail(fmt::format("{} bytes too many in the attribute {}", part.left(), name));
    }
  }
}

void ClassReader::read_class_attributes() {
  read_attributes(
      in_, [&](std::string_view name, ByteReader& in) { return read_class_attribute(name, in); });
}

void ClassReader::read_field_attributes(Field& field) {
  read_attributes(in_, [&](std::string_view name, ByteReader& in) {
    if (name != "ConstantValue") return read_member_attribute(name, in, field);
    read_constant_value(in, field);
    return true;
  });
}

void ClassReader::read_method_attributes(Method& method) {
  read_attributes(in_, [&](std::string_view name, ByteReader& in) {
    if (name == "Code") {
      if (method.code) fail_twice(in, name);
      method.code = CodeRange{static_cast<std::uint32_t>(in.at()),
                              static_cast<std::uint32_t>(in.at() + in.left())};
      return false;  // decode() reads it
    }
    if (name == "Exceptions") {
      if (!method.exceptions.empty()) fail_twice(in, name);
      method.exceptions = read_classes(in);
    } else if (name == "MethodParameters") {
      if (!method.parameters.empty()) fail_twice(in, name);
      read_parameters(in, method);
    } else {
      return read_member_attribute(name, in, method);
    }
    return true;
  });
}

bool ClassReader::read_member_attribute(std::string_view name, ByteReader& in, Member& member) {
  if (name == "Signature") {
    if (!member.signature.empty()) fail_twice(in, name);
    member.signature = pool_.take_text(in);
  } else if (name == "Synthetic") {
    member.has_synthetic_attribute = true;
  } else if (name == "Deprecated") {
    member.is_deprecated = true;
  } else if (name == "RuntimeVisibleAnnotations") {
    if (!member.annotations.empty()) fail_twice(in, name);
    member.annotations = read_annotations(in);
  } else {
    return false;
  }
  return true;
}

void ClassReader::read_constant_value(ByteReader& in, Field& field) {
  if (field.constant_value != 0) fail_twice(in, "ConstantValue");
  std::size_t offset = in.at();
  std::uint16_t index = in.u2();
  if (!field.is_static()) return;  // JVMS 4.7.2: it is ignored
  ConstantKind kind = constant_kind(*parse_type(field.descriptor));
  if (kind == ConstantKind::None) {
    ByteReader::fail_at(offset, fmt::format("a constant for the field {} of type {}", field.name,
                                            field.descriptor));
  }
  pool_.expect(index, {kind}, offset);
  field.constant_value = index;
}

void ClassReader::read_parameters(ByteReader& in, Method& method) {
  for (std::uint8_t left = in.u1(); left > 0; --left) {
    std::string_view name = pool_.take_name(in, true);
    method.parameters.push_back({name, in.u2()});
  }
}

std::vector<std::string_view> ClassReader::read_classes(ByteReader& in) const {
  std::vector<std::string_view> names;
  for (std::uint16_t left = in.u2(); left > 0; --left) names.push_back(pool_.take_class(in));
  return names;
}

bool ClassReader::read_class_attribute(std::string_view name, ByteReader& in) {
  if (name == "SourceFile") {
    if (!file_.source_file.empty()) fail_twice(in, name);
    file_.source_file = pool_.take_name(in);
  } else if (name == "InnerClasses") {
    if (!file_.inner_classes.empty()) fail_twice(in, name);
    read_inner_classes(in);
  } else if (name == "BootstrapMethods") {
    if (std::exchange(has_bootstraps_, true)) fail_twice(in, name);
    read_bootstrap_methods(in);
  } else if (name == "NestHost") {
    if (!file_.nest_host.empty()) fail_twice(in, name);
    file_.nest_host = pool_.take_class(in);
  } else if (name == "NestMembers") {
    if (!file_.nest_members.empty()) fail_twice(in, name);
    file_.nest_members = read_classes(in);
  } else if (name == "Record") {
    if (std::exchange(file_.is_record, true)) fail_twice(in, name);
    read_record(in);
  } else if (name == "PermittedSubclasses") {
    if (!file_.permitted_subclasses.empty()) fail_twice(in, name);
    file_.permitted_subclasses = read_classes(in);
  } else {
    return read_common_attribute(name, in);
  }
  return true;
}

// The attributes of a class that members have as well.
bool ClassReader::read_common_attribute(std::string_view name, ByteReader& in) {
  Member common;
  common.signature = file_.signature;
  common.annotations = std::move(file_.annotations);
  bool is_known = read_member_attribute(name, in, common);
  file_.signature = common.signature;
  file_.annotations = std::move(common.annotations);
  file_.has_synthetic_attribute |= common.has_synthetic_attribute;
  file_.is_deprecated |= common.is_deprecated;
  return is_known;
}

void ClassReader::read_inner_classes(ByteReader& in) {
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    InnerClass inner;
    inner.inner = pool_.take_class(in);
    inner.outer = pool_.take_class(in, true);
    inner.simple_name = pool_.take_name(in, true);
    inner.access = in.u2();
    file_.inner_classes.push_back(inner);
  }
}

void ClassReader::read_bootstrap_methods(ByteReader& in) {
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    BootstrapMethod method;
    method.handle = pool_.take(in, ConstantKind::MethodHandle);
    for (std::uint16_t arguments = in.u2(); arguments > 0; --arguments) {
      std::size_t offset = in.at();
      std::uint16_t index = in.u2();
      pool_.expect(index,
                   {ConstantKind::Integer, ConstantKind::Float, ConstantKind::Long,
                    ConstantKind::Double, ConstantKind::Class, ConstantKind::String,
                    ConstantKind::MethodHandle, ConstantKind::MethodType, ConstantKind::Dynamic},
                   offset);
      method.arguments.push_back(index);
    }
    file_.bootstrap_methods.push_back(std::move(method));
  }
}

void ClassReader::read_record(ByteReader& in) {
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    RecordComponent component;
    std::size_t offset = in.at();
    component.name = pool_.take_name(in);
    component.descriptor = pool_.take_name(in);
    if (!is_field_name(component.name) || !parse_type(component.descriptor)) {
      ByteReader::fail_at(offset, fmt::format("`{} {}` is no component of a record", component.name,
                                              component.descriptor));
    }
    read_attributes(in, [&](std::string_view name, ByteReader& part) {
      if (name != "Signature") return false;
      component.signature = pool_.take_text(part);
      return true;
    });
    file_.record_components.push_back(component);
  }
}

}  // namespace jvm
