// Relational logic in the syntax of Alloy.
#pragma once

#include <string>

#include "rel/expr.h"

namespace rel {

std::string to_text(const Exprs& exprs, Expr expr);
std::string to_text(const Exprs& exprs, IntExpr expr);
std::string to_text(const Exprs& exprs, Formula formula);

}  // namespace rel
