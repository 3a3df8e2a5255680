// Expressions. Each has a value and a condition under which it is undefined; the value
// then means nothing, but is well typed, so that no operator of SMV can fail.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/nusmv/smv_step.h"
#include "ir/typing.h"

namespace nusmv {

namespace {

std::string_view operator_text(ir::BinaryOp op) {
  switch (op) {
    case ir::BinaryOp::Implies: return "->";
    case ir::BinaryOp::Or: return "|";
    case ir::BinaryOp::And: return "&";
    case ir::BinaryOp::Eq: return "=";
    case ir::BinaryOp::Rem: return "mod";
    default: return spelling(op);
  }
}

}  // namespace

SmvValue SmvStep::checked(ir::ExprId id) {
  Result result = eval(id);
  fail_error(result.undefined);
  return result.value;
}

SmvValue SmvStep::constant(const ir::Expr& e) const {
  const ir::Constant& value = program_.constant(e.constant);
  SmvValue result{layout_.literal(value), {}};
  if (const auto* number = std::get_if<base::Integer>(&value)) {
    std::optional<std::int64_t> n = number->to_int64();
    if (!n) throw SmvUnsupported{fmt::format("the number {}", number->to_string())};
    result.domain = smv_integers(*n, *n);
  } else if (std::holds_alternative<ir::NullValue>(value)) {
    bool is_thread = program_.type(e.type).kind == ir::TypeKind::Tid;
    result.domain.kind = is_thread ? SmvKind::Tid : SmvKind::Ref;
  }
  return result;
}

SmvStep::Result SmvStep::eval(ir::ExprId id) {
  const ir::Expr& e = program_.expr(id);
  switch (e.kind) {
    case ir::ExprKind::Constant: return {constant(e)};
    case ir::ExprKind::Local: {
      for (auto at = bound_.rbegin(); at != bound_.rend(); ++at) {
        if (at->first == e.local) return {at->second};
      }
      return {locals_[e.local.index()]};
    }
    case ir::ExprKind::Unary: {
      if (ir::is_function(e.unary)) return eval_conversion(e);
      Result a = eval(e.a);
      if (e.unary == ir::UnaryOp::Not) return {{smv_not(a.value.text), {}}, a.undefined};
      SmvDomain domain = smv_integers(-a.value.domain.hi, -a.value.domain.lo);
      return {{fmt::format("(0 - {})", a.value.text), domain}, a.undefined};
    }
    case ir::ExprKind::Binary: return eval_binary(e);
    case ir::ExprKind::Ite: return eval_ite(e);
    case ir::ExprKind::Length: return eval_length(e);
    case ir::ExprKind::CharAt:
    case ir::ExprKind::Substring: throw SmvUnsupported{"parts of strings"};
    case ir::ExprKind::InstanceOf:
    case ir::ExprKind::Cast: return eval_type_test(e);
    case ir::ExprKind::Forall:
    case ir::ExprKind::Exists: return eval_quantifier(e);
    case ir::ExprKind::Accepts: return eval_accepts(e);
    case ir::ExprKind::FieldOf:
    case ir::ExprKind::ElementOf: return eval_heap(e);
    case ir::ExprKind::GlobalOf: return {cell_value(layout_.globals[e.global.index()])};
  }
  UNREACHABLE("expression kind");
}

SmvStep::Result SmvStep::eval_heap(const ir::Expr& e) {
  Result a = eval(e.a);
  SmvValue object = share(a.value, "object");
  std::string undefined;
  if (e.kind == ir::ExprKind::FieldOf) {
    std::vector<CellCase> cells = field_cells(object, e.field, undefined);
    return {load(cells, e.type), smv_or(a.undefined, undefined)};
  }
  Result b = eval(e.b);
  std::vector<CellCase> cells = element_cells(object, share(b.value, "index"), undefined);
  return {load(cells, e.type), smv_or(smv_or(a.undefined, b.undefined), undefined)};
}

// Numbers never leave 32 bits here, so that only cutting them off can change them.
SmvStep::Result SmvStep::eval_conversion(const ir::Expr& e) {
  Result a = eval(e.a);
  auto range = ir::unchanged_by(e.unary);
  ir::TypeKind from = program_.type_of(e.a).kind;
  bool is_number = ir::is_integer(from) || from == ir::TypeKind::Long;
  const SmvDomain& domain = a.value.domain;
  if (is_number && range && domain.lo >= range->first && domain.hi <= range->second) return a;
  throw SmvUnsupported{fmt::format("the conversion {}", ir::spelling(e.unary))};
}

SmvStep::Result SmvStep::eval_logical(const ir::Expr& e) {
  Result a = eval(e.a);
  Result b = eval(e.b);
  const std::string& x = a.value.text;
  const std::string& y = b.value.text;
  // The right side counts only if the left one does not decide.
  bool needs_true = e.binary != ir::BinaryOp::Or;
  std::string undefined = smv_or(a.undefined, smv_and(needs_true ? x : smv_not(x), b.undefined));
  switch (e.binary) {
    case ir::BinaryOp::And: return {{smv_and(x, y), {}}, undefined};
    case ir::BinaryOp::Or: return {{smv_or(x, y), {}}, undefined};
    default: return {{smv_or(smv_not(x), y), {}}, undefined};
  }
}

SmvStep::Result SmvStep::eval_binary(const ir::Expr& e) {
  using ir::BinaryOp;
  bool logical =
      e.binary == BinaryOp::And || e.binary == BinaryOp::Or || e.binary == BinaryOp::Implies;
  if (logical) return eval_logical(e);
  Result a = eval(e.a);
  Result b = eval(e.b);
  std::string undefined = smv_or(a.undefined, b.undefined);
  bool compares = e.binary == BinaryOp::Eq || e.binary == BinaryOp::Ne;
  if (compares) {
    std::string equal = smv_equal(a.value.text, b.value.text);
    return {{e.binary == BinaryOp::Eq ? equal : smv_not(equal), {}}, undefined};
  }
  return eval_integer(e, a.value, b.value, undefined);
}

SmvStep::Result SmvStep::eval_integer(const ir::Expr& e, const SmvValue& a, const SmvValue& b,
                                      const std::string& undefined) {
  using ir::BinaryOp;
  std::string text = fmt::format("({} {} {})", a.text, operator_text(e.binary), b.text);
  const SmvDomain& x = a.domain;
  const SmvDomain& y = b.domain;
  switch (e.binary) {
    case BinaryOp::Add: return {{text, smv_integers(x.lo + y.lo, x.hi + y.hi)}, undefined};
    case BinaryOp::Sub: {
      bool may_fall_below = x.lo < y.hi && program_.type(e.type).kind == ir::TypeKind::Uint;
      if (may_fall_below && program_.int_mode != ir::IntMode::Math) {
        throw SmvUnsupported{"an unsigned number that wraps"};
      }
      std::string below = may_fall_below ? fmt::format("({} < {})", a.text, b.text) : "FALSE";
      return {{text, smv_integers(x.lo - y.hi, x.hi - y.lo)}, smv_or(undefined, below)};
    }
    case BinaryOp::Mul: {
      auto corners = {x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi};
      return {{text, smv_integers(std::min(corners), std::max(corners))}, undefined};
    }
    case BinaryOp::Div:
    case BinaryOp::Rem: return eval_division(e, a, b, undefined);
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::Ushr:
      throw SmvUnsupported{fmt::format("the operator {}", ir::spelling(e.binary))};
    default: return {{text, {}}, undefined};
  }
}

// NuSMV changed what `/` and `mod` mean for negative numbers between versions, and stops
// at a divisor that may be zero: so only what is positive is divided.
SmvStep::Result SmvStep::eval_division(const ir::Expr& e, const SmvValue& a, const SmvValue& b,
                                       const std::string& undefined) {
  SmvValue x = share(a, "dividend");
  SmvValue y = share(b, "divisor");
  bool is_rest = e.binary == ir::BinaryOp::Rem;
  auto negated = [](const std::string& text) { return fmt::format("(0 - {})", text); };
  auto size = [&](const SmvValue& v) {
    if (v.domain.lo >= 0) return v.text;
    return smv_case({{fmt::format("({} < 0)", v.text), negated(v.text)}}, v.text);
  };
  bool may_be_zero = y.domain.lo <= 0 && y.domain.hi >= 0;
  std::string is_zero = may_be_zero ? smv_equal(y.text, "0") : "FALSE";
  std::string divisor = smv_case({{is_zero, "1"}}, size(y));
  std::string plain = fmt::format("({} {} {})", size(x), is_rest ? "mod" : "/", divisor);
  std::string x_negative = x.domain.lo < 0 ? fmt::format("({} < 0)", x.text) : "FALSE";
  std::string y_negative = y.domain.lo < 0 ? fmt::format("({} < 0)", y.text) : "FALSE";
  // The rest has the sign of the dividend.
  std::string turns = x_negative;
  if (!is_rest && y_negative != "FALSE") {
    turns = x_negative == "FALSE" ? y_negative
                                  : smv_or(smv_and(x_negative, smv_not(y_negative)),
                                           smv_and(smv_not(x_negative), y_negative));
  }
  std::int64_t most = std::max(std::abs(x.domain.lo), std::abs(x.domain.hi));
  bool may_be_negative = x.domain.lo < 0 || (!is_rest && y.domain.lo < 0);
  SmvDomain domain = smv_integers(may_be_negative ? -most : 0, most);
  std::string text = smv_case({{turns, negated(plain)}}, plain);
  return {{text, domain}, smv_or(undefined, is_zero)};
}

SmvStep::Result SmvStep::eval_ite(const ir::Expr& e) {
  Result a = eval(e.a);
  Result b = eval(e.b);
  Result c = eval(e.c);
  std::string undefined = smv_or({a.undefined, smv_and(a.value.text, b.undefined),
                                  smv_and(smv_not(a.value.text), c.undefined)});
  SmvValue value = merged({{a.value.text, b.value}, {"TRUE", c.value}}, c.value.domain);
  return {value, undefined};
}

SmvStep::Result SmvStep::eval_length(const ir::Expr& e) {
  Result a = eval(e.a);
  SmvValue array = share(a.value, "array");
  SmvCases cases;
  std::int64_t most = 0;
  for (std::size_t object : array.domain.targets) {
    if (!layout_.objects[object].array) continue;
    cases.emplace_back(smv_equal(array.text, layout_.objects[object].name), length_of(object));
    most = std::max(most, static_cast<std::int64_t>(layout_.objects[object].cells.size()));
  }
  return {{smv_case(cases, "0"), smv_integers(0, most)}, smv_or(a.undefined, null_test(array))};
}

SmvStep::Result SmvStep::eval_type_test(const ir::Expr& e) {
  Result a = eval(e.a);
  SmvValue value = share(a.value, "object");
  bool is_cast = e.kind == ir::ExprKind::Cast;
  std::vector<std::size_t> wanted =
      !is_cast && e.cls ? layout_.instances(e.cls) : layout_.instances(is_cast ? e.type : e.tested);
  std::vector<std::string> words;
  SmvDomain kept{.kind = SmvKind::Ref};
  for (std::size_t target : value.domain.targets) {
    if (std::find(wanted.begin(), wanted.end(), target) == wanted.end()) continue;
    kept.targets.push_back(target);
    words.push_back(layout_.objects[target].name);
  }
  bool all = words.size() == value.domain.targets.size();
  std::string instance =
      words.empty() ? "FALSE" : fmt::format("({} in {{{}}})", value.text, fmt::join(words, ", "));
  if (all) instance = smv_not(null_test(value));
  if (!is_cast) return {{instance, {}}, a.undefined};
  std::string bad = all ? "FALSE" : smv_not(smv_or(null_test(value), instance));
  return {{value.text, kept}, smv_or(a.undefined, bad)};
}

// By array that it may be: the objects that fit.
SmvStep::Result SmvStep::eval_accepts(const ir::Expr& e) {
  Result array = eval(e.a);
  Result held = eval(e.b);
  std::vector<std::string> fits{null_test(held.value)};
  for (std::size_t target : array.value.domain.targets) {
    ir::TypeId element = program_.type(layout_.objects[target].array).element;
    std::vector<std::size_t> wanted = layout_.instances(element);
    for (std::size_t object : held.value.domain.targets) {
      if (std::find(wanted.begin(), wanted.end(), object) == wanted.end()) continue;
      fits.push_back(smv_and(smv_equal(array.value.text, layout_.objects[target].name),
                             smv_equal(held.value.text, layout_.objects[object].name)));
    }
  }
  std::string undefined = smv_or(array.undefined, null_test(array.value));
  return {{smv_or(fits), {}}, smv_or(undefined, held.undefined)};
}

// Element by element, as the interpreter does it: it stops at the first that decides.
SmvStep::Result SmvStep::eval_quantifier(const ir::Expr& e) {
  Result a = eval(e.a);
  SmvValue array = share(a.value, "array");
  bool all = e.kind == ir::ExprKind::Forall;
  std::string undefined = smv_or(a.undefined, null_test(array));
  std::vector<std::string> decided;
  for (std::size_t target : array.domain.targets) {
    const SmvObject& object = layout_.objects[target];
    if (!object.array) continue;
    std::string is_it = smv_equal(array.text, object.name);
    std::vector<std::string> earlier;
    for (std::size_t i = 0; i < object.cells.size(); ++i) {
      std::string there = is_it;
      if (object.length != kNoVar) {
        there = smv_and(there, fmt::format("({} > {})", length_of(target), i));
      }
      auto index = static_cast<std::int64_t>(i);
      bound_.emplace_back(e.local, cell_value(object.cells[i]));
      bound_.emplace_back(e.index, SmvValue{std::to_string(i), smv_integers(index, index)});
      Result body = eval(e.b);
      bound_.resize(bound_.size() - 2);
      std::string decides = smv_and(there, all ? smv_not(body.value.text) : body.value.text);
      undefined = smv_or(undefined, smv_and({there, smv_not(smv_or(earlier)), body.undefined}));
      earlier.push_back(decides);
      decided.push_back(decides);
    }
  }
  std::string any = smv_or(decided);
  return {{all ? smv_not(any) : any, {}}, undefined};
}

}  // namespace nusmv
