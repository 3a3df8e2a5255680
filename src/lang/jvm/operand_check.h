// Whether an instruction's operands are what it needs: constants of the right kind, locals that
// exist, sizes that agree with descriptors.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "lang/jvm/class_file.h"
#include "lang/jvm/code.h"
#include "lang/jvm/pool_user.h"

namespace jvm {

class OperandCheck {
 public:
  // `code` has max_locals when something is checked.
  OperandCheck(const ClassFile& file, const Code& code)
      : constants_(file.pool), pool_(file.pool), code_(code) {}

  // Throws FormatFailure at `where`. Targets of jumps are not looked at.
  void check(const Instruction& instruction, std::uint64_t where) const;
  const PoolUser& pool() const { return pool_; }

 private:
  void check_local(const Instruction& instruction, std::uint64_t where) const;
  void check_constant(const Instruction& instruction, std::uint64_t where) const;
  void check_method(const Instruction& instruction, std::uint64_t where) const;
  void check_interface(const Instruction& instruction, std::uint64_t where) const;
  void check_class(const Instruction& instruction, std::uint64_t where) const;
  std::uint16_t take(const Instruction& instruction, std::initializer_list<ConstantKind> kinds,
                     std::uint64_t where) const;

  const ConstantPool& constants_;
  PoolUser pool_;
  const Code& code_;
};

}  // namespace jvm
