// Tuples that an expression may have in any instance of a problem. Expressions share parts, so
// each is looked at once.
#pragma once

#include <map>
#include <span>
#include <unordered_map>

#include "logic/rel/expr.h"
#include "logic/rel/problem.h"

namespace rel {

class UpperBounds {
 public:
  UpperBounds(const Exprs& exprs, const Problem& problem) : exprs_(exprs), problem_(problem) {}

  // Throws Matrices::TooLarge.
  TupleSet upper(Expr expr);
  // What a variable may be; for each one that is free in an expression.
  void bind(VariableId variable, TupleSet upper);

 private:
  TupleSet compute(Expr expr);
  TupleSet product(std::span<const TupleSet> columns) const;
  TupleSet upper_of_comprehension(const Node& node);

  const Exprs& exprs_;
  const Problem& problem_;
  std::map<VariableId, TupleSet> variables_;
  std::unordered_map<Expr, TupleSet> closed_;  // of expressions without variables
  std::unordered_map<Expr, TupleSet> open_;    // of others, as the variables are bound now
};

}  // namespace rel
