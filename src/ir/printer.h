// The text of a program: the BIR language (docs/language/bir.md).
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "ir/program.h"

namespace ir {

struct PrintOptions {
  // If set, each transition carries its source position as a comment.
  const base::Sources* sources = nullptr;
  // If set, only these procedures, by index, and bindings to them: no complete program then.
  const std::vector<bool>* only = nullptr;
};

std::string print(const Program& program, const PrintOptions& options = {});

// Pieces, for reports: `x + 1`, `t := o.f`.
std::string print(const Program& program, const Procedure& proc, ExprId expr);
std::string print(const Program& program, const Procedure& proc, const Action& action);
std::string print(const Program& program, TypeId type);

}  // namespace ir
