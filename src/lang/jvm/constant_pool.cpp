#include "lang/jvm/constant_pool.h"

#include <bit>

#include "base/check.h"
#include "lang/jvm/modified_utf8.h"

namespace jvm {

std::string_view word_of(ConstantKind kind) {
  switch (kind) {
    case ConstantKind::None: return "nothing";
#define CONSTANT(name, tag, word) \
  case ConstantKind::name:        \
    return word;
#include "lang/jvm/constants.def"
#undef CONSTANT
  }
  UNREACHABLE("kind of constant");
}

const ConstantPool::Constant& ConstantPool::get(std::size_t index, ConstantKind wanted) const {
  CHECK(kind(index) == wanted, "constant {} is a {}, not a {}", index, word_of(kind(index)),
        word_of(wanted));
  return constants_[index];
}

std::string_view ConstantPool::text(std::uint16_t utf8) const {
  return get(utf8, ConstantKind::Utf8).text;
}

std::u16string ConstantPool::units(std::uint16_t utf8) const {
  return modified_utf8_units(get(utf8, ConstantKind::Utf8).bytes);
}

bool ConstantPool::is_exact(std::uint16_t utf8) const {
  return get(utf8, ConstantKind::Utf8).is_exact;
}

std::int32_t ConstantPool::integer(std::uint16_t index) const {
  return static_cast<std::int32_t>(get(index, ConstantKind::Integer).bits);
}

std::int64_t ConstantPool::long_integer(std::uint16_t index) const {
  return static_cast<std::int64_t>(get(index, ConstantKind::Long).bits);
}

float ConstantPool::float32(std::uint16_t index) const {
  return std::bit_cast<float>(static_cast<std::uint32_t>(get(index, ConstantKind::Float).bits));
}

double ConstantPool::float64(std::uint16_t index) const {
  return std::bit_cast<double>(get(index, ConstantKind::Double).bits);
}

std::uint16_t ConstantPool::string_utf8(std::uint16_t string) const {
  return get(string, ConstantKind::String).first;
}

std::string_view ConstantPool::class_name(std::uint16_t index) const {
  return text(get(index, ConstantKind::Class).first);
}

std::string_view ConstantPool::plain_name(std::uint16_t index) const {
  ConstantKind found = kind(index);
  return text(get(index, found == ConstantKind::Package ? found : ConstantKind::Module).first);
}

NameAndType ConstantPool::name_and_type(std::uint16_t index) const {
  const Constant& constant = get(index, ConstantKind::NameAndType);
  return {text(constant.first), text(constant.second)};
}

MemberRef ConstantPool::member(std::uint16_t index) const {
  ConstantKind found = kind(index);
  bool is_member = found == ConstantKind::Fieldref || found == ConstantKind::Methodref ||
                   found == ConstantKind::InterfaceMethodref;
  CHECK(is_member, "constant {} is a {}, not a field or method", index, word_of(found));
  const Constant& constant = constants_[index];
  NameAndType both = name_and_type(constant.second);
  return {.owner = class_name(constant.first),
          .name = both.name,
          .descriptor = both.descriptor,
          .is_method = found != ConstantKind::Fieldref,
          .is_interface = found == ConstantKind::InterfaceMethodref};
}

MethodHandle ConstantPool::method_handle(std::uint16_t index) const {
  const Constant& constant = get(index, ConstantKind::MethodHandle);
  return {static_cast<ReferenceKind>(constant.first), member(constant.second)};
}

std::string_view ConstantPool::method_type(std::uint16_t index) const {
  return text(get(index, ConstantKind::MethodType).first);
}

DynamicRef ConstantPool::dynamic(std::uint16_t index) const {
  ConstantKind found = kind(index);
  const Constant& constant =
      get(index, found == ConstantKind::Dynamic ? found : ConstantKind::InvokeDynamic);
  NameAndType both = name_and_type(constant.second);
  return {constant.first, both.name, both.descriptor};
}

std::uint32_t ConstantPool::offset(std::uint16_t index) const {
  CHECK(index < constants_.size(), "constant {} of {}", index, constants_.size());
  return constants_[index].offset;
}

}  // namespace jvm
