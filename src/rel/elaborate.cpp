#include "rel/elaborate.h"

#include <fmt/format.h>

#include "base/check.h"

namespace rel {

namespace {

const char* sort_name(const Value& value) {
  if (std::holds_alternative<Expr>(value)) return "a relation";
  if (std::holds_alternative<IntExpr>(value)) return "an integer";
  return "a formula";
}

bool is_error(const Value& value) { return std::holds_alternative<std::monostate>(value); }

bool is_multiplicity(std::string_view text) {
  return text == "one" || text == "lone" || text == "some" || text == "set";
}

}  // namespace

const CallableSyntax* Names::find_callable(std::string_view) { return nullptr; }

// ------------------------------------------------------------------ sorts

Value Elaborator::wrong_sort(const Syntax& syntax, const char* wanted, const Value& found) {
  if (!is_error(found)) {
    sink_.report(diag::Kind::RelSort, syntax.span, wanted, sort_name(found));
  }
  return {};
}

std::optional<Expr> Elaborator::to_expr(const Syntax& syntax, const Value& value) {
  if (const Expr* e = std::get_if<Expr>(&value)) return *e;
  if (const IntExpr* i = std::get_if<IntExpr>(&value)) return exprs_.int_set(*i);
  wrong_sort(syntax, "a relation", value);
  return std::nullopt;
}

std::optional<IntExpr> Elaborator::to_integer(const Syntax& syntax, const Value& value) {
  if (const IntExpr* i = std::get_if<IntExpr>(&value)) return *i;
  if (const Expr* e = std::get_if<Expr>(&value)) {
    if (exprs_.arity(*e) == 1) return exprs_.set_sum(*e);
    sink_.report(diag::Kind::RelNotBinary, syntax.span, "an integer operator", "a set",
                 exprs_.arity(*e));
    return std::nullopt;
  }
  wrong_sort(syntax, "an integer", value);
  return std::nullopt;
}

std::optional<Formula> Elaborator::to_formula(const Syntax& syntax, const Value& value) {
  if (const Formula* f = std::get_if<Formula>(&value)) return *f;
  wrong_sort(syntax, "a formula", value);
  return std::nullopt;
}

std::optional<Formula> Elaborator::formula(const Syntax& syntax) {
  return to_formula(syntax, value(syntax));
}
std::optional<Expr> Elaborator::expr(const Syntax& syntax) {
  return to_expr(syntax, value(syntax));
}
std::optional<IntExpr> Elaborator::integer(const Syntax& syntax) {
  return to_integer(syntax, value(syntax));
}

Value Elaborator::value(const Syntax& syntax) {
  switch (syntax.kind) {
    case SyntaxKind::Name:
    case SyntaxKind::RawName: return name(syntax);
    case SyntaxKind::Number: return exprs_.constant(syntax.number);
    case SyntaxKind::Unary: return unary(syntax);
    case SyntaxKind::Binary: return binary(syntax);
    case SyntaxKind::Arrow: return arrow(syntax);
    case SyntaxKind::Compare: return compare(syntax);
    case SyntaxKind::If: return conditional(syntax);
    case SyntaxKind::Quantified: return quantified(syntax);
    case SyntaxKind::Comprehension: return comprehension(syntax);
    case SyntaxKind::Let: return let(syntax);
    case SyntaxKind::Box: return box(syntax);
    case SyntaxKind::Block: return block(syntax);
    case SyntaxKind::Prime: return prime(syntax);
  }
  UNREACHABLE("syntax {}", static_cast<int>(syntax.kind));
}

// ------------------------------------------------------------------ names

const Elaborator::Local* Elaborator::find_local(std::string_view name) const {
  for (std::size_t i = locals_.size(); i-- > hidden_;) {
    if (locals_[i].name == name) return &locals_[i];
  }
  return nullptr;
}

Value Elaborator::name(const Syntax& syntax) {
  bool is_raw = syntax.kind == SyntaxKind::RawName;
  if (const Local* local = is_raw ? nullptr : find_local(syntax.text)) return local->value;
  if (syntax.text == "none") return exprs_.none();
  if (syntax.text == "univ") return names_.universe(is_primed_);
  if (syntax.text == "iden") {
    return exprs_.domain_restriction(names_.universe(is_primed_), exprs_.iden());
  }
  if (auto found = names_.find({syntax.text, is_primed_, is_raw, syntax.span})) return *found;
  if (auto found = spine(syntax)) return apply(syntax, *found);
  if (syntax.text == "Int") return exprs_.ints();
  if (syntax.text == "null") return exprs_.none();
  return unknown_name(syntax);
}

Value Elaborator::unknown_name(const Syntax& syntax) {
  auto& report = sink_.report(diag::Kind::RelUnknownName, syntax.span, syntax.text);
  std::vector<std::string> known = names_.candidates();
  for (std::size_t i = hidden_; i < locals_.size(); ++i) known.push_back(locals_[i].name);
  std::vector<std::string_view> views(known.begin(), known.end());
  if (auto near = diag::nearest(syntax.text, views)) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
  return {};
}

// `null`, unless something is called so.
bool Elaborator::is_null(const Syntax& syntax) const {
  return syntax.kind == SyntaxKind::Name && syntax.text == "null" && !find_local("null") &&
         !names_.find({"null", false, false, syntax.span});
}

Value Elaborator::prime(const Syntax& syntax) {
  if (!names_.has_states() || is_primed_) {
    sink_.report(diag::Kind::RelPrime, syntax.span);
    return {};
  }
  is_primed_ = true;
  Value result = value(*syntax.args[0]);
  is_primed_ = false;
  return result;
}

// ------------------------------------------------------------------ operators

Value Elaborator::unary(const Syntax& syntax) {
  const Syntax& operand = *syntax.args[0];
  if (syntax.text == "not") {
    auto f = formula(operand);
    return f ? Value(exprs_.negation(*f)) : Value();
  }
  if (syntax.text == "set") {
    sink_.report(diag::Kind::RelMultiplicity, syntax.span, syntax.text);
    return {};
  }
  if (syntax.text == "sum") {
    auto i = integer(operand);
    return i ? Value(*i) : Value();
  }
  auto e = expr(operand);
  if (!e) return {};
  if (syntax.text == "no") return exprs_.no(*e);
  if (syntax.text == "some") return exprs_.some(*e);
  if (syntax.text == "lone") return exprs_.lone(*e);
  if (syntax.text == "one") return exprs_.one(*e);
  if (syntax.text == "#") return exprs_.cardinality(*e);
  if (exprs_.arity(*e) != 2) {
    sink_.report(diag::Kind::RelNotBinary, syntax.span, syntax.text, "a relation with two columns",
                 exprs_.arity(*e));
    return {};
  }
  if (syntax.text == "~") return exprs_.transpose(*e);
  if (syntax.text == "^") return exprs_.closure(*e);
  CHECK(syntax.text == "*", "unary operator {}", syntax.text);
  Expr same = exprs_.domain_restriction(names_.universe(is_primed_), exprs_.iden());
  return exprs_.make_union(exprs_.closure(*e), same);
}

Value Elaborator::binary(const Syntax& syntax) {
  if (syntax.text == ".") return dot(syntax);
  bool is_connective = syntax.text == "or" || syntax.text == "and" || syntax.text == "iff";
  if (!is_connective) return set_operator(syntax);
  auto a = formula(*syntax.args[0]);
  auto b = formula(*syntax.args[1]);
  if (!a || !b) return {};
  if (syntax.text == "or") return exprs_.disjunction({*a, *b});
  if (syntax.text == "and") return exprs_.conjunction({*a, *b});
  return exprs_.iff(*a, *b);
}

Value Elaborator::set_operator(const Syntax& syntax) {
  Value left = value(*syntax.args[0]);
  Value right = value(*syntax.args[1]);
  auto a = to_expr(*syntax.args[0], left);
  auto b = to_expr(*syntax.args[1], right);
  if (!a || !b) return {};
  if (syntax.text == "<:" || syntax.text == ":>") {
    Expr set = syntax.text == "<:" ? *a : *b;
    if (exprs_.arity(set) != 1) {
      sink_.report(diag::Kind::RelNotBinary, syntax.span, syntax.text, "a set", exprs_.arity(set));
      return {};
    }
    return syntax.text == "<:" ? exprs_.domain_restriction(*a, *b)
                               : exprs_.range_restriction(*a, *b);
  }
  if (exprs_.arity(*a) != exprs_.arity(*b)) {
    sink_.report(diag::Kind::RelArity, syntax.span, syntax.text, exprs_.arity(*a),
                 exprs_.arity(*b));
    return {};
  }
  auto is_computed = [&](const Value& v) {
    const IntExpr* i = std::get_if<IntExpr>(&v);
    return i && exprs_.node(*i).op != Op::Constant;
  };
  if ((syntax.text == "+" || syntax.text == "-") && (is_computed(left) || is_computed(right))) {
    sink_.report(diag::Kind::RelIntegerUnion, syntax.span, syntax.text)
        .help(fmt::format("write `{}[…, …]`", syntax.text == "+" ? "plus" : "minus"));
  }
  if (syntax.text == "+") return exprs_.make_union(*a, *b);
  if (syntax.text == "-") return exprs_.difference(*a, *b);
  if (syntax.text == "&") return exprs_.intersection(*a, *b);
  CHECK(syntax.text == "++", "binary operator {}", syntax.text);
  return exprs_.override_with(*a, *b);
}

// All atoms exist, so `x.*r` is `x + x.^r`, which needs no identity relation.
Value Elaborator::dot(const Syntax& syntax) {
  if (auto found = spine(syntax)) return apply(syntax, *found);
  const Syntax& right = *syntax.args[1];
  auto a = expr(*syntax.args[0]);
  if (a && exprs_.arity(*a) == 1 && right.kind == SyntaxKind::Unary && right.text == "*") {
    auto r = expr(*right.args[0]);
    if (r && exprs_.arity(*r) == 2) {
      return exprs_.make_union(*a, exprs_.join(*a, exprs_.closure(*r)));
    }
  }
  auto b = expr(right);
  return a && b ? join(syntax, *a, *b) : Value();
}

Value Elaborator::join(const Syntax& syntax, Expr a, Expr b) {
  if (exprs_.arity(a) == 1 && exprs_.arity(b) == 1) {
    sink_.report(diag::Kind::RelJoinSets, syntax.span);
    return {};
  }
  return exprs_.join(a, b);
}

Value Elaborator::arrow(const Syntax& syntax) {
  for (const std::string& multiplicity : {syntax.left_multiplicity, syntax.right_multiplicity}) {
    if (multiplicity.empty()) continue;
    sink_.report(diag::Kind::RelMultiplicity, syntax.span, multiplicity);
    return {};
  }
  auto a = expr(*syntax.args[0]);
  auto b = expr(*syntax.args[1]);
  if (!a || !b) return {};
  if (exprs_.arity(*a) + exprs_.arity(*b) > 16) {
    sink_.report(diag::Kind::RelUnsupported, syntax.span, "a relation with more than 16 columns");
    return {};
  }
  return exprs_.product(*a, *b);
}

Value Elaborator::compare(const Syntax& syntax) {
  Value result;
  if (syntax.text == "in") {
    auto a = expr(*syntax.args[0]);
    auto b = bounded(*syntax.args[1], Multiplicity::Set);
    if (!a || !b) return {};
    if (exprs_.arity(*a) != exprs_.arity(b->domain)) {
      sink_.report(diag::Kind::RelArity, syntax.span, syntax.text, exprs_.arity(*a),
                   exprs_.arity(b->domain));
      return {};
    }
    Formula inside =
        exprs_.conjunction({exprs_.in(*a, b->domain), exprs_.has(b->multiplicity, *a)});
    auto tuples = b->arrow ? arrow_constraint(*b->arrow, *a) : exprs_.truth(true);
    if (!tuples) return {};
    result = exprs_.conjunction({inside, *tuples});
  } else if (syntax.text == "=") {
    result = equality(syntax);
  } else {
    auto a = integer(*syntax.args[0]);
    auto b = integer(*syntax.args[1]);
    if (!a || !b) return {};
    if (syntax.text == "<") result = exprs_.less(*a, *b);
    if (syntax.text == "=<") result = exprs_.less_equal(*a, *b);
    if (syntax.text == ">") result = exprs_.less(*b, *a);
    if (syntax.text == ">=") result = exprs_.less_equal(*b, *a);
  }
  const Formula* f = std::get_if<Formula>(&result);
  return f && syntax.is_negated ? Value(exprs_.negation(*f)) : result;
}

Value Elaborator::equality(const Syntax& syntax) {
  for (unsigned i = 0; i < 2; ++i) {
    if (!is_null(*syntax.args[i])) continue;
    auto other = expr(*syntax.args[1 - i]);
    return other ? Value(exprs_.no(*other)) : Value();
  }
  Value left = value(*syntax.args[0]);
  Value right = value(*syntax.args[1]);
  const IntExpr* i = std::get_if<IntExpr>(&left);
  const IntExpr* j = std::get_if<IntExpr>(&right);
  if (i && j) return exprs_.int_equal(*i, *j);
  auto a = to_expr(*syntax.args[0], left);
  auto b = to_expr(*syntax.args[1], right);
  if (!a || !b) return {};
  if (exprs_.arity(*a) != exprs_.arity(*b)) {
    sink_.report(diag::Kind::RelArity, syntax.span, syntax.text, exprs_.arity(*a),
                 exprs_.arity(*b));
    return {};
  }
  return exprs_.equal(*a, *b);
}

Value Elaborator::conditional(const Syntax& syntax) {
  auto condition = formula(*syntax.args[0]);
  Value then = value(*syntax.args[1]);
  if (syntax.args.size() == 2) {
    auto consequence = to_formula(*syntax.args[1], then);
    return condition && consequence ? Value(exprs_.implies(*condition, *consequence)) : Value();
  }
  Value otherwise = value(*syntax.args[2]);
  if (!condition || is_error(then) || is_error(otherwise)) return {};
  const Formula* f = std::get_if<Formula>(&then);
  const Formula* g = std::get_if<Formula>(&otherwise);
  if (f && g) return exprs_.if_formula(*condition, *f, *g);
  const IntExpr* i = std::get_if<IntExpr>(&then);
  const IntExpr* j = std::get_if<IntExpr>(&otherwise);
  if (i && j) return exprs_.if_int(*condition, *i, *j);
  auto a = to_expr(*syntax.args[1], then);
  auto b = to_expr(*syntax.args[2], otherwise);
  if (!a || !b) return {};
  if (exprs_.arity(*a) != exprs_.arity(*b)) {
    sink_.report(diag::Kind::RelArity, syntax.span, "else", exprs_.arity(*a), exprs_.arity(*b));
    return {};
  }
  return exprs_.if_expr(*condition, *a, *b);
}

Value Elaborator::block(const Syntax& syntax) {
  std::vector<Formula> parts;
  bool is_good = true;
  for (const SyntaxPtr& part : syntax.args) {
    auto f = formula(*part);
    is_good = is_good && f;
    if (f) parts.push_back(*f);
  }
  return is_good ? Value(exprs_.conjunction(parts)) : Value();
}

// ------------------------------------------------------------------ declared types

std::optional<Elaborator::Bounded> Elaborator::bounded(const Syntax& syntax, Multiplicity plain) {
  Bounded result;
  const Syntax* type = &syntax;
  bool is_given = syntax.kind == SyntaxKind::Unary && is_multiplicity(syntax.text);
  if (is_given) type = syntax.args[0].get();
  if (type->kind == SyntaxKind::Arrow) {
    auto a = bounded(*type->args[0], Multiplicity::Set);
    auto b = bounded(*type->args[1], Multiplicity::Set);
    if (!a || !b) return std::nullopt;
    if (a->multiplicity != Multiplicity::Set || b->multiplicity != Multiplicity::Set) {
      sink_.report(diag::Kind::RelMultiplicity, type->span, "one");
      return std::nullopt;
    }
    result.domain = exprs_.product(a->domain, b->domain);
    bool has_own = !type->left_multiplicity.empty() || !type->right_multiplicity.empty();
    if (has_own || a->arrow || b->arrow) result.arrow = type;
  } else {
    auto domain = expr(*type);
    if (!domain) return std::nullopt;
    result.domain = *domain;
  }
  if (is_given) {
    result.multiplicity = syntax.text == "one"    ? Multiplicity::One
                          : syntax.text == "lone" ? Multiplicity::Lone
                          : syntax.text == "some" ? Multiplicity::Some
                                                  : Multiplicity::Set;
  } else {
    result.multiplicity = exprs_.arity(result.domain) == 1 ? plain : Multiplicity::Set;
  }
  return result;
}

// Variables x1, x2, … with x1->x2->… in the set.
Formula Elaborator::for_all_tuples(Expr set, std::vector<Expr>& tuple,
                                   const std::function<Formula(const std::vector<Expr>&)>& make) {
  Expr first = set;
  while (exprs_.arity(first) > 1) first = exprs_.join(first, exprs_.univ());
  VariableId variable = exprs_.add_variable(fmt::format("${}", tuple.size() + 1));
  tuple.push_back(exprs_.variable(variable));
  Formula body = exprs_.arity(set) == 1
                     ? make(tuple)
                     : for_all_tuples(exprs_.join(tuple.back(), set), tuple, make);
  tuple.pop_back();
  Decl decl{variable, first, Multiplicity::One};
  return exprs_.for_all(std::span(&decl, 1), body);
}

std::optional<Formula> Elaborator::arrow_constraint(const Syntax& syntax, Expr of) {
  std::vector<Formula> parts;
  for (unsigned side = 0; side < 2; ++side) {
    const Syntax& here = *syntax.args[side];
    const Syntax& other = *syntax.args[1 - side];
    const std::string& word = side == 0 ? syntax.right_multiplicity : syntax.left_multiplicity;
    bool is_nested = other.kind == SyntaxKind::Arrow;
    if ((word.empty() || word == "set") && !is_nested) continue;
    auto domain = bounded(here, Multiplicity::Set);
    if (!domain) return std::nullopt;
    bool is_good = true;
    std::vector<Expr> tuple;
    parts.push_back(for_all_tuples(domain->domain, tuple, [&](const std::vector<Expr>& atoms) {
      Expr rest = of;
      if (side == 0) {
        for (Expr atom : atoms) rest = exprs_.join(atom, rest);
      } else {
        for (std::size_t i = atoms.size(); i-- > 0;) rest = exprs_.join(rest, atoms[i]);
      }
      Formula own = word == "one"    ? exprs_.one(rest)
                    : word == "lone" ? exprs_.lone(rest)
                    : word == "some" ? exprs_.some(rest)
                                     : exprs_.truth(true);
      if (!is_nested) return own;
      auto nested = arrow_constraint(other, rest);
      is_good = is_good && nested;
      return exprs_.conjunction({own, nested.value_or(own)});
    }));
    if (!is_good) return std::nullopt;
  }
  return exprs_.conjunction(parts);
}

}  // namespace rel
