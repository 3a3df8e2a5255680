// The reader of class files takes any bytes without harm. What it accepts can be asked for
// everything and prints as text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/utf8.h"
#include "lang/jvm/class_file.h"
#include "lang/jvm/code.h"
#include "lang/jvm/descriptor.h"
#include "lang/jvm/print.h"

namespace {

void ask_constant(const jvm::ConstantPool& pool, std::uint16_t index) {
  switch (pool.kind(index)) {
    case jvm::ConstantKind::Utf8:
      CHECK(!base::utf8_invalid_at(pool.text(index)), "text that is not UTF-8");
      CHECK(pool.units(index).size() <= 65535, "more units than bytes");
      break;
    case jvm::ConstantKind::Class:
      CHECK(jvm::parse_class_constant(pool.class_name(index)), "a bad name");
      break;
    case jvm::ConstantKind::Fieldref:
      CHECK(jvm::parse_type(pool.member(index).descriptor), "a bad descriptor");
      break;
    case jvm::ConstantKind::Methodref:
    case jvm::ConstantKind::InterfaceMethodref:
      CHECK(jvm::parse_method_type(pool.member(index).descriptor), "a bad descriptor");
      break;
    case jvm::ConstantKind::MethodHandle: pool.method_handle(index); break;
    case jvm::ConstantKind::MethodType: pool.method_type(index); break;
    case jvm::ConstantKind::Dynamic:
    case jvm::ConstantKind::InvokeDynamic: pool.dynamic(index); break;
    default: break;
  }
}

void ask_code(const jvm::ClassFile& file, const jvm::Method& method) {
  auto code = jvm::decode(file, method);
  if (!code) {
    CHECK(code.error().offset <= file.bytes.size(), "an offset outside of the file");
    return;
  }
  std::size_t count = code->instructions.size();
  CHECK(count > 0, "no instructions");
  for (const jvm::Instruction& instruction : code->instructions) {
    if (jvm::form_of(instruction.opcode) == jvm::OperandForm::Target) {
      CHECK(instruction.operand < count, "a target outside of the code");
    }
  }
  for (const jvm::Switch& one : code->switches) {
    CHECK(one.otherwise < count, "a target outside of the code");
    for (const jvm::SwitchCase& row : one.cases) CHECK(row.target < count, "a target outside");
  }
  for (const jvm::Handler& handler : code->handlers) {
    CHECK(handler.begin < handler.end && handler.end <= count && handler.target < count,
          "a handler outside of the code");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto read =
      jvm::read_class_file("fuzz.class", std::string(reinterpret_cast<const char*>(data), size));
  if (!read) {
    CHECK(read.error().offset <= size, "an offset outside of the file");
    CHECK(!base::utf8_invalid_at(read.error().what), "a message that is not UTF-8");
    return 0;
  }
  const jvm::ClassFile& file = **read;
  for (std::size_t i = 0; i < file.pool.size(); ++i) {
    ask_constant(file.pool, static_cast<std::uint16_t>(i));
  }
  for (const jvm::Method& method : file.methods) {
    if (method.code) ask_code(file, method);
  }
  CHECK(!base::utf8_invalid_at(jvm::print(file)), "a listing that is not UTF-8");
  return 0;
}
