// Skolemisation: an existential quantifier that is not below a universal one becomes a relation
// of the problem, so that its value is a choice of the SAT solver instead of a disjunction, and
// can be shown. A quantifier over relations below others becomes a relation with a column for
// each enclosing variable.
#pragma once

#include <vector>

#include "logic/rel/expr.h"
#include "logic/rel/problem.h"
#include "logic/rel/upper.h"

namespace rel {

class Skolemiser {
 public:
  // New relations are added to `exprs`, bounded in `problem` and appended to `skolems`.
  Skolemiser(Exprs& exprs, Problem& problem, std::vector<RelationId>& skolems)
      : exprs_(exprs), problem_(problem), skolems_(skolems), uppers_(exprs, problem) {}

  // A formula that is satisfiable in the same instances, extended by the new relations.
  Formula run(Formula formula) { return visit(formula, true); }

 private:
  struct Enclosing {
    VariableId variable;
    TupleSet upper;
  };
  Formula visit(Formula formula, bool is_positive);
  Formula visit_connective(Formula formula, bool is_positive);
  Formula visit_quantifier(Formula formula, bool is_positive);
  Formula replace(Formula formula, const Decl& decl, bool is_positive);
  bool has_relational_quantifier(std::uint32_t node);
  bool has_integers(std::uint32_t node);

  Exprs& exprs_;
  Problem& problem_;
  std::vector<RelationId>& skolems_;
  std::vector<Enclosing> enclosing_;
  UpperBounds uppers_;
  // Connectives that are below no quantifier, by polarity: formulas share parts.
  std::unordered_map<Formula, Formula> visited_[2];
  std::unordered_map<std::uint32_t, bool> relational_;
  std::unordered_map<std::uint32_t, bool> integers_;
};

}  // namespace rel
