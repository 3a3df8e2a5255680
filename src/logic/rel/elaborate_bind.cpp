// Binders, predicates and functions (see elaborate.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "logic/rel/elaborate.h"
#include "logic/rel/relevance.h"

namespace rel {

namespace {

struct BuiltIn {
  std::string_view name;
  std::size_t arity;  // 0: any number
};

// Of util/integer, and the extensions of properties.
constexpr std::array<BuiltIn, 27> kBuiltIns = {{
    {"plus", 2},    {"add", 2},     {"minus", 2},  {"sub", 2},  {"mul", 2}, {"div", 2},
    {"rem", 2},     {"eq", 2},      {"gt", 2},     {"lt", 2},   {"gte", 2}, {"lte", 2},
    {"larger", 2},  {"smaller", 2}, {"negate", 1}, {"zero", 1}, {"pos", 1}, {"neg", 1},
    {"nonpos", 1},  {"nonneg", 1},  {"int", 1},    {"sum", 1},  {"max", 1}, {"min", 1},
    {"acyclic", 1}, {"fresh", 1},   {"reach", 2},
}};

const BuiltIn* find_built_in(std::string_view name) {
  auto found = std::find_if(kBuiltIns.begin(), kBuiltIns.end(),
                            [&](const BuiltIn& b) { return b.name == name; });
  return found == kBuiltIns.end() ? nullptr : &*found;
}

}  // namespace

std::string arguments_text(std::size_t count) {
  return count == 1 ? std::string("1 argument") : fmt::format("{} arguments", count);
}

std::string_view Elaborator::plain_name(std::string_view name) {
  constexpr std::string_view kPrefix = "integer/";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

bool Elaborator::is_built_in(std::string_view name) {
  return name == "disj" || find_built_in(name) != nullptr;
}

// ------------------------------------------------------------------ binders

void Elaborator::pop_locals(std::size_t count) { locals_.resize(count); }

bool Elaborator::bind(const Syntax& syntax, std::vector<Decl>& decls, Formula& constraint) {
  std::vector<Formula> parts;
  for (const SyntaxDecl& decl : syntax.decls) {
    auto type = bounded(*decl.domain);
    if (!type) return false;
    Type domain = domain_type(*decl.domain);
    std::vector<Expr> variables;
    for (const SyntaxName& bound : decl.names) {
      VariableId variable = exprs_.add_variable(bound.text, exprs_.arity(type->domain));
      decls.push_back({variable, type->domain, type->multiplicity});
      Expr expr = exprs_.variable(variable);
      if (type->arrow) {
        auto tuples = arrow_constraint(*type->arrow, expr);
        if (!tuples) return false;
        parts.push_back(*tuples);
      }
      if (decl.is_disjoint) {
        for (Expr other : variables) parts.push_back(exprs_.no(exprs_.intersection(other, expr)));
      }
      variables.push_back(expr);
    }
    // A type does not see the names that it is the type of.
    for (std::size_t i = 0; i < decl.names.size(); ++i) {
      push_local(decl.names[i].text, variables[i], domain);
    }
  }
  constraint = exprs_.conjunction(parts);
  return true;
}

bool Elaborator::require_first_order(const Syntax& syntax, const std::vector<Decl>& decls) {
  for (const Decl& decl : decls) {
    if (decl.multiplicity == Multiplicity::One) continue;
    std::string shown = fmt::format("{}{}: {} …", syntax.text.empty() ? "" : syntax.text + " ",
                                    exprs_.name(decl.variable), text_of(decl.multiplicity));
    sink_.report(diag::Kind::RelHigherOrder, syntax.span, shown);
    return false;
  }
  return true;
}

Value Elaborator::sum(const Syntax& syntax, const std::vector<Decl>& decls, Formula constraint) {
  auto body = integer(*syntax.args[0]);
  if (!body || !require_first_order(syntax, decls)) return {};
  return exprs_.sum_over(decls, exprs_.if_int(constraint, *body, exprs_.constant(0)));
}

Value Elaborator::quantified(const Syntax& syntax) {
  std::size_t before = locals_.size();
  std::vector<Decl> decls;
  Formula constraint = exprs_.truth(true);
  Value result;
  if (bind(syntax, decls, constraint)) {
    if (syntax.text == "sum") {
      result = sum(syntax, decls, constraint);
    } else if (auto body = formula(*syntax.args[0])) {
      Formula both = exprs_.conjunction({constraint, *body});
      if (syntax.text == "all") {
        result = exprs_.for_all(decls, exprs_.implies(constraint, *body));
      } else if (syntax.text == "some") {
        result = exprs_.exists(decls, both);
      } else if (syntax.text == "no") {
        result = exprs_.no_quantified(decls, both);
      } else if (require_first_order(syntax, decls)) {
        result = syntax.text == "lone" ? exprs_.lone_quantified(decls, both)
                                       : exprs_.one_quantified(decls, both);
      }
    }
  }
  pop_locals(before);
  return result;
}

Value Elaborator::comprehension(const Syntax& syntax) {
  std::size_t before = locals_.size();
  std::vector<Decl> decls;
  Formula constraint = exprs_.truth(true);
  Value result;
  if (bind(syntax, decls, constraint) && require_first_order(syntax, decls)) {
    if (auto body = formula(*syntax.args[0])) {
      result = exprs_.comprehension(decls, exprs_.conjunction({constraint, *body}));
    }
  }
  pop_locals(before);
  return result;
}

Value Elaborator::let(const Syntax& syntax, const Type& relevant) {
  Value bound = value(*syntax.args[0]);
  push_local(syntax.text, bound, type_of(*syntax.args[0]));
  Value result = value(*syntax.args[1], relevant);
  pop_local();
  return is_error(bound) ? Value() : result;
}

// ------------------------------------------------------------------ application

Value Elaborator::box(const Syntax& syntax, const Type& relevant) {
  if (auto found = spine(syntax)) return resolve(syntax, *found, relevant);
  std::vector<Type> steps = {relations_of(*syntax.args[0])};
  for (std::size_t i = 1; i < syntax.args.size(); ++i) {
    Type argument = relations_of(*syntax.args[i]);
    steps.push_back(rules_.join(argument, steps.back()));
    warn_if_empty(syntax, argument, steps[i - 1], steps[i]);
  }
  std::vector<Type> wanted(syntax.args.size());
  Type rest = relevant;
  for (std::size_t i = syntax.args.size(); i-- > 1;) {
    auto pair = relevant_joins(rules_, relations_of(*syntax.args[i]), steps[i - 1], rest);
    wanted[i] = std::move(pair.first);
    rest = std::move(pair.second);
  }
  auto result = expr(*syntax.args[0], rest);
  for (std::size_t i = 1; i < syntax.args.size(); ++i) {
    auto argument = expr(*syntax.args[i], wanted[i]);
    if (!result || !argument) return {};
    Value joined = join(syntax, *argument, *result);
    if (is_error(joined)) return {};
    result = std::get<Expr>(joined);
  }
  return result ? Value(*result) : Value();
}

Value Elaborator::apply_built_in(const Syntax& syntax, const Spine& spine) {
  std::string name(plain_name(spine.head->text));
  const BuiltIn* row = find_built_in(name);
  std::size_t given = spine.arguments.size();
  if (row && row->arity != given) {
    sink_.report(diag::Kind::RelArguments, spine.head->span, name, arguments_text(row->arity),
                 given);
    return {};
  }
  return built_in(name, spine, syntax.span);
}

Value Elaborator::call(const CallableSyntax& callable, const std::vector<Value>& arguments,
                       base::Span span) {
  for (const Value& argument : arguments) {
    if (is_error(argument)) return {};
  }
  if (std::find(active_.begin(), active_.end(), &callable) != active_.end()) {
    sink_.report(diag::Kind::RelRecursion, span, callable.name.text);
    return {};
  }
  std::tuple key(&callable, is_primed_, arguments);
  if (auto known = calls_.find(key); known != calls_.end()) return known->second;
  std::size_t hidden = std::exchange(hidden_, locals_.size());
  std::size_t next = 0;
  active_.push_back(&callable);
  const std::vector<Type> types = signature(callable).parameters;
  if (callable.receiver) {
    push_local("this", arguments[next], types[next]);
    ++next;
  }
  bool is_good = true;
  for (const SyntaxDecl& decl : callable.parameters) {
    auto type = bounded(*decl.domain);
    is_good = is_good && type;
    for (const SyntaxName& parameter : decl.names) {
      const Value& argument = arguments[next];
      const Expr* e = std::get_if<Expr>(&argument);
      if (type && e && exprs_.arity(*e) != exprs_.arity(type->domain)) {
        sink_.report(diag::Kind::RelArity, span, callable.name.text, exprs_.arity(type->domain),
                     exprs_.arity(*e));
        is_good = false;
      }
      push_local(parameter.text, argument, types[next++]);
    }
  }
  Value result;
  if (is_good && callable.is_function()) {
    result = value(*callable.body, relations_of(*callable.body));
    // An integer function may have either sort, a formula never.
    if (std::holds_alternative<Formula>(result)) {
      result = wrong_sort(*callable.body, "a relation", result);
    }
  } else if (is_good) {
    auto body = formula(*callable.body);
    result = body ? Value(*body) : Value();
  }
  active_.pop_back();
  pop_locals(hidden_);
  hidden_ = hidden;
  calls_.emplace(std::move(key), result);
  return result;
}

// ------------------------------------------------------------------ built-in functions

std::optional<Formula> Elaborator::disjoint(const std::vector<const Syntax*>& sets) {
  std::vector<Expr> seen;
  std::vector<Formula> parts;
  for (const Syntax* set : sets) {
    auto e = expr(*set);
    if (!e) return std::nullopt;
    if (!seen.empty() && exprs_.arity(*e) != exprs_.arity(seen[0])) {
      sink_.report(diag::Kind::RelArity, set->span, "disj", exprs_.arity(seen[0]),
                   exprs_.arity(*e));
      return std::nullopt;
    }
    for (Expr other : seen) parts.push_back(exprs_.no(exprs_.intersection(other, *e)));
    seen.push_back(*e);
  }
  return exprs_.conjunction(parts);
}

// The elements of a set that no other one exceeds: none, or one.
Value Elaborator::extremum(const Syntax& set, bool is_max) {
  auto e = expr(set);
  if (!e || exprs_.arity(*e) != 1) return e ? wrong_sort(set, "a set of integers", *e) : Value();
  Decl x{exprs_.add_variable("x"), *e, Multiplicity::One};
  Decl y{exprs_.add_variable("y"), *e, Multiplicity::One};
  IntExpr a = exprs_.set_sum(exprs_.variable(x.variable));
  IntExpr b = exprs_.set_sum(exprs_.variable(y.variable));
  Formula bound = is_max ? exprs_.less_equal(b, a) : exprs_.less_equal(a, b);
  return exprs_.comprehension(std::span(&x, 1), exprs_.for_all(std::span(&y, 1), bound));
}

Value Elaborator::arithmetic(std::string_view name, IntExpr a, IntExpr b) {
  if (name == "plus" || name == "add") return exprs_.add(a, b);
  if (name == "minus" || name == "sub") return exprs_.subtract(a, b);
  if (name == "mul") return exprs_.multiply(a, b);
  if (name == "div") return exprs_.divide(a, b);
  if (name == "rem") return exprs_.remainder(a, b);
  if (name == "eq") return exprs_.int_equal(a, b);
  if (name == "lt") return exprs_.less(a, b);
  if (name == "gt") return exprs_.less(b, a);
  if (name == "lte") return exprs_.less_equal(a, b);
  if (name == "gte") return exprs_.less_equal(b, a);
  if (name == "larger") return exprs_.if_int(exprs_.less(a, b), b, a);
  if (name == "smaller") return exprs_.if_int(exprs_.less(a, b), a, b);
  UNREACHABLE("function {}", name);
}

Value Elaborator::built_in(const std::string& name, const Spine& spine, base::Span span) {
  const auto& args = spine.arguments;
  if (name == "disj") {
    auto f = disjoint(args);
    return f ? Value(*f) : Value();
  }
  if (name == "max" || name == "min") return extremum(*args[0], name == "max");
  if (name == "acyclic" || name == "reach") {
    auto r = expr(*args.back());
    if (!r) return {};
    if (exprs_.arity(*r) != 2) {
      sink_.report(diag::Kind::RelNotBinary, span, name, "a relation with two columns",
                   exprs_.arity(*r));
      return {};
    }
    Expr closed = exprs_.closure(*r);
    if (name == "acyclic") return exprs_.no(exprs_.intersection(closed, exprs_.iden()));
    auto from = expr(*args[0]);
    if (!from) return {};
    if (exprs_.arity(*from) != 1) return wrong_sort(*args[0], "a set", *from);
    return exprs_.make_union(*from, exprs_.join(*from, closed));
  }
  if (name == "fresh") {
    if (!names_.has_states() || is_primed_) {
      sink_.report(diag::Kind::RelPrime, span);
      return {};
    }
    auto before = expr(*args[0]);
    is_primed_ = true;
    auto after = expr(*args[0]);
    is_primed_ = false;
    if (!before || !after) return {};
    return exprs_.difference(*after, *before);
  }
  auto a = integer(*args[0]);
  if (!a) return {};
  if (args.size() == 2) {
    auto b = integer(*args[1]);
    return b ? arithmetic(name, *a, *b) : Value();
  }
  IntExpr zero = exprs_.constant(0);
  if (name == "int" || name == "sum") return *a;
  if (name == "negate") return exprs_.subtract(zero, *a);
  if (name == "zero") return exprs_.int_equal(*a, zero);
  if (name == "pos") return exprs_.less(zero, *a);
  if (name == "neg") return exprs_.less(*a, zero);
  if (name == "nonpos") return exprs_.less_equal(*a, zero);
  if (name == "nonneg") return exprs_.less_equal(zero, *a);
  UNREACHABLE("function {}", name);
}

}  // namespace rel
