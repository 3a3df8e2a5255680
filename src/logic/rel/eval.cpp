#include "logic/rel/eval.h"

#include "base/check.h"
#include "logic/rel/tuple_operators.h"

namespace rel {

namespace {

Truth truth_of(bool value) { return value ? Truth::True : Truth::False; }

Truth negated(Truth a) { return a == Truth::Unknown ? a : truth_of(a == Truth::False); }

TupleSet single(const TupleSet& set, std::size_t position) {
  return TupleSet::from_indices(set.arity(), set.base(), {set.indices()[position]});
}

}  // namespace

// ------------------------------------------------------------------ relations

TupleSet Evaluator::constant(Op op) const {
  auto atoms = static_cast<Atom>(universe_.size());
  switch (op) {
    case Op::Univ: return TupleSet::range(universe_, 0, atoms);
    case Op::Ints: return TupleSet::range(universe_, universe_.first_int(), atoms);
    case Op::Iden: return identity(universe_.size());
    default: UNREACHABLE("{} is no constant", text_of(op));
  }
}

// What has no free variables has one value, however often it is shared.
template <class Result, class Compute>
Result Evaluator::cached(std::uint32_t node, std::unordered_map<std::uint32_t, Result>& cache,
                         const Compute& compute) {
  bool is_closed = exprs_.free_variables(exprs_.node(node)).empty();
  if (!is_closed && poll_) poll_();
  if (!is_closed) return compute();
  if (auto found = cache.find(node); found != cache.end()) return found->second;
  if (poll_) poll_();
  Result result = compute();
  cache.emplace(node, result);
  return result;
}

Evaluator::Set Evaluator::value(Expr expr) {
  return cached(expr.index(), sets_, [&] { return compute(expr); });
}

std::optional<std::int64_t> Evaluator::value(IntExpr expr) {
  return cached(expr.index(), numbers_, [&] { return compute(expr); });
}

Truth Evaluator::holds(Formula formula) {
  return cached(formula.index(), truths_, [&] { return compute(formula); });
}

Evaluator::Set Evaluator::compute(Expr expr) {
  const Node& node = exprs_.node(expr);
  auto kids = exprs_.children(node);
  switch (node.op) {
    case Op::Relation: return instance_.value(exprs_.relation_of(node));
    case Op::Variable: {
      auto found = bindings_.find(exprs_.variable_of(node));
      CHECK(found != bindings_.end(), "variable {} is not bound",
            exprs_.name(exprs_.variable_of(node)));
      return found->second;
    }
    case Op::None: return TupleSet(node.arity, universe_.size());
    case Op::Univ:
    case Op::Ints:
    case Op::Iden: return constant(node.op);
    case Op::Transpose:
    case Op::Closure:
    case Op::ReflexiveClosure: {
      Set a = value(Expr(kids[0]));
      if (!a) return a;
      if (node.op == Op::Transpose) return transpose(*a);
      TupleSet closed = closure(*a);
      return node.op == Op::Closure ? closed : closed | identity(universe_.size());
    }
    case Op::Comprehension: return comprehension(node);
    case Op::IfExpr: {
      Truth condition = holds(Formula(kids[0]));
      if (condition == Truth::Unknown) return std::nullopt;
      return value(Expr(kids[condition == Truth::True ? 1 : 2]));
    }
    case Op::IntSet: {
      auto number = value(IntExpr(kids[0]));
      auto atom = number ? universe_.atom_of(*number) : std::nullopt;
      if (!atom) return std::nullopt;
      return TupleSet::atoms(universe_, std::span(&*atom, 1));
    }
    default: return binary(node);
  }
}

Evaluator::Set Evaluator::binary(const Node& node) {
  auto kids = exprs_.children(node);
  Set a = value(Expr(kids[0]));
  Set b = value(Expr(kids[1]));
  if (!a || !b) return std::nullopt;
  switch (node.op) {
    case Op::Union: return *a | *b;
    case Op::Difference: return *a - *b;
    case Op::Intersection: return *a & *b;
    case Op::Override: return override_with(*a, *b);
    case Op::Product: return a->product(*b);
    case Op::Join: return join(*a, *b);
    case Op::DomainRestriction: return restrict_domain(*a, *b);
    case Op::RangeRestriction: return restrict_range(*a, *b);
    default: UNREACHABLE("{} is no relation", text_of(node.op));
  }
}

Evaluator::Set Evaluator::comprehension(const Node& node) {
  std::vector<Decl> decls = exprs_.decls(node);
  Formula body(exprs_.body(node));
  std::vector<std::uint64_t> found;
  bool is_known = true;
  auto visit = [&](auto& self, std::size_t at, std::uint64_t prefix) -> void {
    if (at == decls.size()) {
      Truth truth = holds(body);
      if (truth == Truth::True) found.push_back(prefix);
      if (truth == Truth::Unknown) is_known = false;
      return;
    }
    Set domain = value(decls[at].domain);
    if (!domain) {
      is_known = false;
      return;
    }
    std::uint64_t width = 1;
    for (unsigned i = 0; i < domain->arity(); ++i) width *= universe_.size();
    for (std::size_t i = 0; i < domain->size(); ++i) {
      bindings_[decls[at].variable] = single(*domain, i);
      self(self, at + 1, prefix * width + domain->indices()[i]);
    }
    bindings_.erase(decls[at].variable);
  };
  visit(visit, 0, 0);
  if (!is_known) return std::nullopt;
  return TupleSet::from_indices(node.arity, universe_.size(), std::move(found));
}

// ------------------------------------------------------------------ integers

std::optional<std::int64_t> Evaluator::arithmetic(const Node& node) {
  auto kids = exprs_.children(node);
  auto a = value(IntExpr(kids[0]));
  auto b = value(IntExpr(kids[1]));
  if (!a || !b) return std::nullopt;
  std::int64_t result = 0;
  switch (node.op) {
    case Op::Add:
      if (__builtin_add_overflow(*a, *b, &result)) return std::nullopt;
      return result;
    case Op::Subtract:
      if (__builtin_sub_overflow(*a, *b, &result)) return std::nullopt;
      return result;
    case Op::Multiply:
      if (__builtin_mul_overflow(*a, *b, &result)) return std::nullopt;
      return result;
    case Op::Divide:
    case Op::Remainder:
      if (*b == 0 || (*b == -1 && *a == INT64_MIN)) return std::nullopt;
      return node.op == Op::Divide ? *a / *b : *a % *b;
    default: UNREACHABLE("{} is no integer", text_of(node.op));
  }
}

std::optional<std::int64_t> Evaluator::sum(const Node& node) {
  Decl decl = exprs_.decls(node)[0];
  Set domain = value(decl.domain);
  if (!domain) return std::nullopt;
  std::int64_t total = 0;
  bool is_known = true;
  for (std::size_t i = 0; i < domain->size(); ++i) {
    bindings_[decl.variable] = single(*domain, i);
    auto part = value(IntExpr(exprs_.body(node)));
    is_known = is_known && part && !__builtin_add_overflow(total, *part, &total);
  }
  bindings_.erase(decl.variable);
  return is_known ? std::optional(total) : std::nullopt;
}

std::optional<std::int64_t> Evaluator::compute(IntExpr expr) {
  const Node& node = exprs_.node(expr);
  auto kids = exprs_.children(node);
  switch (node.op) {
    case Op::Constant: return node.value;
    case Op::Cardinality: {
      Set set = value(Expr(kids[0]));
      if (!set) return std::nullopt;
      return static_cast<std::int64_t>(set->size());
    }
    case Op::SetSum: {
      Set set = value(Expr(kids[0]));
      if (!set) return std::nullopt;
      std::int64_t total = 0;
      for (std::uint64_t atom : set->indices()) {
        if (universe_.is_int(static_cast<Atom>(atom))) {
          total += universe_.int_value(static_cast<Atom>(atom));
        }
      }
      return total;
    }
    case Op::SumOver: return sum(node);
    case Op::IfInt: {
      Truth condition = holds(Formula(kids[0]));
      if (condition == Truth::Unknown) return std::nullopt;
      return value(IntExpr(kids[condition == Truth::True ? 1 : 2]));
    }
    default: return arithmetic(node);
  }
}

// ------------------------------------------------------------------ formulas

Truth Evaluator::compute(Formula formula) {
  const Node& node = exprs_.node(formula);
  auto kids = exprs_.children(node);
  switch (node.op) {
    case Op::True: return Truth::True;
    case Op::False: return Truth::False;
    case Op::In:
    case Op::Equal: {
      Set a = value(Expr(kids[0]));
      Set b = value(Expr(kids[1]));
      if (!a || !b) return Truth::Unknown;
      return truth_of(node.op == Op::In ? a->is_subset_of(*b) : *a == *b);
    }
    case Op::No:
    case Op::Some:
    case Op::Lone:
    case Op::One: return multiplicity(node);
    case Op::IntEqual:
    case Op::Less:
    case Op::LessEqual: return comparison(node);
    case Op::Not: return negated(holds(Formula(kids[0])));
    case Op::And:
    case Op::Or: return junction(node);
    case Op::Iff: {
      Truth a = holds(Formula(kids[0]));
      Truth b = holds(Formula(kids[1]));
      if (a == Truth::Unknown || b == Truth::Unknown) return Truth::Unknown;
      return truth_of(a == b);
    }
    case Op::ForAll:
    case Op::Exists: return quantifier(node);
    default: UNREACHABLE("{} is no formula", text_of(node.op));
  }
}

Truth Evaluator::multiplicity(const Node& node) {
  Set set = value(Expr(exprs_.children(node)[0]));
  if (!set) return Truth::Unknown;
  switch (node.op) {
    case Op::No: return truth_of(set->empty());
    case Op::Some: return truth_of(!set->empty());
    case Op::Lone: return truth_of(set->size() <= 1);
    default: return truth_of(set->size() == 1);
  }
}

Truth Evaluator::comparison(const Node& node) {
  auto kids = exprs_.children(node);
  auto a = value(IntExpr(kids[0]));
  auto b = value(IntExpr(kids[1]));
  if (!a || !b) return Truth::Unknown;
  if (node.op == Op::IntEqual) return truth_of(*a == *b);
  return truth_of(node.op == Op::Less ? *a < *b : *a <= *b);
}

Truth Evaluator::junction(const Node& node) {
  Truth deciding = node.op == Op::And ? Truth::False : Truth::True;
  Truth result = negated(deciding);
  for (std::uint32_t kid : exprs_.children(node)) {
    Truth part = holds(Formula(kid));
    if (part == deciding) return deciding;
    if (part == Truth::Unknown) result = part;
  }
  return result;
}

// Over subsets of the domain if the declaration says so: exponential, and meant for tests.
Truth Evaluator::quantifier(const Node& node) {
  Decl decl = exprs_.decls(node)[0];
  Formula body(exprs_.body(node));
  Truth deciding = node.op == Op::ForAll ? Truth::False : Truth::True;
  Truth result = negated(deciding);
  Set domain = value(decl.domain);
  if (!domain) return Truth::Unknown;
  auto visit = [&](TupleSet chosen) {
    bindings_[decl.variable] = std::move(chosen);
    Truth part = holds(body);
    if (part == Truth::Unknown && result != deciding) result = part;
    if (part == deciding) result = deciding;
  };
  if (decl.multiplicity == Multiplicity::One || decl.multiplicity == Multiplicity::Lone) {
    if (decl.multiplicity == Multiplicity::Lone) visit(TupleSet(domain->arity(), domain->base()));
    for (std::size_t i = 0; i < domain->size() && result != deciding; ++i) {
      visit(single(*domain, i));
    }
  } else {
    CHECK(domain->size() < 24, "too many subsets to try");
    std::uint64_t first = decl.multiplicity == Multiplicity::Some ? 1 : 0;
    for (std::uint64_t bits = first; bits >> domain->size() == 0 && result != deciding; ++bits) {
      std::vector<std::uint64_t> chosen;
      for (std::size_t i = 0; i < domain->size(); ++i) {
        if (((bits >> i) & 1) != 0) chosen.push_back(domain->indices()[i]);
      }
      visit(TupleSet::from_indices(domain->arity(), domain->base(), std::move(chosen)));
    }
  }
  bindings_.erase(decl.variable);
  return result;
}

}  // namespace rel
