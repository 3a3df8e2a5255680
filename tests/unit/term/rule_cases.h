// For each rule of src/logic/term/rules.def a term where it applies and one where it must not.
// The tests of `term` look at what the rules make of them; those of `solve` prove that
// it means the same.
#pragma once

#include <functional>
#include <limits>

#include "logic/term/terms.h"

namespace term_test {

using term::Rule;
using term::Sort;
using term::Term;
using term::Terms;

class RuleCases {
 public:
  explicit RuleCases(Terms& store) : terms(store) {}
  virtual ~RuleCases() = default;

  void all() {
    negations();
    conjunctions();
    conditionals();
    equalities();
    sums_and_products();
    integer_comparisons();
    divisions();
    words();
    bits();
    conversions_of_words();
    floats();
    conversions_of_floats();
    text_and_characters();
    parts_of_strings();
  }

 protected:
  // `make` gives `expected` and uses the rule.
  virtual void applies(Rule rule, Term expected, const std::function<Term()>& make) = 0;
  virtual void not_applies(Rule rule, const std::function<Term()>& make) = 0;

  Term var(Sort sort, const char* name) { return terms.variable(sort, name); }
  Term number(std::int64_t value) { return terms.integer(value); }
  Term text(const char* utf8) { return terms.string(utf8); }
  Term word(std::int64_t value) { return terms.bits(Sort::Bits32, base::Integer(value)); }
  Term wide(std::int64_t value) { return terms.bits(Sort::Bits64, base::Integer(value)); }
  Term real(double value) { return terms.floating(value); }

  Terms& terms;
  Term yes = terms.boolean(true);
  Term no = terms.boolean(false);
  Term a = var(Sort::Bool, "a"), b = var(Sort::Bool, "b"), c = var(Sort::Bool, "c");
  Term x = var(Sort::Int, "x"), y = var(Sort::Int, "y"), z = var(Sort::Int, "z");
  Term u = var(Sort::Bits32, "u"), v = var(Sort::Bits32, "v");
  Term w = var(Sort::Bits64, "w");
  Term h = var(Sort::Float32, "h");
  Term f = var(Sort::Float, "f"), g = var(Sort::Float, "g");
  Term s = var(Sort::String, "s"), t = var(Sort::String, "t");
  Term k = var(Sort::Char, "k"), l = var(Sort::Char, "l");
  Term p = var(Sort::Ref, "p"), q = var(Sort::Ref, "q");

 private:
  void negations();
  void conjunctions();
  void conditionals();
  void equalities();
  void sums_and_products();
  void integer_comparisons();
  void divisions();
  void words();
  void bits();
  void conversions_of_words();
  void floats();
  void conversions_of_floats();
  void text_and_characters();
  void parts_of_strings();
};

inline void RuleCases::negations() {
  applies(Rule::NotConstant, no, [&] { return terms.negate(yes); });
  not_applies(Rule::NotConstant, [&] { return terms.negate(a); });
  applies(Rule::NotNot, a, [&] { return terms.negate(terms.negate(a)); });
  not_applies(Rule::NotNot, [&] { return terms.negate(terms.conjunction(a, b)); });
}

inline void RuleCases::conjunctions() {
  Term ab = terms.conjunction(a, b);
  Term abc = terms.conjunction(ab, c);
  applies(Rule::AndFlat, abc, [&] { return terms.conjunction(a, terms.conjunction(b, c)); });
  not_applies(Rule::AndFlat, [&] { return terms.conjunction(a, terms.disjunction(b, c)); });
  applies(Rule::AndTrue, a, [&] { return terms.conjunction(a, yes); });
  not_applies(Rule::AndTrue, [&] { return terms.conjunction(a, b); });
  applies(Rule::AndFalse, no, [&] { return terms.conjunction(no, a); });
  not_applies(Rule::AndFalse, [&] { return terms.conjunction(a, b); });
  applies(Rule::AndSame, ab, [&] { return terms.conjunction(ab, a); });
  not_applies(Rule::AndSame, [&] { return terms.conjunction(ab, c); });
  applies(Rule::AndComplement, no, [&] { return terms.conjunction(ab, terms.negate(b)); });
  not_applies(Rule::AndComplement, [&] { return terms.conjunction(a, terms.negate(b)); });
  applies(Rule::AndAbsorb, a, [&] { return terms.conjunction(a, terms.disjunction(a, b)); });
  not_applies(Rule::AndAbsorb, [&] { return terms.conjunction(c, terms.disjunction(a, b)); });
  Term not_a_or_b = terms.disjunction(terms.negate(a), b);
  applies(Rule::AndResolve, ab, [&] { return terms.conjunction(a, not_a_or_b); });
  not_applies(Rule::AndResolve, [&] { return terms.conjunction(c, not_a_or_b); });
}

inline void RuleCases::conditionals() {
  applies(Rule::IteConstant, x, [&] { return terms.ite(yes, x, y); });
  not_applies(Rule::IteConstant, [&] { return terms.ite(a, x, y); });
  applies(Rule::IteSame, x, [&] { return terms.ite(a, x, x); });
  not_applies(Rule::IteSame, [&] { return terms.ite(a, x, y); });
  Term a_y_x = terms.ite(a, y, x);
  applies(Rule::IteNot, a_y_x, [&] { return terms.ite(terms.negate(a), x, y); });
  not_applies(Rule::IteNot, [&] { return terms.ite(a, x, y); });
  Term a_x_z = terms.ite(a, x, z);
  applies(Rule::IteNested, a_x_z, [&] { return terms.ite(a, terms.ite(a, x, y), z); });
  not_applies(Rule::IteNested, [&] { return terms.ite(a, terms.ite(b, x, y), z); });
  Term a_or_b = terms.disjunction(a, b);
  applies(Rule::IteCondition, a_or_b, [&] { return terms.ite(a, a, b); });
  not_applies(Rule::IteCondition, [&] { return terms.ite(a, b, c); });
  applies(Rule::IteAndOr, terms.conjunction(a, b), [&] { return terms.ite(a, b, no); });
  applies(Rule::IteAndOr, a_or_b, [&] { return terms.ite(a, yes, b); });
  not_applies(Rule::IteAndOr, [&] { return terms.ite(a, b, c); });
  applies(Rule::IteIff, terms.eq(a, b), [&] { return terms.ite(a, b, terms.negate(b)); });
  not_applies(Rule::IteIff, [&] { return terms.ite(a, b, terms.negate(c)); });
  applies(Rule::IteShared, terms.ite(a_or_b, x, y),
          [&] { return terms.ite(a, x, terms.ite(b, x, y)); });
  not_applies(Rule::IteShared, [&] { return terms.ite(a, x, terms.ite(b, y, z)); });
}

inline void RuleCases::equalities() {
  applies(Rule::EqSame, yes, [&] { return terms.eq(p, p); });
  not_applies(Rule::EqSame, [&] { return terms.eq(p, q); });
  applies(Rule::EqConstants, no, [&] { return terms.eq(terms.object(1), terms.object(2)); });
  not_applies(Rule::EqConstants, [&] { return terms.eq(p, terms.object(2)); });
  applies(Rule::EqBool, terms.negate(a), [&] { return terms.eq(no, a); });
  not_applies(Rule::EqBool, [&] { return terms.eq(a, b); });
  Term a_iff_b = terms.eq(a, b);
  applies(Rule::EqNot, terms.negate(a_iff_b), [&] { return terms.eq(b, terms.negate(a)); });
  not_applies(Rule::EqNot, [&] { return terms.eq(b, a); });
  applies(Rule::EqComplement, no, [&] { return terms.eq(a, terms.negate(a)); });
  not_applies(Rule::EqComplement, [&] { return terms.eq(b, terms.negate(a)); });
  applies(Rule::EqIteBranch, terms.disjunction(a, terms.eq(q, p)),
          [&] { return terms.eq(terms.ite(a, p, q), p); });
  not_applies(Rule::EqIteBranch, [&] { return terms.eq(terms.ite(a, p, q), terms.null()); });
  Term object = terms.object(5);
  applies(Rule::IteLift, terms.conjunction(terms.negate(a), terms.eq(p, object)),
          [&] { return terms.eq(terms.ite(a, terms.null(), p), object); });
  applies(Rule::IteLift, a,
          [&] { return terms.lt(terms.ite(a, number(1), number(7)), number(3)); });
  not_applies(Rule::IteLift, [&] { return terms.eq(terms.ite(a, p, q), object); });
}

inline void RuleCases::sums_and_products() {
  Term expected = terms.add(terms.mul(number(2), x), terms.sub(number(4), y));
  applies(Rule::SumFold, expected, [&] {
    return terms.add(terms.sub(terms.add(x, number(1)), y), terms.add(number(3), x));
  });
  not_applies(Rule::SumFold, [&] { return terms.add(f, g); });
  applies(Rule::ProductByConstant, terms.add(terms.mul(number(3), x), number(6)),
          [&] { return terms.mul(number(3), terms.add(x, number(2))); });
  not_applies(Rule::ProductByConstant, [&] { return terms.mul(x, y); });
  Term xyz = terms.mul(terms.mul(x, y), z);
  applies(Rule::ProductSort, terms.mul(number(6), xyz), [&] {
    return terms.mul(terms.mul(number(2), z), terms.mul(y, terms.mul(number(3), x)));
  });
  not_applies(Rule::ProductSort, [&] { return terms.mul(number(2), x); });
}

inline void RuleCases::integer_comparisons() {
  applies(Rule::LeConstant, yes, [&] { return terms.le(x, terms.add(x, number(1))); });
  not_applies(Rule::LeConstant, [&] { return terms.le(x, y); });
  Term less = terms.lt(x, y);
  applies(Rule::LeNormal, less, [&] { return terms.negate(terms.le(y, x)); });
  not_applies(Rule::LeNormal, [&] { return terms.le(u, v); });
  Term equal = terms.eq(x, y);
  applies(Rule::EqNormal, equal, [&] { return terms.eq(terms.neg(y), terms.neg(x)); });
  not_applies(Rule::EqNormal, [&] { return terms.eq(u, v); });
  Term twice = terms.mul(number(2), x);
  applies(Rule::EqNoSolution, no, [&] { return terms.eq(twice, number(3)); });
  not_applies(Rule::EqNoSolution, [&] { return terms.eq(twice, number(4)); });
  Term length = terms.length(s);
  applies(Rule::LengthBound, no, [&] { return terms.lt(length, number(0)); });
  applies(Rule::LengthBound, terms.eq(s, text("")), [&] { return terms.le(length, number(0)); });
  not_applies(Rule::LengthBound, [&] { return terms.le(length, number(1)); });
  applies(Rule::LengthEq, terms.eq(s, text("")), [&] { return terms.eq(length, number(0)); });
  not_applies(Rule::LengthEq, [&] { return terms.eq(length, number(1)); });
  Term rest = terms.rem(x, number(3));
  applies(Rule::RemBound, yes, [&] { return terms.lt(rest, number(3)); });
  applies(Rule::RemBound, no, [&] { return terms.eq(rest, number(-3)); });
  not_applies(Rule::RemBound, [&] { return terms.lt(rest, number(2)); });
  not_applies(Rule::RemBound, [&] { return terms.lt(terms.rem(x, number(0)), number(3)); });
}

inline void RuleCases::divisions() {
  applies(Rule::DivConstants, number(-2), [&] { return terms.div(number(-7), number(3)); });
  applies(Rule::DivConstants, number(-1), [&] { return terms.rem(number(-7), number(3)); });
  not_applies(Rule::DivConstants, [&] { return terms.div(x, number(3)); });
  applies(Rule::DivOne, x, [&] { return terms.div(x, number(1)); });
  not_applies(Rule::DivOne, [&] { return terms.div(x, number(2)); });
  applies(Rule::DivMinusOne, terms.neg(x), [&] { return terms.div(x, number(-1)); });
  not_applies(Rule::DivMinusOne, [&] { return terms.div(u, word(-1), term::Sign::Unsigned); });
  applies(Rule::DivZeroDividend, number(0), [&] { return terms.div(number(0), x); });
  not_applies(Rule::DivZeroDividend, [&] { return terms.div(word(0), u); });
  applies(Rule::RemOne, number(0), [&] { return terms.rem(x, number(-1)); });
  not_applies(Rule::RemOne, [&] { return terms.rem(u, word(-1), term::Sign::Unsigned); });
  applies(Rule::RemZeroDividend, word(0), [&] { return terms.rem(word(0), u); });
  not_applies(Rule::RemZeroDividend, [&] { return terms.rem(word(1), u); });
  applies(Rule::RemSame, number(0), [&] { return terms.rem(x, x); });
  not_applies(Rule::RemSame, [&] { return terms.rem(x, y); });
  applies(Rule::DivNegative, terms.neg(terms.div(x, number(3))),
          [&] { return terms.div(x, number(-3)); });
  not_applies(Rule::DivNegative, [&] { return terms.div(u, word(-3)); });
  applies(Rule::RemNegative, terms.rem(x, number(3)), [&] { return terms.rem(x, number(-3)); });
  not_applies(Rule::RemNegative, [&] { return terms.rem(x, number(3)); });
}

inline void RuleCases::words() {
  constexpr auto kUnsigned = term::Sign::Unsigned;
  applies(Rule::WordLeConstants, yes, [&] { return terms.le(word(-1), word(1)); });
  applies(Rule::WordLeConstants, no, [&] { return terms.le(word(-1), word(1), kUnsigned); });
  not_applies(Rule::WordLeConstants, [&] { return terms.le(u, word(1)); });
  applies(Rule::WordLeSame, yes, [&] { return terms.le(u, u); });
  not_applies(Rule::WordLeSame, [&] { return terms.le(u, v); });
  applies(Rule::WordLeLeast, yes, [&] { return terms.le(word(0), u, kUnsigned); });
  not_applies(Rule::WordLeLeast, [&] { return terms.le(word(0), u); });
  applies(Rule::WordLeEdge, terms.eq(u, word(0)), [&] { return terms.le(u, word(0), kUnsigned); });
  not_applies(Rule::WordLeEdge, [&] { return terms.le(u, word(0)); });
  Term equal = terms.eq(u, v);
  applies(Rule::WordEqNormal, equal,
          [&] { return terms.eq(terms.add(v, word(7)), terms.add(u, word(7))); });
  not_applies(Rule::WordEqNormal, [&] { return terms.eq(x, y); });
}

inline void RuleCases::floats() {
  double nan = std::numeric_limits<double>::quiet_NaN();
  double infinity = std::numeric_limits<double>::infinity();
  applies(Rule::FloatConstants, real(1.5), [&] { return terms.add(real(1), real(0.5)); });
  not_applies(Rule::FloatConstants, [&] { return terms.add(f, real(0.5)); });
  applies(Rule::FloatNaN, real(nan), [&] { return terms.mul(f, real(nan)); });
  applies(Rule::FloatNaN, no, [&] { return terms.eq(f, real(nan)); });
  not_applies(Rule::FloatNaN, [&] { return terms.eq(f, real(1)); });
  applies(Rule::FloatSort, terms.add(f, g), [&] { return terms.add(g, f); });
  not_applies(Rule::FloatSort, [&] { return terms.div(g, f); });
  applies(Rule::FloatNegNeg, f, [&] { return terms.neg(terms.neg(f)); });
  not_applies(Rule::FloatNegNeg, [&] { return terms.neg(f); });
  applies(Rule::FloatAddNothing, f, [&] { return terms.add(f, real(-0.0)); });
  not_applies(Rule::FloatAddNothing, [&] { return terms.add(f, real(0.0)); });
  applies(Rule::FloatMulOne, terms.neg(f), [&] { return terms.mul(real(-1), f); });
  not_applies(Rule::FloatMulOne, [&] { return terms.div(real(1), f); });
  applies(Rule::FloatLtNever, no, [&] { return terms.lt(f, real(-infinity)); });
  not_applies(Rule::FloatLtNever, [&] { return terms.le(f, real(-infinity)); });
  applies(Rule::FloatLeSame, terms.eq(f, f), [&] { return terms.le(f, f); });
  not_applies(Rule::FloatLeSame, [&] { return terms.le(f, g); });
  applies(Rule::FloatEqNeg, terms.eq(f, real(-2)), [&] { return terms.eq(terms.neg(f), real(2)); });
  not_applies(Rule::FloatEqNeg, [&] { return terms.eq(terms.neg(f), g); });
}

inline void RuleCases::text_and_characters() {
  Term least = terms.character(0);
  Term e = terms.character(U'e');
  applies(Rule::CharLeConstants, no, [&] { return terms.lt(e, least); });
  not_applies(Rule::CharLeConstants, [&] { return terms.le(k, e); });
  applies(Rule::CharLeSame, yes, [&] { return terms.le(k, k); });
  not_applies(Rule::CharLeSame, [&] { return terms.le(k, l); });
  applies(Rule::CharLeLeast, yes, [&] { return terms.le(least, k); });
  not_applies(Rule::CharLeLeast, [&] { return terms.le(e, k); });
  applies(Rule::CharLeEdge, terms.eq(k, least), [&] { return terms.le(k, least); });
  not_applies(Rule::CharLeEdge, [&] { return terms.le(k, e); });
  Term st = terms.concat(s, t);
  applies(Rule::ConcatFlat, terms.concat(st, s),
          [&] { return terms.concat(s, terms.concat(t, s)); });
  not_applies(Rule::ConcatFlat, [&] { return terms.concat(s, t); });
  applies(Rule::ConcatConstants, terms.concat(s, text("ab")),
          [&] { return terms.concat(terms.concat(s, text("a")), text("b")); });
  not_applies(Rule::ConcatConstants, [&] { return terms.concat(text("a"), s); });
  applies(Rule::ConcatEmpty, s, [&] { return terms.concat(text(""), s); });
  not_applies(Rule::ConcatEmpty, [&] { return terms.concat(text("a"), s); });
  applies(Rule::LengthConstant, number(2), [&] { return terms.length(text("h\xc3\xa9")); });
  not_applies(Rule::LengthConstant, [&] { return terms.length(s); });
  applies(Rule::LengthConcat, terms.add(terms.length(s), number(1)),
          [&] { return terms.length(terms.concat(s, text("a"))); });
  not_applies(Rule::LengthConcat, [&] { return terms.length(s); });
  applies(Rule::LengthIte, terms.ite(a, number(1), terms.length(s)),
          [&] { return terms.length(terms.ite(a, text("q"), s)); });
  not_applies(Rule::LengthIte, [&] { return terms.length(terms.ite(a, t, s)); });
  Term xs = terms.concat(text("x"), s);
  applies(Rule::StringEqMismatch, no, [&] { return terms.eq(xs, terms.concat(text("y"), t)); });
  not_applies(Rule::StringEqMismatch, [&] { return terms.eq(xs, terms.concat(t, text("y"))); });
  applies(Rule::StringEqCommon, terms.eq(s, t),
          [&] { return terms.eq(terms.concat(text("x"), t), xs); });
  not_applies(Rule::StringEqCommon, [&] { return terms.eq(xs, terms.concat(t, text("y"))); });
  applies(Rule::StringEqEmpty, terms.conjunction(terms.eq(s, text("")), terms.eq(t, text(""))),
          [&] { return terms.eq(text(""), st); });
  not_applies(Rule::StringEqEmpty, [&] { return terms.eq(st, text("a")); });
}

inline void RuleCases::bits() {
  Term uv = terms.bit_and(u, v);
  applies(Rule::BitConstants, word(2), [&] { return terms.bit_and(word(6), word(-5)); });
  applies(Rule::BitConstants, word(-2),
          [&] { return terms.shift_right(word(-8), word(34), term::Sign::Signed); });
  not_applies(Rule::BitConstants, [&] { return terms.bit_and(u, word(1)); });
  applies(Rule::BitSame, u, [&] { return terms.bit_or(u, u); });
  applies(Rule::BitSame, word(0), [&] { return terms.bit_xor(u, u); });
  not_applies(Rule::BitSame, [&] { return terms.bit_xor(u, v); });
  applies(Rule::BitSort, uv, [&] { return terms.bit_and(v, u); });
  not_applies(Rule::BitSort, [&] { return terms.shift_left(v, u); });
  applies(Rule::BitZero, word(0), [&] { return terms.bit_and(word(0), u); });
  applies(Rule::BitZero, u, [&] { return terms.bit_xor(u, word(0)); });
  not_applies(Rule::BitZero, [&] { return terms.bit_or(u, word(1)); });
  applies(Rule::BitAll, u, [&] { return terms.bit_and(u, word(-1)); });
  applies(Rule::BitAll, word(-1), [&] { return terms.bit_or(u, word(-1)); });
  not_applies(Rule::BitAll, [&] { return terms.bit_xor(u, word(-1)); });
  applies(Rule::BitTwice, terms.bit_and(u, word(4)),
          [&] { return terms.bit_and(terms.bit_and(u, word(6)), word(12)); });
  not_applies(Rule::BitTwice, [&] { return terms.bit_and(terms.bit_or(u, word(6)), word(12)); });
  applies(Rule::ShiftOfZero, word(0), [&] { return terms.shift_left(word(0), u); });
  not_applies(Rule::ShiftOfZero, [&] { return terms.shift_left(word(1), u); });
  applies(Rule::ShiftPlaces, terms.shift_left(u, word(31)),
          [&] { return terms.shift_left(u, word(-1)); });
  not_applies(Rule::ShiftPlaces, [&] { return terms.shift_left(w, wide(32)); });
  applies(Rule::ShiftByZero, u,
          [&] { return terms.shift_right(u, word(0), term::Sign::Unsigned); });
  not_applies(Rule::ShiftByZero, [&] { return terms.shift_left(u, v); });
  Term byte = terms.low_bits(u, 8, term::Sign::Signed);
  applies(Rule::ShiftTwice, byte, [&] { return terms.low_bits(byte, 8, term::Sign::Signed); });
  not_applies(Rule::ShiftTwice, [&] { return terms.low_bits(byte, 16, term::Sign::Signed); });
}

inline void RuleCases::conversions_of_words() {
  Term wide_u = terms.to_integers(u, Sort::Bits64);
  Term wide_v = terms.to_integers(v, Sort::Bits64);
  applies(Rule::WordConversion, wide(-1),
          [&] { return terms.to_integers(word(-1), Sort::Bits64); });
  applies(Rule::WordConversion, number(-1), [&] { return terms.to_integers(word(-1), Sort::Int); });
  not_applies(Rule::WordConversion, [&] { return terms.to_integers(u, Sort::Int); });
  applies(Rule::WordBack, u, [&] { return terms.to_integers(wide_u, Sort::Bits32); });
  applies(Rule::WordBack, wide_u,
          [&] { return terms.to_integers(terms.to_integers(u, Sort::Int), Sort::Bits64); });
  not_applies(Rule::WordBack,
              [&] { return terms.to_integers(terms.to_integers(w, Sort::Bits32), Sort::Bits64); });
  applies(Rule::WordThrough, terms.to_integers(u, Sort::Int),
          [&] { return terms.to_integers(wide_u, Sort::Int); });
  not_applies(Rule::WordThrough, [&] { return terms.to_integers(w, Sort::Int); });
  applies(Rule::WordOfSum, terms.add(u, v),
          [&] { return terms.to_integers(terms.add(wide_u, wide_v), Sort::Bits32); });
  applies(Rule::WordOfSum, terms.add(terms.to_integers(x, Sort::Bits32), word(2)),
          [&] { return terms.to_integers(terms.add(x, number(2)), Sort::Bits32); });
  not_applies(Rule::WordOfSum, [&] { return terms.to_integers(terms.add(u, v), Sort::Bits64); });
  applies(Rule::WordExtended, terms.le(u, v), [&] { return terms.le(wide_u, wide_v); });
  applies(Rule::WordExtended, terms.eq(u, word(7)), [&] { return terms.eq(wide_u, wide(7)); });
  applies(Rule::WordExtended, yes, [&] { return terms.le(wide_u, wide(std::int64_t{1} << 40)); });
  not_applies(Rule::WordExtended, [&] { return terms.le(wide_u, w); });
}

inline void RuleCases::conversions_of_floats() {
  Term single = terms.floating(0.1, Sort::Float32);
  Term wide_h = terms.to_float(h, Sort::Float);
  applies(Rule::FloatConversion, single, [&] { return terms.to_float(real(0.1), Sort::Float32); });
  applies(Rule::FloatConversion, word(-2),
          [&] { return terms.float_to_word(real(-2.9), Sort::Bits32); });
  not_applies(Rule::FloatConversion, [&] { return terms.to_float(u, Sort::Float); });
  applies(Rule::FloatWidened, h, [&] { return terms.to_float(wide_h, Sort::Float32); });
  not_applies(Rule::FloatWidened, [&] { return terms.to_float(f, Sort::Float32); });
  applies(Rule::FloatWordBack, u,
          [&] { return terms.float_to_word(terms.to_float(u, Sort::Float), Sort::Bits32); });
  not_applies(Rule::FloatWordBack,
              [&] { return terms.float_to_word(terms.to_float(u, Sort::Float32), Sort::Bits32); });
}

inline void RuleCases::parts_of_strings() {
  Term one = number(1);
  Term is_unit = terms.conjunction(terms.le(number(0), x), terms.le(x, number(0xffff)));
  applies(Rule::LengthOfCode, terms.ite(is_unit, one, number(0)),
          [&] { return terms.length(terms.of_code(x)); });
  not_applies(Rule::LengthOfCode, [&] { return terms.length(terms.decimal(x)); });
  applies(Rule::PartConstants, number('b'), [&] { return terms.code_at(text("abc"), one); });
  applies(Rule::PartConstants, text("bc"),
          [&] { return terms.substring(text("abc"), one, number(7)); });
  applies(Rule::PartConstants, text("-12"), [&] { return terms.decimal(number(-12)); });
  applies(Rule::PartConstants, text("A"), [&] { return terms.of_code(number('A')); });
  not_applies(Rule::PartConstants, [&] { return terms.code_at(text("abc"), x); });
  applies(Rule::PartOutside, number(-1), [&] { return terms.code_at(s, number(-1)); });
  applies(Rule::PartOutside, text(""), [&] { return terms.substring(s, x, number(0)); });
  not_applies(Rule::PartOutside, [&] { return terms.code_at(s, number(0)); });
  Term code = terms.code_at(s, x);
  Term code_word = terms.to_integers(code, Sort::Bits32);
  applies(Rule::NumberBound, yes, [&] { return terms.le(code, number(0xffff)); });
  applies(Rule::NumberBound, no, [&] { return terms.eq(code, number(-2)); });
  applies(Rule::NumberBound, no,
          [&] { return terms.lt(number(0x7fffffff), terms.to_integers(u, Sort::Int)); });
  not_applies(Rule::NumberBound, [&] { return terms.le(code, number(0xfffe)); });
  applies(Rule::WordOfCode, terms.le(code, number(7)),
          [&] { return terms.le(code_word, word(7)); });
  applies(Rule::WordOfCode, terms.eq(code, terms.code_at(t, x)), [&] {
    return terms.eq(code_word, terms.to_integers(terms.code_at(t, x), Sort::Bits32));
  });
  not_applies(Rule::WordOfCode,
              [&] { return terms.le(terms.to_integers(x, Sort::Bits32), word(7)); });
  Term ab_s = terms.concat(text("ab"), s);
  applies(Rule::PartOfPrefix, number('b'), [&] { return terms.code_at(ab_s, one); });
  applies(Rule::PartOfPrefix, terms.code_at(s, one),
          [&] { return terms.code_at(ab_s, number(3)); });
  not_applies(Rule::PartOfPrefix, [&] { return terms.code_at(ab_s, x); });
  applies(Rule::PartIsAll, s, [&] { return terms.substring(s, number(0), terms.length(s)); });
  not_applies(Rule::PartIsAll, [&] { return terms.substring(s, one, terms.length(s)); });
}

}  // namespace term_test
