#include "logic/solve/equalities.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace solve {

using term::Op;
using term::Sort;
using term::Term;

namespace {

// A value may mention variables that were bound after it was; they are replaced in
// further rounds. Stopping early is sound: any round is an equivalence.
constexpr int kRounds = 4;

}  // namespace

void Equalities::pop() {
  std::size_t size = levels_.back();
  levels_.pop_back();
  for (; trail_.size() > size; trail_.pop_back()) bound_[trail_.back().index()] = Term();
}

Term Equalities::reduce(Term t, std::span<const term::Variable> variables) {
  auto has_bound = [&](std::span<const term::Variable> vs) {
    return std::any_of(vs.begin(), vs.end(), [&](term::Variable v) { return is_bound(v); });
  };
  if (!has_bound(variables)) return t;
  for (int round = 0; round < kRounds; ++round) {
    Term next = term::substitute(terms_, t, bound_);
    if (next == t) break;
    t = next;
  }
  return t;
}

void Equalities::bind(Term variable, Term value) {
  term::Variable v = terms_.variable_of(variable);
  if (is_bound(v)) return;
  if (v.index() >= bound_.size()) bound_.resize(v.index() + std::size_t{1});
  bound_[v.index()] = value;
  trail_.push_back(v);
}

Term Equalities::one_of(Sort sort) {
  return sort == Sort::Int ? terms_.integer(1) : terms_.bits(sort, std::uint64_t{1});
}

// `t` is reduced, so neither side mentions a bound variable and no cycle can arise;
// only if the rounds ran out may it still do, and then nothing is learned from it.
void Equalities::learn(Term t, std::span<const term::Variable> variables) {
  for (term::Variable v : variables) {
    if (is_bound(v)) return;
  }
  bool is_negated = terms_.op(t) == Op::Not;
  Term atom = is_negated ? terms_.arg(t, 0) : t;
  if (terms_.is_variable(atom)) return bind(atom, terms_.boolean(!is_negated));
  if (is_negated) return;
  if (terms_.op(t) == Op::Eq) return learn_equality(terms_.arg(t, 0), terms_.arg(t, 1));
  if (terms_.op(t) == Op::FEq && terms_.is_variable(terms_.arg(t, 0)) &&
      terms_.is_constant(terms_.arg(t, 1))) {
    // x == 0.0 leaves two values open; NaN equals nothing.
    double value = terms_.float_value(terms_.arg(t, 1));
    if (value != 0 && !std::isnan(value)) bind(terms_.arg(t, 0), terms_.arg(t, 1));
  }
}

void Equalities::learn_equality(Term a, Term b) {
  bool is_constant = terms_.is_constant(b);
  if (terms_.is_variable(a) && (is_constant || terms_.is_variable(b))) return bind(a, b);
  bool is_sum = terms_.op(a) == Op::Add && is_constant;
  if (is_sum && (terms_.sort(a) == Sort::Int || term::is_bits(terms_.sort(a)))) learn_sum(a, b);
}

// x - y = c in the normal form of sums: x becomes y + c, on words modulo their width.
void Equalities::learn_sum(Term sum, Term constant) {
  std::span<const Term> args = terms_.args(sum);
  if (args.size() != 2 || !terms_.is_variable(args[0]) || terms_.op(args[1]) != Op::Mul) return;
  std::span<const Term> factors = terms_.args(args[1]);
  if (factors.size() != 2 || !terms_.is_constant(factors[0])) return;
  if (factors[0] != terms_.neg(one_of(terms_.sort(sum))) || !terms_.is_variable(factors[1])) return;
  Term x = args[0];
  bind(x, terms_.add(factors[1], constant));
}

void Equalities::rollback(term::Terms::Mark mark) {
  for (term::Variable v : trail_) {
    CHECK(v.index() < mark.variables && bound_[v.index()].index() < mark.terms,
          "rolled back a term of the path condition");
  }
  if (bound_.size() > mark.variables) bound_.resize(mark.variables);
}

}  // namespace solve
