// A problem to be solved: which atoms there are and between which bounds each relation lies.
// The lower bound is a partial instance: tuples that are certainly there. What is not in the
// upper bound costs nothing at all, so tight bounds are the first means against slow solving.
#pragma once

#include <optional>
#include <vector>

#include "logic/rel/expr.h"
#include "logic/rel/tuples.h"

namespace rel {

struct Bound {
  TupleSet lower;
  TupleSet upper;  // contains `lower`
  // At most one tuple for each choice of all atoms but the last: a partial function. The
  // solver enforces it, and sums over its values become a selection.
  bool is_functional = false;

  bool is_exact() const { return lower == upper; }
};

// Atoms that may be exchanged in an instance in which both are in the set `among`: whoever poses
// the problem knows that every formula then stays true, although bounds tell them apart.
struct Exchange {
  std::vector<Atom> atoms;  // with an atom, `among` has all those before it
  RelationId among;
};

class Problem {
 public:
  explicit Problem(Universe universe) : universe_(std::move(universe)) {}

  const Universe& universe() const { return universe_; }

  // The bound of a relation; a second call for the same relation is a bug.
  void bound(RelationId relation, TupleSet lower, TupleSet upper, bool is_functional = false);
  void bound(RelationId relation, TupleSet upper, bool is_functional = false);  // lower: empty
  void bound_exactly(RelationId relation, TupleSet value);

  void allow(Exchange exchange) { exchanges_.push_back(std::move(exchange)); }
  const std::vector<Exchange>& exchanges() const { return exchanges_; }

  bool is_bounded(RelationId relation) const;
  const Bound& bound_of(RelationId relation) const;
  // In the order in which they were bounded.
  const std::vector<RelationId>& relations() const { return order_; }

 private:
  Universe universe_;
  std::vector<std::optional<Bound>> bounds_;  // by relation
  std::vector<RelationId> order_;
  std::vector<Exchange> exchanges_;
};

// A value for every relation of a problem and for the relations of skolemised quantifiers.
class Instance {
 public:
  const TupleSet& value(RelationId relation) const;
  bool has(RelationId relation) const;
  void set(RelationId relation, TupleSet value);
  friend bool operator==(const Instance&, const Instance&) = default;

 private:
  std::vector<std::optional<TupleSet>> values_;  // by relation
};

}  // namespace rel
