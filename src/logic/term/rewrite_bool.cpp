// Rules for truth values, ite and equality.
#include <algorithm>

#include "base/check.h"
#include "logic/term/rewriter.h"

namespace term {

namespace {

// How deep a comparison with a constant is pushed into a chain of ites.
constexpr int kMaxLifts = 8;

}  // namespace

Term Rewriter::negate(Term a) {
  if (terms_.is_constant(a)) return used(Rule::NotConstant, terms_.boolean(terms_.is_false(a)));
  if (is_not(a)) return used(Rule::NotNot, terms_.arg(a, 0));
  return intern(Op::Not, Sort::Bool, {a});
}

Term Rewriter::disjunction(Term a, Term b) {
  return negate(conjunction(std::array{negate(a), negate(b)}));
}

// ---------------------------------------------------------------- conjunction

// Flat operands without true; false if one is false.
bool Rewriter::flatten_conjuncts(std::span<const Term> operands, std::vector<Term>& out) {
  std::size_t flat = 0;
  for (Term operand : operands) {
    flat += terms_.op(operand) == Op::And ? terms_.args(operand).size() : 1;
  }
  for (Term operand : operands) {
    if (terms_.is_false(operand)) return false;
    if (terms_.is_true(operand)) {
      used(Rule::AndTrue, operand);
    } else if (terms_.op(operand) == Op::And && flat <= Terms::kMaxAnd) {
      used(Rule::AndFlat, operand);
      std::span<const Term> inner = terms_.args(operand);
      out.insert(out.end(), inner.begin(), inner.end());
    } else {
      out.push_back(operand);
    }
  }
  return true;
}

// Uses the other conjuncts to shorten clauses, i.e. operands Not(And(...)). Conjuncts
// are sorted; returns whether something changed (then they may not be sorted).
bool Rewriter::simplify_clauses(std::vector<Term>& conjuncts) {
  auto is_conjunct = [&](Term t) {
    return std::binary_search(conjuncts.begin(), conjuncts.end(), t);
  };
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    if (!terms_.is_disjunction(conjuncts[i])) continue;
    std::span<const Term> inner = terms_.args(terms_.arg(conjuncts[i], 0));
    if (inner.size() > Terms::kMaxAnd) continue;
    std::vector<Term> kept;
    bool is_satisfied = false;
    for (Term t : inner) {
      // The clause is the disjunction of the negations of the inner operands.
      if (is_not(t) && is_conjunct(terms_.arg(t, 0))) is_satisfied = true;
      if (!is_conjunct(t)) kept.push_back(t);
    }
    if (is_satisfied) {
      used(Rule::AndAbsorb, conjuncts[i]);
      conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    if (kept.size() < inner.size()) {
      Term shorter = kept.empty() ? terms_.boolean(false) : negate(conjunction(kept));
      conjuncts[i] = used(Rule::AndResolve, shorter);
      return true;
    }
  }
  return false;
}

Term Rewriter::conjunction(std::span<const Term> operands) {
  if (operands.size() == 1) return operands[0];
  std::vector<Term> conjuncts;
  conjuncts.reserve(operands.size());
  if (!flatten_conjuncts(operands, conjuncts)) {
    return used(Rule::AndFalse, terms_.boolean(false));
  }
  std::sort(conjuncts.begin(), conjuncts.end());
  auto end = std::unique(conjuncts.begin(), conjuncts.end());
  if (end != conjuncts.end()) {
    conjuncts.erase(end, conjuncts.end());
    used(Rule::AndSame, conjuncts[0]);
  }
  if (conjuncts.empty()) return terms_.boolean(true);
  if (conjuncts.size() == 1) return conjuncts[0];
  for (Term t : conjuncts) {
    if (is_not(t) && std::binary_search(conjuncts.begin(), conjuncts.end(), terms_.arg(t, 0))) {
      return used(Rule::AndComplement, terms_.boolean(false));
    }
  }
  // Each round drops a clause or makes one shorter.
  if (conjuncts.size() <= Terms::kMaxAnd && simplify_clauses(conjuncts)) {
    return conjunction(conjuncts);
  }
  return terms_.intern(Op::And, Sort::Bool, conjuncts);
}

// ---------------------------------------------------------------- ite

// `branch` where `condition` is known to be true or false.
Term Rewriter::branch_under(Term condition, bool is_true, Term branch) {
  if (terms_.op(branch) == Op::Ite && terms_.arg(branch, 0) == condition) {
    return used(Rule::IteNested, terms_.arg(branch, is_true ? 1 : 2));
  }
  if (branch == condition) return used(Rule::IteCondition, terms_.boolean(is_true));
  if (is_complement(branch, condition)) {
    return used(Rule::IteCondition, terms_.boolean(!is_true));
  }
  return branch;
}

std::optional<Term> Rewriter::bool_ite(Term condition, Term then, Term otherwise) {
  if (terms_.is_true(then)) return used(Rule::IteAndOr, disjunction(condition, otherwise));
  if (terms_.is_false(then)) {
    return used(Rule::IteAndOr, conjunction(std::array{negate(condition), otherwise}));
  }
  if (terms_.is_true(otherwise)) {
    return used(Rule::IteAndOr, disjunction(negate(condition), then));
  }
  if (terms_.is_false(otherwise)) {
    return used(Rule::IteAndOr, conjunction(std::array{condition, then}));
  }
  if (is_complement(then, otherwise)) return used(Rule::IteIff, eq(condition, then));
  return std::nullopt;
}

// Two ites that share a branch become one.
std::optional<Term> Rewriter::shared_ite(Term condition, Term then, Term otherwise) {
  if (terms_.op(then) == Op::Ite) {
    Term inner = terms_.arg(then, 0);
    if (terms_.arg(then, 1) == otherwise) {  // c ? (d ? a : b) : a
      Term both = conjunction(std::array{condition, negate(inner)});
      return used(Rule::IteShared, ite(both, terms_.arg(then, 2), otherwise));
    }
    if (terms_.arg(then, 2) == otherwise) {  // c ? (d ? a : b) : b
      Term both = conjunction(std::array{condition, inner});
      return used(Rule::IteShared, ite(both, terms_.arg(then, 1), otherwise));
    }
  }
  if (terms_.op(otherwise) == Op::Ite) {
    Term inner = terms_.arg(otherwise, 0);
    if (terms_.arg(otherwise, 1) == then) {  // c ? a : (d ? a : b)
      return used(Rule::IteShared,
                  ite(disjunction(condition, inner), then, terms_.arg(otherwise, 2)));
    }
    if (terms_.arg(otherwise, 2) == then) {  // c ? a : (d ? b : a)
      return used(Rule::IteShared,
                  ite(disjunction(condition, negate(inner)), then, terms_.arg(otherwise, 1)));
    }
  }
  return std::nullopt;
}

Term Rewriter::ite(Term condition, Term then, Term otherwise) {
  if (terms_.is_constant(condition)) {
    return used(Rule::IteConstant, terms_.is_true(condition) ? then : otherwise);
  }
  if (then == otherwise) return used(Rule::IteSame, then);
  if (is_not(condition)) {
    return used(Rule::IteNot, ite(terms_.arg(condition, 0), otherwise, then));
  }
  Term then2 = branch_under(condition, true, then);
  Term otherwise2 = branch_under(condition, false, otherwise);
  if (then2 != then || otherwise2 != otherwise) return ite(condition, then2, otherwise2);
  if (terms_.sort(then) == Sort::Bool) {
    if (auto simpler = bool_ite(condition, then, otherwise)) return *simpler;
  }
  if (auto simpler = shared_ite(condition, then, otherwise)) return *simpler;
  return intern(Op::Ite, terms_.sort(then), {condition, then, otherwise});
}

// ---------------------------------------------------------------- equality

std::optional<Term> Rewriter::lift_ite(Op op, Term a, Term b) {
  if (lifts_ >= kMaxLifts) return std::nullopt;
  bool is_left = terms_.op(a) == Op::Ite && terms_.is_constant(b);
  bool is_right = terms_.op(b) == Op::Ite && terms_.is_constant(a);
  if (!is_left && !is_right) return std::nullopt;
  Term chosen = is_left ? a : b;
  Term then = terms_.arg(chosen, 1);
  Term otherwise = terms_.arg(chosen, 2);
  if (!terms_.is_constant(then) && !terms_.is_constant(otherwise)) return std::nullopt;
  ++lifts_;
  auto compare = [&](Term branch) {
    return make(op, Sort::Bool, is_left ? std::array{branch, b} : std::array{a, branch});
  };
  Term then_compared = compare(then);  // not as arguments: their order would be open
  Term otherwise_compared = compare(otherwise);
  Term result = ite(terms_.arg(chosen, 0), then_compared, otherwise_compared);
  --lifts_;
  return used(Rule::IteLift, result);
}

Term Rewriter::eq(Term a, Term b) {
  CHECK(terms_.sort(a) == terms_.sort(b) && !is_float(terms_.sort(a)), "{} == {}",
        keyword(terms_.sort(a)), keyword(terms_.sort(b)));
  if (a == b) return used(Rule::EqSame, terms_.boolean(true));
  // Constants are hash-consed: different handles are different values.
  if (terms_.is_constant(a) && terms_.is_constant(b)) {
    return used(Rule::EqConstants, terms_.boolean(false));
  }
  if (auto lifted = lift_ite(Op::Eq, a, b)) return *lifted;
  switch (terms_.sort(a)) {
    case Sort::Bool: return bool_eq(a, b);
    case Sort::Int: return int_eq(a, b);
    case Sort::Bits32:
    case Sort::Bits64: return word_eq(a, b);
    case Sort::String: return string_eq(a, b);
    default: return plain_eq(a, b);
  }
}

// Sorted, constants last.
Term Rewriter::plain_eq(Term a, Term b) {
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (terms_.op(x) != Op::Ite) continue;
    Term then = terms_.arg(x, 1);
    Term otherwise = terms_.arg(x, 2);
    Term condition = terms_.arg(x, 0);
    if (then == y) {
      return used(Rule::EqIteBranch, disjunction(condition, eq(otherwise, y)));
    }
    if (otherwise == y) {
      Term negated = negate(condition);
      return used(Rule::EqIteBranch, disjunction(negated, eq(then, y)));
    }
  }
  if (terms_.is_constant(a) || (!terms_.is_constant(b) && b < a)) std::swap(a, b);
  return intern(Op::Eq, Sort::Bool, {a, b});
}

Term Rewriter::bool_eq(Term a, Term b) {
  if (terms_.is_constant(a)) std::swap(a, b);
  if (terms_.is_constant(b)) return used(Rule::EqBool, terms_.is_true(b) ? a : negate(a));
  if (is_complement(a, b)) return used(Rule::EqComplement, terms_.boolean(false));
  if (is_not(a)) return used(Rule::EqNot, negate(eq(terms_.arg(a, 0), b)));
  if (is_not(b)) return used(Rule::EqNot, negate(eq(a, terms_.arg(b, 0))));
  if (b < a) std::swap(a, b);
  return intern(Op::Eq, Sort::Bool, {a, b});
}

}  // namespace term
