// Mathematical integers: a 64-bit word while the value fits, GMP beyond. Division
// and remainder truncate toward zero, as everywhere in Braid.
#pragma once

#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace base {

class Integer {
 public:
  Integer() = default;
  Integer(std::int64_t value) : small_(value) {}  // NOLINT: numbers convert
  Integer(const Integer& other);
  Integer(Integer&&) noexcept = default;
  Integer& operator=(const Integer& other);
  Integer& operator=(Integer&&) noexcept = default;
  ~Integer() = default;

  // Decimal digits with an optional leading minus; nullopt for anything else.
  static std::optional<Integer> parse(std::string_view text);
  std::string to_string() const;

  bool is_zero() const { return !big_ && small_ == 0; }
  bool is_negative() const { return big_ ? sgn(*big_) < 0 : small_ < 0; }
  // The value if it fits 64 bits.
  std::optional<std::int64_t> to_int64() const;
  std::size_t hash() const;

  Integer operator-() const;
  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  // Both CHECK that b is not zero.
  friend Integer operator/(const Integer& a, const Integer& b);
  friend Integer operator%(const Integer& a, const Integer& b);

  // The representative of this value modulo 2^bits: in [0, 2^bits) if unsigned,
  // in [-2^(bits-1), 2^(bits-1)) if signed.
  Integer wrap(unsigned bits, bool is_signed) const;

  friend bool operator==(const Integer& a, const Integer& b);
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b);

 private:
  explicit Integer(mpz_class value);
  mpz_class to_mpz() const;

  std::int64_t small_ = 0;          // the value if big_ is null
  std::unique_ptr<mpz_class> big_;  // set exactly if the value needs it
};

}  // namespace base
