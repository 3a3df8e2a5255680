// What programs mean where the languages leave it to the user. It is passed whole to every
// engine, emitter and report.
#pragma once

#include <array>
#include <cstdint>

#include "base/words.h"

namespace ir {

enum class IntMode : std::uint8_t {
#define INTEGERS(value, word) value,
#include "ir/semantics.def"
};

enum class JoinMode : std::uint8_t {
#define JOIN(value, word) value,
#include "ir/semantics.def"
};

enum class DeadlockMode : std::uint8_t {
#define DEADLOCK(value, word) value,
#include "ir/semantics.def"
};

struct Semantics {
  // How a program is lowered; the program itself says it from then on (Program::int_mode).
  IntMode integers = IntMode::Math;
  JoinMode join = JoinMode::Descendants;
  DeadlockMode deadlock = DeadlockMode::Any;
  bool races = false;     // a data race is a violation
  bool spurious = false;  // whoever waits may go on without having been notified
};

inline base::Words<IntMode> words_of(IntMode) {
  static constexpr std::array kWords{
#define INTEGERS(value, word) base::Word<IntMode>{IntMode::value, word},
#include "ir/semantics.def"
  };
  return kWords;
}

inline base::Words<JoinMode> words_of(JoinMode) {
  static constexpr std::array kWords{
#define JOIN(value, word) base::Word<JoinMode>{JoinMode::value, word},
#include "ir/semantics.def"
  };
  return kWords;
}

inline base::Words<DeadlockMode> words_of(DeadlockMode) {
  static constexpr std::array kWords{
#define DEADLOCK(value, word) base::Word<DeadlockMode>{DeadlockMode::value, word},
#include "ir/semantics.def"
  };
  return kWords;
}

}  // namespace ir
