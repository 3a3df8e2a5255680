#include "logic/solve/z3_translate.h"

#include <fmt/format.h>

#include "base/check.h"
#include "logic/term/print.h"

namespace solve {

using term::Op;
using term::Sort;
using term::Term;

Z3Translator::Z3Translator(const term::Terms& terms, Z3_context context)
    : terms_(terms), context_(context) {
  auto keep = [&](Sort sort, Z3_sort made) {
    Z3_inc_ref(context_, Z3_sort_to_ast(context_, made));
    sorts_[static_cast<std::size_t>(sort)] = made;
  };
  keep(Sort::Bool, Z3_mk_bool_sort(context_));
  keep(Sort::Int, Z3_mk_int_sort(context_));
  keep(Sort::Bits32, Z3_mk_bv_sort(context_, 32));
  keep(Sort::Bits64, Z3_mk_bv_sort(context_, 64));
  keep(Sort::Float, Z3_mk_fpa_sort_double(context_));
  keep(Sort::Float32, Z3_mk_fpa_sort_single(context_));
  keep(Sort::Char, Z3_mk_int_sort(context_));
  keep(Sort::String, Z3_mk_string_sort(context_));
  keep(Sort::Ref, Z3_mk_int_sort(context_));
  rounding_ = Z3_mk_fpa_rne(context_);
  Z3_inc_ref(context_, rounding_);
  auto fmod = [&](Z3_sort floats, const char* name) {
    Z3_sort domain[] = {floats, floats};
    Z3_func_decl made =
        Z3_mk_func_decl(context_, Z3_mk_string_symbol(context_, name), 2, domain, floats);
    Z3_inc_ref(context_, Z3_func_decl_to_ast(context_, made));
    return made;
  };
  fmod_ = fmod(sort_of(Sort::Float), "fmod");
  fmod32_ = fmod(sort_of(Sort::Float32), "fmodf");
}

Z3Translator::~Z3Translator() {
  for (const auto& [term, ast] : known_) Z3_dec_ref(context_, ast);
  for (Z3_ast ast : domains_) {
    if (ast != nullptr) Z3_dec_ref(context_, ast);
  }
  for (Z3_func_decl made : {fmod_, fmod32_, to_code_, from_code_}) {
    if (made != nullptr) Z3_dec_ref(context_, Z3_func_decl_to_ast(context_, made));
  }
  Z3_dec_ref(context_, rounding_);
  for (Z3_sort sort : sorts_) Z3_dec_ref(context_, Z3_sort_to_ast(context_, sort));
}

Z3_ast Z3Translator::keep(Z3_ast made) {
  if (made != nullptr) {
    Z3_inc_ref(context_, made);
    kept_.push_back(made);
  }
  return made;
}

void Z3Translator::drop_kept() {
  for (Z3_ast ast : kept_) Z3_dec_ref(context_, ast);
  kept_.clear();
}

void Z3Translator::rollback(term::Terms::Mark mark) {
  std::erase_if(known_, [&](const auto& entry) {
    if (entry.first.index() < mark.terms) return false;
    Z3_dec_ref(context_, entry.second);
    return true;
  });
  for (; domains_.size() > mark.variables; domains_.pop_back()) {
    if (domains_.back() != nullptr) Z3_dec_ref(context_, domains_.back());
  }
}

Z3_ast Z3Translator::translate(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term t = stack.back();
    if (known_.contains(t)) {
      stack.pop_back();
      continue;
    }
    std::size_t before = stack.size();
    for (Term arg : terms_.args(t)) {
      if (!known_.contains(arg)) stack.push_back(arg);
    }
    if (stack.size() != before) continue;
    stack.pop_back();
    Z3_ast made = terms_.op(t) <= Op::Variable ? leaf(t) : operation(t);
    bool is_good = made != nullptr && Z3_get_error_code(context_) == Z3_OK;
    if (is_good) {
      Z3_inc_ref(context_, made);
      known_.emplace(t, made);
    }
    drop_kept();
    if (!is_good) return nullptr;
  }
  return known_.at(root);
}

// ---------------------------------------------------------------- leaves

Z3_ast Z3Translator::integer(std::int64_t value) {
  return Z3_mk_int64(context_, value, sorts_[static_cast<std::size_t>(Sort::Int)]);
}

Z3_ast Z3Translator::leaf(Term t) {
  Z3_sort sort = sorts_[static_cast<std::size_t>(terms_.sort(t))];
  if (terms_.is_variable(t)) {
    // By number, so that names cannot clash with those of Z3.
    std::string name = fmt::format("v{}", terms_.variable_of(t).index());
    return Z3_mk_const(context_, Z3_mk_string_symbol(context_, name.c_str()), sort);
  }
  switch (terms_.sort(t)) {
    case Sort::Bool: return terms_.is_true(t) ? Z3_mk_true(context_) : Z3_mk_false(context_);
    case Sort::Int:
      return Z3_mk_numeral(context_, terms_.integer_value(t).to_string().c_str(), sort);
    case Sort::Bits32:
    case Sort::Bits64: return Z3_mk_unsigned_int64(context_, terms_.bits_value(t), sort);
    case Sort::Float:
    case Sort::Float32: return Z3_mk_fpa_numeral_double(context_, terms_.float_value(t), sort);
    case Sort::Char: return integer(term::char_rank(terms_.char_value(t)));
    case Sort::String: return string(terms_.string_value(t));
    case Sort::Ref: return integer(terms_.object_value(t));
  }
  UNREACHABLE("sort {}", static_cast<int>(terms_.sort(t)));
}

Z3_ast Z3Translator::domain(term::Variable variable) {
  Sort sort = terms_.sort(variable);
  if (sort != Sort::Char && sort != Sort::Ref) return nullptr;
  if (variable.index() >= domains_.size()) domains_.resize(variable.index() + std::size_t{1});
  Z3_ast& known = domains_[variable.index()];
  if (known != nullptr) return known;
  Z3_ast self = translate(terms_.term_of(variable));
  if (self == nullptr) return nullptr;
  std::int64_t greatest = sort == Sort::Char ? term::kMaxCharRank : 0xffffffff;
  Z3_ast zero = keep(integer(0));
  Z3_ast most = keep(integer(greatest));
  Z3_ast bounds[] = {keep(Z3_mk_le(context_, zero, self)), keep(Z3_mk_le(context_, self, most))};
  known = Z3_mk_and(context_, 2, bounds);
  if (known != nullptr) Z3_inc_ref(context_, known);
  drop_kept();
  return known;
}

// ---------------------------------------------------------------- operations

// Z3's div and mod are Euclidean: the remainder is never negative. Truncation is the
// same for a dividend that is not negative, and symmetric.
Z3_ast Z3Translator::truncated(Op op, bool is_divisor_known, Z3_ast a, Z3_ast b) {
  Z3_ast zero = keep(integer(0));
  Z3_ast minus_a = keep(Z3_mk_unary_minus(context_, a));
  auto euclidean = [&](Z3_ast x) {
    return keep(op == Op::Div ? Z3_mk_div(context_, x, b) : Z3_mk_mod(context_, x, b));
  };
  Z3_ast otherwise = keep(Z3_mk_unary_minus(context_, euclidean(minus_a)));
  Z3_ast is_positive = keep(Z3_mk_ge(context_, a, zero));
  Z3_ast result = keep(Z3_mk_ite(context_, is_positive, euclidean(a), otherwise));
  if (is_divisor_known) return result;
  Z3_ast is_zero = keep(Z3_mk_eq(context_, b, zero));
  return Z3_mk_ite(context_, is_zero, op == Op::Div ? zero : a, result);
}

Z3_ast Z3Translator::arithmetic(Op op, Sort sort, unsigned count, const Z3_ast* args) {
  if (sort == Sort::Int) {
    return op == Op::Add ? Z3_mk_add(context_, count, args) : Z3_mk_mul(context_, count, args);
  }
  Z3_ast result = args[0];
  for (unsigned i = 1; i < count; ++i) {
    result = keep(op == Op::Add ? Z3_mk_bvadd(context_, result, args[i])
                                : Z3_mk_bvmul(context_, result, args[i]));
  }
  return result;
}

Z3_ast Z3Translator::operation(Term t) {
  std::vector<Z3_ast> args;
  for (Term arg : terms_.args(t)) args.push_back(known_.at(arg));
  auto count = static_cast<unsigned>(args.size());
  Z3_ast a = args[0];
  Z3_ast b = count > 1 ? args[1] : nullptr;
  Op op = terms_.op(t);
  switch (op) {
    case Op::Constant:
    case Op::Variable: break;
    case Op::Not: return Z3_mk_not(context_, a);
    case Op::And: return Z3_mk_and(context_, count, args.data());
    case Op::Ite: return Z3_mk_ite(context_, a, b, args[2]);
    case Op::Eq: return Z3_mk_eq(context_, a, b);
    case Op::Add:
    case Op::Mul: return arithmetic(op, terms_.sort(t), count, args.data());
    case Op::Div:
    case Op::Rem: {
      Term divisor = terms_.arg(t, 1);
      bool is_known = terms_.is_constant(divisor) && terms_.small_value(divisor) != 0;
      return truncated(op, is_known, a, b);
    }
    case Op::Le:
    case Op::CLe: return Z3_mk_le(context_, a, b);
    case Op::SDiv: return Z3_mk_bvsdiv(context_, a, b);
    case Op::SRem: return Z3_mk_bvsrem(context_, a, b);
    case Op::UDiv: return Z3_mk_bvudiv(context_, a, b);
    case Op::URem: return Z3_mk_bvurem(context_, a, b);
    case Op::SLe: return Z3_mk_bvsle(context_, a, b);
    case Op::ULe: return Z3_mk_bvule(context_, a, b);
    case Op::FNeg: return Z3_mk_fpa_neg(context_, a);
    case Op::FAdd: return Z3_mk_fpa_add(context_, rounding_, a, b);
    case Op::FMul: return Z3_mk_fpa_mul(context_, rounding_, a, b);
    case Op::FDiv: return Z3_mk_fpa_div(context_, rounding_, a, b);
    case Op::FRem:
      return Z3_mk_app(context_, terms_.sort(t) == Sort::Float ? fmod_ : fmod32_, 2, args.data());
    case Op::FEq: return Z3_mk_fpa_eq(context_, a, b);
    case Op::FLt: return Z3_mk_fpa_lt(context_, a, b);
    case Op::FLe: return Z3_mk_fpa_leq(context_, a, b);
    case Op::Concat: return Z3_mk_seq_concat(context_, count, args.data());
    case Op::Length: return Z3_mk_seq_length(context_, a);
    case Op::BitAnd: return Z3_mk_bvand(context_, a, b);
    case Op::BitOr: return Z3_mk_bvor(context_, a, b);
    case Op::BitXor: return Z3_mk_bvxor(context_, a, b);
    case Op::Shl:
    case Op::LShr:
    case Op::AShr: return shift(op, terms_.sort(t), a, b);
    case Op::Extend:
    case Op::Truncate:
    case Op::ToInt:
    case Op::ToWord:
    case Op::FToF:
    case Op::FOfWord:
    case Op::FToWord: return conversion(op, terms_.sort(terms_.arg(t, 0)), terms_.sort(t), a);
    case Op::CodeAt:
    case Op::Substring:
    case Op::Decimal:
    case Op::OfCode: return part(op, args);
  }
  UNREACHABLE("{} has no operands", term::name(op));
}

// The places are taken modulo the width.
Z3_ast Z3Translator::shift(Op op, Sort sort, Z3_ast a, Z3_ast b) {
  Z3_ast mask = keep(Z3_mk_unsigned_int64(context_, term::width(sort) - 1, sort_of(sort)));
  Z3_ast places = keep(Z3_mk_bvand(context_, b, mask));
  if (op == Op::Shl) return Z3_mk_bvshl(context_, a, places);
  return op == Op::LShr ? Z3_mk_bvlshr(context_, a, places) : Z3_mk_bvashr(context_, a, places);
}

Z3_ast Z3Translator::conversion(Op op, Sort from, Sort to, Z3_ast a) {
  switch (op) {
    case Op::Extend: return Z3_mk_sign_ext(context_, 32, a);
    case Op::Truncate: return Z3_mk_extract(context_, 31, 0, a);
    case Op::ToInt: return Z3_mk_bv2int(context_, a, true);
    case Op::ToWord: return Z3_mk_int2bv(context_, term::width(to), a);
    case Op::FToF: return Z3_mk_fpa_to_fp_float(context_, rounding_, a, sort_of(to));
    case Op::FOfWord: return Z3_mk_fpa_to_fp_signed(context_, rounding_, a, sort_of(to));
    case Op::FToWord: return word_of_float(from, to, a);
    default: UNREACHABLE("{} is no conversion", term::name(op));
  }
}

// What fp.to_sbv leaves open is said here: NaN gives 0, the rest saturates. The limits are powers
// of two, so they are exact as floats.
Z3_ast Z3Translator::word_of_float(Sort from, Sort to, Z3_ast a) {
  std::uint64_t least = std::uint64_t{1} << (term::width(to) - 1);
  auto limit = static_cast<double>(least);
  auto word = [&](std::uint64_t bits) {
    return keep(Z3_mk_unsigned_int64(context_, bits, sort_of(to)));
  };
  Z3_ast above = keep(Z3_mk_fpa_numeral_double(context_, limit, sort_of(from)));
  Z3_ast below = keep(Z3_mk_fpa_numeral_double(context_, -limit, sort_of(from)));
  Z3_ast truncation = keep(Z3_mk_fpa_rtz(context_));
  Z3_ast inside = keep(Z3_mk_fpa_to_sbv(context_, truncation, a, term::width(to)));
  Z3_ast is_below = keep(Z3_mk_fpa_lt(context_, a, below));
  Z3_ast low = keep(Z3_mk_ite(context_, is_below, word(least), inside));
  Z3_ast is_above = keep(Z3_mk_fpa_geq(context_, a, above));
  Z3_ast high = keep(Z3_mk_ite(context_, is_above, word(least - 1), low));
  Z3_ast is_nan = keep(Z3_mk_fpa_is_nan(context_, a));
  return Z3_mk_ite(context_, is_nan, word(0), high);
}

// ---------------------------------------------------------------- parts of strings

Z3_func_decl Z3Translator::declared(const char* formula) {
  Z3_ast_vector parsed =
      Z3_parse_smtlib2_string(context_, formula, 0, nullptr, nullptr, 0, nullptr, nullptr);
  if (parsed == nullptr) return nullptr;
  Z3_ast_vector_inc_ref(context_, parsed);
  Z3_func_decl found = nullptr;
  if (Z3_get_error_code(context_) == Z3_OK && Z3_ast_vector_size(context_, parsed) == 1) {
    Z3_app equation = Z3_to_app(context_, Z3_ast_vector_get(context_, parsed, 0));
    Z3_app call = Z3_to_app(context_, Z3_get_app_arg(context_, equation, 0));
    found = Z3_get_app_decl(context_, call);
    Z3_inc_ref(context_, Z3_func_decl_to_ast(context_, found));
  }
  Z3_ast_vector_dec_ref(context_, parsed);
  return found;
}

bool Z3Translator::has_codes() {
  if (to_code_ == nullptr) {
    to_code_ = declared("(declare-const s String)(assert (= (str.to_code s) 0))");
  }
  if (from_code_ == nullptr) {
    from_code_ = declared("(declare-const n Int)(assert (= (str.from_code n) \"a\"))");
  }
  return to_code_ != nullptr && from_code_ != nullptr;
}

Z3_ast Z3Translator::part(Op op, const std::vector<Z3_ast>& args) {
  Z3_ast a = args[0];
  if (op == Op::Substring) return Z3_mk_seq_extract(context_, a, args[1], args[2]);
  if (op == Op::Decimal) {
    Z3_ast opposite = keep(Z3_mk_unary_minus(context_, a));
    Z3_ast pieces[] = {keep(Z3_mk_string(context_, "-")),
                       keep(Z3_mk_int_to_str(context_, opposite))};
    Z3_ast negative = keep(Z3_mk_seq_concat(context_, 2, pieces));
    Z3_ast is_negative = keep(Z3_mk_lt(context_, a, keep(integer(0))));
    return Z3_mk_ite(context_, is_negative, negative, keep(Z3_mk_int_to_str(context_, a)));
  }
  Z3_ast last = keep(integer(0xffff));
  if (!has_codes()) return nullptr;
  if (op == Op::OfCode) {
    Z3_ast text = keep(Z3_mk_app(context_, from_code_, 1, &a));
    Z3_ast is_outside = keep(Z3_mk_gt(context_, a, last));
    return Z3_mk_ite(context_, is_outside, keep(Z3_mk_string(context_, "")), text);
  }
  Z3_ast one = keep(Z3_mk_seq_at(context_, a, args[1]));
  Z3_ast code = keep(Z3_mk_app(context_, to_code_, 1, &one));
  Z3_ast is_foreign = keep(Z3_mk_gt(context_, code, last));
  return Z3_mk_ite(context_, is_foreign, keep(integer(0xfffd)), code);
}

}  // namespace solve
