// Takes references to constants from a class file, and checks that they are of the right kind.
// Functions throw FormatFailure.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "lang/jvm/bytes.h"
#include "lang/jvm/constant_pool.h"

namespace jvm {

class PoolUser {
 public:
  explicit PoolUser(const ConstantPool& pool) : pool_(pool) {}

  // An index that stands at `offset` in the file.
  void expect(std::uint16_t index, std::initializer_list<ConstantKind> kinds,
              std::uint64_t offset) const;
  // The text of a name, in which no surrogate lacks its partner.
  std::string_view name_of(std::uint16_t utf8, std::uint64_t offset) const;

  // Takes an index of a constant of that kind.
  std::uint16_t take(ByteReader& in, ConstantKind kind) const;
  // Its text; the index may be 0 if `may_miss`, which gives empty text.
  std::string_view take_text(ByteReader& in, bool may_miss = false) const;
  // A name.
  std::string_view take_name(ByteReader& in, bool may_miss = false) const;
  // The name of a class that is no array.
  std::string_view take_class(ByteReader& in, bool may_miss = false) const;

 private:
  const ConstantPool& pool_;
};

}  // namespace jvm
