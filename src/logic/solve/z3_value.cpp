// Strings to Z3, and values back.
//
// A character keeps its code, because terms ask for the codes of characters; half of a surrogate
// pair, which stands in UTF-8 for itself as a private character (base/utf8.h), gets its own code
// back. Z3 knows the codes below 0x30000 only. Characters from 0x2fa20 on, where Unicode has
// nothing below 0x30000, get codes from there in the order in which they are met: what terms say
// of the codes of such characters does not tell them apart (term/ops.def, CodeAt).
#include <fmt/format.h>

#include <bit>
#include <limits>

#include "base/utf8.h"
#include "logic/solve/z3_translate.h"
#include "logic/term/print.h"

namespace solve {

using term::Sort;

namespace {

constexpr std::uint32_t kFirstCode = 0x2fa20;
constexpr std::uint32_t kLastCode = 0x2ffff;

bool is_plain(char32_t c) { return c >= 0x20 && c < 0x7f && c != '\\'; }

}  // namespace

std::optional<std::uint32_t> Z3Translator::code_of(char32_t c) {
  std::uint32_t unit = base::utf16_of_character(c);
  bool is_half = c > 0xffff && unit != 0xfffd;
  if (is_half) return unit;
  if (c < kFirstCode) return c;
  auto code = static_cast<std::uint32_t>(kFirstCode + characters_.size());
  auto found = codes_.find(c);
  if (found != codes_.end()) return found->second;
  if (code > kLastCode) return std::nullopt;
  codes_.emplace(c, code);
  characters_.push_back(c);
  return code;
}

Z3_ast Z3Translator::string(std::string_view utf8) {
  std::string escaped;
  for (std::size_t at = 0; at < utf8.size();) {
    char32_t c = base::utf8_decode(utf8, at).value_or(0xfffd);
    if (is_plain(c)) {
      escaped += static_cast<char>(c);
      continue;
    }
    std::optional<std::uint32_t> code = code_of(c);
    if (!code) return nullptr;
    escaped += fmt::format("\\u{{{:x}}}", *code);
  }
  return Z3_mk_string(context_, escaped.c_str());
}

// Z3 writes a backslash as it is, so that its escapes cannot be told from text that looks like
// them: where there is one, the characters are asked for one by one.
std::optional<std::string> Z3Translator::read_string(Z3_ast value) {
  if (!Z3_is_string(context_, value)) return std::nullopt;
  std::string text = Z3_get_string(context_, value);
  if (text.find('\\') == std::string::npos) return text;
  if (!has_codes()) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    Z3_ast position = keep(integer(static_cast<std::int64_t>(i)));
    Z3_ast one = keep(Z3_mk_seq_at(context_, value, position));
    Z3_ast code = keep(Z3_simplify(context_, keep(Z3_mk_app(context_, to_code_, 1, &one))));
    std::int64_t number = 0;
    bool is_read = code != nullptr && Z3_get_numeral_int64(context_, code, &number);
    drop_kept();
    if (!is_read) return std::nullopt;
    if (number < 0) return out;  // the end
    auto unit = static_cast<std::uint32_t>(number);
    bool is_foreign = unit >= kFirstCode && unit - kFirstCode < characters_.size();
    base::utf8_append(out,
                      is_foreign ? characters_[unit - kFirstCode] : base::character_of_utf16(unit));
  }
  return std::nullopt;
}

std::optional<double> Z3Translator::read_float(Z3_ast value, Sort sort) {
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
    if (sort == Sort::Float32) {
      auto bits = static_cast<std::uint32_t>(((biased & 0xff) << 23) | (fraction & 0x7fffff));
      result = std::bit_cast<float>(bits);
    } else {
      result = std::bit_cast<double>(((biased & 0x7ff) << 52) | (fraction & 0xfffffffffffffULL));
    }
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
    case Sort::Float:
    case Sort::Float32: return read_float(value, sort);
    case Sort::Char:
      if (!Z3_get_numeral_uint64(context_, value, &number)) return std::nullopt;
      if (number > term::kMaxCharRank) return std::nullopt;
      return term::char_of_rank(static_cast<std::uint32_t>(number));
    case Sort::String: return read_string(value);
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
