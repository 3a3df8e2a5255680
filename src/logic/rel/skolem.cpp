#include "logic/rel/skolem.h"

#include "base/check.h"

namespace rel {

bool Skolemiser::has_relational_quantifier(std::uint32_t index) {
  if (auto found = relational_.find(index); found != relational_.end()) return found->second;
  const Node& node = exprs_.node(index);
  bool result = (node.op == Op::ForAll || node.op == Op::Exists) &&
                (node.value == static_cast<int>(Multiplicity::Some) ||
                 node.value == static_cast<int>(Multiplicity::Set));
  for (std::uint32_t child : exprs_.children(node)) {
    result = result || has_relational_quantifier(child);
  }
  relational_.emplace(index, result);
  return result;
}

bool Skolemiser::has_integers(std::uint32_t index) {
  if (auto found = integers_.find(index); found != integers_.end()) return found->second;
  const Node& node = exprs_.node(index);
  bool result = sort_of(node.op) == Sort::IntExpr;
  for (std::uint32_t child : exprs_.children(node)) result = result || has_integers(child);
  integers_.emplace(index, result);
  return result;
}

Formula Skolemiser::visit(Formula formula, bool is_positive) {
  Op op = exprs_.node(formula).op;
  if (!enclosing_.empty() && !has_relational_quantifier(formula.index())) return formula;
  if (op == Op::ForAll || op == Op::Exists) return visit_quantifier(formula, is_positive);
  if (op != Op::Not && op != Op::And && op != Op::Or) return formula;
  if (!enclosing_.empty()) return visit_connective(formula, is_positive);
  auto& visited = visited_[is_positive ? 1 : 0];
  if (auto found = visited.find(formula); found != visited.end()) return found->second;
  Formula result = visit_connective(formula, is_positive);
  visited.emplace(formula, result);
  return result;
}

Formula Skolemiser::visit_connective(Formula formula, bool is_positive) {
  const Node node = exprs_.node(formula);
  auto kids = exprs_.children(node);
  if (node.op == Op::Not) return exprs_.negation(visit(Formula(kids[0]), !is_positive));
  std::vector<Formula> parts;
  for (std::uint32_t kid : std::vector<std::uint32_t>(kids.begin(), kids.end())) {
    parts.push_back(visit(Formula(kid), is_positive));
  }
  return node.op == Op::And ? exprs_.conjunction(parts) : exprs_.disjunction(parts);
}

Formula Skolemiser::visit_quantifier(Formula formula, bool is_positive) {
  Decl decl = exprs_.decls(exprs_.node(formula))[0];
  bool is_existential = (exprs_.node(formula).op == Op::Exists) == is_positive;
  bool is_relational =
      decl.multiplicity == Multiplicity::Some || decl.multiplicity == Multiplicity::Set;
  // If the domain may overflow, the element may be an integer that no relation can hold.
  bool is_wanted = enclosing_.empty() && !has_integers(decl.domain.index());
  if (is_existential && (is_wanted || is_relational)) {
    return replace(formula, decl, is_positive);
  }
  // Below this one, only quantifiers over relations are worth a relation.
  Formula body(exprs_.body(exprs_.node(formula)));
  if (is_relational || !has_relational_quantifier(body.index())) return formula;
  if (decl.multiplicity != Multiplicity::One || exprs_.arity(decl.domain) != 1) return formula;
  TupleSet domain = uppers_.upper(decl.domain);
  uppers_.bind(decl.variable, domain);
  enclosing_.push_back({decl.variable, std::move(domain)});
  Formula changed = visit(body, is_positive);
  enclosing_.pop_back();
  bool is_all = exprs_.node(formula).op == Op::ForAll;
  return is_all ? exprs_.for_all(std::span(&decl, 1), changed)
                : exprs_.exists(std::span(&decl, 1), changed);
}

// Positive, `some x: D | F` becomes `$x in D and one $x and F`; negative, `all x: D | F`
// becomes `($x in D and one $x) implies F`.
Formula Skolemiser::replace(Formula formula, const Decl& decl, bool is_positive) {
  Formula body(exprs_.body(exprs_.node(formula)));
  TupleSet bound = uppers_.upper(decl.domain);
  for (std::size_t i = enclosing_.size(); i-- > 0;) bound = enclosing_[i].upper.product(bound);
  RelationId skolem = exprs_.add_relation("$" + exprs_.name(decl.variable), bound.arity());
  bool is_lone = decl.multiplicity == Multiplicity::One || decl.multiplicity == Multiplicity::Lone;
  problem_.bound(skolem, std::move(bound),
                 is_lone && enclosing_.empty() && exprs_.arity(decl.domain) == 1);
  skolems_.push_back(skolem);
  Expr value = exprs_.relation(skolem);
  for (const Enclosing& e : enclosing_) value = exprs_.join(exprs_.variable(e.variable), value);
  Formula choice =
      exprs_.conjunction({exprs_.in(value, decl.domain), exprs_.has(decl.multiplicity, value)});
  uppers_.bind(decl.variable, uppers_.upper(decl.domain));
  Exprs::Substitution by;
  by.variables.emplace(decl.variable, value);
  Formula changed = visit(exprs_.substitute(body, by), is_positive);
  return is_positive ? exprs_.conjunction({choice, changed}) : exprs_.implies(choice, changed);
}

}  // namespace rel
