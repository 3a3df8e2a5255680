#include "logic/rel/problem.h"

#include "base/check.h"

namespace rel {

void Problem::bound(RelationId relation, TupleSet lower, TupleSet upper, bool is_functional) {
  CHECK(!is_bounded(relation), "relation {} is bounded twice", relation.index());
  CHECK(lower.arity() == upper.arity() && lower.base() == universe_.size() &&
            upper.base() == universe_.size(),
        "bounds of relation {} do not fit", relation.index());
  CHECK(lower.is_subset_of(upper), "lower bound of relation {} exceeds the upper",
        relation.index());
  if (bounds_.size() <= relation.index()) bounds_.resize(relation.index() + 1);
  bounds_[relation.index()] = Bound{std::move(lower), std::move(upper), is_functional};
  order_.push_back(relation);
}

void Problem::bound(RelationId relation, TupleSet upper, bool is_functional) {
  TupleSet lower(upper.arity(), upper.base());
  bound(relation, std::move(lower), std::move(upper), is_functional);
}

void Problem::bound_exactly(RelationId relation, TupleSet value) {
  TupleSet lower = value;
  bound(relation, std::move(lower), std::move(value));
}

bool Problem::is_bounded(RelationId relation) const {
  return relation.index() < bounds_.size() && bounds_[relation.index()].has_value();
}

const Bound& Problem::bound_of(RelationId relation) const {
  CHECK(is_bounded(relation), "relation {} has no bounds", relation.index());
  return *bounds_[relation.index()];
}

const TupleSet& Instance::value(RelationId relation) const {
  CHECK(has(relation), "relation {} has no value", relation.index());
  return *values_[relation.index()];
}

bool Instance::has(RelationId relation) const {
  return relation.index() < values_.size() && values_[relation.index()].has_value();
}

void Instance::set(RelationId relation, TupleSet value) {
  if (values_.size() <= relation.index()) values_.resize(relation.index() + 1);
  values_[relation.index()] = std::move(value);
}

}  // namespace rel
