// How the instructions of the JVM are written in bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "lang/jvm/code.h"

namespace jvm {

// What follows the byte of an instruction.
enum class OperandBytes : std::uint8_t {
  Plain,       // nothing
  Implied,     // nothing: the byte itself says the operand
  Byte,        // a signed number
  Short,       // a signed number of two bytes
  Index8,      // an index, or a code, of one byte
  Index16,     // an index of two bytes
  Increment,   // an index and a signed number, one byte each
  Jump16,      // a signed distance of two bytes
  Jump32,      // of four
  Table,       // tableswitch
  Lookup,      // lookupswitch
  Interface,   // an index of two bytes, the size of the arguments, zero
  Dynamic,     // an index of two bytes, two zeros
  Dimensions,  // an index of two bytes, a number of one
  Wide,        // another instruction, whose operands are twice as wide
};

struct Encoding {
  std::string_view word;  // "iload_1"
  Opcode opcode{};        // of `wide`: none in particular
  OperandBytes operands{};
  std::int8_t implied = 0;
};

// Null: no instruction begins with this byte.
const Encoding* find_encoding(std::uint8_t byte);

}  // namespace jvm
