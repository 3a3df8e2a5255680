#include "logic/rel/numbers.h"

#include <algorithm>

namespace rel {

Number Numbers::constant(std::int64_t value) {
  Number result;
  result.bits.clear();
  for (;;) {
    result.bits.push_back((value & 1) != 0 ? kTrue : kFalse);
    bool is_done = (value == 0 || value == -1);
    if (is_done) break;
    value >>= 1;
  }
  while (result.width() > 1 && result.sign() == result.bits[result.width() - 2]) {
    result.bits.pop_back();
  }
  return result;
}

// Drops copies of the sign, and bits beyond the limit.
Number Numbers::finished(Number number) {
  while (number.width() > 1 && number.sign() == number.bits[number.width() - 2]) {
    number.bits.pop_back();
  }
  if (number.width() <= kWidest) return number;
  Lit sign = number.bits[kWidest - 1];
  for (unsigned i = kWidest; i < number.width(); ++i) {
    number.overflow = circuit_.disj(number.overflow, circuit_.exclusive(number.bits[i], sign));
  }
  number.bits.resize(kWidest);
  return number;
}

Number Numbers::add_with_carry(const Number& a, const Number& b, Lit carry, bool negate_b) {
  unsigned width = std::max(a.width(), b.width()) + 1;
  Number result;
  result.bits.clear();
  for (unsigned i = 0; i < width; ++i) {
    Lit x = a.bit(i);
    Lit y = negate_b ? -b.bit(i) : b.bit(i);
    Lit half = circuit_.exclusive(x, y);
    result.bits.push_back(circuit_.exclusive(half, carry));
    carry = circuit_.disj(circuit_.conj(x, y), circuit_.conj(half, carry));
  }
  result.overflow = circuit_.disj(a.overflow, b.overflow);
  return finished(std::move(result));
}

Number Numbers::add(const Number& a, const Number& b) {
  return add_with_carry(a, b, kFalse, false);
}

Number Numbers::subtract(const Number& a, const Number& b) {
  return add_with_carry(a, b, kTrue, true);
}

Number Numbers::masked(Lit condition, const Number& number) {
  Number result = number;
  for (Lit& bit : result.bits) bit = circuit_.conj(bit, condition);
  result.overflow = circuit_.conj(result.overflow, condition);
  return finished(std::move(result));
}

// Shifted copies of a, where the sign bit of b counts negative.
Number Numbers::multiply(const Number& a, const Number& b) {
  if (b.width() > a.width()) return multiply(b, a);
  Number result;
  for (unsigned i = 0; i < b.width(); ++i) {
    Number part = a;
    part.overflow = kFalse;
    part.bits.insert(part.bits.begin(), i, kFalse);
    part = masked(b.bits[i], part);
    bool is_sign = i + 1 == b.width();
    result = is_sign ? subtract(result, part) : add(result, part);
  }
  result.overflow = circuit_.disj(result.overflow, circuit_.disj(a.overflow, b.overflow));
  return result;
}

Number Numbers::negated_if(Lit condition, const Number& a) {
  Number zero;
  return select(condition, subtract(zero, a), a);
}

Number Numbers::magnitude(const Number& a) { return negated_if(a.sign(), a); }

// Long division of the magnitudes, one bit of the quotient at a time.
Number Numbers::division(const Number& a, const Number& b, bool is_quotient) {
  Number divisor = magnitude(b);
  Number dividend = magnitude(a);
  Number rest;
  Number quotient;
  quotient.bits.assign(dividend.width() + 1, kFalse);
  for (unsigned i = dividend.width(); i-- > 0;) {
    rest.bits.insert(rest.bits.begin(), dividend.bits[i]);
    Number less_divisor = subtract(rest, divisor);
    Lit fits = -less_divisor.sign();
    quotient.bits[i] = fits;
    rest = select(fits, less_divisor, rest);
    rest.overflow = kFalse;
    // It is less than the divisor, so it needs no more bits, unless that is zero.
    if (rest.width() > divisor.width()) rest.bits.resize(divisor.width());
  }
  Lit sign = is_quotient ? circuit_.exclusive(a.sign(), b.sign()) : a.sign();
  Number result = negated_if(sign, is_quotient ? finished(std::move(quotient)) : rest);
  Lit by_zero = equal(b, Number{});
  Lit operands = circuit_.disj(a.overflow, b.overflow);
  result.overflow = circuit_.disj(by_zero, circuit_.disj(operands, dividend.overflow));
  return result;
}

Number Numbers::select(Lit condition, const Number& a, const Number& b) {
  Number result;
  result.bits.clear();
  unsigned width = std::max(a.width(), b.width());
  for (unsigned i = 0; i < width; ++i) {
    result.bits.push_back(circuit_.ite(condition, a.bit(i), b.bit(i)));
  }
  result.overflow = circuit_.ite(condition, a.overflow, b.overflow);
  return finished(std::move(result));
}

Number Numbers::sum(std::span<const Number> numbers) {
  if (numbers.empty()) return {};
  if (numbers.size() == 1) return numbers[0];
  std::size_t half = numbers.size() / 2;
  return add(sum(numbers.first(half)), sum(numbers.subspan(half)));
}

Number Numbers::count(std::span<const Lit> literals) {
  if (literals.empty()) return {};
  Number result;
  if (literals.size() == 1) {
    result.bits = {literals[0], kFalse};
    return finished(std::move(result));
  }
  // The last literal is the carry of the first addition.
  std::size_t half = (literals.size() - 1) / 2;
  return add_with_carry(count(literals.first(half)),
                        count(literals.subspan(half, literals.size() - 1 - half)), literals.back(),
                        false);
}

Lit Numbers::equal(const Number& a, const Number& b) {
  std::vector<Lit> parts;
  unsigned width = std::max(a.width(), b.width());
  for (unsigned i = 0; i < width; ++i) parts.push_back(circuit_.same(a.bit(i), b.bit(i)));
  return circuit_.conj(parts);
}

Lit Numbers::less(const Number& a, const Number& b, bool or_equal) {
  unsigned width = std::max(a.width(), b.width());
  Lit result = or_equal ? kTrue : kFalse;
  for (unsigned i = 0; i < width; ++i) {
    bool is_sign = i + 1 == width;
    Lit x = is_sign ? b.bit(i) : a.bit(i);  // a negative number is the lesser one
    Lit y = is_sign ? a.bit(i) : b.bit(i);
    result = circuit_.ite(circuit_.exclusive(x, y), y, result);
  }
  return result;
}

}  // namespace rel
