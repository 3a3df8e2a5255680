// Rules for IEEE doubles and singles. Few rules of real arithmetic survive: x + 0.0 is not x for
// x = -0.0, and x - x is not 0.0 for infinities.
#include <cmath>
#include <limits>

#include "logic/term/rewriter.h"

namespace term {

Term Rewriter::float_negate(Term a) {
  if (terms_.is_constant(a)) {
    return used(Rule::FloatConstants, terms_.floating(-terms_.float_value(a), terms_.sort(a)));
  }
  if (terms_.op(a) == Op::FNeg) return used(Rule::FloatNegNeg, terms_.arg(a, 0));
  return intern(Op::FNeg, terms_.sort(a), {a});
}

Term Rewriter::float_operation(Op op, Term a, Term b) {
  bool has_a = terms_.is_constant(a);
  bool has_b = terms_.is_constant(b);
  if (has_a && has_b) {
    return used(Rule::FloatConstants, *folded(op, terms_.sort(a), {a, b}));
  }
  if (has_a && std::isnan(terms_.float_value(a))) return used(Rule::FloatNaN, a);
  if (has_b && std::isnan(terms_.float_value(b))) return used(Rule::FloatNaN, b);
  if ((op == Op::FAdd || op == Op::FMul) && (has_a || (!has_b && b < a))) {
    return used(Rule::FloatSort, float_operation(op, b, a));
  }
  if (has_b) {
    double k = terms_.float_value(b);
    if (op == Op::FAdd && k == 0 && std::signbit(k)) return used(Rule::FloatAddNothing, a);
    if (op == Op::FMul || op == Op::FDiv) {
      if (k == 1) return used(Rule::FloatMulOne, a);
      if (k == -1) return used(Rule::FloatMulOne, float_negate(a));
    }
  }
  return intern(op, terms_.sort(a), {a, b});
}

Term Rewriter::float_compare(Op op, Term a, Term b) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  bool has_a = terms_.is_constant(a);
  bool has_b = terms_.is_constant(b);
  if (has_a && has_b) {
    return used(Rule::FloatConstants, *folded(op, Sort::Bool, {a, b}));
  }
  if ((has_a && std::isnan(terms_.float_value(a))) ||
      (has_b && std::isnan(terms_.float_value(b)))) {
    return used(Rule::FloatNaN, terms_.boolean(false));
  }
  if (op == Op::FLt && (a == b || (has_b && terms_.float_value(b) == -kInfinity) ||
                        (has_a && terms_.float_value(a) == kInfinity))) {
    return used(Rule::FloatLtNever, terms_.boolean(false));
  }
  if (op == Op::FLe && a == b) return used(Rule::FloatLeSame, float_compare(Op::FEq, a, a));
  if (op == Op::FEq && (has_a || (!has_b && b < a))) {
    return used(Rule::FloatSort, float_compare(op, b, a));
  }
  if (op == Op::FEq && has_b && terms_.op(a) == Op::FNeg) {
    return used(Rule::FloatEqNeg, float_compare(op, terms_.arg(a, 0), float_negate(b)));
  }
  if (auto lifted = lift_ite(op, a, b)) return *lifted;
  return intern(op, Sort::Bool, {a, b});
}

Term Rewriter::convert_float(Op op, Sort to, Term a) {
  if (auto constant = folded(op, to, {a})) return used(Rule::FloatConversion, *constant);
  // A single is a double; every Bits32 is a double, too, and comes back as it was.
  bool is_widened = terms_.op(a) == Op::FToF && terms_.sort(a) == Sort::Float;
  if (op == Op::FToF && to == Sort::Float32 && is_widened) {
    return used(Rule::FloatWidened, terms_.arg(a, 0));
  }
  if (op == Op::FToWord && is_widened) {
    return used(Rule::FloatWidened, convert_float(op, to, terms_.arg(a, 0)));
  }
  bool is_exact = terms_.op(a) == Op::FOfWord && terms_.sort(a) == Sort::Float &&
                  terms_.sort(terms_.arg(a, 0)) == Sort::Bits32;
  if (op == Op::FToWord && is_exact) {
    Term word = terms_.arg(a, 0);
    return used(Rule::FloatWordBack,
                to == Sort::Bits32 ? word : convert_word(Op::Extend, to, word));
  }
  return intern(op, to, {a});
}

}  // namespace term
