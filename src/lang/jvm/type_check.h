// The types on the operand stack and in the local variables of a method, inferred as JVMS 4.10.2
// does: a JVM refuses code where they do not fit, and lowering relies on them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "lang/jvm/code.h"
#include "lang/jvm/world.h"

namespace jvm {

struct TypeMismatch {
  std::uint32_t instruction = 0;  // its index
  std::string what;
  bool is_missing = false;  // `what` is a class that is missing: nobody can tell
};

struct TypeCheck {
  // The first instruction whose operands do not fit; nothing: all do.
  std::optional<TypeMismatch> mismatch;
  // Variables of Code::variables, by index, whose types are not those of what they hold. A JVM
  // does not look at them.
  std::set<std::size_t> wrong_variables;
};

// Of what is reached only, and as in the JVM any reference is taken where an interface is expected.
// Who may access what is not looked at. The code has no subroutines.
TypeCheck check_types(World& world, const ClassInfo& owner, const Method& method, const Code& code);

}  // namespace jvm
