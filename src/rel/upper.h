// Tuples that an expression may have in any instance of a problem.
#pragma once

#include <map>
#include <span>

#include "rel/expr.h"
#include "rel/problem.h"

namespace rel {

class UpperBounds {
 public:
  UpperBounds(const Exprs& exprs, const Problem& problem) : exprs_(exprs), problem_(problem) {}

  // Throws Matrices::TooLarge.
  TupleSet upper(Expr expr);
  // What a variable may be; for each one that is free in an expression.
  void bind(VariableId variable, TupleSet upper) { variables_[variable] = std::move(upper); }

 private:
  TupleSet product(std::span<const TupleSet> columns) const;
  TupleSet upper_of_comprehension(const Node& node);

  const Exprs& exprs_;
  const Problem& problem_;
  std::map<VariableId, TupleSet> variables_;
};

}  // namespace rel
