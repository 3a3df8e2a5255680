// Comparisons of words as difference constraints. A word is read as the signed number that it
// stands for. Sums wrap: x + c is x + c or, where that leaves the range of the words,
// x + c - 2^w (for c < 0: + 2^w). So a comparison is a disjunction over these cases, each of
// which is a conjunction of differences; in most, what else is known of x leaves one of them.
//
// Numbers of 64 bits are too large for the graph. Their words are nodes without bounds, and a
// case in which a sum wraps says only that its variable is far from zero: that is implied, so
// Unsat stays right; a model is evaluated before it counts, as every model is (Solver).
#include "logic/solve/differences.h"

namespace solve {

using term::Op;
using term::Sort;
using term::Term;

namespace {

constexpr std::int64_t kWords = std::int64_t{1} << 32;
constexpr std::int64_t kLeast = -(kWords / 2);
constexpr std::int64_t kGreatest = kWords / 2 - 1;
constexpr std::int64_t kFar = DifferenceGraph::kMaxConstant / 4;

}  // namespace

std::optional<std::int64_t> Differences::word_value(Term t) const {
  if (!terms_.is_constant(t)) return std::nullopt;
  Sort sort = terms_.sort(t);
  auto value =
      term::to_integer(term::Word{terms_.bits_value(t)}, sort, term::Sign::Signed).to_int64();
  return value && *value <= kFar && *value >= -kFar ? value : std::nullopt;
}

// x, c, or x + c.
std::optional<Differences::WordSide> Differences::word_side(Term t) {
  WordSide side;
  if (terms_.is_constant(t)) {
    auto value = word_value(t);
    if (!value) return std::nullopt;
    side.constant = *value;
    return side;
  }
  if (terms_.op(t) == Op::Add) {
    std::span<const Term> args = terms_.args(t);
    auto value = args.size() == 2 ? word_value(args[1]) : std::nullopt;
    if (!value) return std::nullopt;
    side.constant = *value;
    t = args[0];
  }
  // Minus one word has a case of its own, at the least number; it is rare.
  if (terms_.op(t) == Op::Mul && terms_.is_constant(terms_.arg(t, 0))) return std::nullopt;
  side.atom = t;
  return side;
}

// The cases of a side: a node and a constant that is added to it, under conditions.
std::vector<Differences::WordCase> Differences::word_cases(const WordSide& side) {
  constexpr DifferenceGraph::Node kZero = DifferenceGraph::kZero;
  std::int64_t c = side.constant;
  if (!side.atom.is_valid()) return {{kZero, c, {}, true}};
  bool is_long = terms_.sort(side.atom) == Sort::Bits64;
  std::vector<WordCase> cases;
  auto add = [&](DifferenceGraph::Node x, bool is_exact,
                 std::vector<DifferenceGraph::Constraint> conditions) {
    if (c == 0) {
      cases.push_back({x, 0, std::move(conditions), is_exact});
      return;
    }
    WordCase inside{x, c, conditions, is_exact};
    WordCase wrapped{x, c > 0 ? c - kWords : c + kWords, std::move(conditions), is_exact};
    if (is_long) {
      wrapped.is_open = true;
      wrapped.conditions.push_back(c > 0 ? DifferenceGraph::Constraint{kZero, x, -kFar}
                                         : DifferenceGraph::Constraint{x, kZero, -kFar});
    } else if (c > 0) {
      inside.conditions.push_back({x, kZero, kGreatest - c});
      wrapped.conditions.push_back({kZero, x, c - kGreatest - 1});
    } else {
      inside.conditions.push_back({kZero, x, c - kLeast});
      wrapped.conditions.push_back({x, kZero, kLeast - c - 1});
    }
    cases.push_back(std::move(inside));
    cases.push_back(std::move(wrapped));
  };
  bool is_number = terms_.op(side.atom) == Op::ToWord && !is_long &&
                   terms_.op(terms_.arg(side.atom, 0)) != Op::Add;
  if (is_number) {
    // The number itself, where it is in the range of the words.
    DifferenceGraph::Node x = node_of(terms_.arg(side.atom, 0));
    add(x, false, {{x, kZero, kGreatest}, {kZero, x, -kLeast}});
    add(node_of(side.atom), false, {{kZero, x, -kGreatest - 1}});
    add(node_of(side.atom), false, {{x, kZero, kLeast - 1}});
  } else {
    add(node_of(side.atom), terms_.is_variable(side.atom), {});
  }
  return cases;
}

Differences::FormulaId Differences::compile_word_le(Term a, Term b, bool is_positive) {
  auto left = word_side(a);
  auto right = word_side(b);
  if (!left || !right) return opaque();
  std::vector<FormulaId> children;
  for (const WordCase& x : word_cases(*left)) {
    for (const WordCase& y : word_cases(*right)) {
      Formula formula;
      formula.kind = Formula::Kind::Atom;
      formula.is_exact = x.is_exact && y.is_exact;
      formula.constraints = x.conditions;
      formula.constraints.insert(formula.constraints.end(), y.conditions.begin(),
                                 y.conditions.end());
      bool is_open = x.is_open || y.is_open;
      std::int64_t gap = y.constant - x.constant;
      if (!is_open && is_positive) formula.constraints.push_back({x.node, y.node, gap});
      if (!is_open && !is_positive) formula.constraints.push_back({y.node, x.node, -gap - 1});
      children.push_back(made(std::move(formula)));
    }
  }
  if (children.size() == 1) return children.front();
  return compound(Formula::Kind::Any, std::move(children));
}

// x == k, x == y, or x - y == k; in the last the difference may also be k - 2^w or k + 2^w.
Differences::FormulaId Differences::compile_word_eq(Term a, Term b, bool is_positive) {
  Sort sort = terms_.sort(a);
  Sum sum;
  std::span<const Term> args = terms_.args(a);
  Term x = a;
  Term y = terms_.is_constant(b) ? Term() : b;
  if (terms_.op(a) == Op::Add) {
    bool is_difference = args.size() == 2 && !y.is_valid() && terms_.op(args[1]) == Op::Mul &&
                         terms_.args(args[1]).size() == 2 &&
                         word_value(terms_.arg(args[1], 0)) == -1;
    if (!is_difference) return opaque();
    x = args[0];
    y = terms_.arg(args[1], 1);
  }
  for (Term side : {x, y}) {
    bool is_atom = !side.is_valid() || (!terms_.is_constant(side) && terms_.op(side) != Op::Add &&
                                        terms_.op(side) != Op::Mul);
    if (!is_atom) return opaque();
  }
  std::optional<std::int64_t> k = terms_.is_constant(b) ? word_value(b) : 0;
  if (!k) return opaque();
  sum.plus = node_of(x);
  if (y.is_valid()) sum.minus = node_of(y);
  sum.constant = -*k;
  sum.is_exact = terms_.is_variable(x) && (!y.is_valid() || terms_.is_variable(y));
  FormulaId same = comparison(sum, true, is_positive);
  if (!y.is_valid() || *k == 0) return same;
  if (sort == Sort::Bits32) {
    sum.constant += *k > 0 ? kWords : -kWords;
    FormulaId wrapped = comparison(sum, true, is_positive);
    return compound(is_positive ? Formula::Kind::Any : Formula::Kind::All, {same, wrapped});
  }
  if (!is_positive) return same;
  Formula far;
  far.kind = Formula::Kind::Atom;
  far.is_exact = sum.is_exact;
  far.constraints = {*k > 0 ? DifferenceGraph::Constraint{sum.plus, sum.minus, -kFar}
                            : DifferenceGraph::Constraint{sum.minus, sum.plus, -kFar}};
  FormulaId wrapped = made(std::move(far));
  return compound(Formula::Kind::Any, {same, wrapped});
}

}  // namespace solve
