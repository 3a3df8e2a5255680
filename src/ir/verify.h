// Well-formedness of the IR: what every engine may rely on. Runs after parsing,
// after lowering and after every pass.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "ir/program.h"

namespace ir {

struct Malformed {
  std::string where;  // "procedure Main.f, location L3"
  std::string what;
  base::Span span;
};

std::vector<Malformed> verify(const Program& program);
// Aborts with what is wrong: for programs that Braid made itself.
void check_well_formed(const Program& program);

}  // namespace ir
