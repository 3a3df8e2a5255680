// Reads the constants of a class file and checks what they say of one another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lang/jvm/bytes.h"
#include "lang/jvm/constant_pool.h"
#include "lang/jvm/pool_user.h"

namespace jvm {

class PoolReader {
 public:
  explicit PoolReader(ConstantPool& pool) : pool_(pool), user_(pool) {}

  // The pool at the place of `in`. Throws FormatFailure.
  void read(ByteReader& in);
  // The indices of bootstrap methods, which stand in an attribute, are below `count`.
  void check_bootstraps(std::size_t count) const;

 private:
  using Constant = ConstantPool::Constant;

  void read_constant(ByteReader& in);
  void read_utf8(ByteReader& in, Constant& constant);
  void check_kinds(const Constant& constant) const;
  void check_method_handle(const Constant& constant) const;
  void check_content(const Constant& constant) const;
  void check_member(const Constant& constant) const;

  ConstantPool& pool_;
  PoolUser user_;
};

}  // namespace jvm
