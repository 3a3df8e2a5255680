// Integers as two's complement vectors of literals, each as wide as its value needs: a sum is
// one bit wider than its operands. So arithmetic is exact and nothing wraps. Only beyond
// kWidest bits a number may be wrong, and its overflow literal says when.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/rel/circuit.h"

namespace rel {

struct Number {
  std::vector<Lit> bits = {kFalse};  // the least significant first; the last one is the sign
  Lit overflow = kFalse;             // the bits do not mean anything

  unsigned width() const { return static_cast<unsigned>(bits.size()); }
  Lit sign() const { return bits.back(); }
  Lit bit(unsigned i) const { return i < width() ? bits[i] : sign(); }
};

class Numbers {
 public:
  static constexpr unsigned kWidest = 40;

  explicit Numbers(Circuit& circuit) : circuit_(circuit) {}

  static Number constant(std::int64_t value);
  Number add(const Number& a, const Number& b);
  Number subtract(const Number& a, const Number& b);
  Number multiply(const Number& a, const Number& b);
  // Toward zero; division by zero is an overflow.
  Number divide(const Number& a, const Number& b) { return division(a, b, true); }
  Number remainder(const Number& a, const Number& b) { return division(a, b, false); }
  Number select(Lit condition, const Number& a, const Number& b);
  Number sum(std::span<const Number> numbers);
  Number count(std::span<const Lit> literals);
  // `number` where `condition` holds, else 0.
  Number masked(Lit condition, const Number& number);

  // Of the bits alone: overflows are the caller's business.
  Lit equal(const Number& a, const Number& b);
  Lit less(const Number& a, const Number& b, bool or_equal);

 private:
  Number division(const Number& a, const Number& b, bool is_quotient);
  Number add_with_carry(const Number& a, const Number& b, Lit carry, bool negate_b);
  Number magnitude(const Number& a);
  Number negated_if(Lit condition, const Number& a);
  Number finished(Number number);

  Circuit& circuit_;
};

}  // namespace rel
