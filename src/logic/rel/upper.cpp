#include "logic/rel/upper.h"

#include "base/check.h"
#include "logic/rel/matrix.h"
#include "logic/rel/tuple_operators.h"

namespace rel {

TupleSet UpperBounds::product(std::span<const TupleSet> columns) const {
  double size = 1;
  unsigned arity = 0;
  for (const TupleSet& column : columns) {
    size *= static_cast<double>(column.size());
    arity += column.arity();
  }
  bool is_too_large = size > static_cast<double>(Matrices::kMostCells);
  if (is_too_large || arity > problem_.universe().max_arity()) throw Matrices::TooLarge{};
  return TupleSet::product(columns);
}

void UpperBounds::bind(VariableId variable, TupleSet upper) {
  auto [it, is_new] = variables_.try_emplace(variable, upper);
  if (is_new || it->second == upper) return;
  it->second = std::move(upper);
  open_.clear();
}

TupleSet UpperBounds::upper(Expr expr) {
  auto& known = exprs_.free_variables(exprs_.node(expr)).empty() ? closed_ : open_;
  if (auto found = known.find(expr); found != known.end()) return found->second;
  TupleSet result = compute(expr);
  known.emplace(expr, result);
  return result;
}

TupleSet UpperBounds::compute(Expr expr) {
  const Node node = exprs_.node(expr);
  const Universe& universe = problem_.universe();
  auto atoms = static_cast<Atom>(universe.size());
  auto kid = [&](unsigned i) { return Expr(exprs_.children(node)[i]); };
  switch (node.op) {
    case Op::Relation: return problem_.bound_of(exprs_.relation_of(node)).upper;
    case Op::Variable: {
      auto found = variables_.find(exprs_.variable_of(node));
      CHECK(found != variables_.end(), "variable {} is not bound",
            exprs_.name(exprs_.variable_of(node)));
      return found->second;
    }
    case Op::Univ: return TupleSet::range(universe, 0, atoms);
    case Op::Iden: return identity(universe.size());
    case Op::None: return TupleSet(node.arity, universe.size());
    case Op::Ints:
    case Op::IntSet: return TupleSet::range(universe, universe.first_int(), atoms);
    case Op::Union:
    case Op::Override: return upper(kid(0)) | upper(kid(1));
    case Op::Difference: return upper(kid(0));
    case Op::Intersection: return upper(kid(0)) & upper(kid(1));
    case Op::Product: {
      TupleSet sides[] = {upper(kid(0)), upper(kid(1))};
      return product(sides);
    }
    case Op::DomainRestriction: return restrict_domain(upper(kid(0)), upper(kid(1)));
    case Op::RangeRestriction: return restrict_range(upper(kid(0)), upper(kid(1)));
    case Op::Join: return join(upper(kid(0)), upper(kid(1)));
    case Op::Transpose: return transpose(upper(kid(0)));
    case Op::Closure: return closure(upper(kid(0)));
    case Op::ReflexiveClosure: return closure(upper(kid(0))) | identity(universe.size());
    case Op::Comprehension: return upper_of_comprehension(exprs_.node(expr));
    case Op::IfExpr: return upper(kid(1)) | upper(kid(2));
    default: UNREACHABLE("{} is no relation", text_of(node.op));
  }
}

TupleSet UpperBounds::upper_of_comprehension(const Node& node) {
  std::vector<TupleSet> columns;
  for (const Decl& decl : exprs_.decls(node)) {
    columns.push_back(upper(decl.domain));
    bind(decl.variable, columns.back());
  }
  return product(columns);
}

}  // namespace rel
