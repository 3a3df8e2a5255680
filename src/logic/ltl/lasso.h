// The meaning of formulas on words that repeat: what automata are tested against, and what
// counterexamples are certified by.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/ltl/formula.h"

namespace ltl {

// The letters word[0], word[1], …, and from its end on again from word[loop].
struct LassoWord {
  std::vector<std::uint64_t> word;  // valuations; never empty
  std::size_t loop = 0;

  std::size_t next(std::size_t i) const { return i + 1 < word.size() ? i + 1 : loop; }
};

// Whether the formula holds, by position.
std::vector<bool> evaluate(const Formulas& formulas, FormulaId formula, const LassoWord& word);

}  // namespace ltl
