#include "logic/solve/repair.h"

namespace solve {

using base::Integer;
using term::Op;
using term::Sort;
using term::Term;

namespace {

using Repairs = std::vector<std::pair<term::Variable, term::Value>>;

Integer floor_div(const Integer& a, const Integer& b) {
  Integer quotient = a / b;
  bool is_exact = (a % b).is_zero();
  return !is_exact && a.is_negative() != b.is_negative() ? quotient - 1 : quotient;
}

Integer ceil_div(const Integer& a, const Integer& b) { return -floor_div(-a, b); }

enum class Relation : std::uint8_t { AtMost, AtLeast, Equal, Unequal };

// By how much a variable with this coefficient must grow so that a sum that misses its
// goal by `gap` meets it; nullopt if no step does.
std::optional<Integer> step(Relation relation, const Integer& gap, const Integer& coefficient) {
  bool is_positive = !coefficient.is_negative();
  switch (relation) {
    case Relation::AtMost:
      return is_positive ? floor_div(gap, coefficient) : ceil_div(gap, coefficient);
    case Relation::AtLeast:
      return is_positive ? ceil_div(gap, coefficient) : floor_div(gap, coefficient);
    case Relation::Equal:
      if (!(gap % coefficient).is_zero()) return std::nullopt;
      return gap / coefficient;
    case Relation::Unequal: return Integer(1);
  }
  return std::nullopt;
}

// `sum relation goal`, over Int.
void repair_sum(const term::Terms& terms, term::Evaluator& model, Term sum, Relation relation,
                const Integer& goal, std::size_t most, Repairs& out) {
  Integer gap = goal - std::get<Integer>(model.value(sum));
  auto monomial = [&](Term t) {
    Integer coefficient(1);
    if (terms.op(t) == Op::Mul && terms.is_constant(terms.arg(t, 0))) {
      coefficient = terms.integer_value(terms.arg(t, 0));
      if (terms.args(t).size() != 2) return;
      t = terms.arg(t, 1);
    }
    if (!terms.is_variable(t) || out.size() >= most) return;
    std::optional<Integer> by = step(relation, gap, coefficient);
    if (by) out.emplace_back(terms.variable_of(t), std::get<Integer>(model.value(t)) + *by);
  };
  if (terms.op(sum) != Op::Add) return monomial(sum);
  for (Term t : terms.args(sum)) monomial(t);
}

// `sum` becomes the word `goal`, by one of its variables.
void repair_words(const term::Terms& terms, term::Evaluator& model, Term sum, const Integer& goal,
                  std::size_t most, Repairs& out) {
  Sort sort = terms.sort(sum);
  auto number = [&](Term t) {
    return term::to_integer(std::get<term::Word>(model.value(t)), sort, term::Sign::Signed);
  };
  Integer gap = goal - number(sum);
  auto monomial = [&](Term t) {
    Integer by = gap;
    if (terms.op(t) == Op::Mul && terms.is_constant(terms.arg(t, 0))) {
      if (terms.args(t).size() != 2 || number(terms.arg(t, 0)) != -1) return;
      t = terms.arg(t, 1);
      by = -gap;
    }
    if (!terms.is_variable(t) || out.size() >= most) return;
    out.emplace_back(terms.variable_of(t), term::to_word(number(t) + by, sort));
  };
  if (terms.op(sum) != Op::Add) return monomial(sum);
  for (Term t : terms.args(sum)) monomial(t);
}

// Signed a <= b, a == b, or their negations: one side moves to where the other is.
void repair_word_comparison(const term::Terms& terms, term::Evaluator& model, Term atom,
                            bool is_negated, std::size_t most, Repairs& out) {
  Term a = terms.arg(atom, 0);
  Term b = terms.arg(atom, 1);
  auto number = [&](Term t) {
    return term::to_integer(std::get<term::Word>(model.value(t)), terms.sort(a),
                            term::Sign::Signed);
  };
  // Not a <= b is b + 1 <= a; not a == b holds for a == b + 1.
  Integer by(is_negated ? 1 : 0);
  if (!terms.is_constant(a)) repair_words(terms, model, a, number(b) + by, most, out);
  if (!terms.is_constant(b)) repair_words(terms, model, b, number(a) - by, most, out);
}

}  // namespace

Repairs repairs(const term::Terms& terms, term::Evaluator& model, Term violated, std::size_t most) {
  Repairs result;
  bool is_negated = terms.op(violated) == Op::Not;
  Term atom = is_negated ? terms.arg(violated, 0) : violated;
  if (terms.is_variable(atom)) {
    result.emplace_back(terms.variable_of(atom), !is_negated);
    return result;
  }
  bool is_equality = terms.op(atom) == Op::Eq;
  bool is_word =
      (is_equality && term::is_bits(terms.sort(terms.arg(atom, 0)))) || terms.op(atom) == Op::SLe;
  if (is_word) {
    repair_word_comparison(terms, model, atom, is_negated, most, result);
    return result;
  }
  if (!is_equality && terms.op(atom) != Op::Le) return result;
  Term left = terms.arg(atom, 0);
  Term right = terms.arg(atom, 1);
  if (terms.sort(left) == Sort::Int && terms.is_constant(right)) {
    Integer goal = terms.integer_value(right);
    if (is_equality) {
      Relation relation = is_negated ? Relation::Unequal : Relation::Equal;
      repair_sum(terms, model, left, relation, goal, most, result);
    } else if (is_negated) {
      repair_sum(terms, model, left, Relation::AtLeast, goal + 1, most, result);
    } else {
      repair_sum(terms, model, left, Relation::AtMost, goal, most, result);
    }
  } else if (is_equality && !is_negated) {
    // Other sorts: one side takes the value of the other.
    if (terms.is_variable(left)) result.emplace_back(terms.variable_of(left), model.value(right));
    if (terms.is_variable(right)) result.emplace_back(terms.variable_of(right), model.value(left));
  }
  return result;
}

}  // namespace solve
