#include "lang/jvm/pool_reader.h"

#include <algorithm>
#include <string>

#include "lang/jvm/descriptor.h"
#include "lang/jvm/modified_utf8.h"

namespace jvm {

namespace {

constexpr std::uint16_t kFirstHandle = 1;
constexpr std::uint16_t kLastHandle = 9;

bool is_plain(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c > 0; });
}

}  // namespace

void PoolReader::read(ByteReader& in) {
  std::size_t start = in.at();
  std::uint16_t count = in.u2();
  if (count == 0) ByteReader::fail_at(start, "a pool of constants has at least one entry");
  pool_.constants_.clear();
  pool_.constants_.emplace_back();
  while (pool_.constants_.size() < count) read_constant(in);
  if (pool_.constants_.size() > count) {
    in.fail("the last constant takes two entries, but there is one");
  }
  for (const Constant& constant : pool_.constants_) check_kinds(constant);
  for (const Constant& constant : pool_.constants_) check_content(constant);
}

void PoolReader::read_constant(ByteReader& in) {
  Constant constant;
  constant.offset = static_cast<std::uint32_t>(in.at());
  std::uint8_t tag = in.u1();
  constant.kind = static_cast<ConstantKind>(tag);
  bool takes_two = false;
  switch (constant.kind) {
    case ConstantKind::Utf8: read_utf8(in, constant); break;
    case ConstantKind::Integer:
    case ConstantKind::Float: constant.bits = in.u4(); break;
    case ConstantKind::Long:
    case ConstantKind::Double:
      constant.bits = in.u8();
      takes_two = true;
      break;
    case ConstantKind::Class:
    case ConstantKind::String:
    case ConstantKind::MethodType:
    case ConstantKind::Module:
    case ConstantKind::Package: constant.first = in.u2(); break;
    case ConstantKind::Fieldref:
    case ConstantKind::Methodref:
    case ConstantKind::InterfaceMethodref:
    case ConstantKind::NameAndType:
    case ConstantKind::Dynamic:
    case ConstantKind::InvokeDynamic:
      constant.first = in.u2();
      constant.second = in.u2();
      break;
    case ConstantKind::MethodHandle:
      constant.first = in.u1();
      constant.second = in.u2();
      break;
    case ConstantKind::None:
    default:
      ByteReader::fail_at(constant.offset, fmt::format("constant {} has the unknown tag {}",
                                                       pool_.constants_.size(), tag));
  }
  pool_.constants_.push_back(constant);
  if (takes_two) {
    Constant& second = pool_.constants_.emplace_back();
    second.offset = constant.offset;
  }
}

void PoolReader::read_utf8(ByteReader& in, Constant& constant) {
  std::size_t length = in.u2();
  std::size_t start = in.at();
  constant.bytes = in.take(length);
  if (is_plain(constant.bytes)) {
    constant.text = constant.bytes;
    return;
  }
  if (auto bad = modified_utf8_invalid_at(constant.bytes)) {
    ByteReader::fail_at(start + *bad, "a byte that does not belong into modified UTF-8");
  }
  Utf16Text text = utf16_to_utf8(modified_utf8_units(constant.bytes));
  constant.is_exact = text.is_exact;
  constant.text = pool_.texts_.emplace_back(std::move(text.text));
}

void PoolReader::check_kinds(const Constant& constant) const {
  switch (constant.kind) {
    case ConstantKind::Class:
    case ConstantKind::String:
    case ConstantKind::MethodType:
    case ConstantKind::Module:
    case ConstantKind::Package:
      user_.expect(constant.first, {ConstantKind::Utf8}, constant.offset);
      break;
    case ConstantKind::NameAndType:
      user_.expect(constant.first, {ConstantKind::Utf8}, constant.offset);
      user_.expect(constant.second, {ConstantKind::Utf8}, constant.offset);
      break;
    case ConstantKind::Fieldref:
    case ConstantKind::Methodref:
    case ConstantKind::InterfaceMethodref:
      user_.expect(constant.first, {ConstantKind::Class}, constant.offset);
      user_.expect(constant.second, {ConstantKind::NameAndType}, constant.offset);
      break;
    case ConstantKind::Dynamic:
    case ConstantKind::InvokeDynamic:
      user_.expect(constant.second, {ConstantKind::NameAndType}, constant.offset);
      break;
    case ConstantKind::MethodHandle: check_method_handle(constant); break;
    case ConstantKind::None:
    case ConstantKind::Utf8:
    case ConstantKind::Integer:
    case ConstantKind::Float:
    case ConstantKind::Long:
    case ConstantKind::Double: break;
  }
}

void PoolReader::check_method_handle(const Constant& constant) const {
  if (constant.first < kFirstHandle || constant.first > kLastHandle) {
    ByteReader::fail_at(constant.offset,
                        fmt::format("a method handle has the unknown kind {}", constant.first));
  }
  switch (static_cast<ReferenceKind>(constant.first)) {
    case ReferenceKind::GetField:
    case ReferenceKind::GetStatic:
    case ReferenceKind::PutField:
    case ReferenceKind::PutStatic:
      user_.expect(constant.second, {ConstantKind::Fieldref}, constant.offset);
      break;
    case ReferenceKind::InvokeVirtual:
    case ReferenceKind::NewInvokeSpecial:
      user_.expect(constant.second, {ConstantKind::Methodref}, constant.offset);
      break;
    case ReferenceKind::InvokeStatic:
    case ReferenceKind::InvokeSpecial:
      user_.expect(constant.second, {ConstantKind::Methodref, ConstantKind::InterfaceMethodref},
                   constant.offset);
      break;
    case ReferenceKind::InvokeInterface:
      user_.expect(constant.second, {ConstantKind::InterfaceMethodref}, constant.offset);
      break;
  }
}

void PoolReader::check_content(const Constant& constant) const {
  auto require = [&](bool holds, std::string_view what, std::string_view text) {
    if (!holds) ByteReader::fail_at(constant.offset, fmt::format("`{}` is no {}", text, what));
  };
  switch (constant.kind) {
    case ConstantKind::Class: {
      std::string_view name = user_.name_of(constant.first, constant.offset);
      require(parse_class_constant(name).has_value(), "name of a class", name);
      break;
    }
    case ConstantKind::MethodType: {
      std::string_view type = user_.name_of(constant.first, constant.offset);
      require(parse_method_type(type).has_value(), "descriptor of a method", type);
      break;
    }
    case ConstantKind::Module:
    case ConstantKind::Package: user_.name_of(constant.first, constant.offset); break;
    case ConstantKind::NameAndType: {
      std::string_view name = user_.name_of(constant.first, constant.offset);
      std::string_view type = user_.name_of(constant.second, constant.offset);
      bool is_method = type.starts_with('(');
      require(is_method ? parse_method_type(type).has_value() : parse_type(type).has_value(),
              "descriptor", type);
      require(is_method ? is_method_name(name) : is_field_name(name), "name of a member", name);
      break;
    }
    case ConstantKind::Fieldref:
    case ConstantKind::Methodref:
    case ConstantKind::InterfaceMethodref:
    case ConstantKind::Dynamic:
    case ConstantKind::InvokeDynamic: check_member(constant); break;
    case ConstantKind::MethodHandle: {
      MemberRef member = pool_.member(constant.second);
      bool makes = static_cast<ReferenceKind>(constant.first) == ReferenceKind::NewInvokeSpecial;
      require((member.name == "<init>") == makes, "method that this kind of handle refers to",
              member.name);
      break;
    }
    default: break;
  }
}

void PoolReader::check_member(const Constant& constant) const {
  NameAndType both = pool_.name_and_type(constant.second);
  bool is_field = constant.kind == ConstantKind::Fieldref || constant.kind == ConstantKind::Dynamic;
  bool is_method = both.descriptor.starts_with('(');
  if (is_field == is_method) {
    ByteReader::fail_at(constant.offset, fmt::format("a {} has the descriptor `{}`",
                                                     word_of(constant.kind), both.descriptor));
  }
  if (!both.name.starts_with('<') || is_field) return;
  bool is_constructor = constant.kind == ConstantKind::Methodref && both.name == "<init>" &&
                        both.descriptor.ends_with(")V");
  if (!is_constructor) {
    ByteReader::fail_at(constant.offset, fmt::format("a {} to `{}{}`", word_of(constant.kind),
                                                     both.name, both.descriptor));
  }
}

void PoolReader::check_bootstraps(std::size_t count) const {
  for (const Constant& constant : pool_.constants_) {
    bool has_one =
        constant.kind == ConstantKind::Dynamic || constant.kind == ConstantKind::InvokeDynamic;
    if (has_one && constant.first >= count) {
      ByteReader::fail_at(constant.offset,
                          fmt::format("bootstrap method {} of {}", constant.first, count));
    }
  }
}

}  // namespace jvm
