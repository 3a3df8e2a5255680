#include "lang/jvm/code.h"

#include <gtest/gtest.h>

#include "lang/jvm/encoding.h"
#include "unit/jvm/support.h"

namespace jvm {
namespace {

using test::ClassBuilder;
using test::u1;
using test::u2;
using test::u4;

// What is wrong with the code of a static method; empty: nothing.
std::string complaint_about_code(const std::string& code, ClassBuilder builder = ClassBuilder()) {
  builder.method(0x8, "m", "()V", {builder.code(code)});
  return complaint_about(builder.build());
}

Code code_of(const std::string& bytes) {
  ClassBuilder builder;
  builder.method(0x8, "m", "()V", {builder.code(bytes, 4, 300)});
  return must_decode(*must_read(builder.build()), "m");
}

TEST(Decode, EncodingsOfOneInstructionAreAlike) {
  Code code = code_of(std::string("\x1b\x15\x01\xc4\x15\x00\x01\x06\x10\x03\x11\xff\xfe\xb1", 14));
  ASSERT_EQ(code.instructions.size(), 7U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(code.instructions[i].opcode, Opcode::Iload);
    EXPECT_EQ(code.instructions[i].operand, 1U);
  }
  EXPECT_EQ(code.instructions[2].offset, 3U);
  EXPECT_EQ(code.instructions[3].opcode, Opcode::Iconst);
  EXPECT_EQ(code.instructions[3].value, 3);
  EXPECT_EQ(code.instructions[4].value, 3);
  EXPECT_EQ(code.instructions[5].value, -2);
  EXPECT_EQ(code.instructions[6].opcode, Opcode::Return);
}

TEST(Decode, WideIncrement) {
  Code code = code_of(std::string("\x84\x02\xff\xc4\x84\x01\x00\xff\x00\xb1", 10));
  EXPECT_EQ(code.instructions[0].opcode, Opcode::Iinc);
  EXPECT_EQ(code.instructions[0].operand, 2U);
  EXPECT_EQ(code.instructions[0].value, -1);
  EXPECT_EQ(code.instructions[1].operand, 256U);
  EXPECT_EQ(code.instructions[1].value, -256);
}

TEST(Decode, SwitchesAndJumpsByIndex) {
  // 0: iconst_0, 1: lookupswitch (padding to 4) -5 → 28, 7 → 29, default 30.
  std::string code = u1(3) + u1(0xab) + u2(0) + u4(29) + u4(2) + u4(0xfffffffb) + u4(27) + u4(7) +
                     u4(28) + u1(0) + u1(0) + u1(0xb1);
  Code decoded = code_of(code);
  ASSERT_EQ(decoded.switches.size(), 1U);
  EXPECT_EQ(decoded.switches[0].cases[0].value, -5);
  EXPECT_EQ(decoded.switches[0].cases[0].target, 2U);
  EXPECT_EQ(decoded.switches[0].cases[1].target, 3U);
  EXPECT_EQ(decoded.switches[0].otherwise, 4U);
  EXPECT_EQ(decoded.index_of(29), 3U);
  EXPECT_EQ(decoded.index_of(2), std::nullopt);
}

TEST(Decode, SubroutinesAreTold) {
  EXPECT_TRUE(code_of(std::string("\xa8\x00\x03\xb1", 4)).has_subroutines);
  EXPECT_TRUE(code_of(std::string("\xa9\x01", 2)).has_subroutines);
  EXPECT_FALSE(code_of("\xb1").has_subroutines);
}

TEST(Decode, TablesOfJavac) {
  test::Compiled compiled({test::JavaFile{"A.java", R"(class A {
  static int pick(int n, long wide) {
    int result = 0;
    try {
      switch (n) {
        case 1: result = 10; break;
        case 2: result = 20; break;
        case 3: { int inner = n; result = inner; break; }
        default: result = "abc".hashCode();
      }
    } catch (IllegalStateException e) {
      result = 1;
    }
    return result;
  }
})"}});
  auto file = must_read(compiled.bytes("A"));
  Code code = must_decode(*file, "pick");
  ASSERT_EQ(code.handlers.size(), 1U);
  EXPECT_EQ(code.handlers[0].catches, "java/lang/IllegalStateException");
  EXPECT_LT(code.handlers[0].begin, code.handlers[0].end);
  EXPECT_TRUE(code.has_lines());
  EXPECT_EQ(code.instructions[0].line, 3);
  EXPECT_EQ(code.instructions.back().line, 14);
  // The store in front of a variable's range is told with its name.
  const LocalVariable* result = code.stored_variable(3, 1);
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->name, "result");
  EXPECT_EQ(code.variable(3, 1), nullptr);
  EXPECT_EQ(code.variable(1, 0)->descriptor, "J");
  EXPECT_EQ(code.variable(2, 0), nullptr);
}

TEST(MalformedCode, Instructions) {
  EXPECT_EQ(complaint_about_code("\xb1"), "");
  EXPECT_EQ(complaint_about_code("\xca\xb1"), "m()V: there is no instruction with the byte 202");
  EXPECT_EQ(complaint_about_code("\x10"), "m()V: it ends where 1 more byte is expected");
  EXPECT_EQ(complaint_about_code(std::string("\x00", 1)),
            "m()V: control runs over the end of the code");
  EXPECT_EQ(complaint_about_code(""), "m()V: code of 0 bytes");
  EXPECT_EQ(complaint_about_code(std::string(65536, '\xb1')), "m()V: code of 65536 bytes");
  EXPECT_EQ(complaint_about_code(std::string("\xc4\xb1", 2)),
            "m()V: `wide` in front of the byte 177");
  EXPECT_EQ(complaint_about_code("\x15\x04\xb1"), "m()V: iload of local variable 4 of 4");
  EXPECT_EQ(complaint_about_code("\x16\x03\xb1"), "m()V: lload of local variable 4 of 4");
  EXPECT_EQ(complaint_about_code("\xbc\x03\xb1"), "m()V: newarray of the type 3");
}

TEST(MalformedCode, Jumps) {
  EXPECT_EQ(complaint_about_code(u1(0xa7) + u2(1) + u1(0xb1)),
            "m()V: a jump to 1, where no instruction begins");
  EXPECT_EQ(complaint_about_code(u1(0xa7) + u2(4) + u1(0xb1)),
            "m()V: a jump to 4, outside of the code");
  EXPECT_EQ(complaint_about_code(u1(0xa7) + u2(0xffff) + u1(0xb1)),
            "m()V: a jump to -1, outside of the code");
  EXPECT_EQ(complaint_about_code(u1(0xc8) + u4(0x7fffffff) + u1(0xb1)),
            "m()V: a jump to 2147483647, outside of the code");
}

TEST(MalformedCode, Switches) {
  auto table = [](std::uint32_t low, std::uint32_t high) {
    return complaint_about_code(u1(0xaa) + u1(0) + u2(0) + u4(16) + u4(low) + u4(high) + u1(0xb1));
  };
  EXPECT_EQ(table(1, 0), "m()V: a tableswitch from 1 to 0");
  EXPECT_EQ(table(0x80000000, 0x7fffffff), "m()V: it ends where 3 more bytes are expected");
  EXPECT_EQ(complaint_about_code(u1(0xab) + u1(0) + u2(0) + u4(0) + u4(0xffffffff) + u1(0xb1)),
            "m()V: it ends where 3 more bytes are expected");
  EXPECT_EQ(complaint_about_code(u1(0xab) + u1(0) + u2(0) + u4(28) + u4(2) + u4(5) + u4(28) +
                                 u4(5) + u4(28) + u1(0xb1)),
            "m()V: the cases of a lookupswitch are not in order");
}

TEST(MalformedCode, ConstantsOfTheWrongKind) {
  ClassBuilder builder;
  unsigned field = builder.member(9, "A", "f", "I");
  unsigned method = builder.member(10, "A", "m", "()V");
  unsigned constructor = builder.member(10, "A", "<init>", "()V");
  unsigned interface = builder.member(11, "A", "m", "(J)V");
  unsigned klass = builder.klass("A");
  unsigned array = builder.klass("[[I");
  unsigned number = builder.integer(1);
  unsigned wide = builder.constant(5, u4(0) + u4(1), 2);
  auto of = [&](unsigned opcode, unsigned index, const std::string& more = "") {
    return complaint_about_code(u1(opcode) + u2(index) + more + u1(0xb1), builder);
  };
  EXPECT_EQ(of(0xb2, field), "");
  EXPECT_NE(of(0xb2, method), "");
  EXPECT_EQ(of(0xb6, method), "");
  EXPECT_NE(of(0xb6, field), "");
  EXPECT_NE(of(0xb6, interface), "");
  EXPECT_EQ(of(0xb8, interface), "");
  EXPECT_EQ(of(0xb7, constructor), "");
  EXPECT_EQ(of(0xb6, constructor), "m()V: a constructor called by invokevirtual");
  EXPECT_EQ(of(0xb9, interface, u1(3) + u1(0)), "");
  EXPECT_EQ(of(0xb9, interface, u1(2) + u1(0)),
            "m()V: invokeinterface with 2 slots of arguments, not 3");
  EXPECT_EQ(of(0xb9, interface, u1(3) + u1(1)), "m()V: a byte that must be zero is not");
  EXPECT_EQ(of(0xbb, klass), "");
  EXPECT_EQ(of(0xbb, array), "m()V: `new` of an array");
  EXPECT_NE(of(0xbb, number), "");
  EXPECT_EQ(of(0xc5, array, u1(2)), "");
  EXPECT_EQ(of(0xc5, array, u1(3)), "m()V: 3 dimensions of an array with 2");
  EXPECT_EQ(of(0xc5, array, u1(0)), "m()V: 0 dimensions of an array with 2");
  EXPECT_EQ(of(0x13, number), "");
  EXPECT_NE(of(0x13, wide), "");
  EXPECT_EQ(of(0x14, wide), "");
  EXPECT_NE(of(0x14, number), "");
  EXPECT_NE(of(0x13, 0), "");
  EXPECT_NE(of(0x13, 9999), "");
}

TEST(MalformedCode, Handlers) {
  auto handler = [](unsigned begin, unsigned end, unsigned target, unsigned type = 0) {
    ClassBuilder builder;
    std::string entry = u2(begin) + u2(end) + u2(target) + u2(type);
    builder.method(0x8, "m", "()V",
                   {builder.code(u1(0x10) + u1(1) + u1(0x57) + u1(0xb1), 1, 0, {entry})});
    return complaint_about(builder.build());
  };
  EXPECT_EQ(handler(0, 4, 3), "");
  EXPECT_EQ(handler(0, 4, 3, 2), "");
  EXPECT_EQ(handler(0, 0, 3), "m()V: a handler for the code from 0 to 0");
  EXPECT_EQ(handler(0, 5, 3), "m()V: a handler for the code from 0 to 5");
  EXPECT_EQ(handler(1, 4, 3), "m()V: a handler from 1, where no instruction begins");
  EXPECT_EQ(handler(0, 1, 3), "m()V: a handler up to 1, where no instruction begins");
  EXPECT_EQ(handler(0, 4, 4), "m()V: a handler at 4, where no instruction begins");
  EXPECT_NE(handler(0, 4, 3, 1), "");
}

TEST(MalformedCode, Tables) {
  auto with = [](std::string_view name, auto body) {
    ClassBuilder builder;
    std::string table = builder.attribute(name, body(builder));
    builder.method(0x8, "m", "()V", {builder.code("\xb1", 0, 2, {}, {table})});
    return complaint_about(builder.build());
  };
  auto line = [&](unsigned at) {
    return with("LineNumberTable", [&](ClassBuilder&) { return u2(1) + u2(at) + u2(7); });
  };
  EXPECT_EQ(line(0), "");
  EXPECT_EQ(line(1), "m()V: a line that begins at 1, behind the code");
  auto variable = [&](std::string_view type, unsigned length, unsigned slot) {
    return with("LocalVariableTable", [&](ClassBuilder& builder) {
      unsigned name = builder.utf8("x");
      return u2(1) + u2(0) + u2(length) + u2(name) + u2(builder.utf8(type)) + u2(slot);
    });
  };
  EXPECT_EQ(variable("I", 1, 1), "");
  EXPECT_EQ(variable("J", 1, 1), "m()V: a variable J x in slot 1, from 0 to 1");
  EXPECT_EQ(variable("I", 2, 1), "m()V: a variable I x in slot 1, from 0 to 2");
  EXPECT_EQ(variable("?", 1, 1), "m()V: a variable ? x in slot 1, from 0 to 1");
}

TEST(MalformedCode, LocalsOfParameters) {
  ClassBuilder builder;
  builder.method(0, "m", "(J)V", {builder.code("\xb1", 0, 2)});
  EXPECT_EQ(complaint_about(builder.build()),
            "m(J)V: 2 local variables are too few for the parameters");
}

TEST(Opcodes, EveryByteHasItsEncoding) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(find_encoding(static_cast<std::uint8_t>(byte)) != nullptr, byte <= 201) << byte;
  }
  EXPECT_EQ(find_encoding(0xb6)->word, "invokevirtual");
  EXPECT_EQ(word_of(Opcode::IfIcmplt), "if_icmplt");
  EXPECT_TRUE(is_conditional(Opcode::Ifnull));
  EXPECT_FALSE(is_conditional(Opcode::Goto));
  EXPECT_TRUE(ends_block(Opcode::Athrow));
}

}  // namespace
}  // namespace jvm
