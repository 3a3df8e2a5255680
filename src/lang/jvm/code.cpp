#include "lang/jvm/code.h"

#include <algorithm>

#include "base/check.h"

namespace jvm {

std::string_view word_of(Opcode opcode) {
  switch (opcode) {
#define OPCODE(name, word, form) \
  case Opcode::name:             \
    return word;
#include "lang/jvm/opcodes.def"
#undef OPCODE
  }
  UNREACHABLE("opcode");
}

OperandForm form_of(Opcode opcode) {
  switch (opcode) {
#define OPCODE(name, word, form) \
  case Opcode::name:             \
    return OperandForm::form;
#include "lang/jvm/opcodes.def"
#undef OPCODE
  }
  UNREACHABLE("opcode");
}

bool ends_block(Opcode opcode) {
  switch (opcode) {
    case Opcode::Goto:
    case Opcode::Ret:
    case Opcode::Tableswitch:
    case Opcode::Lookupswitch:
    case Opcode::Ireturn:
    case Opcode::Lreturn:
    case Opcode::Freturn:
    case Opcode::Dreturn:
    case Opcode::Areturn:
    case Opcode::Return:
    case Opcode::Athrow: return true;
    default: return false;
  }
}

bool is_conditional(Opcode opcode) {
  return form_of(opcode) == OperandForm::Target && opcode != Opcode::Goto && opcode != Opcode::Jsr;
}

const LocalVariable* Code::variable(std::uint16_t slot, std::uint32_t instruction) const {
  auto found = std::find_if(variables.begin(), variables.end(), [&](const LocalVariable& one) {
    return one.slot == slot && one.begin <= instruction && instruction < one.end;
  });
  return found == variables.end() ? nullptr : &*found;
}

const LocalVariable* Code::stored_variable(std::uint16_t slot, std::uint32_t instruction) const {
  const LocalVariable* begun = variable(slot, instruction + 1);
  return begun != nullptr ? begun : variable(slot, instruction);
}

std::optional<std::uint32_t> Code::index_of(std::uint32_t offset) const {
  auto found = std::lower_bound(
      instructions.begin(), instructions.end(), offset,
      [](const Instruction& one, std::uint32_t wanted) { return one.offset < wanted; });
  if (found == instructions.end() || found->offset != offset) return std::nullopt;
  return static_cast<std::uint32_t>(found - instructions.begin());
}

}  // namespace jvm
