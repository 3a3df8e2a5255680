// Partial order reductions: which of the executions that differ only in the order of independent
// steps are left out. A new one is a row of reductions.def and a file reduction_*.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/words.h"

namespace symex {

class Executor;
class Strategy;

enum class Reduction : std::uint8_t {
#define REDUCTION(name, word, make, meaning) name,
#include "engine/symex/reductions.def"
#undef REDUCTION
};

inline base::Words<Reduction> words_of(Reduction) {
  static constexpr std::array kWords{
#define REDUCTION(name, word, make, meaning) base::Word<Reduction>{Reduction::name, word},
#include "engine/symex/reductions.def"
#undef REDUCTION
  };
  return kWords;
}

std::unique_ptr<Strategy> make_strategy(Reduction reduction, Executor& executor);

}  // namespace symex
