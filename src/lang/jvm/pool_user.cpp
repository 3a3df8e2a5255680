#include "lang/jvm/pool_user.h"

#include <algorithm>
#include <string>

namespace jvm {

void PoolUser::expect(std::uint16_t index, std::initializer_list<ConstantKind> kinds,
                      std::uint64_t offset) const {
  ConstantKind kind = pool_.kind(index);
  if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) return;
  std::string wanted;
  for (ConstantKind one : kinds) {
    if (!wanted.empty()) wanted += " or ";
    wanted += word_of(one);
  }
  if (index >= pool_.size()) {
    ByteReader::fail_at(offset, fmt::format("constant {} is used as a {}, but there are only {}",
                                            index, wanted, pool_.size() - 1));
  }
  ByteReader::fail_at(offset,
                      fmt::format("constant {} is {}, where a {} is expected", index,
                                  kind == ConstantKind::None ? std::string("nothing")
                                                             : fmt::format("a {}", word_of(kind)),
                                  wanted));
}

std::string_view PoolUser::name_of(std::uint16_t utf8, std::uint64_t offset) const {
  if (!pool_.is_exact(utf8)) {
    ByteReader::fail_at(offset, "a name has a surrogate without its partner");
  }
  return pool_.text(utf8);
}

std::uint16_t PoolUser::take(ByteReader& in, ConstantKind kind) const {
  std::size_t offset = in.at();
  std::uint16_t index = in.u2();
  expect(index, {kind}, offset);
  return index;
}

std::string_view PoolUser::take_text(ByteReader& in, bool may_miss) const {
  std::size_t offset = in.at();
  std::uint16_t index = in.u2();
  if (index == 0 && may_miss) return {};
  expect(index, {ConstantKind::Utf8}, offset);
  return pool_.text(index);
}

std::string_view PoolUser::take_name(ByteReader& in, bool may_miss) const {
  std::size_t offset = in.at();
  std::uint16_t index = in.u2();
  if (index == 0 && may_miss) return {};
  expect(index, {ConstantKind::Utf8}, offset);
  return name_of(index, offset);
}

std::string_view PoolUser::take_class(ByteReader& in, bool may_miss) const {
  std::size_t offset = in.at();
  std::uint16_t index = in.u2();
  if (index == 0 && may_miss) return {};
  expect(index, {ConstantKind::Class}, offset);
  std::string_view name = pool_.class_name(index);
  if (name.starts_with('[')) ByteReader::fail_at(offset, "an array, where a class is expected");
  return name;
}

}  // namespace jvm
