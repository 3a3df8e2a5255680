// The constructors of expressions, with their local simplifications: neutral and absorbing
// operands, constants, equal operands. Integers are mathematical here, so dropping an operation
// can only take an overflow away, never a solution.
#include <algorithm>
#include <optional>

#include "base/check.h"
#include "logic/rel/expr.h"

namespace rel {

namespace {

std::optional<std::int64_t> folded(Op op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
    case Op::Add:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Op::Subtract:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Op::Multiply:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Op::Divide:
      if (b == 0 || b == -1) return std::nullopt;
      return a / b;
    case Op::Remainder:
      if (b == 0 || b == -1) return std::nullopt;
      return a % b;
    default: UNREACHABLE("not an operation on integers");
  }
}

}  // namespace

// ------------------------------------------------------------------ relations

Expr Exprs::relation(RelationId id) { return Expr(make(Op::Relation, arity(id), {}, id.index())); }

Expr Exprs::variable(VariableId id) { return Expr(make(Op::Variable, arity(id), {}, id.index())); }

Expr Exprs::univ() { return Expr(make(Op::Univ, 1, {})); }
Expr Exprs::iden() { return Expr(make(Op::Iden, 2, {})); }
Expr Exprs::none(unsigned arity) { return Expr(make(Op::None, arity, {})); }
Expr Exprs::ints() { return Expr(make(Op::Ints, 1, {})); }

Expr Exprs::make_union(Expr a, Expr b) {
  CHECK(arity(a) == arity(b), "union of arities {} and {}", arity(a), arity(b));
  if (is(a, Op::None) || a == b) return b;
  if (is(b, Op::None)) return a;
  if (is(a, Op::Univ)) return a;
  if (is(b, Op::Univ)) return b;
  return Expr(make(Op::Union, arity(a), {a.index(), b.index()}));
}

Expr Exprs::make_union(std::span<const Expr> operands, unsigned arity) {
  Expr result = none(arity);
  for (Expr operand : operands) result = make_union(result, operand);
  return result;
}

Expr Exprs::intersection(Expr a, Expr b) {
  CHECK(arity(a) == arity(b), "intersection of arities {} and {}", arity(a), arity(b));
  if (is(a, Op::None) || a == b) return a;
  if (is(b, Op::None)) return b;
  if (is(a, Op::Univ)) return b;
  if (is(b, Op::Univ)) return a;
  return Expr(make(Op::Intersection, arity(a), {a.index(), b.index()}));
}

Expr Exprs::difference(Expr a, Expr b) {
  CHECK(arity(a) == arity(b), "difference of arities {} and {}", arity(a), arity(b));
  if (is(a, Op::None) || is(b, Op::None)) return a;
  if (a == b || is(b, Op::Univ)) return none(arity(a));
  return Expr(make(Op::Difference, arity(a), {a.index(), b.index()}));
}

Expr Exprs::join(Expr a, Expr b) {
  unsigned result = arity(a) + arity(b);
  CHECK(result > 2, "join of two sets");
  result -= 2;
  if (is(a, Op::None) || is(b, Op::None)) return none(result);
  if (is(b, Op::Iden)) return a;
  if (is(a, Op::Iden)) return b;
  if (is(a, Op::Transpose) && arity(b) == 1) return join(b, operand(a, 0));
  if (is(b, Op::Transpose) && arity(a) == 1) return join(operand(b, 0), a);
  return Expr(make(Op::Join, result, {a.index(), b.index()}));
}

Expr Exprs::product(Expr a, Expr b) {
  unsigned result = arity(a) + arity(b);
  if (is(a, Op::None) || is(b, Op::None)) return none(result);
  return Expr(make(Op::Product, result, {a.index(), b.index()}));
}

Expr Exprs::override_with(Expr a, Expr b) {
  CHECK(arity(a) == arity(b), "override of arities {} and {}", arity(a), arity(b));
  if (is(a, Op::None) || a == b) return b;
  if (is(b, Op::None)) return a;
  return Expr(make(Op::Override, arity(a), {a.index(), b.index()}));
}

Expr Exprs::transpose(Expr a) {
  CHECK(arity(a) == 2, "transpose of arity {}", arity(a));
  if (is(a, Op::None) || is(a, Op::Iden)) return a;
  if (is(a, Op::Transpose)) return operand(a, 0);
  return Expr(make(Op::Transpose, 2, {a.index()}));
}

Expr Exprs::closure(Expr a) {
  CHECK(arity(a) == 2, "closure of arity {}", arity(a));
  bool is_closed =
      is(a, Op::None) || is(a, Op::Iden) || is(a, Op::Closure) || is(a, Op::ReflexiveClosure);
  return is_closed ? a : Expr(make(Op::Closure, 2, {a.index()}));
}

Expr Exprs::reflexive_closure(Expr a) {
  CHECK(arity(a) == 2, "closure of arity {}", arity(a));
  if (is(a, Op::None)) return iden();
  if (is(a, Op::Iden) || is(a, Op::ReflexiveClosure)) return a;
  if (is(a, Op::Closure)) return reflexive_closure(operand(a, 0));
  return Expr(make(Op::ReflexiveClosure, 2, {a.index()}));
}

Expr Exprs::domain_restriction(Expr set, Expr a) {
  CHECK(arity(set) == 1, "restriction to arity {}", arity(set));
  if (is(set, Op::None)) return none(arity(a));
  if (is(a, Op::None) || is(set, Op::Univ)) return a;
  return Expr(make(Op::DomainRestriction, arity(a), {set.index(), a.index()}));
}

Expr Exprs::range_restriction(Expr a, Expr set) {
  CHECK(arity(set) == 1, "restriction to arity {}", arity(set));
  if (is(set, Op::None)) return none(arity(a));
  if (is(a, Op::None) || is(set, Op::Univ)) return a;
  return Expr(make(Op::RangeRestriction, arity(a), {a.index(), set.index()}));
}

Expr Exprs::comprehension(std::span<const Decl> decls, Formula body) {
  CHECK(!decls.empty(), "a comprehension without variables");
  std::vector<std::uint32_t> kids;
  std::vector<VariableId> bound;
  unsigned total = 0;
  bool is_empty = node(body).op == Op::False;
  for (const Decl& decl : decls) {
    CHECK(decl.multiplicity == Multiplicity::One, "a comprehension over relations");
    CHECK(arity(decl.variable) == arity(decl.domain), "a declaration of two arities");
    total += arity(decl.variable);
    is_empty = is_empty || is(decl.domain, Op::None);
    kids.push_back(decl.domain.index());
    bound.push_back(decl.variable);
  }
  if (is_empty) return none(total);
  if (decls.size() == 1 && node(body).op == Op::True) return decls[0].domain;
  kids.push_back(body.index());
  return Expr(make(Op::Comprehension, total, kids, 0, bound));
}

Expr Exprs::if_expr(Formula condition, Expr then, Expr otherwise) {
  CHECK(arity(then) == arity(otherwise), "branches of different arities");
  if (node(condition).op == Op::True || then == otherwise) return then;
  if (node(condition).op == Op::False) return otherwise;
  return Expr(make(Op::IfExpr, arity(then), {condition.index(), then.index(), otherwise.index()}));
}

Expr Exprs::int_set(IntExpr a) { return Expr(make(Op::IntSet, 1, {a.index()})); }

// ------------------------------------------------------------------ integers

bool Exprs::is_constant(IntExpr a, std::int64_t value) const {
  return node(a).op == Op::Constant && node(a).value == value;
}

IntExpr Exprs::constant(std::int64_t value) { return IntExpr(make(Op::Constant, 0, {}, value)); }

IntExpr Exprs::arithmetic(Op op, IntExpr a, IntExpr b) {
  if (node(a).op == Op::Constant && node(b).op == Op::Constant) {
    if (auto value = folded(op, node(a).value, node(b).value)) return constant(*value);
  }
  return IntExpr(make(op, 0, {a.index(), b.index()}));
}

IntExpr Exprs::add(IntExpr a, IntExpr b) {
  if (is_constant(a, 0)) return b;
  return is_constant(b, 0) ? a : arithmetic(Op::Add, a, b);
}

IntExpr Exprs::subtract(IntExpr a, IntExpr b) {
  return is_constant(b, 0) ? a : arithmetic(Op::Subtract, a, b);
}

IntExpr Exprs::multiply(IntExpr a, IntExpr b) {
  if (is_constant(a, 1)) return b;
  return is_constant(b, 1) ? a : arithmetic(Op::Multiply, a, b);
}

IntExpr Exprs::divide(IntExpr a, IntExpr b) {
  return is_constant(b, 1) ? a : arithmetic(Op::Divide, a, b);
}

IntExpr Exprs::remainder(IntExpr a, IntExpr b) { return arithmetic(Op::Remainder, a, b); }

IntExpr Exprs::cardinality(Expr a) {
  if (is(a, Op::None)) return constant(0);
  if (is(a, Op::IntSet) && node(operand(a, 0)).op == Op::Constant) return constant(1);
  return IntExpr(make(Op::Cardinality, 0, {a.index()}));
}

IntExpr Exprs::sum_over(std::span<const Decl> decls, IntExpr body) {
  for (std::size_t i = decls.size(); i-- > 0;) {
    CHECK(decls[i].multiplicity == Multiplicity::One, "a sum over relations");
    if (is_constant(body, 0) || is(decls[i].domain, Op::None)) {
      body = constant(0);
      continue;
    }
    std::uint32_t kids[] = {decls[i].domain.index(), body.index()};
    body = IntExpr(make(Op::SumOver, 0, kids, 0, std::span(&decls[i].variable, 1)));
  }
  return body;
}

IntExpr Exprs::set_sum(Expr set) {
  CHECK(arity(set) == 1, "the integers of arity {}", arity(set));
  if (is(set, Op::None)) return constant(0);
  if (is(set, Op::IntSet)) return IntExpr(children(node(set))[0]);
  return IntExpr(make(Op::SetSum, 0, {set.index()}));
}

IntExpr Exprs::if_int(Formula condition, IntExpr then, IntExpr otherwise) {
  if (node(condition).op == Op::True || then == otherwise) return then;
  if (node(condition).op == Op::False) return otherwise;
  return IntExpr(make(Op::IfInt, 0, {condition.index(), then.index(), otherwise.index()}));
}

// ------------------------------------------------------------------ formulas

Formula Exprs::truth(bool value) { return Formula(make(value ? Op::True : Op::False, 0, {})); }

Formula Exprs::in(Expr a, Expr b) {
  CHECK(arity(a) == arity(b), "comparison of arities {} and {}", arity(a), arity(b));
  if (is(a, Op::None) || is(b, Op::Univ)) return truth(true);
  if (a == b) return truth(true);
  if (is(b, Op::None)) return no(a);
  return Formula(make(Op::In, 0, {a.index(), b.index()}));
}

Formula Exprs::equal(Expr a, Expr b) {
  CHECK(arity(a) == arity(b), "comparison of arities {} and {}", arity(a), arity(b));
  if (a == b) return truth(true);
  if (is(a, Op::None)) return no(b);
  if (is(b, Op::None)) return no(a);
  if (is(a, Op::IntSet) && is(b, Op::IntSet)) {
    return int_equal(IntExpr(operand(a, 0).index()), IntExpr(operand(b, 0).index()));
  }
  if (b < a) std::swap(a, b);
  return Formula(make(Op::Equal, 0, {a.index(), b.index()}));
}

Formula Exprs::no(Expr a) {
  if (is(a, Op::None)) return truth(true);
  return Formula(make(Op::No, 0, {a.index()}));
}

Formula Exprs::some(Expr a) {
  if (is(a, Op::None)) return truth(false);
  return Formula(make(Op::Some, 0, {a.index()}));
}

Formula Exprs::lone(Expr a) {
  if (is(a, Op::None)) return truth(true);
  return Formula(make(Op::Lone, 0, {a.index()}));
}

Formula Exprs::one(Expr a) {
  if (is(a, Op::None)) return truth(false);
  return Formula(make(Op::One, 0, {a.index()}));
}

Formula Exprs::has(Multiplicity multiplicity, Expr a) {
  switch (multiplicity) {
    case Multiplicity::One: return one(a);
    case Multiplicity::Lone: return lone(a);
    case Multiplicity::Some: return some(a);
    case Multiplicity::Set: return truth(true);
  }
  UNREACHABLE("multiplicity {}", static_cast<int>(multiplicity));
}

Formula Exprs::compare(Op op, IntExpr a, IntExpr b) {
  if (node(a).op == Op::Constant && node(b).op == Op::Constant) {
    std::int64_t x = node(a).value;
    std::int64_t y = node(b).value;
    return truth(op == Op::IntEqual ? x == y : op == Op::Less ? x < y : x <= y);
  }
  return Formula(make(op, 0, {a.index(), b.index()}));
}

Formula Exprs::int_equal(IntExpr a, IntExpr b) {
  if (node(a).op == Op::Constant) std::swap(a, b);
  if (node(a).op == Op::Cardinality && node(b).op == Op::Constant) {
    Expr set(children(node(a))[0]);
    if (node(b).value < 0) return truth(false);
    if (node(b).value == 0) return no(set);
    if (node(b).value == 1) return one(set);
  }
  return compare(Op::IntEqual, a, b);
}

Formula Exprs::less(IntExpr a, IntExpr b) {
  if (node(b).op == Op::Constant && node(b).value != INT64_MIN) {
    return less_equal(a, constant(node(b).value - 1));
  }
  if (node(a).op == Op::Constant && node(a).value != INT64_MAX) {
    return less_equal(constant(node(a).value + 1), b);
  }
  return compare(Op::Less, a, b);
}

// Small numbers of elements need no arithmetic, so they cannot overflow either.
Formula Exprs::less_equal(IntExpr a, IntExpr b) {
  if (node(a).op == Op::Cardinality && node(b).op == Op::Constant) {
    Expr set(children(node(a))[0]);
    if (node(b).value < 0) return truth(false);
    if (node(b).value == 0) return no(set);
    if (node(b).value == 1) return lone(set);
  }
  if (node(b).op == Op::Cardinality && node(a).op == Op::Constant) {
    Expr set(children(node(b))[0]);
    if (node(a).value <= 0) return truth(true);
    if (node(a).value == 1) return some(set);
    if (node(a).value == 2) return negation(lone(set));
  }
  return compare(Op::LessEqual, a, b);
}

Formula Exprs::negation(Formula a) {
  const Node& n = node(a);
  switch (n.op) {
    case Op::True: return truth(false);
    case Op::False: return truth(true);
    case Op::Not: return Formula(children(n)[0]);
    case Op::No: return some(Expr(children(n)[0]));
    case Op::Some: return no(Expr(children(n)[0]));
    default: return Formula(make(Op::Not, 0, {a.index()}));
  }
}

// Flat, without duplicates, in the order of first occurrence.
Formula Exprs::junction(Op op, std::span<const Formula> parts) {
  Op neutral = op == Op::And ? Op::True : Op::False;
  Op absorbing = op == Op::And ? Op::False : Op::True;
  std::vector<std::uint32_t> flat;
  for (Formula part : parts) {
    const Node& n = node(part);
    if (n.op == absorbing) return part;
    if (n.op == neutral) continue;
    if (n.op == op) {
      auto kids = children(n);
      flat.insert(flat.end(), kids.begin(), kids.end());
    } else {
      flat.push_back(part.index());
    }
  }
  std::vector<std::uint32_t> seen;
  if (flat.size() > 1) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted;
    for (std::uint32_t i = 0; i < flat.size(); ++i) sorted.emplace_back(flat[i], i);
    std::sort(sorted.begin(), sorted.end());
    auto last = std::unique(sorted.begin(), sorted.end(),
                            [](const auto& x, const auto& y) { return x.first == y.first; });
    sorted.erase(last, sorted.end());
    for (const auto& [index, position] : sorted) {
      if (nodes_[index].op != Op::Not) continue;
      std::pair<std::uint32_t, std::uint32_t> key(children(nodes_[index])[0], 0);
      auto found = std::lower_bound(sorted.begin(), sorted.end(), key);
      if (found != sorted.end() && found->first == key.first) return truth(op == Op::Or);
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& x, const auto& y) { return x.second < y.second; });
    for (const auto& entry : sorted) seen.push_back(entry.first);
    flat = std::move(seen);
  }
  if (flat.empty()) return truth(op == Op::And);
  if (flat.size() == 1) return Formula(flat[0]);
  return Formula(make(op, 0, flat));
}

Formula Exprs::conjunction(std::span<const Formula> parts) { return junction(Op::And, parts); }
Formula Exprs::disjunction(std::span<const Formula> parts) { return junction(Op::Or, parts); }
Formula Exprs::conjunction(std::initializer_list<Formula> parts) {
  return junction(Op::And, std::span(parts.begin(), parts.size()));
}
Formula Exprs::disjunction(std::initializer_list<Formula> parts) {
  return junction(Op::Or, std::span(parts.begin(), parts.size()));
}

Formula Exprs::implies(Formula a, Formula b) { return disjunction({negation(a), b}); }

Formula Exprs::if_formula(Formula condition, Formula then, Formula otherwise) {
  if (then == otherwise) return then;
  return conjunction({implies(condition, then), disjunction({condition, otherwise})});
}

Formula Exprs::iff(Formula a, Formula b) {
  if (a == b) return truth(true);
  if (b < a) std::swap(a, b);
  if (node(a).op == Op::True) return b;
  if (node(b).op == Op::True) return a;
  if (node(a).op == Op::False) return negation(b);
  if (node(b).op == Op::False) return negation(a);
  return Formula(make(Op::Iff, 0, {a.index(), b.index()}));
}

// A declaration over relations is never dropped: `some x: lone none` is true.
Formula Exprs::quantified(Op op, std::span<const Decl> decls, Formula body) {
  for (std::size_t i = decls.size(); i-- > 0;) {
    const Decl& decl = decls[i];
    CHECK(arity(decl.variable) == arity(decl.domain), "a declaration of two arities");
    Op absorbing = op == Op::ForAll ? Op::True : Op::False;
    if (node(body).op == absorbing) continue;
    if (decl.multiplicity == Multiplicity::One && is(decl.domain, Op::None)) {
      body = truth(op == Op::ForAll);
      continue;
    }
    std::uint32_t kids[] = {decl.domain.index(), body.index()};
    body = Formula(make(op, 0, kids, static_cast<std::int64_t>(decl.multiplicity),
                        std::span(&decl.variable, 1)));
  }
  return body;
}

Formula Exprs::for_all(std::span<const Decl> decls, Formula body) {
  return quantified(Op::ForAll, decls, body);
}
Formula Exprs::exists(std::span<const Decl> decls, Formula body) {
  return quantified(Op::Exists, decls, body);
}
Formula Exprs::no_quantified(std::span<const Decl> decls, Formula body) {
  return for_all(decls, negation(body));
}
Formula Exprs::lone_quantified(std::span<const Decl> decls, Formula body) {
  return lone(comprehension(decls, body));
}
Formula Exprs::one_quantified(std::span<const Decl> decls, Formula body) {
  return one(comprehension(decls, body));
}

}  // namespace rel
