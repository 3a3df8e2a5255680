// Terms as SMT-LIB 2.6 scripts. Every subterm that is used more than once, or is long,
// becomes a definition: the text is linear in the DAG and never nests deeply.
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "base/check.h"
#include "base/utf8.h"
#include "logic/term/print.h"

namespace term {

std::uint32_t char_rank(char32_t character) {
  return character < 0xd800 ? character : character - 0x800;
}

char32_t char_of_rank(std::uint32_t rank) { return rank < 0xd800 ? rank : rank + 0x800; }

namespace {

// Longer texts are not repeated inside others.
constexpr std::size_t kLongText = 160;

// Truncating division, total as ops.def says, from SMT-LIB's Euclidean one; fmod, which
// SMT-LIB lacks, is left open.
constexpr std::string_view kPrelude =
    "(set-logic ALL)\n"
    "(define-fun ~div ((a Int) (b Int)) Int\n"
    "  (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))\n"
    "(define-fun ~rem ((a Int) (b Int)) Int\n"
    "  (ite (= b 0) a (ite (>= a 0) (mod a b) (- (mod (- a) b)))))\n"
    "(declare-fun ~fmod (Float64 Float64) Float64)\n"
    "(declare-fun ~fmod32 (Float32 Float32) Float32)\n"
    "(define-fun ~shl32 ((a (_ BitVec 32)) (b (_ BitVec 32))) (_ BitVec 32)\n"
    "  (bvshl a (bvand b #x0000001f)))\n"
    "(define-fun ~lshr32 ((a (_ BitVec 32)) (b (_ BitVec 32))) (_ BitVec 32)\n"
    "  (bvlshr a (bvand b #x0000001f)))\n"
    "(define-fun ~ashr32 ((a (_ BitVec 32)) (b (_ BitVec 32))) (_ BitVec 32)\n"
    "  (bvashr a (bvand b #x0000001f)))\n"
    "(define-fun ~shl64 ((a (_ BitVec 64)) (b (_ BitVec 64))) (_ BitVec 64)\n"
    "  (bvshl a (bvand b #x000000000000003f)))\n"
    "(define-fun ~lshr64 ((a (_ BitVec 64)) (b (_ BitVec 64))) (_ BitVec 64)\n"
    "  (bvlshr a (bvand b #x000000000000003f)))\n"
    "(define-fun ~ashr64 ((a (_ BitVec 64)) (b (_ BitVec 64))) (_ BitVec 64)\n"
    "  (bvashr a (bvand b #x000000000000003f)))\n"
    "(define-fun ~int32 ((a (_ BitVec 32))) Int\n"
    "  (ite (bvslt a #x00000000) (- (bv2nat a) 4294967296) (bv2nat a)))\n"
    "(define-fun ~int64 ((a (_ BitVec 64))) Int\n"
    "  (ite (bvslt a #x0000000000000000) (- (bv2nat a) 18446744073709551616) (bv2nat a)))\n"
    "(define-fun ~code ((s String) (i Int)) Int\n"
    "  (let ((c (str.to_code (str.at s i)))) (ite (> c 65535) 65533 c)))\n"
    "(define-fun ~decimal ((n Int)) String\n"
    "  (ite (< n 0) (str.++ \"-\" (str.from_int (- n))) (str.from_int n)))\n"
    "(define-fun ~ofcode ((n Int)) String (ite (> n 65535) \"\" (str.from_code n)))\n";

std::string_view sort_text(Sort sort) {
  switch (sort) {
    case Sort::Bool: return "Bool";
    case Sort::Int:
    case Sort::Char:
    case Sort::Ref: return "Int";
    case Sort::Bits32: return "(_ BitVec 32)";
    case Sort::Bits64: return "(_ BitVec 64)";
    case Sort::Float: return "Float64";
    case Sort::Float32: return "Float32";
    case Sort::String: return "String";
  }
  UNREACHABLE("sort {}", static_cast<int>(sort));
}

// Saturating, with 0 for NaN: the least word is exact as a float, the greatest need not be.
std::string word_of_float(Sort from, Sort to, const std::string& a) {
  bool is_long = to == Sort::Bits64;
  std::string_view format = from == Sort::Float ? "11 53" : "8 24";
  std::string_view limit = is_long ? "9223372036854775808.0" : "2147483648.0";
  std::string_view least = is_long ? "#x8000000000000000" : "#x80000000";
  std::string_view greatest = is_long ? "#x7fffffffffffffff" : "#x7fffffff";
  std::string_view zero = is_long ? "#x0000000000000000" : "#x00000000";
  return fmt::format(
      "(ite (fp.isNaN {0}) {5} (ite (fp.leq ((_ to_fp {1}) RNE {2}) {0}) {4} (ite (fp.lt {0} "
      "((_ to_fp {1}) RNE (- {2}))) {3} ((_ fp.to_sbv {6}) RTZ {0}))))",
      a, format, limit, least, greatest, zero, is_long ? 64 : 32);
}

std::string_view op_text(Op op, Sort operand, Sort result) {
  bool is_int = operand == Sort::Int;
  bool is_long = operand == Sort::Bits64;
  switch (op) {
    case Op::Not: return "not";
    case Op::And: return "and";
    case Op::Ite: return "ite";
    case Op::Eq: return "=";
    case Op::Add: return is_int ? "+" : "bvadd";
    case Op::Mul: return is_int ? "*" : "bvmul";
    case Op::Div: return "~div";
    case Op::Rem: return "~rem";
    case Op::Le:
    case Op::CLe: return "<=";
    case Op::SDiv: return "bvsdiv";
    case Op::SRem: return "bvsrem";
    case Op::UDiv: return "bvudiv";
    case Op::URem: return "bvurem";
    case Op::SLe: return "bvsle";
    case Op::ULe: return "bvule";
    case Op::FNeg: return "fp.neg";
    case Op::FAdd: return "fp.add RNE";
    case Op::FMul: return "fp.mul RNE";
    case Op::FDiv: return "fp.div RNE";
    case Op::FRem: return operand == Sort::Float ? "~fmod" : "~fmod32";
    case Op::FEq: return "fp.eq";
    case Op::FLt: return "fp.lt";
    case Op::FLe: return "fp.leq";
    case Op::Concat: return "str.++";
    case Op::Length: return "str.len";
    case Op::BitAnd: return "bvand";
    case Op::BitOr: return "bvor";
    case Op::BitXor: return "bvxor";
    case Op::Shl: return is_long ? "~shl64" : "~shl32";
    case Op::LShr: return is_long ? "~lshr64" : "~lshr32";
    case Op::AShr: return is_long ? "~ashr64" : "~ashr32";
    case Op::Extend: return "(_ sign_extend 32)";
    case Op::Truncate: return "(_ extract 31 0)";
    case Op::ToInt: return is_long ? "~int64" : "~int32";
    case Op::ToWord: return result == Sort::Bits64 ? "(_ int2bv 64)" : "(_ int2bv 32)";
    case Op::FToF:
    case Op::FOfWord: return result == Sort::Float ? "(_ to_fp 11 53) RNE" : "(_ to_fp 8 24) RNE";
    case Op::CodeAt: return "~code";
    case Op::Substring: return "str.substr";
    case Op::Decimal: return "~decimal";
    case Op::OfCode: return "~ofcode";
    case Op::FToWord:
    case Op::Constant:
    case Op::Variable: break;
  }
  UNREACHABLE("{} has no text", name(op));
}

std::string integer_text(const base::Integer& value) {
  return value.is_negative() ? fmt::format("(- {})", (-value).to_string()) : value.to_string();
}

std::string float_text(double value, Sort sort) {
  if (sort == Sort::Float32) {
    if (std::isnan(value)) return "(_ NaN 8 24)";
    auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return fmt::format("(fp #b{:b} #b{:08b} #b{:023b})", bits >> 31, (bits >> 23) & 0xff,
                       bits & 0x7fffff);
  }
  if (std::isnan(value)) return "(_ NaN 11 53)";
  auto bits = std::bit_cast<std::uint64_t>(value);
  return fmt::format("(fp #b{:b} #b{:011b} #b{:052b})", bits >> 63, (bits >> 52) & 0x7ff,
                     bits & 0xfffffffffffffULL);
}

std::string string_text(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    char32_t c = base::utf8_decode(text, at).value_or(0xfffd);
    // Half of a surrogate pair: SMT-LIB knows it, UTF-8 does not.
    std::uint32_t unit = base::utf16_of_character(c);
    if (c > 0xffff && unit != 0xfffd) c = unit;
    if (c == '"') {
      out += "\"\"";
    } else if (c < 0x20 || c > 0x7e || c == '\\') {
      out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c));
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + "\"";
}

class Script {
 public:
  explicit Script(const Terms& terms) : terms_(terms), out_(kPrelude) {}

  std::string write(std::span<const Term> assertions) {
    declare_variables(assertions);
    count_uses(assertions);
    for (Term assertion : assertions) {
      define(assertion);
      out_ += fmt::format("(assert {})\n", texts_.at(assertion));
    }
    return out_ + "(check-sat)\n";
  }

 private:
  std::string variable_text(Variable v) const {
    std::string_view name = terms_.name(v);
    bool is_printable = name.find_first_of("|\\") == std::string_view::npos;
    return is_printable ? fmt::format("|{}|", name) : fmt::format("|variable {}|", v.index());
  }

  void declare_variables(std::span<const Term> assertions) {
    for (Variable v : variables_of(terms_, assertions)) {
      std::string text = variable_text(v);
      Sort sort = terms_.sort(v);
      out_ += fmt::format("(declare-const {} {})\n", text, sort_text(sort));
      if (sort == Sort::Char) out_ += fmt::format("(assert (<= 0 {} {}))\n", text, kMaxCharRank);
      if (sort == Sort::Ref) out_ += fmt::format("(assert (<= 0 {} {}))\n", text, 0xffffffffU);
    }
  }

  void count_uses(std::span<const Term> assertions) {
    std::vector<Term> stack(assertions.begin(), assertions.end());
    while (!stack.empty()) {
      Term t = stack.back();
      stack.pop_back();
      if (uses_[t]++ > 0) continue;
      for (Term arg : terms_.args(t)) stack.push_back(arg);
    }
  }

  std::string constant_text(Term t) const {
    switch (terms_.sort(t)) {
      case Sort::Bool: return terms_.is_true(t) ? "true" : "false";
      case Sort::Int: return integer_text(terms_.integer_value(t));
      case Sort::Bits32: return fmt::format("#x{:08x}", terms_.bits_value(t));
      case Sort::Bits64: return fmt::format("#x{:016x}", terms_.bits_value(t));
      case Sort::Float:
      case Sort::Float32: return float_text(terms_.float_value(t), terms_.sort(t));
      case Sort::Char: return fmt::format("{}", char_rank(terms_.char_value(t)));
      case Sort::String: return string_text(terms_.string_value(t));
      case Sort::Ref: return fmt::format("{}", terms_.object_value(t));
    }
    UNREACHABLE("sort {}", static_cast<int>(terms_.sort(t)));
  }

  std::string operation_text(Term t) const {
    std::span<const Term> args = terms_.args(t);
    if (terms_.op(t) == Op::FToWord) {
      return word_of_float(terms_.sort(args[0]), terms_.sort(t), texts_.at(args[0]));
    }
    std::string text = "(";
    text += op_text(terms_.op(t), terms_.sort(args[0]), terms_.sort(t));
    for (Term arg : args) text += " " + texts_.at(arg);
    return text + ")";
  }

  // Makes sure that texts_ knows the term, operands first.
  void define(Term root) {
    std::vector<Term> stack{root};
    while (!stack.empty()) {
      Term t = stack.back();
      if (texts_.contains(t)) {
        stack.pop_back();
        continue;
      }
      std::size_t before = stack.size();
      for (Term arg : terms_.args(t)) {
        if (!texts_.contains(arg)) stack.push_back(arg);
      }
      if (stack.size() != before) continue;
      stack.pop_back();
      texts_.emplace(t, text_of(t));
    }
  }

  std::string text_of(Term t) {
    if (terms_.is_constant(t)) return constant_text(t);
    if (terms_.is_variable(t)) return variable_text(terms_.variable_of(t));
    std::string text = operation_text(t);
    if (uses_.at(t) == 1 && text.size() <= kLongText) return text;
    std::string name = fmt::format("t~{}", t.index());
    out_ += fmt::format("(define-fun {} () {} {})\n", name, sort_text(terms_.sort(t)), text);
    return name;
  }

  const Terms& terms_;
  std::string out_;
  std::unordered_map<Term, std::size_t> uses_;
  std::unordered_map<Term, std::string> texts_;
};

}  // namespace

std::string to_smtlib(const Terms& terms, std::span<const Term> assertions) {
  return Script(terms).write(assertions);
}

}  // namespace term
