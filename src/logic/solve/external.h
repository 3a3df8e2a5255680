// Another solver as a separate program that reads SMT-LIB: a second opinion that shares
// no code with ours. Only cvc5 is known, and its absence is normal.
#pragma once

#include <optional>
#include <string>

namespace solve {

// The path of the program, looked for in PATH; empty if it is not installed.
std::string find_cvc5();

// What `program` answers to the script: true for sat, false for unsat, nullopt for
// anything else (unknown, time-out, crash).
std::optional<bool> ask_program(const std::string& program, const std::string& script,
                                double seconds);

}  // namespace solve
