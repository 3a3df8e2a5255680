// Random terms over a few variables of every sort, biased toward the constants and
// shapes that the rules and the accelerators look for.
#pragma once

#include <string>
#include <vector>

#include "base/run/random.h"
#include "logic/term/terms.h"

namespace solve_test {

class RandomTerms {
 public:
  RandomTerms(term::Terms& terms, std::uint64_t seed, int variables = 3)
      : terms_(terms), random_(seed), variables_(variables) {}

  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  bool flip() { return below(2) == 0; }

  term::Term variable(term::Sort sort) {
    std::string name(keyword(sort));
    return terms_.variable(sort, name + std::to_string(below(variables_)));
  }
  term::Term constant(term::Sort sort);
  // A term of height at most `depth`.
  term::Term term(term::Sort sort, int depth);
  term::Term comparison(term::Sort sort, int depth);
  // As `term`, over Bool, Int, Char and Ref with differences only.
  term::Term difference(int depth);
  // Comparisons of words and of sums of a word and a constant, joined by connectives.
  term::Term word_difference(int depth);
  // Whether products, quotients and remainders of variables occur: anywhere, on Int
  // only, or nowhere.
  enum class Products { Everywhere, OfInts, Nowhere };
  Products products = Products::Everywhere;
  bool float_sums = true;   // arithmetic on floats at all: each sum costs Z3 much time
  bool conversions = true;  // between sorts, and parts of strings: mixed theories cost Z3 as much

 private:
  term::Term leaf(term::Sort sort) { return below(3) == 0 ? constant(sort) : variable(sort); }
  term::Term boolean(int depth);
  term::Term arithmetic(term::Sort sort, int depth);
  term::Term floating(term::Sort sort, int depth);
  term::Term bits(term::Sort sort, int depth);
  term::Term converted(term::Sort sort, int depth);
  term::Term there_and_back(term::Sort sort, int depth);
  term::Term sum_of_two();

  term::Terms& terms_;
  run::Random random_;
  std::uint64_t variables_;
};

inline term::Term RandomTerms::constant(term::Sort sort) {
  using term::Sort;
  switch (sort) {
    case Sort::Bool: return terms_.boolean(flip());
    case Sort::Int: return terms_.integer(static_cast<std::int64_t>(below(9)) - 4);
    case Sort::Bits32:
    case Sort::Bits64: {
      std::uint64_t top = sort == Sort::Bits32 ? 0x80000000U : 0x8000000000000000U;
      const std::uint64_t choices[] = {0, 1, 2, 3, ~0ULL, ~1ULL, top, top - 1};
      return terms_.bits(sort, choices[below(8)]);
    }
    case Sort::Float32: {
      const double choices[] = {0.0, -0.0, 1.0, -1.0, 2.5, 3e38, 1e-45, 1.0 / 0.0, 0.1, 0.0 / 0.0};
      return terms_.floating(choices[below(10)], sort);
    }
    case Sort::Float: {
      const double choices[] = {0.0,   -0.0,   1.0,       -1.0,       2.5,
                                1e308, 5e-324, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};
      return terms_.floating(choices[below(10)]);
    }
    case Sort::Char: {
      const char32_t choices[] = {0, 'a', 'b', 0xd7ff, 0xe000, 0x10ffff};
      return terms_.character(choices[below(6)]);
    }
    case Sort::String: {
      const char* choices[] = {"", "a", "b", "ab", "ba", "\xc3\xa9", "\xc3\xa8", "a\\\"b"};
      return terms_.string(choices[below(8)]);
    }
    case Sort::Ref: return terms_.object(static_cast<std::uint32_t>(below(3)));
  }
  return {};
}

inline term::Term RandomTerms::comparison(term::Sort sort, int depth) {
  using term::Sort;
  term::Term a = term(sort, depth - 1);
  term::Term b = below(8) == 0 ? a : term(sort, depth - 1);
  term::Sign sign = flip() ? term::Sign::Signed : term::Sign::Unsigned;
  bool is_ordered = sort != Sort::String && sort != Sort::Ref;
  switch (is_ordered ? below(3) : 2) {
    case 0: return terms_.le(a, b, sign);
    case 1: return terms_.lt(a, b, sign);
    default: return terms_.eq(a, b);
  }
}

inline term::Term RandomTerms::boolean(int depth) {
  using term::Sort;
  switch (below(8)) {
    case 0: return terms_.negate(term(Sort::Bool, depth - 1));
    case 1: {
      term::Term a = term(Sort::Bool, depth - 1);
      return terms_.conjunction(a, term(Sort::Bool, depth - 1));
    }
    case 2: {
      term::Term a = term(Sort::Bool, depth - 1);
      return terms_.disjunction(a, term(Sort::Bool, depth - 1));
    }
    case 3: {
      term::Term a = term(Sort::Bool, depth - 1);
      return terms_.eq(a, term(Sort::Bool, depth - 1));
    }
    default: break;
  }
  const Sort sorts[] = {Sort::Int,  Sort::Int,    Sort::Bits32, Sort::Bits64, Sort::Float,
                        Sort::Char, Sort::String, Sort::Ref,    Sort::Float32};
  return comparison(sorts[below(9)], depth);
}

inline term::Term RandomTerms::arithmetic(term::Sort sort, int depth) {
  term::Term a = term(sort, depth - 1);
  term::Term b = below(8) == 0 ? a : term(sort, depth - 1);
  term::Sign sign = flip() ? term::Sign::Signed : term::Sign::Unsigned;
  bool has_products =
      products == Products::Everywhere || (products == Products::OfInts && sort == term::Sort::Int);
  if (!has_products && below(8) != 0) return flip() ? terms_.add(a, b) : terms_.sub(a, b);
  switch (below(6)) {
    case 0:
    case 1: return terms_.add(a, b);
    case 2: return terms_.sub(a, b);
    case 3: return terms_.mul(has_products ? a : constant(sort), b);
    case 4: return terms_.div(a, has_products ? b : constant(sort), sign);
    default: return terms_.rem(a, has_products ? b : constant(sort), sign);
  }
}

inline term::Term RandomTerms::bits(term::Sort sort, int depth) {
  term::Term a = term(sort, depth - 1);
  if (below(6) == 0) return terms_.low_bits(a, flip() ? 8 : 16, term::Sign::Signed);
  term::Term b = below(8) == 0 ? a : term(sort, depth - 1);
  switch (below(6)) {
    case 0: return terms_.bit_and(a, b);
    case 1: return terms_.bit_or(a, b);
    case 2: return terms_.bit_xor(a, b);
    case 3: return terms_.shift_left(a, b);
    case 4: return terms_.shift_right(a, b, term::Sign::Signed);
    default: return terms_.shift_right(a, b, term::Sign::Unsigned);
  }
}

// What rules about conversions and parts look for, and chance hardly makes.
inline term::Term RandomTerms::there_and_back(term::Sort sort, int depth) {
  using term::Sort;
  if (sort == Sort::String) {
    term::Term text = term(sort, depth - 1);
    return terms_.substring(text, terms_.integer(0), terms_.length(text));
  }
  if (sort == Sort::Int) {
    if (flip()) return terms_.length(terms_.of_code(term(sort, depth - 1)));
    term::Term text = terms_.concat(terms_.string("ab"), variable(Sort::String));
    return terms_.code_at(text, constant(sort));
  }
  term::Term word = term(Sort::Bits32, depth - 1);
  if (sort == Sort::Bool) {
    term::Term wide = terms_.to_integers(word, Sort::Bits64);
    if (flip()) return terms_.le(wide, constant(Sort::Bits64));
    term::Term code = terms_.code_at(variable(Sort::String), variable(Sort::Int));
    return terms_.le(terms_.to_integers(code, Sort::Bits32), constant(Sort::Bits32));
  }
  if (sort == Sort::Float32)
    return terms_.to_float(terms_.to_float(variable(sort), Sort::Float), sort);
  if (!term::is_bits(sort)) return leaf(sort);
  if (flip()) return terms_.float_to_word(terms_.to_float(word, Sort::Float), sort);
  if (flip()) return terms_.bit_and(terms_.bit_and(variable(sort), constant(sort)), constant(sort));
  term::Term byte = terms_.low_bits(term(sort, depth - 1), 8, term::Sign::Signed);
  return terms_.low_bits(byte, 8, term::Sign::Signed);
}

// A term of the sort from one of another sort.
inline term::Term RandomTerms::converted(term::Sort sort, int depth) {
  using term::Sort;
  const Sort words[] = {Sort::Bits32, Sort::Bits64};
  const Sort floats[] = {Sort::Float, Sort::Float32};
  switch (sort) {
    case Sort::Int: {
      if (flip()) return terms_.to_integers(term(words[below(2)], depth - 1), sort);
      term::Term text = term(Sort::String, depth - 1);
      return terms_.code_at(text, term(Sort::Int, depth - 1));
    }
    case Sort::Bits32:
    case Sort::Bits64: {
      if (below(3) == 0) return terms_.float_to_word(term(floats[below(2)], depth - 1), sort);
      Sort other = sort == Sort::Bits32 ? Sort::Bits64 : Sort::Bits32;
      return terms_.to_integers(term(flip() ? Sort::Int : other, depth - 1), sort);
    }
    case Sort::Float:
    case Sort::Float32: {
      Sort other = sort == Sort::Float ? Sort::Float32 : Sort::Float;
      return terms_.to_float(term(flip() ? other : words[below(2)], depth - 1), sort);
    }
    default: {
      term::Term number = term(Sort::Int, depth - 1);
      if (below(3) == 0) return terms_.decimal(number);
      if (flip()) return terms_.of_code(flip() ? terms_.integer('a') : number);
      term::Term text = term(Sort::String, depth - 1);
      return terms_.substring(text, number, term(Sort::Int, depth - 1));
    }
  }
}

inline term::Term RandomTerms::floating(term::Sort sort, int depth) {
  term::Term a = term(sort, depth - 1);
  if (!float_sums || below(4) == 0) return terms_.neg(a);
  term::Term b = term(sort, depth - 1);
  switch (below(products == Products::Everywhere ? 5 : 2)) {
    case 0: return terms_.add(a, b);
    case 1: return terms_.sub(a, b);
    case 2: return terms_.mul(a, b);
    case 3: return terms_.div(a, b);
    default: return terms_.rem(a, b);
  }
}

inline term::Term RandomTerms::term(term::Sort sort, int depth) {
  using term::Sort;
  if (depth <= 0 || below(6) == 0) return leaf(sort);
  if (below(6) == 0) {
    term::Term condition = term(Sort::Bool, depth - 1);
    term::Term then = term(sort, depth - 1);
    return terms_.ite(condition, then, term(sort, depth - 1));
  }
  bool is_converted = sort != Sort::Bool && sort != Sort::Char && sort != Sort::Ref;
  if (conversions && is_converted && below(6) == 0) return converted(sort, depth);
  if (conversions && below(12) == 0) return there_and_back(sort, depth);
  switch (sort) {
    case Sort::Bool: return boolean(depth);
    case Sort::Int:
      if (below(6) == 0) return terms_.length(term(Sort::String, depth - 1));
      return arithmetic(sort, depth);
    case Sort::Bits32:
    case Sort::Bits64: return below(4) == 0 ? bits(sort, depth) : arithmetic(sort, depth);
    case Sort::Float:
    case Sort::Float32: return floating(sort, depth);
    case Sort::String: {
      term::Term a = term(sort, depth - 1);
      return terms_.concat(a, term(sort, depth - 1));
    }
    default: return leaf(sort);
  }
}

inline term::Term RandomTerms::sum_of_two() {
  using term::Sort;
  term::Term x = variable(Sort::Int);
  if (below(3) == 0) return terms_.add(x, constant(Sort::Int));
  return terms_.add(terms_.sub(x, variable(Sort::Int)), constant(Sort::Int));
}

inline term::Term RandomTerms::difference(int depth) {
  using term::Sort;
  if (depth > 0 && below(3) == 0) {
    term::Term a = difference(depth - 1);
    term::Term b = difference(depth - 1);
    switch (below(4)) {
      case 0: return terms_.conjunction(a, b);
      case 1: return terms_.disjunction(a, b);
      case 2: return terms_.eq(a, b);
      default: return terms_.negate(a);
    }
  }
  switch (below(8)) {
    case 0: return variable(Sort::Bool);
    case 1: return terms_.eq(variable(Sort::Ref), leaf(Sort::Ref));
    case 2: return terms_.le(variable(Sort::Char), leaf(Sort::Char));
    case 3: {
      term::Term condition = difference(0);
      term::Term then = sum_of_two();
      return terms_.le(terms_.ite(condition, then, variable(Sort::Int)), constant(Sort::Int));
    }
    case 4: return terms_.eq(sum_of_two(), terms_.integer(0));
    case 5: return terms_.ne(sum_of_two(), terms_.integer(0));
    default: return terms_.le(sum_of_two(), terms_.integer(0));
  }
}

inline term::Term RandomTerms::word_difference(int depth) {
  using term::Sort;
  if (depth > 0 && below(3) == 0) {
    term::Term a = word_difference(depth - 1);
    term::Term b = word_difference(depth - 1);
    switch (below(3)) {
      case 0: return terms_.conjunction(a, b);
      case 1: return terms_.disjunction(a, b);
      default: return terms_.negate(a);
    }
  }
  Sort sort = below(4) == 0 ? Sort::Bits64 : Sort::Bits32;
  auto side = [&] {
    term::Term x = variable(sort);
    return flip() ? x : terms_.add(x, constant(sort));
  };
  switch (below(7)) {
    case 0: return terms_.eq(variable(sort), constant(sort));
    case 1: return terms_.eq(terms_.sub(variable(sort), variable(sort)), constant(sort));
    case 2: return terms_.le(side(), constant(sort));
    case 3: return terms_.le(constant(sort), side());
    case 4: {
      term::Term wide = terms_.to_integers(variable(Sort::Bits32), Sort::Bits64);
      return terms_.le(wide, terms_.add(variable(Sort::Bits64), constant(Sort::Bits64)));
    }
    case 5: {
      term::Term number = terms_.to_integers(variable(sort), Sort::Int);
      return terms_.le(number, terms_.add(variable(Sort::Int), constant(Sort::Int)));
    }
    default: {
      term::Term a = side();
      return terms_.le(a, side());
    }
  }
}

}  // namespace solve_test
