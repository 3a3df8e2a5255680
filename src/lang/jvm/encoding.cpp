#include "lang/jvm/encoding.h"

#include <iterator>

namespace jvm {

namespace {

constexpr Encoding kEncodings[] = {
#define ENCODING(byte, word, opcode, operands, implied) \
  {word, Opcode::opcode, OperandBytes::operands, implied},
#include "lang/jvm/opcodes.def"
#undef ENCODING
};

// The rows stand in the order of their bytes.
constexpr std::uint8_t kBytes[] = {
#define ENCODING(byte, word, opcode, operands, implied) byte,
#include "lang/jvm/opcodes.def"
#undef ENCODING
};

constexpr bool are_bytes_in_order() {
  for (std::size_t i = 0; i < std::size(kBytes); ++i) {
    if (kBytes[i] != i) return false;
  }
  return true;
}
static_assert(are_bytes_in_order());

}  // namespace

const Encoding* find_encoding(std::uint8_t byte) {
  return byte < std::size(kEncodings) ? &kEncodings[byte] : nullptr;
}

}  // namespace jvm
