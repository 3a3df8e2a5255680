#include "logic/rel/printer.h"

#include <fmt/format.h>

#include "base/check.h"

namespace rel {

namespace {

// Levels of Alloy's grammar, from loose to tight.
enum Level : int {
  kBind = 0,
  kOr,
  kIff,
  kImplies,
  kAnd,
  kNot,
  kCompare,
  kMultiplicity,
  kSum,
  kCount,
  kOverride,
  kIntersect,
  kArrow,
  kDomain,
  kRange,
  kJoin,
  kPrefix,
  kAtom,
};

class Printer {
 public:
  Printer(const Exprs& exprs, std::size_t most_nodes) : exprs_(exprs), left_(most_nodes) {}

  // In parentheses if it is looser than `least`.
  std::string text(std::uint32_t index, int least) {
    if (left_ == 0) return "…";
    --left_;
    const Node& node = exprs_.node(index);
    auto [level, shown] = plain(node);
    return level < least ? fmt::format("({})", shown) : shown;
  }

 private:
  struct Shown {
    int level;
    std::string text;
  };

  std::uint32_t kid(const Node& node, unsigned i) const { return exprs_.children(node)[i]; }

  // Two operands: the left one is the first to use up nodes.
  std::string infix(const Node& node, int left, std::string_view op, int right) {
    std::string first = text(kid(node, 0), left);
    return fmt::format("{}{}{}", first, op, text(kid(node, 1), right));
  }

  // Binary operators associate to the left.
  Shown infix(const Node& node, int level) {
    return {level, infix(node, level, fmt::format(" {} ", text_of(node.op)), level + 1)};
  }

  Shown prefix(const Node& node, int level, std::string_view gap) {
    return {level, fmt::format("{}{}{}", text_of(node.op), gap, text(kid(node, 0), level))};
  }

  Shown function(std::string_view name, const Node& node) {
    std::string arguments;
    for (std::uint32_t child : exprs_.children(node)) {
      if (!arguments.empty()) arguments += ", ";
      arguments += text(child, kBind);
      if (left_ == 0) break;
    }
    return {kJoin, fmt::format("{}[{}]", name, arguments)};
  }

  Shown conditional(const Node& node) {
    std::string condition = text(kid(node, 0), kImplies + 1);
    std::string then = text(kid(node, 1), kImplies);
    return {kImplies,
            fmt::format("{} implies {} else {}", condition, then, text(kid(node, 2), kImplies))};
  }

  std::string decls(const Node& node) {
    std::string result;
    for (const Decl& decl : exprs_.decls(node)) {
      if (!result.empty()) result += ", ";
      std::string word;
      bool is_usual = decl.multiplicity == Multiplicity::One && exprs_.arity(decl.domain) == 1;
      if (!is_usual) word = fmt::format("{} ", text_of(decl.multiplicity));
      result += fmt::format("{}: {}{}", exprs_.name(decl.variable), word,
                            text(decl.domain.index(), kSum));
    }
    return result;
  }

  // `all x: A | all y: B | F` as `all x: A, y: B | F`.
  Shown quantifier(const Node& first) {
    std::string all = decls(first);
    const Node* last = &first;
    while (exprs_.node(exprs_.body(*last)).op == first.op) {
      last = &exprs_.node(exprs_.body(*last));
      all += ", " + decls(*last);
    }
    return {kBind,
            fmt::format("{} {} | {}", text_of(first.op), all, text(exprs_.body(*last), kBind))};
  }

  Shown comprehension(const Node& node) {
    std::string all = decls(node);
    return {kAtom, fmt::format("{{{} | {}}}", all, text(exprs_.body(node), kBind))};
  }

  Shown junction(const Node& node, int level) {
    std::string result;
    for (std::uint32_t child : exprs_.children(node)) {
      if (!result.empty()) result += fmt::format(" {} ", text_of(node.op));
      result += text(child, level + 1);
      if (left_ == 0) break;
    }
    return {level, result};
  }

  static Shown none(const Node& node) {
    std::string result = "none";
    for (unsigned i = 1; i < node.arity; ++i) result += " -> none";
    return {node.arity == 1 ? kAtom : kArrow, result};
  }

  // `a != b`, `a not in b`, else `not (…)`.
  Shown negation(const Node& node) {
    const Node& inner = exprs_.node(kid(node, 0));
    bool is_comparison = inner.op == Op::In || inner.op == Op::Equal || inner.op == Op::IntEqual;
    if (!is_comparison) return prefix(node, kNot, " ");
    std::string_view op = inner.op == Op::In ? " not in " : " != ";
    return {kCompare, infix(inner, kSum, op, kSum)};
  }

  Shown plain(const Node& node) {
    switch (node.op) {
      case Op::Relation: return {kAtom, exprs_.name(exprs_.relation_of(node))};
      case Op::Variable: return {kAtom, exprs_.name(exprs_.variable_of(node))};
      case Op::Univ:
      case Op::Iden:
      case Op::Ints: return {kAtom, std::string(text_of(node.op))};
      case Op::None: return none(node);
      case Op::Union:
      case Op::Difference: return infix(node, kSum);
      case Op::Override: return infix(node, kOverride);
      case Op::Intersection: return infix(node, kIntersect);
      case Op::Product: return {kArrow, infix(node, kArrow + 1, " -> ", kArrow)};
      case Op::DomainRestriction: return infix(node, kDomain);
      case Op::RangeRestriction: return infix(node, kRange);
      case Op::Join: return {kJoin, infix(node, kJoin, ".", kJoin + 1)};
      case Op::Transpose:
      case Op::Closure:
      case Op::ReflexiveClosure: return prefix(node, kPrefix, "");
      case Op::Comprehension: return comprehension(node);
      case Op::IfExpr:
      case Op::IfInt: return conditional(node);
      // Sets of integers and integers are told apart by their use.
      case Op::IntSet: return {kPrefix, text(kid(node, 0), kPrefix)};
      case Op::SetSum: return function("int", node);
      case Op::Constant: return {kAtom, std::to_string(node.value)};
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Divide:
      case Op::Remainder: return function(text_of(node.op), node);
      case Op::Cardinality: return prefix(node, kCount, "");
      case Op::SumOver:
      case Op::ForAll:
      case Op::Exists: return quantifier(node);
      case Op::True: return {kCompare, "no none"};
      case Op::False: return {kCompare, "some none"};
      case Op::In:
      case Op::Equal:
      case Op::IntEqual:
      case Op::Less:
      case Op::LessEqual:
        return {kCompare, infix(node, kSum, fmt::format(" {} ", text_of(node.op)), kSum)};
      case Op::No:
      case Op::Some:
      case Op::Lone:
      case Op::One:
        return {kCompare, fmt::format("{} {}", text_of(node.op), text(kid(node, 0), kSum))};
      case Op::Not: return negation(node);
      case Op::And: return junction(node, kAnd);
      case Op::Or: return junction(node, kOr);
      case Op::Iff: return infix(node, kIff);
    }
    UNREACHABLE("operator {}", static_cast<int>(node.op));
  }

  const Exprs& exprs_;
  std::size_t left_;  // nodes to be shown
};

}  // namespace

std::string to_text(const Exprs& exprs, Expr expr, std::size_t most_nodes) {
  return Printer(exprs, most_nodes).text(expr.index(), kBind);
}
std::string to_text(const Exprs& exprs, IntExpr expr, std::size_t most_nodes) {
  return Printer(exprs, most_nodes).text(expr.index(), kBind);
}
std::string to_text(const Exprs& exprs, Formula formula, std::size_t most_nodes) {
  return Printer(exprs, most_nodes).text(formula.index(), kBind);
}

}  // namespace rel
