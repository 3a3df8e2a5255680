// From formulas to Büchi automata: Gastin and Oddoux, "Fast LTL to Büchi Automata
// Translation" (CAV 2001). The formula becomes a very weak alternating automaton with a
// state for each temporal subformula, that a generalised automaton over sets of these
// states with acceptance at transitions, and that a plain Büchi automaton; each is
// simplified on the way. It was chosen because it never builds the large tableau of Gerth,
// Peled, Vardi and Wolper, and because transitions carry the acceptance, which keeps the
// sets small.
#pragma once

#include <optional>

#include "logic/ltl/automaton.h"
#include "logic/ltl/formula.h"

namespace ltl {

struct TranslateLimits {
  std::size_t states = 20'000;  // of the generalised automaton
  std::size_t edges = 200'000;
};

// Accepts exactly the words that satisfy the formula. Nothing if the formula has more than
// 64 propositions or untils, or the automaton grows beyond the limits.
std::optional<Automaton> translate(Formulas& formulas, FormulaId formula, std::uint32_t props,
                                   const TranslateLimits& limits = {});

// Whether no repetition of letters changes what the formula says. Without X the form tells;
// otherwise sl(A) x sl(!A) is empty exactly for invariant formulas, where sl(A) accepts the
// words of A with letters repeated (Michaud and Duret-Lutz, "Practical Stutter-Invariance
// Checks for omega-Regular Languages", SPIN 2015). Formulas with many propositions are not
// examined and count as not invariant.
bool is_stutter_invariant(Formulas& formulas, FormulaId formula);

}  // namespace ltl
