// The code of a method (JVMS 4.7.3), decoded: instructions without the details of their encoding
// (`iload_1`, `iload 1` and `wide iload 1` are one), jumps and handlers by the index of the
// instruction, lines with each instruction. What decode() returns is checked: targets are
// instructions, constants have the kind that the instruction needs, locals are below max_locals.
// That the types on the stack fit is not looked at here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "lang/jvm/class_file.h"

namespace jvm {

// What Instruction::operand (and value) mean.
enum class OperandForm : std::uint8_t {
  None,
  Value,       // `value` is a number (iconst, lconst, fconst, dconst)
  Constant,    // a loadable constant of the pool (ldc)
  Local,       // a local variable
  Increment,   // a local variable, and `value` is added (iinc)
  Target,      // the index of an instruction
  Switch,      // the index of Code::switches
  Field,       // a Fieldref
  Method,      // a Methodref, or for invokestatic and invokespecial an InterfaceMethodref
  Interface,   // an InterfaceMethodref
  Dynamic,     // an InvokeDynamic
  Class,       // a Class
  Primitive,   // newarray_element() tells the type
  Dimensions,  // a Class, and `value` dimensions are made (multianewarray)
};

enum class Opcode : std::uint8_t {
#define OPCODE(name, word, form) name,
#include "lang/jvm/opcodes.def"
#undef OPCODE
};

// "iload", "invokevirtual".
std::string_view word_of(Opcode opcode);
OperandForm form_of(Opcode opcode);
// No instruction follows by itself: goto, returns, athrow, switches, ret.
bool ends_block(Opcode opcode);
// Jumps if a condition holds.
bool is_conditional(Opcode opcode);

struct Instruction {
  Opcode opcode{};
  std::uint8_t encoding = 0;  // the byte in the file: 0x1b for iload_1; the one behind `wide`
  std::uint16_t line = 0;     // from LineNumberTable; 0: unknown
  std::uint32_t offset = 0;   // of its first byte in the code
  std::uint32_t operand = 0;  // see OperandForm
  std::int32_t value = 0;
};

struct SwitchCase {
  std::int32_t value = 0;
  std::uint32_t target = 0;  // the index of an instruction
};

// A tableswitch or a lookupswitch. Values grow strictly.
struct Switch {
  std::uint32_t otherwise = 0;  // the index of an instruction
  std::vector<SwitchCase> cases;
};

// An entry of the exception table: for instructions [begin, end) by index.
struct Handler {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  // may be the number of instructions
  std::uint32_t target = 0;
  std::string_view catches;  // the internal name of a class; empty: everything
};

// A local variable of the source, for instructions [begin, end) by index. javac begins it behind
// the instruction that stores its first value.
struct LocalVariable {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint16_t slot = 0;
  std::string_view name;
  std::string_view descriptor;
};

struct LineEntry {
  std::uint32_t begin = 0;  // the index of the first instruction of the line
  std::uint16_t line = 0;
};

struct Code {
  std::uint16_t max_stack = 0;
  std::uint16_t max_locals = 0;
  std::vector<Instruction> instructions;  // never empty
  std::vector<Switch> switches;
  std::vector<Handler> handlers;  // in order: the first that fits catches
  std::vector<LocalVariable> variables;
  std::vector<LineEntry> lines;  // by instruction
  bool has_subroutines = false;  // jsr or ret, which compilers before Java 6 used

  bool has_lines() const { return !lines.empty(); }
  // The variable of `slot` that is alive at an instruction; null: the file does not say.
  const LocalVariable* variable(std::uint16_t slot, std::uint32_t instruction) const;
  // The variable that an instruction which stores to `slot` gives a value to: it may begin behind.
  const LocalVariable* stored_variable(std::uint16_t slot, std::uint32_t instruction) const;
  // The instruction at an offset, if one begins there.
  std::optional<std::uint32_t> index_of(std::uint32_t offset) const;
};

// The code of `method`, which is of `file` and has some.
tl::expected<Code, FormatError> decode(const ClassFile& file, const Method& method);

}  // namespace jvm
