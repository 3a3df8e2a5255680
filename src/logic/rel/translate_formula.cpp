// Formulas as pairs of literals (see translate.h).
#include <fmt/format.h>

#include "base/check.h"
#include "logic/rel/translate.h"

namespace rel {

namespace {

// Comparisons of a number of tuples with a constant: up to so much counting in unary is
// cheaper than an adder.
constexpr std::int64_t kUnaryCount = 8;

}  // namespace

Judgement Translator::with_overflow(Lit value, Lit overflow) {
  return {circuit_.conj(value, -overflow), circuit_.disj(value, overflow)};
}

Judgement Translator::make_judgement(std::uint32_t index) {
  const Node& node = exprs_.node(index);
  auto kids = exprs_.children(node);
  switch (node.op) {
    case Op::True: return {kTrue, kTrue};
    case Op::False: return {kFalse, kFalse};
    case Op::In:
    case Op::Equal: {
      MatrixPtr a = matrix(kids[0]);
      MatrixPtr b = matrix(kids[1]);
      Lit value = node.op == Op::In ? matrices_.in(*a, *b) : matrices_.equal(*a, *b);
      return with_overflow(value, circuit_.disj(a->overflow, b->overflow));
    }
    case Op::No:
    case Op::Some:
    case Op::Lone:
    case Op::One: return multiplicity(node);
    case Op::IntEqual:
    case Op::Less:
    case Op::LessEqual: return comparison(node);
    case Op::Not: return negated(judgement(kids[0]));
    case Op::And:
    case Op::Or: return junction(node);
    case Op::Iff: {
      Judgement a = judgement(kids[0]);
      Judgement b = judgement(kids[1]);
      Lit unclear =
          circuit_.disj(circuit_.conj(a.maybe, -a.surely), circuit_.conj(b.maybe, -b.surely));
      return with_overflow(circuit_.same(a.surely, b.surely), unclear);
    }
    case Op::ForAll:
    case Op::Exists: return quantifier(node);
    default: UNREACHABLE("{} is no formula", text_of(node.op));
  }
}

Judgement Translator::multiplicity(const Node& node) {
  MatrixPtr a = matrix(exprs_.children(node)[0]);
  Lit value = kTrue;
  if (node.op == Op::Lone || node.op == Op::One) value = matrices_.lone(*a);
  if (node.op == Op::Some || node.op == Op::One) value = circuit_.conj(value, matrices_.some(*a));
  if (node.op == Op::No) value = -matrices_.some(*a);
  return with_overflow(value, a->overflow);
}

Judgement Translator::junction(const Node& node) {
  bool is_and = node.op == Op::And;
  std::vector<Lit> surely;
  std::vector<Lit> maybe;
  for (std::uint32_t kid : exprs_.children(node)) {
    Judgement part = judgement(kid);
    if (is_and && part.maybe == kFalse) return {kFalse, kFalse};
    if (!is_and && part.surely == kTrue) return {kTrue, kTrue};
    surely.push_back(part.surely);
    maybe.push_back(part.maybe);
  }
  if (is_and) return {circuit_.conj(surely), circuit_.conj(maybe)};
  return {circuit_.disj(surely), circuit_.disj(maybe)};
}

Judgement Translator::quantifier(const Node& node) {
  Decl decl = exprs_.decls(node)[0];
  bool is_all = node.op == Op::ForAll;
  if (decl.multiplicity == Multiplicity::Some || decl.multiplicity == Multiplicity::Set) {
    throw TranslationFailure{
        fmt::format("`{} {}: {} …` quantifies over relations in a place where that cannot become "
                    "a relation of the problem",
                    text_of(node.op), exprs_.name(decl.variable), text_of(decl.multiplicity)),
        decl.variable};
  }
  MatrixPtr domain = matrix(decl.domain.index());
  std::vector<Lit> surely;
  std::vector<Lit> maybe;
  bool is_decided = false;
  for_each_value(decl, *domain, [&](Lit lit) {
    Judgement body = judgement(exprs_.body(node));
    if (is_all) {
      body = {circuit_.disj(-lit, body.surely), circuit_.disj(-lit, body.maybe)};
      is_decided = body.maybe == kFalse;
    } else {
      body = {circuit_.conj(lit, body.surely), circuit_.conj(lit, body.maybe)};
      is_decided = body.surely == kTrue;
    }
    surely.push_back(body.surely);
    maybe.push_back(body.maybe);
    return !is_decided;
  });
  Judgement result;
  if (is_all) {
    result = {circuit_.conj(surely), circuit_.conj(maybe)};
  } else {
    result = {circuit_.disj(surely), circuit_.disj(maybe)};
  }
  if (domain->overflow == kFalse) return result;
  return {circuit_.conj(result.surely, -domain->overflow),
          circuit_.disj(result.maybe, domain->overflow)};
}

// A comparison of a number of tuples with a small constant.
std::optional<Lit> Translator::counted(Op op, std::uint32_t left, std::uint32_t right,
                                       Lit& overflow) {
  const Node* count = &exprs_.node(left);
  const Node* bound = &exprs_.node(right);
  bool is_swapped = count->op == Op::Constant;
  if (is_swapped) std::swap(count, bound);
  if (count->op != Op::Cardinality || bound->op != Op::Constant) return std::nullopt;
  std::int64_t k = bound->value;
  if (k < 0 || k > kUnaryCount) return std::nullopt;
  MatrixPtr set = matrix(exprs_.children(*count)[0]);
  overflow = set->overflow;
  std::vector<Lit> cells = Matrices::literals(*set);
  auto at_least = [&](std::int64_t n) {
    return n <= 0 ? kTrue : circuit_.at_least(cells, static_cast<std::uint32_t>(n));
  };
  switch (op) {
    case Op::IntEqual: return circuit_.conj(at_least(k), -at_least(k + 1));
    case Op::Less: return is_swapped ? at_least(k + 1) : -at_least(k);
    case Op::LessEqual: return is_swapped ? at_least(k) : -at_least(k + 1);
    default: UNREACHABLE("not a comparison");
  }
}

Judgement Translator::comparison(const Node& node) {
  auto kids = exprs_.children(node);
  Lit overflow = kFalse;
  if (auto value = counted(node.op, kids[0], kids[1], overflow)) {
    return with_overflow(*value, overflow);
  }
  NumberPtr a = number(kids[0]);
  NumberPtr b = number(kids[1]);
  Lit value = node.op == Op::IntEqual ? numbers_.equal(*a, *b)
                                      : numbers_.less(*a, *b, node.op == Op::LessEqual);
  return with_overflow(value, circuit_.disj(a->overflow, b->overflow));
}

}  // namespace rel
