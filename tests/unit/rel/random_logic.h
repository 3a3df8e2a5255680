// Random problems over tiny universes, and all their instances by enumeration.
#pragma once

#include <functional>
#include <vector>

#include "base/run/random.h"
#include "logic/rel/eval.h"
#include "logic/rel/expr.h"
#include "logic/rel/problem.h"

namespace test {

// Two sets and a binary relation over two or three atoms; with integers of two bits, a number
// field besides.
class RandomLogic {
 public:
  RandomLogic(std::uint64_t seed, bool with_integers)
      : random_(seed), with_integers_(with_integers) {
    std::vector<std::string> names = {"a", "b"};
    if (!with_integers && seed % 8 == 0) names.push_back("c");
    atoms_ = static_cast<rel::Atom>(names.size());
    universe_ = rel::Universe(names, with_integers ? 2 : 0);
    sets_ = {exprs.add_relation("A", 1), exprs.add_relation("B", 1)};
    links_ = {exprs.add_relation("r", 2)};
    if (with_integers_) links_.push_back(exprs.add_relation("n", 2));
  }

  // In half of the problems, a partial instance tells the atoms apart.
  rel::Problem problem() {
    rel::Problem result(universe_);
    rel::TupleSet atoms = rel::TupleSet::range(universe_, 0, atoms_);
    rel::TupleSet first = rel::TupleSet::range(universe_, 0, 1);
    bool is_symmetric = random_.below(2) == 0;
    result.bound(sets_[0], atoms);
    result.bound(sets_[1], is_symmetric ? atoms - atoms : first, atoms);
    if (with_integers_) {
      rel::TupleSet ints = rel::TupleSet::range(universe_, atoms_, atoms_ + 4);
      result.bound(links_[1], first.product(ints), random_.below(2) == 0);
    }
    result.bound(links_[0], (with_integers_ ? first : atoms).product(atoms), atoms_ == 3);
    return result;
  }

  rel::Formula formula(unsigned depth) {
    if (depth == 0) return atomic(2);
    switch (random_.below(9)) {
      case 0: return exprs.negation(formula(depth - 1));
      case 1: return exprs.conjunction({formula(depth - 1), formula(depth - 1)});
      case 2: return exprs.disjunction({formula(depth - 1), formula(depth - 1)});
      case 3: return exprs.iff(formula(depth - 1), formula(depth - 1));
      case 4:
      case 5:
      case 6: return quantified(depth);
      default: return atomic(depth);
    }
  }

  rel::Exprs exprs;
  const rel::Universe& universe() const { return universe_; }

 private:
  rel::Decl declare(unsigned depth, rel::Multiplicity multiplicity) {
    rel::Expr domain = set(depth);
    rel::VariableId variable = exprs.add_variable("v" + std::to_string(exprs.variable_count()));
    return {variable, domain, multiplicity};
  }

  rel::Formula quantified(unsigned depth) {
    auto multiplicity = random_.below(6) == 0 ? rel::Multiplicity::Lone : rel::Multiplicity::One;
    unsigned kind = static_cast<unsigned>(random_.below(4));
    if (kind >= 2) multiplicity = rel::Multiplicity::One;
    rel::Decl decl = declare(depth - 1, multiplicity);
    scope_.push_back(exprs.variable(decl.variable));
    rel::Formula body = formula(depth - 1);
    scope_.pop_back();
    std::span<const rel::Decl> decls(&decl, 1);
    switch (kind) {
      case 0: return exprs.for_all(decls, body);
      case 1: return exprs.exists(decls, body);
      case 2: return exprs.lone_quantified(decls, body);
      default: return exprs.one_quantified(decls, body);
    }
  }

  rel::Formula atomic(unsigned depth) {
    if (with_integers_ && random_.below(2) == 0) {
      rel::IntExpr a = integer(depth);
      rel::IntExpr b = integer(depth);
      switch (random_.below(3)) {
        case 0: return exprs.int_equal(a, b);
        case 1: return exprs.less(a, b);
        default: return exprs.less_equal(a, b);
      }
    }
    bool is_binary = random_.below(2) == 0;
    rel::Expr a = is_binary ? link(depth) : set(depth);
    switch (random_.below(6)) {
      case 0: return exprs.in(a, is_binary ? link(depth) : set(depth));
      case 1: return exprs.equal(a, is_binary ? link(depth) : set(depth));
      case 2: return exprs.no(a);
      case 3: return exprs.some(a);
      case 4: return exprs.lone(a);
      default: return exprs.one(a);
    }
  }

  rel::Expr set(unsigned depth) {
    unsigned most = depth == 0 ? 4 : 11;
    unsigned drawn = static_cast<unsigned>(random_.below(most));
    if (drawn >= 4) --depth;
    switch (drawn) {
      case 0:
      case 1: return exprs.relation(sets_[drawn]);
      case 2: return scope_.empty() ? exprs.univ() : scope_[random_.below(scope_.size())];
      case 3: return random_.below(3) == 0 ? exprs.none() : exprs.relation(sets_[0]);
      case 4: return exprs.make_union(set(depth), set(depth));
      case 5: return exprs.intersection(set(depth), set(depth));
      case 6: return exprs.difference(set(depth), set(depth));
      case 7: return exprs.join(set(depth), link(depth));
      case 8: return exprs.join(link(depth), set(depth));
      case 9:
        if (with_integers_) return exprs.int_set(integer(depth));
        return exprs.if_expr(atomic(depth), set(depth), set(depth));
      default: {
        rel::Decl decl = declare(depth, rel::Multiplicity::One);
        scope_.push_back(exprs.variable(decl.variable));
        rel::Formula body = atomic(depth);
        scope_.pop_back();
        return exprs.comprehension(std::span(&decl, 1), body);
      }
    }
  }

  rel::Expr link(unsigned depth) {
    unsigned drawn = static_cast<unsigned>(random_.below(depth == 0 ? 2 : 12));
    if (drawn >= 2) --depth;
    switch (drawn) {
      case 0: return exprs.relation(links_[random_.below(links_.size())]);
      case 1: return random_.below(4) == 0 ? exprs.iden() : exprs.relation(links_[0]);
      case 2: return exprs.make_union(link(depth), link(depth));
      case 3: return exprs.intersection(link(depth), link(depth));
      case 4: return exprs.difference(link(depth), link(depth));
      case 5: return exprs.join(link(depth), link(depth));
      case 6: return exprs.product(set(depth), set(depth));
      case 7: return exprs.override_with(link(depth), link(depth));
      case 8: return exprs.transpose(link(depth));
      case 9: return exprs.closure(link(depth));
      case 10: return exprs.domain_restriction(set(depth), link(depth));
      default: return exprs.range_restriction(link(depth), set(depth));
    }
  }

  rel::IntExpr integer(unsigned depth) {
    unsigned drawn = static_cast<unsigned>(random_.below(depth == 0 ? 2 : 9));
    if (drawn >= 2) --depth;
    switch (drawn) {
      case 0: return exprs.constant(static_cast<std::int64_t>(random_.below(6)) - 3);
      case 1: return exprs.cardinality(set(depth));
      case 2: return exprs.add(integer(depth), integer(depth));
      case 3: return exprs.subtract(integer(depth), integer(depth));
      case 4: return exprs.multiply(integer(depth), integer(depth));
      case 5: return exprs.divide(integer(depth), integer(depth));
      case 6: return exprs.remainder(integer(depth), integer(depth));
      case 7: return exprs.set_sum(set(depth));
      default: {
        rel::Decl decl = declare(depth, rel::Multiplicity::One);
        scope_.push_back(exprs.variable(decl.variable));
        rel::IntExpr body = integer(depth);
        scope_.pop_back();
        return exprs.sum_over(std::span(&decl, 1), body);
      }
    }
  }

  run::Random random_;
  bool with_integers_;
  rel::Atom atoms_ = 0;
  rel::Universe universe_;
  std::vector<rel::RelationId> sets_;
  std::vector<rel::RelationId> links_;
  std::vector<rel::Expr> scope_;
};

inline bool is_function(const rel::TupleSet& set) {
  for (std::size_t i = 1; i < set.size(); ++i) {
    if (set.indices()[i] / set.base() == set.indices()[i - 1] / set.base()) return false;
  }
  return true;
}

// Calls `visit` with every instance within the bounds.
inline void for_each_instance(const rel::Problem& problem,
                              const std::function<void(const rel::Instance&)>& visit) {
  rel::Instance instance;
  auto choose = [&](auto& self, std::size_t at) -> void {
    if (at == problem.relations().size()) return visit(instance);
    rel::RelationId relation = problem.relations()[at];
    const rel::Bound& bound = problem.bound_of(relation);
    rel::TupleSet open = bound.upper - bound.lower;
    for (std::uint64_t bits = 0; bits >> open.size() == 0; ++bits) {
      std::vector<std::uint64_t> chosen;
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (((bits >> i) & 1) != 0) chosen.push_back(open.indices()[i]);
      }
      rel::TupleSet value =
          bound.lower | rel::TupleSet::from_indices(open.arity(), open.base(), chosen);
      if (bound.is_functional && !is_function(value)) continue;
      instance.set(relation, value);
      self(self, at + 1);
    }
  };
  choose(choose, 0);
}

}  // namespace test
