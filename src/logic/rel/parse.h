// From relational text inside any file to relational logic, in one call. The caller says what
// names mean; everything else (quantifiers, `let`, operators, built-in functions, `null`,
// `fresh`, `acyclic`, `reach`) is done here. For texts with paragraphs of their own, use Parser
// (parser.h) and Elaborator (elaborate.h) directly.
#pragma once

#include <optional>
#include <string_view>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "logic/rel/elaborate.h"
#include "logic/rel/expr.h"

namespace rel {

// The formula (or several, which all must hold) that `part` of a file contains, without or with
// braces around it. Nullopt after an error, which has been reported at its place in the file.
std::optional<Formula> parse_formula(const base::Sources& sources, base::Span part, Exprs& exprs,
                                     Names& names, diag::Sink& sink);

// The same for an expression that must be a relation.
std::optional<Expr> parse_expr(const base::Sources& sources, base::Span part, Exprs& exprs,
                               Names& names, diag::Sink& sink);

}  // namespace rel
