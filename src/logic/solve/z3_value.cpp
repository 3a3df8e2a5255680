// Strings to Z3, and values back.
//
// Terms look at the characters of a string only through equality, so any renaming of
// characters is allowed. Plain ASCII keeps its codes; everything else, the backslash
// included, is numbered from 0x100 on, because Z3 escapes such characters in ways that
// depend on its version, and knows fewer of them than Unicode.
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <limits>

#include "base/utf8.h"
#include "logic/solve/z3_translate.h"
#include "logic/term/print.h"

namespace solve {

using term::Sort;

namespace {

constexpr std::uint32_t kFirstCode = 0x100;
// Characters that only Z3 knows become characters that programs hardly contain.
constexpr char32_t kForeign = 0x20000;

bool is_plain(char32_t c) { return c >= 0x20 && c < 0x7f && c != '\\'; }

}  // namespace

Z3_ast Z3Translator::string(std::string_view utf8) {
  std::string escaped;
  for (std::size_t at = 0; at < utf8.size();) {
    char32_t c = base::utf8_decode(utf8, at).value_or(0xfffd);
    if (is_plain(c)) {
      escaped += static_cast<char>(c);
      continue;
    }
    auto code = static_cast<std::uint32_t>(kFirstCode + characters_.size());
    auto [entry, is_new] = codes_.emplace(c, code);
    if (is_new) characters_.push_back(c);
    escaped += fmt::format("\\u{{{:x}}}", entry->second);
  }
  return Z3_mk_string(context_, escaped.c_str());
}

// Reads \u{...} and \x.. escapes.
std::optional<std::string> Z3Translator::decoded(std::string_view escaped) const {
  std::string out;
  for (std::size_t at = 0; at < escaped.size();) {
    std::uint32_t code = static_cast<unsigned char>(escaped[at]);
    std::string_view rest = escaped.substr(at);
    std::size_t begin = rest.starts_with("\\u{") ? 3 : rest.starts_with("\\x") ? 2 : 0;
    if (begin == 0) {
      ++at;
    } else {
      std::size_t end = begin == 3 ? rest.find('}') : 4;
      if (end == std::string_view::npos || end > rest.size()) return std::nullopt;
      auto [stop, error] = std::from_chars(rest.data() + begin, rest.data() + end, code, 16);
      if (error != std::errc() || stop != rest.data() + end) return std::nullopt;
      at += end + (begin == 3 ? 1 : 0);
    }
    if (is_plain(code)) {
      base::utf8_append(out, code);
    } else if (code >= kFirstCode && code - kFirstCode < characters_.size()) {
      base::utf8_append(out, characters_[code - kFirstCode]);
    } else {
      base::utf8_append(out, kForeign + code);
    }
  }
  return out;
}

std::optional<double> Z3Translator::read_float(Z3_ast value) {
  if (Z3_fpa_is_numeral_nan(context_, value)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  int is_negative = 0;
  std::uint64_t fraction = 0;
  std::int64_t exponent = 0;
  if (!Z3_fpa_get_numeral_sign(context_, value, &is_negative)) return std::nullopt;
  double result = 0;
  if (Z3_fpa_is_numeral_inf(context_, value)) {
    result = std::numeric_limits<double>::infinity();
  } else if (!Z3_fpa_is_numeral_zero(context_, value)) {
    if (!Z3_fpa_get_numeral_significand_uint64(context_, value, &fraction) ||
        !Z3_fpa_get_numeral_exponent_int64(context_, value, &exponent, true)) {
      return std::nullopt;
    }
    auto biased = static_cast<std::uint64_t>(exponent);
    result = std::bit_cast<double>(((biased & 0x7ff) << 52) | (fraction & 0xfffffffffffffULL));
  }
  return is_negative != 0 ? -result : result;
}

std::optional<term::Value> Z3Translator::read(Z3_ast value, Sort sort) {
  std::uint64_t number = 0;
  switch (sort) {
    case Sort::Bool: return term::Value(Z3_get_bool_value(context_, value) == Z3_L_TRUE);
    case Sort::Int: {
      if (!Z3_is_numeral_ast(context_, value)) return std::nullopt;
      return base::Integer::parse(Z3_get_numeral_string(context_, value));
    }
    case Sort::Bits32:
    case Sort::Bits64:
      if (!Z3_get_numeral_uint64(context_, value, &number)) return std::nullopt;
      return term::Word{number};
    case Sort::Float: return read_float(value);
    case Sort::Char:
      if (!Z3_get_numeral_uint64(context_, value, &number)) return std::nullopt;
      if (number > term::kMaxCharRank) return std::nullopt;
      return term::char_of_rank(static_cast<std::uint32_t>(number));
    case Sort::String:
      if (!Z3_is_string(context_, value)) return std::nullopt;
      return decoded(Z3_get_string(context_, value));
    case Sort::Ref:
      if (!Z3_get_numeral_uint64(context_, value, &number)) return std::nullopt;
      if (number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
      return term::Object{static_cast<std::uint32_t>(number)};
  }
  return std::nullopt;
}

std::optional<term::Value> Z3Translator::value(Z3_model model, term::Variable variable) {
  Z3_ast self = translate(terms_.term_of(variable));
  Z3_ast result = nullptr;
  if (self == nullptr || !Z3_model_eval(context_, model, self, true, &result)) {
    return std::nullopt;
  }
  Z3_inc_ref(context_, result);
  std::optional<term::Value> read_value = read(result, terms_.sort(variable));
  Z3_dec_ref(context_, result);
  return read_value;
}

}  // namespace solve
