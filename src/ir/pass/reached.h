// What the entry of a program reaches, as a text that tells whether a verdict still holds.
//
// Two programs with the same text mean the same to every engine, once `forget_unreached` has
// dropped what the text does not show. Positions are no part of it: comments and layout do not
// matter. They are listed beside it, in an order that the text determines, so that a position in
// one program can be found in the other.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "ir/program.h"

namespace pass {

struct Reached {
  std::string text;
  std::vector<base::Span> places;    // of statements, clauses, declarations
  std::vector<base::Span> formulas;  // whose text is a part of `text`, as it is written
};

// Declarations and what of them reports show, the procedures that the entry can reach by calls
// and forks, and the formulas about them. The program has an entry. `whole`: all procedures, for
// engines that take bounds from every literal of the program; nothing is to be forgotten then.
Reached reached_by_entry(const ir::Program& program, const base::Sources& sources, bool whole);

// Drops the bodies, contracts and properties of all other procedures. Nobody calls them; but
// whoever looks at the program as a whole shall not see them either.
void forget_unreached(ir::Program& program);

}  // namespace pass
