// Properties of procedures: relational formulas over the states before and after, read from
// the text of a `property` clause.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "diag/diagnostic.h"
#include "modular/heap.h"
#include "rel/expr.h"

namespace modular {

// A formula over relations of its own, to be replaced by those of a state.
struct Property {
  std::string name;
  base::Span span;
  rel::Formula formula;
  std::map<SlotId, rel::RelationId> before;
  std::map<SlotId, rel::RelationId> after;
  std::vector<rel::RelationId> params;
  rel::RelationId result;  // invalid if the formula does not mention it
};

// Nullopt after an error, which has been reported.
std::optional<Property> parse_property(const base::Sources& sources, const ir::Program& program,
                                       ir::ProcId proc, const ir::Property& property, Heap& heap,
                                       diag::Sink& sink);

// The formula in these states.
rel::Formula instantiate(const Property& property, rel::Exprs& exprs,
                         const std::vector<rel::Expr>& before, const std::vector<rel::Expr>& after,
                         const std::vector<rel::Expr>& args, rel::Expr result);

}  // namespace modular
