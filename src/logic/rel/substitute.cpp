// Rebuilding expressions: other relations and variables in place of free ones. Nodes that
// contain none of them are kept; shared nodes are rebuilt once. A variable that is bound on the
// way is not free there; the caller gives replacements whose variables are not bound below.
#include <algorithm>

#include "base/check.h"
#include "logic/rel/expr.h"

namespace rel {

class Rebuilder {
 public:
  Rebuilder(Exprs& exprs, const Exprs::Substitution& by) : exprs_(exprs), by_(by) {}

  std::uint32_t run(std::uint32_t index) {
    if (auto found = done_.find(index); found != done_.end()) return found->second;
    std::uint32_t result = rebuild(index);
    done_.emplace(index, result);
    return result;
  }

  std::uint32_t operation(const Node& node, const std::vector<std::uint32_t>& k) {
    switch (sort_of(node.op)) {
      case Sort::Expr: return expr(node, k).index();
      case Sort::IntExpr: return int_expr(node, k).index();
      case Sort::Formula: return formula(node, k).index();
    }
    UNREACHABLE("sort");
  }

 private:
  std::uint32_t rebuild(std::uint32_t index) {
    Node node = exprs_.node(index);  // a copy: the arena moves
    if (node.op == Op::Relation) {
      auto found = by_.relations.find(exprs_.relation_of(node));
      return found == by_.relations.end() ? index : found->second.index();
    }
    if (node.op == Op::Variable) {
      auto found = by_.variables.find(exprs_.variable_of(node));
      return found == by_.variables.end() ? index : found->second.index();
    }
    auto span = exprs_.children(node);
    std::vector<std::uint32_t> kids(span.begin(), span.end());
    if (Exprs::is_binder(node.op)) return binder(index, kids);
    bool is_same = true;
    for (std::uint32_t& kid : kids) {
      std::uint32_t made = run(kid);
      is_same = is_same && made == kid;
      kid = made;
    }
    return is_same ? index : operation(node, kids);
  }

  std::uint32_t binder(std::uint32_t index, std::vector<std::uint32_t>& kids) {
    std::vector<Decl> decls = exprs_.decls(exprs_.node(index));
    for (const Decl& decl : decls) {
      CHECK(!by_.variables.contains(decl.variable), "substitution of a bound variable");
    }
    bool is_same = true;
    for (std::size_t i = 0; i < kids.size(); ++i) {
      std::uint32_t made = run(kids[i]);
      is_same = is_same && made == kids[i];
      if (i < decls.size()) decls[i].domain = Expr(made);
      kids[i] = made;
    }
    if (is_same) return index;
    std::uint32_t body = kids.back();
    switch (exprs_.node(index).op) {
      case Op::ForAll: return exprs_.for_all(decls, Formula(body)).index();
      case Op::Exists: return exprs_.exists(decls, Formula(body)).index();
      case Op::Comprehension: return exprs_.comprehension(decls, Formula(body)).index();
      case Op::SumOver: return exprs_.sum_over(decls, IntExpr(body)).index();
      default: UNREACHABLE("not a binder");
    }
  }

  Expr expr(const Node& node, const std::vector<std::uint32_t>& k) {
    auto e = [&](unsigned i) { return Expr(k[i]); };
    switch (node.op) {
      case Op::Union: return exprs_.make_union(e(0), e(1));
      case Op::Difference: return exprs_.difference(e(0), e(1));
      case Op::Override: return exprs_.override_with(e(0), e(1));
      case Op::Intersection: return exprs_.intersection(e(0), e(1));
      case Op::Product: return exprs_.product(e(0), e(1));
      case Op::DomainRestriction: return exprs_.domain_restriction(e(0), e(1));
      case Op::RangeRestriction: return exprs_.range_restriction(e(0), e(1));
      case Op::Join: return exprs_.join(e(0), e(1));
      case Op::Transpose: return exprs_.transpose(e(0));
      case Op::Closure: return exprs_.closure(e(0));
      case Op::ReflexiveClosure: return exprs_.reflexive_closure(e(0));
      case Op::IfExpr: return exprs_.if_expr(Formula(k[0]), e(1), e(2));
      case Op::IntSet: return exprs_.int_set(IntExpr(k[0]));
      default: UNREACHABLE("operator {}", text_of(node.op));
    }
  }

  IntExpr int_expr(const Node& node, const std::vector<std::uint32_t>& k) {
    auto e = [&](unsigned i) { return IntExpr(k[i]); };
    switch (node.op) {
      case Op::Add: return exprs_.add(e(0), e(1));
      case Op::Subtract: return exprs_.subtract(e(0), e(1));
      case Op::Multiply: return exprs_.multiply(e(0), e(1));
      case Op::Divide: return exprs_.divide(e(0), e(1));
      case Op::Remainder: return exprs_.remainder(e(0), e(1));
      case Op::Cardinality: return exprs_.cardinality(Expr(k[0]));
      case Op::SetSum: return exprs_.set_sum(Expr(k[0]));
      case Op::IfInt: return exprs_.if_int(Formula(k[0]), e(1), e(2));
      default: UNREACHABLE("operator {}", text_of(node.op));
    }
  }

  Formula formula(const Node& node, const std::vector<std::uint32_t>& k) {
    auto e = [&](unsigned i) { return Expr(k[i]); };
    auto f = [&](unsigned i) { return Formula(k[i]); };
    std::vector<Formula> all;
    for (std::uint32_t kid : k) all.push_back(Formula(kid));
    switch (node.op) {
      case Op::In: return exprs_.in(e(0), e(1));
      case Op::Equal: return exprs_.equal(e(0), e(1));
      case Op::No: return exprs_.no(e(0));
      case Op::Some: return exprs_.some(e(0));
      case Op::Lone: return exprs_.lone(e(0));
      case Op::One: return exprs_.one(e(0));
      case Op::IntEqual: return exprs_.int_equal(IntExpr(k[0]), IntExpr(k[1]));
      case Op::Less: return exprs_.less(IntExpr(k[0]), IntExpr(k[1]));
      case Op::LessEqual: return exprs_.less_equal(IntExpr(k[0]), IntExpr(k[1]));
      case Op::Not: return exprs_.negation(f(0));
      case Op::And: return exprs_.conjunction(all);
      case Op::Or: return exprs_.disjunction(all);
      case Op::Iff: return exprs_.iff(f(0), f(1));
      default: UNREACHABLE("operator {}", text_of(node.op));
    }
  }

  Exprs& exprs_;
  const Exprs::Substitution& by_;
  std::unordered_map<std::uint32_t, std::uint32_t> done_;
};

Expr Exprs::substitute(Expr a, const Substitution& by) {
  return Expr(Rebuilder(*this, by).run(a.index()));
}
IntExpr Exprs::substitute(IntExpr a, const Substitution& by) {
  return IntExpr(Rebuilder(*this, by).run(a.index()));
}
Formula Exprs::substitute(Formula a, const Substitution& by) {
  return Formula(Rebuilder(*this, by).run(a.index()));
}

std::uint32_t Exprs::with_operands(std::uint32_t index,
                                   const std::vector<std::uint32_t>& operands) {
  Node old = node(index);
  CHECK(!is_binder(old.op), "the operands of a binder are no plain list");
  return Rebuilder(*this, {}).operation(old, operands);
}

}  // namespace rel
