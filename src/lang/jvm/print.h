// Class files as text, like `javap -c -p`: for people, and in place of sources that are not there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lang/jvm/class_file.h"
#include "lang/jvm/code.h"

namespace jvm {

// A listing and where what stands in it. Lines are counted from 1.
struct Listing {
  struct MethodLines {
    std::uint32_t head = 0;                   // the line of the declaration
    std::vector<std::uint32_t> instructions;  // by index; empty: no code, or malformed
  };
  std::string text;
  std::uint32_t class_line = 0;
  std::vector<std::uint32_t> fields;  // as in ClassFile::fields
  std::vector<MethodLines> methods;   // as in ClassFile::methods
};

Listing list(const ClassFile& file);
// The text alone.
std::string print(const ClassFile& file);
// One instruction with its operands: "invokevirtual java/lang/Object.hashCode()I", "goto 12" with
// the offset of the target.
std::string print(const ClassFile& file, const Code& code, const Instruction& instruction);
// "public static final".
std::string print_access(std::uint16_t access, char where);

}  // namespace jvm
