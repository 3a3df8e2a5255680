// From terms to formulas over difference constraints.
#include <limits>

#include "base/check.h"
#include "logic/solve/differences.h"
#include "logic/term/print.h"

namespace solve {

using term::Op;
using term::Sort;
using term::Term;

namespace {

// Larger constraints are left to the general solver.
constexpr std::size_t kMostFormulas = 128;  // per constraint
constexpr int kDeepest = 24;

}  // namespace

DifferenceGraph::Node Differences::node_of(Term atom) {
  // A word and the number that it stands for are one node.
  if (terms_.op(atom) == Op::ToInt) atom = terms_.arg(atom, 0);
  if (auto found = nodes_.find(atom); found != nodes_.end()) return found->second;
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> greatest;
  if (terms_.op(atom) == Op::Length) least = 0;
  switch (terms_.sort(atom)) {
    case Sort::Bool: least = 0, greatest = 1; break;
    case Sort::Char: least = 0, greatest = term::kMaxCharRank; break;
    case Sort::Ref: least = 0, greatest = std::numeric_limits<std::uint32_t>::max(); break;
    case Sort::Bits32:
      least = std::numeric_limits<std::int32_t>::min();
      greatest = std::numeric_limits<std::int32_t>::max();
      break;
    default: break;
  }
  DifferenceGraph::Node node = graph_.add_node(least, greatest);
  nodes_.emplace(atom, node);
  node_terms_.push_back(atom);
  return node;
}

// ---------------------------------------------------------------- building

Differences::FormulaId Differences::made(Formula formula) {
  formulas_.push_back(std::move(formula));
  return static_cast<FormulaId>(formulas_.size() - 1);
}

Differences::FormulaId Differences::opaque() { return made({}); }

Differences::FormulaId Differences::truth(bool value) {
  Formula formula;
  formula.kind = value ? Formula::Kind::Atom : Formula::Kind::Any;
  formula.is_exact = true;
  return made(std::move(formula));
}

// A disjunction with an opaque part is opaque; a conjunction keeps what it has.
Differences::FormulaId Differences::compound(Formula::Kind kind, std::vector<FormulaId> children) {
  Formula formula;
  formula.kind = kind;
  formula.is_exact = true;
  for (FormulaId child : children) {
    formula.is_exact = formula.is_exact && formulas_[child].is_exact;
    if (kind == Formula::Kind::Any && formulas_[child].kind == Formula::Kind::Opaque) {
      return opaque();
    }
  }
  formula.children = std::move(children);
  return made(std::move(formula));
}

// sum <= 0 or sum = 0, or its negation.
Differences::FormulaId Differences::comparison(const Sum& sum, bool is_equality, bool is_positive) {
  auto atom = [&](std::vector<DifferenceGraph::Constraint> constraints) {
    Formula formula;
    formula.kind = Formula::Kind::Atom;
    formula.is_exact = sum.is_exact;
    formula.constraints = std::move(constraints);
    return formula;
  };
  DifferenceGraph::Constraint at_most{sum.plus, sum.minus, -sum.constant};
  DifferenceGraph::Constraint at_least{sum.minus, sum.plus, sum.constant};
  DifferenceGraph::Constraint less{sum.plus, sum.minus, -sum.constant - 1};
  DifferenceGraph::Constraint greater{sum.minus, sum.plus, sum.constant - 1};
  if (!is_equality) return made(atom({is_positive ? at_most : greater}));
  if (is_positive) return made(atom({at_most, at_least}));
  FormulaId below = made(atom({less}));
  FormulaId above = made(atom({greater}));
  return compound(Formula::Kind::Any, {below, above});
}

// ---------------------------------------------------------------- sums

bool Differences::add_monomial(Term t, bool is_plus, Sum& sum) {
  if (terms_.is_constant(t)) {
    std::int64_t value = 0;
    switch (terms_.sort(t)) {
      case Sort::Int: {
        auto small = terms_.small_value(t);
        if (!small) return false;
        value = *small;
        break;
      }
      case Sort::Char: value = term::char_rank(terms_.char_value(t)); break;
      case Sort::Ref: value = terms_.object_value(t); break;
      default: return false;
    }
    constexpr std::int64_t kMost = DifferenceGraph::kMaxConstant / 4;
    if (value > kMost || value < -kMost) return false;
    sum.constant += is_plus ? value : -value;
    return true;
  }
  if (terms_.op(t) == Op::Mul && terms_.is_constant(terms_.arg(t, 0))) {
    if (terms_.small_value(terms_.arg(t, 0)) != -1) return false;
    is_plus = !is_plus;
    t = terms_.arg(t, 1);
  }
  DifferenceGraph::Node& side = is_plus ? sum.plus : sum.minus;
  if (side != DifferenceGraph::kZero) return false;
  bool is_number_of_word = terms_.op(t) == Op::ToInt && terms_.is_variable(terms_.arg(t, 0));
  if (!terms_.is_variable(t) && !is_number_of_word) sum.is_exact = false;
  side = node_of(t);
  return true;
}

bool Differences::add_side(Term t, bool is_plus, Sum& sum) {
  if (terms_.op(t) != Op::Add) return add_monomial(t, is_plus, sum);
  if (terms_.args(t).size() > 3) return false;
  for (Term m : terms_.args(t)) {
    if (!add_monomial(m, is_plus, sum)) return false;
  }
  return true;
}

// a - b, if that is a difference of two numbers and a constant.
std::optional<Differences::Sum> Differences::sum_of(Term a, Term b) {
  Sum sum;
  if (!add_side(a, true, sum) || !add_side(b, false, sum)) return std::nullopt;
  return sum;
}

// ---------------------------------------------------------------- compiling

Differences::FormulaId Differences::compiled(Term t) {
  if (auto found = by_term_.find(t); found != by_term_.end()) return found->second;
  compile_limit_ = formulas_.size() + kMostFormulas;
  FormulaId id = compile(t, true, 0);
  by_term_.emplace(t, id);
  return id;
}

Differences::FormulaId Differences::compile(Term t, bool is_positive, int depth) {
  if (depth > kDeepest || formulas_.size() > compile_limit_) return opaque();
  switch (terms_.op(t)) {
    case Op::Constant: return truth(terms_.is_true(t) == is_positive);
    case Op::Not: return compile(terms_.arg(t, 0), !is_positive, depth + 1);
    case Op::And: {
      std::vector<FormulaId> children;
      for (Term operand : terms_.args(t)) {
        children.push_back(compile(operand, is_positive, depth + 1));
      }
      return compound(is_positive ? Formula::Kind::All : Formula::Kind::Any, std::move(children));
    }
    case Op::Ite:
      return compile_cases(terms_.arg(t, 0), terms_.arg(t, 1), terms_.arg(t, 2), is_positive,
                           depth);
    case Op::Eq:
      if (terms_.sort(terms_.arg(t, 0)) == Sort::Bool) {
        return compile_cases(terms_.arg(t, 0), terms_.arg(t, 1), terms_.negate(terms_.arg(t, 1)),
                             is_positive, depth);
      }
      break;
    default: break;
  }
  if (auto cases = compile_ite_inside(t, is_positive, depth)) return *cases;
  return compile_atom(t, is_positive);
}

// condition ? then : otherwise, as (condition and then) or (not condition and otherwise).
Differences::FormulaId Differences::compile_cases(Term condition, Term then, Term otherwise,
                                                  bool is_positive, int depth) {
  FormulaId if_true = compile(condition, true, depth + 1);
  FormulaId first = compile(then, is_positive, depth + 1);
  FormulaId if_false = compile(condition, false, depth + 1);
  FormulaId second = compile(otherwise, is_positive, depth + 1);
  FormulaId left = compound(Formula::Kind::All, {if_true, first});
  FormulaId right = compound(Formula::Kind::All, {if_false, second});
  return compound(Formula::Kind::Any, {left, right});
}

// An ite as operand of a comparison, or in a sum there, is pulled out of it.
std::optional<Differences::FormulaId> Differences::compile_ite_inside(Term t, bool is_positive,
                                                                      int depth) {
  Op op = terms_.op(t);
  if (op != Op::Le && op != Op::Eq && op != Op::CLe && op != Op::SLe) return std::nullopt;
  Term left = terms_.arg(t, 0);
  Term right = terms_.arg(t, 1);
  bool is_sum = terms_.op(left) == Op::Add;
  if (is_sum && terms_.args(left).size() > 3) return std::nullopt;

  // `side` with its ite replaced by one of the branches.
  auto replaced = [&](Term side, std::size_t branch) -> std::optional<Term> {
    bool is_scaled = terms_.op(side) == Op::Mul && terms_.is_constant(terms_.arg(side, 0));
    Term inner = is_scaled ? terms_.arg(side, 1) : side;
    if (terms_.op(inner) != Op::Ite) return std::nullopt;
    Term chosen = terms_.arg(inner, branch);
    return is_scaled ? terms_.mul(terms_.arg(side, 0), chosen) : chosen;
  };
  auto condition_of = [&](Term side) {
    return terms_.op(side) == Op::Ite ? terms_.arg(side, 0) : terms_.arg(terms_.arg(side, 1), 0);
  };
  auto whole = [&](std::size_t position, Term part) {
    if (position == 1) return terms_.make(op, Sort::Bool, std::array{left, part});
    if (!is_sum) return terms_.make(op, Sort::Bool, std::array{part, right});
    std::vector<Term> monomials(terms_.args(left).begin(), terms_.args(left).end());
    monomials[position - 2] = part;
    Term sum = terms_.make(Op::Add, terms_.sort(left), monomials);
    return terms_.make(op, Sort::Bool, std::array{sum, right});
  };
  // Positions: 0 and 1 are the operands, from 2 on the monomials of the left one.
  std::vector<Term> sides{left, right};
  if (is_sum) sides.insert(sides.end(), terms_.args(left).begin(), terms_.args(left).end());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    auto then = replaced(sides[i], 1);
    if (!then) continue;
    auto otherwise = replaced(sides[i], 2);
    Term then_case = whole(i, *then);
    Term otherwise_case = whole(i, *otherwise);
    return compile_cases(condition_of(sides[i]), then_case, otherwise_case, is_positive, depth);
  }
  return std::nullopt;
}

Differences::FormulaId Differences::compile_atom(Term t, bool is_positive) {
  if (terms_.is_variable(t)) {
    Sum is_false;  // t <= 0
    is_false.plus = node_of(t);
    return comparison(is_false, false, !is_positive);
  }
  Op op = terms_.op(t);
  if (op == Op::SLe) return compile_word_le(terms_.arg(t, 0), terms_.arg(t, 1), is_positive);
  if (op == Op::Eq && term::is_bits(terms_.sort(terms_.arg(t, 0)))) {
    return compile_word_eq(terms_.arg(t, 0), terms_.arg(t, 1), is_positive);
  }
  if (op != Op::Le && op != Op::Eq && op != Op::CLe) return opaque();
  Sort sort = terms_.sort(terms_.arg(t, 0));
  if (sort != Sort::Int && sort != Sort::Char && sort != Sort::Ref) return opaque();
  std::optional<Sum> sum = sum_of(terms_.arg(t, 0), terms_.arg(t, 1));
  return sum ? comparison(*sum, op == Op::Eq, is_positive) : opaque();
}

}  // namespace solve
