// Since JDK 19 the text has as few digits as tell the number from its neighbours, at least two, and
// is the closest such text. Earlier ones sometimes gave more digits. Both are calculated here:
//
// Whole numbers below 2^63 are divided by the greatest power of ten below half the distance to the
// next number, and rounded. The digits of all others are generated one by one (Steele and White),
// until what is left is less than half that distance, below or above. A first digit never ends a
// text that has an exponent, and below a power of two the distance counts as half of what it is.
#include "ir/float_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "base/check.h"
#include "base/integer.h"

namespace ir {

namespace {

using base::Integer;

// The number 0.d1d2d3… · 10^exponent, without zeros at either end.
struct Decimal {
  std::string digits;
  int exponent = 0;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

Integer power(std::int64_t of, int exponent) {
  Integer result = 1;
  Integer factor = of;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * factor;
    factor = factor * factor;
  }
  return result;
}

void drop_zeros(std::string& digits) {
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
}

// mantissa · 2^exponent, where the mantissa is odd, and has so many bits.
struct Binary {
  std::uint64_t mantissa = 0;
  int exponent = 0;
  int bits() const { return static_cast<int>(std::bit_width(mantissa)); }
  int leading() const { return exponent + bits() - 1; }  // of the first bit
};

Binary binary_of(double value) {
  int exponent = 0;
  double fraction = std::frexp(value, &exponent);
  auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  int zeros = std::countr_zero(mantissa);
  return {mantissa >> zeros, exponent - 53 + zeros};
}

// How many bits the number has, those that are zero included.
int significant_bits(const Binary& value, bool is_single) {
  int all = is_single ? 24 : 53;
  int least = is_single ? -149 : -1074;
  return std::min(all, value.leading() - least + 1);
}

Decimal round_up(Decimal decimal) {
  std::string& digits = decimal.digits;
  while (!digits.empty() && digits.back() == '9') digits.pop_back();
  if (digits.empty()) return {"1", decimal.exponent + 1};
  ++digits.back();
  return decimal;
}

Decimal whole(const Binary& value, int significant) {
  Integer number = Integer(static_cast<std::int64_t>(value.mantissa)) * power(2, value.exponent);
  int places = 0;
  int free_bits = value.leading() - significant - 1;
  if (free_bits > 1) {
    while (power(10, places + 1) <= power(2, free_bits)) ++places;
  }
  Integer unit = power(10, places);
  Integer rest = number % unit;
  number = number / unit;
  if (places > 0 && rest >= unit / 2) number = number + 1;
  std::string digits = number.to_string();
  int exponent = static_cast<int>(digits.size()) + places;
  drop_zeros(digits);
  return {std::move(digits), exponent};
}

// The exponent of ten of the first digit, or one more.
int estimated_exponent(const Binary& value) {
  double mantissa = std::ldexp(static_cast<double>(value.mantissa), 1 - value.bits());
  return static_cast<int>(std::floor((mantissa - 1.5) * 0.289529654 + 0.176091259 +
                                     value.leading() * 0.301029995663981));
}

int bits_of_power_of_five(int exponent) {
  if (exponent >= 27) return 3 * exponent;
  int bits = 0;
  for (Integer rest = power(5, exponent); !rest.is_zero(); rest = rest / 2) ++bits;
  return bits;
}

Decimal before_19(const Binary& value, bool is_single) {
  int significant = significant_bits(value, is_single);
  if (value.exponent >= 0 && value.leading() <= 62) return whole(value, significant);
  int exponent = estimated_exponent(value);
  int bits = value.bits();
  // The number is rest / unit, and half the distance to the next one is margin / unit; all three
  // as powers of five and two.
  int rest5 = std::max(0, -exponent);
  int rest2 = rest5 + std::max(0, bits - value.leading() - 1) + value.leading();
  int unit5 = std::max(0, exponent);
  int unit2 = unit5 + std::max(0, bits - value.leading() - 1);
  int margin5 = rest5;
  int margin2 = rest2 - significant;
  rest2 -= bits - 1;
  int common = std::min(rest2, unit2);
  rest2 -= common;
  unit2 -= common;
  margin2 -= common;
  if (bits == 1) --margin2;
  if (margin2 < 0) {
    rest2 -= margin2;
    unit2 -= margin2;
    margin2 = 0;
  }
  int most_bits = std::max(bits + rest2 + bits_of_power_of_five(rest5),
                           unit2 + 1 + bits_of_power_of_five(unit5 + 1));
  // As many bits as it is calculated with; sums and the margin may overflow.
  unsigned width = most_bits < 32 ? 32 : most_bits < 64 ? 64 : 0;
  auto wrapped = [&](const Integer& number) {
    return width == 0 ? number : number.wrap(width, true);
  };
  Integer rest =
      Integer(static_cast<std::int64_t>(value.mantissa)) * power(5, rest5) * power(2, rest2);
  Integer unit = power(5, unit5) * power(2, unit2);
  Integer margin = power(5, margin5) * power(2, margin2);
  Integer ten = unit * 10;
  std::string digits;
  bool is_low = false;
  bool is_high = false;
  auto next_digit = [&](bool is_first) {
    std::int64_t digit = *(rest / unit).to_int64();
    CHECK(digit < 10, "a digit is {}", digit);
    rest = (rest % unit) * 10;
    margin = wrapped(margin * 10);
    Integer above = wrapped(rest + margin);
    is_low = rest < margin;
    is_high = width == 0 ? above >= ten : above > ten;
    if (!is_first && margin <= 0) is_low = is_high = true;
    return static_cast<char>('0' + digit);
  };
  char first = next_digit(true);
  if (first == '0' && !is_high) {
    --exponent;
  } else {
    digits += first;
  }
  if (exponent < -3 || exponent >= 8) is_high = is_low = false;
  while (!is_low && !is_high) digits += next_digit(false);
  Decimal result{std::move(digits), exponent + 1};
  Integer twice = rest * 2;
  bool is_odd = (result.digits.back() - '0') % 2 == 1;
  bool is_up = is_high && (!is_low || twice > ten || (twice == ten && is_odd));
  if (is_up) result = round_up(std::move(result));
  drop_zeros(result.digits);
  return result;
}

// "1.25e+02" as digits and an exponent.
Decimal read(std::string_view text) {
  std::size_t e = text.find('e');
  Decimal result{std::string(text.substr(0, e)),
                 std::atoi(std::string(text.substr(e + 1)).c_str())};
  std::erase(result.digits, '.');
  ++result.exponent;
  drop_zeros(result.digits);
  return result;
}

template <class Float>
Decimal since_19(Float value) {
  char buffer[64];
  auto end =
      std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::scientific);
  Decimal result = read({buffer, end.ptr});
  if (result.digits.size() > 1) return result;
  end =
      std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::scientific, 1);
  return read({buffer, end.ptr});
}

std::string written(const Decimal& decimal) {
  const std::string& digits = decimal.digits;
  int point = decimal.exponent;
  auto size = static_cast<int>(digits.size());
  if (point > 0 && point < 8) {
    std::string before = digits.substr(0, static_cast<std::size_t>(std::min(point, size)));
    before.append(static_cast<std::size_t>(std::max(0, point - size)), '0');
    return before + '.' + (size > point ? digits.substr(static_cast<std::size_t>(point)) : "0");
  }
  if (point <= 0 && point > -3) {
    return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  }
  return fmt::format("{}.{}E{}", digits[0], size > 1 ? digits.substr(1) : "0", point - 1);
}

}  // namespace

std::optional<std::string> text_of_float(double value, bool is_single) {
  if (std::isnan(value)) return "NaN";
  std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + "Infinity";
  if (value == 0) return sign + "0.0";
  value = std::abs(value);
  Decimal old = before_19(binary_of(value), is_single);
  Decimal now = is_single ? since_19(static_cast<float>(value)) : since_19(value);
  if (old != now) return std::nullopt;
  return sign + written(now);
}

}  // namespace ir
