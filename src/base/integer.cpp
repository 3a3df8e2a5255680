#include "base/integer.h"

#include <functional>

#include "base/check.h"

namespace base {

namespace {

static_assert(sizeof(long) == 8, "GMP's long interface is used for 64-bit words");

}  // namespace

Integer::Integer(const Integer& other)
    : small_(other.small_), big_(other.big_ ? std::make_unique<mpz_class>(*other.big_) : nullptr) {}

Integer& Integer::operator=(const Integer& other) {
  if (this != &other) *this = Integer(other);
  return *this;
}

Integer::Integer(mpz_class value) {
  if (value.fits_slong_p()) {
    small_ = value.get_si();
  } else {
    big_ = std::make_unique<mpz_class>(std::move(value));
  }
}

mpz_class Integer::to_mpz() const { return big_ ? *big_ : mpz_class(static_cast<long>(small_)); }

std::optional<Integer> Integer::parse(std::string_view text) {
  std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return Integer(mpz_class(std::string(text), 10));
}

std::string Integer::to_string() const { return big_ ? big_->get_str() : std::to_string(small_); }

std::optional<std::int64_t> Integer::to_int64() const {
  if (big_) return std::nullopt;
  return small_;
}

// By the words of GMP: decimal digits take time that grows with the square of the size.
std::size_t Integer::hash() const {
  if (!big_) return std::hash<std::int64_t>()(small_);
  mpz_srcptr value = big_->get_mpz_t();
  const mp_limb_t* limbs = mpz_limbs_read(value);
  std::uint64_t hash = sgn(*big_) < 0 ? 1 : 2;
  for (std::size_t i = 0; i < mpz_size(value); ++i) {
    hash = (hash ^ limbs[i]) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
  }
  return hash;
}

Integer Integer::operator-() const { return Integer(0) - *this; }

Integer operator+(const Integer& a, const Integer& b) {
  std::int64_t result = 0;
  if (!a.big_ && !b.big_ && !__builtin_add_overflow(a.small_, b.small_, &result)) return result;
  return Integer(mpz_class(a.to_mpz() + b.to_mpz()));
}

Integer operator-(const Integer& a, const Integer& b) {
  std::int64_t result = 0;
  if (!a.big_ && !b.big_ && !__builtin_sub_overflow(a.small_, b.small_, &result)) return result;
  return Integer(mpz_class(a.to_mpz() - b.to_mpz()));
}

Integer operator*(const Integer& a, const Integer& b) {
  std::int64_t result = 0;
  if (!a.big_ && !b.big_ && !__builtin_mul_overflow(a.small_, b.small_, &result)) return result;
  return Integer(mpz_class(a.to_mpz() * b.to_mpz()));
}

// The one 64-bit quotient that overflows is INT64_MIN / -1; it and its remainder
// take the slow way.
Integer operator/(const Integer& a, const Integer& b) {
  CHECK(!b.is_zero(), "integer division by zero");
  if (!a.big_ && !b.big_ && b.small_ != -1) return a.small_ / b.small_;
  return Integer(mpz_class(a.to_mpz() / b.to_mpz()));
}

Integer operator%(const Integer& a, const Integer& b) {
  CHECK(!b.is_zero(), "integer remainder by zero");
  if (!a.big_ && !b.big_ && b.small_ != -1) return a.small_ % b.small_;
  return Integer(mpz_class(a.to_mpz() % b.to_mpz()));
}

Integer Integer::wrap(unsigned bits, bool is_signed) const {
  if (!big_ && bits == 64 && is_signed) return small_;
  if (!big_ && bits == 32) {
    auto low = static_cast<std::uint32_t>(static_cast<std::uint64_t>(small_));
    return is_signed ? Integer(static_cast<std::int32_t>(low)) : Integer(std::int64_t{low});
  }
  mpz_class modulus = mpz_class(1) << bits;
  mpz_class rest;
  mpz_fdiv_r(rest.get_mpz_t(), to_mpz().get_mpz_t(), modulus.get_mpz_t());
  if (is_signed && rest >= modulus / 2) rest -= modulus;
  return Integer(std::move(rest));
}

bool operator==(const Integer& a, const Integer& b) { return (a <=> b) == 0; }

std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
  if (!a.big_ && !b.big_) return a.small_ <=> b.small_;
  return cmp(a.to_mpz(), b.to_mpz()) <=> 0;
}

}  // namespace base
