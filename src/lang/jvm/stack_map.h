// The types that a class file promises at the starts of blocks (StackMapTable, JVMS 4.7.4). They
// tell which arrays unnamed variables and entries of the stack are; nothing else relies on them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "lang/jvm/code.h"
#include "lang/jvm/descriptor.h"

namespace jvm {

struct StackFrame {
  // Void: nothing that is known. A long or a double takes two slots, the second of them Void.
  std::vector<Type> locals;
  std::vector<Type> stack;  // an entry each
};

// By the index of the instruction. Empty if there is no table, or if it is not as it should be.
using StackMap = std::map<std::uint32_t, StackFrame>;

StackMap read_stack_map(const ClassFile& file, const Method& method, const Code& code);

}  // namespace jvm
