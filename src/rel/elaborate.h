// From syntax to relational logic: names are resolved, arities and sorts checked, predicates and
// functions replaced by their bodies. Integers and sets with one integer convert into each other
// where the other is needed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "diag/diagnostic.h"
#include "rel/expr.h"
#include "rel/syntax.h"

namespace rel {

// What an expression of the text denotes. Monostate: an error, which has been reported.
using Value = std::variant<std::monostate, Expr, IntExpr, Formula>;

struct NameQuery {
  std::string_view name;
  bool is_primed = false;  // the value after
  bool is_raw = false;     // written @name
  base::Span span;
};

// What the text around a formula knows. Bound variables are not asked for, nor `none`, `iden`,
// `null` and the built-in functions; `this`, `return`, `univ` and `Int` are.
class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  virtual ~Names() = default;

  // Nullopt: there is no such name. A monostate: there is, but it may not stand here, which has
  // been reported.
  virtual std::optional<Value> find(const NameQuery& query) = 0;
  // A predicate or function of this name; null: none.
  virtual const CallableSyntax* find_callable(std::string_view name);
  // For "did you mean".
  virtual std::vector<std::string> candidates() const = 0;
  // All atoms that exist; primed: in the state after.
  virtual Expr universe(bool is_primed) = 0;
  // Whether primes mean something here.
  virtual bool has_states() const { return false; }
};

class Elaborator {
 public:
  Elaborator(Exprs& exprs, Names& names, diag::Sink& sink)
      : exprs_(exprs), names_(names), sink_(sink) {}
  Elaborator(const Elaborator&) = delete;
  Elaborator& operator=(const Elaborator&) = delete;

  // Nullopt after an error.
  std::optional<Formula> formula(const Syntax& syntax);
  std::optional<Expr> expr(const Syntax& syntax);
  std::optional<IntExpr> integer(const Syntax& syntax);
  Value value(const Syntax& syntax);

  // A declared type: the set or product without multiplicities, and what they say of `of`, an
  // expression of that type. `A -> lone B` says that each a in A has at most one b with a->b in
  // `of`; `lone A` that `of` has at most one element. A plain set says `one`, if it is the type
  // of a variable or field, which `plain` tells.
  struct Bounded {
    Expr domain;
    Multiplicity multiplicity = Multiplicity::Set;  // of the whole, for sets
    const Syntax* arrow = nullptr;                  // whose multiplicities apply to the tuples
  };
  std::optional<Bounded> bounded(const Syntax& syntax, Multiplicity plain = Multiplicity::One);
  std::optional<Formula> arrow_constraint(const Syntax& arrow, Expr of);

  // Local names, for callers that bind parameters: they hide others until they are popped.
  void push_local(std::string name, Value value) { locals_.push_back({std::move(name), value}); }
  void pop_local() { locals_.pop_back(); }

  // A predicate or function applied to arguments.
  Value call(const CallableSyntax& callable, const std::vector<Value>& arguments, base::Span span);

 private:
  struct Local {
    std::string name;
    Value value;
  };
  // A function, predicate or built-in with the arguments found so far.
  struct Spine {
    const CallableSyntax* callable = nullptr;
    std::string built_in;  // if there is no callable
    std::vector<const Syntax*> arguments;
    base::Span name_span;
  };

  Value name(const Syntax& syntax);
  Value unknown_name(const Syntax& syntax);
  const Local* find_local(std::string_view name) const;
  Value unary(const Syntax& syntax);
  Value binary(const Syntax& syntax);
  Value set_operator(const Syntax& syntax);
  Value dot(const Syntax& syntax);
  Value join(const Syntax& syntax, Expr a, Expr b);
  Value arrow(const Syntax& syntax);
  Value compare(const Syntax& syntax);
  Value equality(const Syntax& syntax);
  Value conditional(const Syntax& syntax);
  Value quantified(const Syntax& syntax);
  Value sum(const Syntax& syntax, const std::vector<Decl>& decls, Formula constraint);
  Value comprehension(const Syntax& syntax);
  Value let(const Syntax& syntax);
  Value box(const Syntax& syntax);
  Value block(const Syntax& syntax);
  Value prime(const Syntax& syntax);
  std::optional<Spine> spine(const Syntax& syntax);
  Value apply(const Syntax& syntax, const Spine& spine);
  Value built_in(const Spine& spine, base::Span span);
  Value extremum(const Syntax& set, bool is_max);
  Value arithmetic(std::string_view name, IntExpr a, IntExpr b);
  std::optional<Formula> disjoint(const std::vector<const Syntax*>& sets);
  static bool is_built_in(std::string_view name);
  bool is_null(const Syntax& syntax) const;

  // Binds the names of declarations as variables and pushes them as locals, which the caller
  // pops; false after an error. The constraint is what multiplicities and `disj` say.
  bool bind(const Syntax& syntax, std::vector<Decl>& decls, Formula& constraint);
  bool require_first_order(const Syntax& syntax, const std::vector<Decl>& decls);
  // Calls `make` for variables that run through the tuples of `set`, innermost last.
  Formula for_all_tuples(Expr set, std::vector<Expr>& tuple,
                         const std::function<Formula(const std::vector<Expr>&)>& make);
  void pop_locals(std::size_t count);
  Value wrong_sort(const Syntax& syntax, const char* wanted, const Value& found);
  std::optional<Expr> to_expr(const Syntax& syntax, const Value& value);
  std::optional<IntExpr> to_integer(const Syntax& syntax, const Value& value);
  std::optional<Formula> to_formula(const Syntax& syntax, const Value& value);

  Exprs& exprs_;
  Names& names_;
  diag::Sink& sink_;
  std::vector<Local> locals_;
  std::size_t hidden_ = 0;  // locals before this are not visible in the body of a callable
  bool is_primed_ = false;
  std::vector<const CallableSyntax*> active_;  // being replaced by their bodies
  // Results of calls by callable, state and arguments.
  std::map<std::tuple<const CallableSyntax*, bool, std::vector<Value>>, Value> calls_;
};

}  // namespace rel
