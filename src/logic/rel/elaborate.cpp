#include "logic/rel/elaborate.h"

#include <fmt/format.h>

#include "base/check.h"
#include "logic/rel/relevance.h"

namespace rel {

namespace {

const char* sort_name(const Value& value) {
  if (std::holds_alternative<Expr>(value)) return "a relation";
  if (std::holds_alternative<IntExpr>(value)) return "an integer";
  return "a formula";
}

bool is_multiplicity(std::string_view text) {
  return text == "one" || text == "lone" || text == "some" || text == "set";
}

}  // namespace

std::vector<const CallableSyntax*> Names::find_callables(std::string_view) { return {}; }

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
  return to_formula(syntax, value(syntax, Type::formula()));
}
std::optional<Expr> Elaborator::expr(const Syntax& syntax) {
  return expr(syntax, relations_of(syntax));
}
std::optional<Expr> Elaborator::expr(const Syntax& syntax, const Type& relevant) {
  return to_expr(syntax, value(syntax, relevant));
}
std::optional<IntExpr> Elaborator::integer(const Syntax& syntax) {
  return to_integer(syntax, value(syntax, Type::integer()));
}
Value Elaborator::value(const Syntax& syntax) { return value(syntax, type_of(syntax)); }

Value Elaborator::value(const Syntax& syntax, const Type& relevant) {
  switch (syntax.kind) {
    case SyntaxKind::Name:
    case SyntaxKind::RawName: return resolve(syntax, *spine(syntax), relevant);
    case SyntaxKind::Number: return exprs_.constant(syntax.number);
    case SyntaxKind::Unary: return unary(syntax, relevant);
    case SyntaxKind::Binary: return binary(syntax, relevant);
    case SyntaxKind::Arrow: return arrow(syntax, relevant);
    case SyntaxKind::Compare: return compare(syntax);
    case SyntaxKind::If: return conditional(syntax, relevant);
    case SyntaxKind::Quantified: return quantified(syntax);
    case SyntaxKind::Comprehension: return comprehension(syntax);
    case SyntaxKind::Let: return let(syntax, relevant);
    case SyntaxKind::Box: return box(syntax, relevant);
    case SyntaxKind::Block: return block(syntax);
    case SyntaxKind::Prime: return prime(syntax, relevant);
  }
  UNREACHABLE("syntax {}", static_cast<int>(syntax.kind));
}

// ------------------------------------------------------------------ operators

// `null`, unless something is called so.
bool Elaborator::is_null(const Syntax& syntax) const {
  return syntax.kind == SyntaxKind::Name && syntax.text == "null" && !find_local("null") &&
         names_.find({"null", false, false, syntax.span}).empty();
}

Value Elaborator::prime(const Syntax& syntax, const Type& relevant) {
  if (!names_.has_states() || is_primed_) {
    sink_.report(diag::Kind::RelPrime, syntax.span);
    return {};
  }
  is_primed_ = true;
  Value result = value(*syntax.args[0], relevant);
  is_primed_ = false;
  return result;
}

void Elaborator::warn_if_empty(const Syntax& syntax, const Type& a, const Type& b,
                               const Type& both) {
  if (!a.has_tuples() || !b.has_tuples() || both.products.empty() || both.has_tuples()) return;
  bool is_join = syntax.kind == SyntaxKind::Box || syntax.text == ".";
  sink_.report(diag::Kind::RelAlwaysEmpty, syntax.span, is_join ? std::string(".") : syntax.text)
      .note(fmt::format("the left has the type {}, the right {}", rules_.text(a), rules_.text(b)));
}

void Elaborator::warn_if_disjoint(const Syntax& syntax, const Type& a, const Type& b) {
  bool is_known = a.has_tuples() && b.has_tuples() && rules_.shares_arity(a, b);
  if (!is_known || rules_.meets(a, b)) return;
  sink_.report(diag::Kind::RelDisjoint, syntax.span, syntax.text)
      .note(fmt::format("the left has the type {}, the right {}", rules_.text(a), rules_.text(b)));
}

Value Elaborator::unary(const Syntax& syntax, const Type& relevant) {
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
  Type wanted = relations_of(operand);
  if (syntax.text == "~") wanted = rules_.transpose(relevant);
  if (syntax.text == "^" || syntax.text == "*") {
    wanted = rules_.relevant_to_closure(wanted, relevant);
  }
  auto e = expr(operand, wanted);
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

Value Elaborator::binary(const Syntax& syntax, const Type& relevant) {
  if (syntax.text == ".") return dot(syntax, relevant);
  bool is_connective = syntax.text == "or" || syntax.text == "and" || syntax.text == "iff";
  if (!is_connective) return set_operator(syntax, relevant);
  auto a = formula(*syntax.args[0]);
  auto b = formula(*syntax.args[1]);
  if (!a || !b) return {};
  if (syntax.text == "or") return exprs_.disjunction({*a, *b});
  if (syntax.text == "and") return exprs_.conjunction({*a, *b});
  return exprs_.iff(*a, *b);
}

// What matters of the operands of a set operator where `relevant` matters of the whole.
std::pair<Type, Type> Elaborator::operand_types(const Syntax& syntax, const Type& relevant) {
  Type a = relations_of(*syntax.args[0]);
  Type b = relations_of(*syntax.args[1]);
  using MaybeProduct = std::optional<Product>;
  if (syntax.text == "&") {
    warn_if_empty(syntax, a, b, rules_.meet(a, b));
    return relevant_pairs(rules_, a, b, relevant, [&](const Product& p, const Product& q) {
      return p.size() == q.size() ? MaybeProduct(rules_.meet(p, q)) : std::nullopt;
    });
  }
  if (syntax.text == "<:") {
    warn_if_empty(syntax, a, b, rules_.restrict_domain(a, b));
    return relevant_pairs(rules_, a, b, relevant, [&](const Product& p, const Product& q) {
      return p.size() == 1 ? MaybeProduct(rules_.restrict_domain(p[0], q)) : std::nullopt;
    });
  }
  if (syntax.text == ":>") {
    warn_if_empty(syntax, a, b, rules_.restrict_range(a, b));
    return relevant_pairs(rules_, a, b, relevant, [&](const Product& p, const Product& q) {
      return q.size() == 1 ? MaybeProduct(rules_.restrict_range(p, q[0])) : std::nullopt;
    });
  }
  Type left = rules_.relevant(a, relevant);
  if (syntax.text != "-") return {left, rules_.relevant(b, relevant)};
  warn_if_disjoint(syntax, a, b);
  return {left, rules_.relevant(b, left)};
}

Value Elaborator::set_operator(const Syntax& syntax, const Type& relevant) {
  auto [left_type, right_type] = operand_types(syntax, relevant);
  Value left = value(*syntax.args[0], left_type);
  Value right = value(*syntax.args[1], right_type);
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
Value Elaborator::dot(const Syntax& syntax, const Type& relevant) {
  if (auto found = spine(syntax)) return resolve(syntax, *found, relevant);
  const Syntax& left = *syntax.args[0];
  const Syntax& right = *syntax.args[1];
  Type left_type = relations_of(left);
  if (right.kind == SyntaxKind::Unary && right.text == "*" && left_type.has_arity(1)) {
    Type edges = relations_of(*right.args[0]);
    // What matters of the left is in the result, or leads to it.
    Type closed = rules_.closure(edges);
    Type starts;
    for (const Product& p : left_type.products) {
      bool leads = rules_.meets(rules_.join(Type::of(p), closed), relevant);
      if (leads || rules_.meets(p, relevant)) starts.add(p);
    }
    if (starts.products.empty()) starts = rules_.relevant(left_type, Type::any(1));
    Type ends = rules_.meet(relevant, Type::any(1));
    if (!ends.has_tuples()) ends = Type::any(1);
    auto a = expr(left, starts);
    auto r = expr(*right.args[0], rules_.relevant_to_closure(edges, rules_.product(starts, ends)));
    if (!a || !r) return {};
    if (exprs_.arity(*a) == 1 && exprs_.arity(*r) == 2) {
      return exprs_.make_union(*a, exprs_.join(*a, exprs_.closure(*r)));
    }
  }
  Type right_type = relations_of(right);
  warn_if_empty(syntax, left_type, right_type, rules_.join(left_type, right_type));
  auto [x, y] = relevant_joins(rules_, left_type, right_type, relevant);
  auto a = expr(left, x);
  auto b = expr(right, y);
  return a && b ? join(syntax, *a, *b) : Value();
}

Value Elaborator::join(const Syntax& syntax, Expr a, Expr b) {
  if (exprs_.arity(a) == 1 && exprs_.arity(b) == 1) {
    sink_.report(diag::Kind::RelJoinSets, syntax.span);
    return {};
  }
  return exprs_.join(a, b);
}

Value Elaborator::arrow(const Syntax& syntax, const Type& relevant) {
  for (const std::string& multiplicity : {syntax.left_multiplicity, syntax.right_multiplicity}) {
    if (multiplicity.empty()) continue;
    sink_.report(diag::Kind::RelMultiplicity, syntax.span, multiplicity);
    return {};
  }
  Type left = relations_of(*syntax.args[0]);
  Type right = relations_of(*syntax.args[1]);
  auto pairs =
      relevant_pairs(rules_, left, right, relevant, [](const Product& p, const Product& q) {
        Product both = p;
        both.insert(both.end(), q.begin(), q.end());
        return std::optional<Product>(both);
      });
  auto a = expr(*syntax.args[0], pairs.first);
  auto b = expr(*syntax.args[1], pairs.second);
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
    Type left = relations_of(*syntax.args[0]);
    Type right = domain_type(*syntax.args[1]);
    warn_if_disjoint(syntax, left, right);
    Type wanted = rules_.relevant(right, left);
    auto a = expr(*syntax.args[0], rules_.relevant(left, right));
    auto b = bounded(*syntax.args[1], Multiplicity::Set, &wanted);
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
  Type left_type = relations_of(*syntax.args[0]);
  Type right_type = relations_of(*syntax.args[1]);
  warn_if_disjoint(syntax, left_type, right_type);
  Value left = value(*syntax.args[0], rules_.relevant(left_type, right_type));
  Value right = value(*syntax.args[1], rules_.relevant(right_type, left_type));
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

Value Elaborator::conditional(const Syntax& syntax, const Type& relevant) {
  auto condition = formula(*syntax.args[0]);
  Value then = value(*syntax.args[1], rules_.relevant(type_of(*syntax.args[1]), relevant));
  if (syntax.args.size() == 2) {
    auto consequence = to_formula(*syntax.args[1], then);
    return condition && consequence ? Value(exprs_.implies(*condition, *consequence)) : Value();
  }
  Value otherwise = value(*syntax.args[2], rules_.relevant(type_of(*syntax.args[2]), relevant));
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

std::optional<Elaborator::Bounded> Elaborator::bounded(const Syntax& syntax, Multiplicity plain,
                                                       const Type* relevant) {
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
    auto domain = relevant ? expr(*type, *relevant) : expr(*type);
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
