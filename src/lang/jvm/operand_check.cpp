#include "lang/jvm/operand_check.h"

#include <string_view>

#include "lang/jvm/descriptor.h"
#include "lang/jvm/encoding.h"

namespace jvm {

namespace {

constexpr std::uint8_t kWideConstantByte = 0x14;  // ldc2_w

bool is_wide_local(Opcode opcode) {
  return opcode == Opcode::Lload || opcode == Opcode::Dload || opcode == Opcode::Lstore ||
         opcode == Opcode::Dstore;
}

}  // namespace

void OperandCheck::check(const Instruction& instruction, std::uint64_t where) const {
  switch (form_of(instruction.opcode)) {
    case OperandForm::None:
    case OperandForm::Value:
    case OperandForm::Target:
    case OperandForm::Switch: break;
    case OperandForm::Local:
    case OperandForm::Increment: check_local(instruction, where); break;
    case OperandForm::Constant: check_constant(instruction, where); break;
    case OperandForm::Field: take(instruction, {ConstantKind::Fieldref}, where); break;
    case OperandForm::Method: check_method(instruction, where); break;
    case OperandForm::Interface: check_interface(instruction, where); break;
    case OperandForm::Dynamic: take(instruction, {ConstantKind::InvokeDynamic}, where); break;
    case OperandForm::Class:
    case OperandForm::Dimensions: check_class(instruction, where); break;
    case OperandForm::Primitive:
      if (!newarray_element(instruction.operand)) {
        ByteReader::fail_at(where, fmt::format("newarray of the type {}", instruction.operand));
      }
      break;
  }
}

std::uint16_t OperandCheck::take(const Instruction& instruction,
                                 std::initializer_list<ConstantKind> kinds,
                                 std::uint64_t where) const {
  auto index = static_cast<std::uint16_t>(instruction.operand);
  pool_.expect(index, kinds, where);
  return index;
}

void OperandCheck::check_local(const Instruction& instruction, std::uint64_t where) const {
  std::uint32_t last = instruction.operand + (is_wide_local(instruction.opcode) ? 1 : 0);
  if (last < code_.max_locals) return;
  ByteReader::fail_at(where, fmt::format("{} of local variable {} of {}",
                                         word_of(instruction.opcode), last, code_.max_locals));
}

void OperandCheck::check_constant(const Instruction& instruction, std::uint64_t where) const {
  bool is_wide = instruction.encoding == kWideConstantByte;
  std::uint16_t index =
      is_wide ? take(instruction, {ConstantKind::Long, ConstantKind::Double, ConstantKind::Dynamic},
                     where)
              : take(instruction,
                     {ConstantKind::Integer, ConstantKind::Float, ConstantKind::String,
                      ConstantKind::Class, ConstantKind::MethodType, ConstantKind::MethodHandle,
                      ConstantKind::Dynamic},
                     where);
  if (constants_.kind(index) != ConstantKind::Dynamic) return;
  std::string_view type = constants_.dynamic(index).descriptor;
  if ((type == "J" || type == "D") != is_wide) {
    ByteReader::fail_at(where, fmt::format("a dynamic constant of type {} is loaded by {}", type,
                                           find_encoding(instruction.encoding)->word));
  }
}

void OperandCheck::check_method(const Instruction& instruction, std::uint64_t where) const {
  bool is_virtual = instruction.opcode == Opcode::Invokevirtual;
  std::uint16_t index =
      is_virtual
          ? take(instruction, {ConstantKind::Methodref}, where)
          : take(instruction, {ConstantKind::Methodref, ConstantKind::InterfaceMethodref}, where);
  bool is_constructor = constants_.member(index).name == "<init>";
  if (is_constructor && instruction.opcode != Opcode::Invokespecial) {
    ByteReader::fail_at(where,
                        fmt::format("a constructor called by {}", word_of(instruction.opcode)));
  }
}

void OperandCheck::check_interface(const Instruction& instruction, std::uint64_t where) const {
  std::uint16_t index = take(instruction, {ConstantKind::InterfaceMethodref}, where);
  std::size_t slots = parse_method_type(constants_.member(index).descriptor)->slots() + 1;
  if (static_cast<std::size_t>(instruction.value) != slots) {
    ByteReader::fail_at(where, fmt::format("invokeinterface with {} slots of arguments, not {}",
                                           instruction.value, slots));
  }
}

void OperandCheck::check_class(const Instruction& instruction, std::uint64_t where) const {
  std::uint16_t index = take(instruction, {ConstantKind::Class}, where);
  auto type = parse_class_constant(constants_.class_name(index));
  if (instruction.opcode == Opcode::New && type->is_array()) {
    ByteReader::fail_at(where, "`new` of an array");
  }
  if (instruction.opcode == Opcode::Anewarray && type->dimensions == kMostDimensions) {
    ByteReader::fail_at(where, "an array with more than 255 dimensions");
  }
  if (instruction.opcode != Opcode::Multianewarray) return;
  if (instruction.value < 1 || instruction.value > type->dimensions) {
    ByteReader::fail_at(where, fmt::format("{} dimensions of an array with {}", instruction.value,
                                           type->dimensions));
  }
}

}  // namespace jvm
