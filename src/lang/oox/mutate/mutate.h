// Mutants of an OOX program: copies with one small change each, to see whether a
// specification notices. The operators are those of S. Koppier, "The Path Explosion
// Problem in Symbolic Execution", MSc thesis, Utrecht University 2020, Table 5.3,
// and the mutants have the names of its appendix B: the operator and a running
// number, as in ARITH3. README.md says how they are counted and why.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "lang/oox/symbols.h"

namespace mutate {

enum class Operator : std::uint8_t {
#define OPERATOR(name, spelling, meaning) name,
#include "lang/oox/mutate/operators.def"
#undef OPERATOR
};

inline constexpr Operator kOperators[] = {
#define OPERATOR(name, spelling, meaning) Operator::name,
#include "lang/oox/mutate/operators.def"
#undef OPERATOR
};
inline constexpr std::size_t kOperatorCount = std::size(kOperators);

std::string_view spelling(Operator op);
std::string_view meaning(Operator op);

// A mutant is a replacement of a piece of the source text: spans of the tree are
// exact, and what was not changed stays as its author wrote it.
struct Mutant {
  Operator op{};
  std::uint32_t number = 0;  // from 0, per operator
  base::Span where;          // what changes, for the reader
  std::string before;        // that, on one line
  std::string after;
  base::Span edited;  // what to replace; may be more than `where`
  std::string replacement;

  std::string name() const;  // "ARITH3"
};

// "file:line:column: before -> after"
std::string describe(const base::Sources& sources, const Mutant& mutant);

// The text of the mutant's file.
std::string text(const base::Sources& sources, const Mutant& mutant);

// Parses and checks the mutant into empty `mutated_sources` and `mutated`, and
// answers whether it is a correct program. Files come in the order of the original's
// units, under their names.
bool build(const base::Sources& sources, const oox::Program& program, const Mutant& mutant,
           base::Sources& mutated_sources, oox::Program& mutated, diag::Sink& sink);

// All mutants of a checked program that pass the checker too, by operator and number.
// With `only`, those of one method or constructor; names do not depend on it.
std::vector<Mutant> enumerate(const base::Sources& sources, const oox::Program& program,
                              const oox::MethodInfo* only = nullptr);

}  // namespace mutate
