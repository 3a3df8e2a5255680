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
    "(declare-fun ~fmod (Float64 Float64) Float64)\n";

std::string_view sort_text(Sort sort) {
  switch (sort) {
    case Sort::Bool: return "Bool";
    case Sort::Int:
    case Sort::Char:
    case Sort::Ref: return "Int";
    case Sort::Bits32: return "(_ BitVec 32)";
    case Sort::Bits64: return "(_ BitVec 64)";
    case Sort::Float: return "Float64";
    case Sort::String: return "String";
  }
  UNREACHABLE("sort {}", static_cast<int>(sort));
}

std::string_view op_text(Op op, Sort operand) {
  bool is_int = operand == Sort::Int;
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
    case Op::FRem: return "~fmod";
    case Op::FEq: return "fp.eq";
    case Op::FLt: return "fp.lt";
    case Op::FLe: return "fp.leq";
    case Op::Concat: return "str.++";
    case Op::Length: return "str.len";
    case Op::Constant:
    case Op::Variable: break;
  }
  UNREACHABLE("{} has no text", name(op));
}

std::string integer_text(const base::Integer& value) {
  return value.is_negative() ? fmt::format("(- {})", (-value).to_string()) : value.to_string();
}

std::string float_text(double value) {
  if (std::isnan(value)) return "(_ NaN 11 53)";
  auto bits = std::bit_cast<std::uint64_t>(value);
  return fmt::format("(fp #b{:b} #b{:011b} #b{:052b})", bits >> 63, (bits >> 52) & 0x7ff,
                     bits & 0xfffffffffffffULL);
}

std::string string_text(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    char32_t c = base::utf8_decode(text, at).value_or(0xfffd);
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
      case Sort::Float: return float_text(terms_.float_value(t));
      case Sort::Char: return fmt::format("{}", char_rank(terms_.char_value(t)));
      case Sort::String: return string_text(terms_.string_value(t));
      case Sort::Ref: return fmt::format("{}", terms_.object_value(t));
    }
    UNREACHABLE("sort {}", static_cast<int>(terms_.sort(t)));
  }

  std::string operation_text(Term t) const {
    std::span<const Term> args = terms_.args(t);
    std::string text = "(";
    text += op_text(terms_.op(t), terms_.sort(args[0]));
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
