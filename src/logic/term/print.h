// Terms as text: for people, and as SMT-LIB scripts for other solvers.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "logic/term/terms.h"

namespace term {

// Infix notation with disjunctions and differences written as such. A term is a DAG
// and may be large as a tree: after `limit` characters the rest is "...".
std::string to_string(const Terms& terms, Term t, std::size_t limit = 4000);

// A script that declares the variables, asserts the terms and asks check-sat. Shared
// subterms become definitions, so the text is linear in the size of the DAG. It means
// what the solver layer means: Char is a rank (see char_rank), Ref a number, and FRem
// an uninterpreted function.
std::string to_smtlib(const Terms& terms, std::span<const Term> assertions);

// An order-preserving numbering of the Unicode scalar values without the gap of the
// surrogates: 0 to kMaxCharRank.
inline constexpr std::uint32_t kMaxCharRank = 0x10ffff - 0x800;
std::uint32_t char_rank(char32_t character);
char32_t char_of_rank(std::uint32_t rank);

}  // namespace term
