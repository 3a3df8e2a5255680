// Names for what formulas ask of a state, and formulas with names: `observable NAME: CONDITION` in
// a program or a property file, `property NAME: FORMULA` in a property file (docs/language/ltl.md).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "ir/program.h"
#include "logic/ltl/syntax.h"

namespace ltl {

struct Observable {
  std::vector<std::string> params;
  SyntaxPtr body;  // null: several classes declare one of this name
  base::Span span;
};

// By name; one of a class with its name and, unless another class has one, without.
using Observables = std::map<std::string, Observable, std::less<>>;

struct NamedFormula {
  std::string name;
  base::Span span;  // of the name
  SyntaxPtr formula;
};

struct Properties {
  Observables observables;
  std::vector<NamedFormula> formulas;  // in the order of the files
};

// Adds what the program declares. Its variables, methods and threads need no class in front within
// that class. Errors are reported.
void read_observables(const ir::Program& program, const base::Sources& sources, diag::Sink& sink,
                      Properties& into);

}  // namespace ltl
