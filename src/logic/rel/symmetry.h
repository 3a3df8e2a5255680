// Symmetry breaking: atoms that no bound tells apart can be exchanged in any instance, so it is
// enough to look at instances that are the greatest, read as a bit string, among those that
// exchanging two neighbours gives (lex-leader constraints over adjacent transpositions; Crawford
// and others, KR 1996; Shlyakhter 2001; Torlak 2009, chapter 3). The string may be cut: that
// only weakens the constraint.
#pragma once

#include <vector>

#include "logic/rel/circuit.h"
#include "logic/rel/problem.h"
#include "logic/rel/translate.h"

namespace rel {

// Classes of interchangeable atoms with at least two members, in order.
std::vector<std::vector<Atom>> interchangeable_atoms(const Problem& problem);

// Is the bound unchanged when atoms of one class are exchanged?
bool respects(const Bound& bound, const std::vector<std::vector<Atom>>& classes);
// Or those of an exchange, unless the relation is a constant?
bool respects(const Bound& bound, const std::vector<Exchange>& exchanges);

// The constraint, about the classes and the exchanges that the problem allows; at most `length`
// literals of each string are compared.
Lit break_symmetry(const Problem& problem, const std::vector<std::vector<Atom>>& classes,
                   Translator& translator, Circuit& circuit, unsigned length);

}  // namespace rel
