// Relational logic in the syntax of Alloy.
#pragma once

#include <cstdint>
#include <string>

#include "logic/rel/expr.h"

namespace rel {

// With at most so many nodes; others are `…`. Nodes are shared, and shown wherever they occur: a
// formula that was not written by hand may have a text that is too long for any memory.
std::string to_text(const Exprs& exprs, Expr expr, std::size_t most_nodes = SIZE_MAX);
std::string to_text(const Exprs& exprs, IntExpr expr, std::size_t most_nodes = SIZE_MAX);
std::string to_text(const Exprs& exprs, Formula formula, std::size_t most_nodes = SIZE_MAX);

}  // namespace rel
