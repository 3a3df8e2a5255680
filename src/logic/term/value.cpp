#include "logic/term/value.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "base/check.h"
#include "base/utf8.h"

namespace term {

Value default_value(Sort sort) {
  switch (sort) {
    case Sort::Bool: return false;
    case Sort::Int: return base::Integer(0);
    case Sort::Bits32:
    case Sort::Bits64: return Word{};
    case Sort::Float:
    case Sort::Float32: return 0.0;
    case Sort::Char: return U'\0';
    case Sort::String: return std::string();
    case Sort::Ref: return Object{};
  }
  UNREACHABLE("sort {}", static_cast<int>(sort));
}

bool has_sort(const Value& value, Sort sort) {
  if (value.index() != default_value(sort).index()) return false;
  if (sort == Sort::Float32) {
    double number = std::get<double>(value);
    return std::isnan(number) || to_single(number) == number;
  }
  return sort != Sort::Bits32 || std::get<Word>(value).bits <= 0xffffffffU;
}

double to_single(double value) { return static_cast<float>(value); }

bool is_same(const Value& a, const Value& b) {
  const auto* x = std::get_if<double>(&a);
  const auto* y = std::get_if<double>(&b);
  if (x == nullptr || y == nullptr) return a == b;
  if (std::isnan(*x) || std::isnan(*y)) return std::isnan(*x) && std::isnan(*y);
  return std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y);
}

base::Integer to_integer(Word word, Sort sort, Sign sign) {
  if (sort == Sort::Bits32) {
    auto low = static_cast<std::uint32_t>(word.bits);
    if (sign == Sign::Signed) return std::int64_t{static_cast<std::int32_t>(low)};
    return std::int64_t{low};
  }
  base::Integer value = static_cast<std::int64_t>(word.bits);
  return sign == Sign::Signed ? value : value.wrap(64, false);
}

Word to_word(const base::Integer& value, Sort sort) {
  base::Integer wrapped = value.wrap(width(sort), true);
  auto bits = static_cast<std::uint64_t>(*wrapped.to_int64());
  return {sort == Sort::Bits32 ? bits & 0xffffffffU : bits};
}

namespace {

struct Shower {
  std::string operator()(bool b) const { return b ? "true" : "false"; }
  std::string operator()(const base::Integer& i) const { return i.to_string(); }
  std::string operator()(Word w) const { return fmt::format("0x{:x}", w.bits); }
  std::string operator()(double d) const {
    if (std::isnan(d)) return "NaN";
    if (std::isinf(d)) return d > 0 ? "inf" : "-inf";
    std::string text = fmt::format("{}", d);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(char32_t c) const { return base::quote_char(c); }
  std::string operator()(const std::string& s) const { return base::quote_string(s); }
  std::string operator()(Object o) const {
    return o.number == 0 ? "null" : fmt::format("@{}", o.number);
  }
};

}  // namespace

std::string to_string(const Value& value) { return std::visit(Shower(), value); }

void Assignment::set(Variable variable, Value value) {
  if (variable.index() >= values_.size()) values_.resize(variable.index() + std::size_t{1});
  values_[variable.index()] = {std::move(value), true};
}

void Assignment::truncate(std::size_t count) {
  if (count < values_.size()) values_.resize(count);
}

}  // namespace term
