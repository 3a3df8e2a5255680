// From syntax to relational logic: names are resolved, arities and sorts checked, predicates and
// functions replaced by their bodies. Integers and sets with one integer convert into each other
// where the other is needed.
//
// A name may have several meanings. Types (type.h) are computed from the leaves up, where such a
// name has the types of all its meanings; then values are computed from the root down, and every
// expression is told which tuples matter where it stands, its relevant type. The meaning that a
// name has is the one whose type meets the relevant type; if there are several, the text is
// ambiguous. Expressions that are empty in every instance by their types get a warning.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/diag/diagnostic.h"
#include "logic/rel/expr.h"
#include "logic/rel/syntax.h"
#include "logic/rel/type.h"

namespace rel {

// What an expression of the text denotes. Monostate: an error, which has been reported.
using Value = std::variant<std::monostate, Expr, IntExpr, Formula>;
inline bool is_error(const Value& value) { return std::holds_alternative<std::monostate>(value); }
std::string arguments_text(std::size_t count);  // "1 argument", "2 arguments"

struct NameQuery {
  std::string_view name;
  bool is_primed = false;  // the value after
  bool is_raw = false;     // written @name
  base::Span span;
};

// One thing that a name can stand for.
struct Meaning {
  Value value;                               // or
  const CallableSyntax* callable = nullptr;  // a predicate or function
  Type type;                                 // of the value; if there are no products, any
  std::string shown;                         // "field A.f"; empty: the name
  base::Span span;                           // of its declaration, if it has one
  std::string unambiguous;                   // what to write instead of the name; may be empty
  int weight = 0;                            // of meanings that fit, the lightest is taken
};

// What the text around a formula knows. Bound variables are not asked for, nor `none`, `iden`,
// `null` and the built-in functions; `this`, `return`, `univ` and `Int` are.
class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  virtual ~Names() = default;

  // All meanings of a name but predicates and functions. A monostate: there is one, but it may
  // not stand here, which has been reported.
  virtual std::vector<Meaning> find(const NameQuery& query) = 0;
  // The predicates and functions of this name.
  virtual std::vector<const CallableSyntax*> find_callables(std::string_view name);
  // For "did you mean".
  virtual std::vector<std::string> candidates() const = 0;
  // All atoms that exist; primed: in the state after.
  virtual Expr universe(bool is_primed) = 0;
  // Whether primes mean something here.
  virtual bool has_states() const { return false; }
  // The basic types of meanings.
  const Hierarchy& hierarchy() const { return hierarchy_; }

 protected:
  Hierarchy hierarchy_;
};

class Elaborator {
 public:
  Elaborator(Exprs& exprs, Names& names, diag::Sink& sink)
      : exprs_(exprs), names_(names), sink_(sink), rules_(names.hierarchy()) {}
  Elaborator(const Elaborator&) = delete;
  Elaborator& operator=(const Elaborator&) = delete;

  // Nullopt after an error.
  std::optional<Formula> formula(const Syntax& syntax);
  std::optional<Expr> expr(const Syntax& syntax);
  std::optional<IntExpr> integer(const Syntax& syntax);
  Value value(const Syntax& syntax);
  // What it can contain; nothing is reported. Of a declared type, multiplicities do not matter.
  Type type_of(const Syntax& syntax);
  Type domain_type(const Syntax& syntax);

  // A declared type: the set or product without multiplicities, and what they say of `of`, an
  // expression of that type. `A -> lone B` says that each a in A has at most one b with a->b in
  // `of`; `lone A` that `of` has at most one element. A plain set says `one`, if it is the type
  // of a variable or field, which `plain` tells.
  struct Bounded {
    Expr domain;
    Multiplicity multiplicity = Multiplicity::Set;  // of the whole, for sets
    const Syntax* arrow = nullptr;                  // whose multiplicities apply to the tuples
  };
  std::optional<Bounded> bounded(const Syntax& syntax, Multiplicity plain = Multiplicity::One,
                                 const Type* relevant = nullptr);
  std::optional<Formula> arrow_constraint(const Syntax& arrow, Expr of);

  // Local names, for callers that bind parameters: they hide others until they are popped.
  void push_local(std::string name, Value value, Type type) {
    locals_.push_back({std::move(name), value, std::move(type)});
  }
  void pop_local() { locals_.pop_back(); }

  // A predicate or function applied to arguments.
  Value call(const CallableSyntax& callable, const std::vector<Value>& arguments, base::Span span);

 private:
  struct Local {
    std::string name;
    Value value;
    Type type;
  };
  // A name with what is applied to it or joined with it: `f`, `f[a]`, `a.f` and `a.f[b]`.
  struct Spine {
    const Syntax* head = nullptr;
    std::vector<const Syntax*> arguments;
  };
  // A meaning of the head of a spine, with its arguments.
  struct Reading {
    const Meaning* meaning = nullptr;
    std::vector<Type> steps;  // what is left to apply to: after no argument, after one, …
    bool fits = false;        // arguments have the arity of parameters, and types that meet them

    const Type& type() const { return steps.back(); }
  };
  struct Signature {
    std::vector<Type> parameters;
    Type result;
  };

  Value value(const Syntax& syntax, const Type& relevant);
  std::optional<Expr> expr(const Syntax& syntax, const Type& relevant);

  // --- types
  Type find_type(const Syntax& syntax);
  Type type_of_unary(const Syntax& syntax);
  Type type_of_binary(const Syntax& syntax);
  Type type_of_comprehension(const Syntax& syntax);
  Type type_of_spine(const Spine& spine);
  Type type_of_built_in(const Spine& spine);
  Type relations_of(const Syntax& syntax);  // without formulas
  Type default_type(const Value& value) const;
  const Signature& signature(const CallableSyntax& callable);

  // --- names
  const std::vector<Meaning>& meanings(const Syntax& name);
  std::optional<Spine> spine(const Syntax& syntax);
  Reading read(const Spine& spine, const Meaning& meaning);
  std::vector<Reading> readings(const Spine& spine);
  Value resolve(const Syntax& syntax, const Spine& spine, const Type& relevant);
  const Reading* choose(const Syntax& name, const std::vector<Reading>& all, const Type& relevant);
  Value misfit(const Spine& spine, const std::vector<Reading>& all);
  Value wrong_arguments(const Spine& spine, const CallableSyntax& callable);
  Value take(const Syntax& syntax, const Spine& spine, const Reading& reading,
             const Type& relevant);
  bool report_arguments(const Spine& spine);
  Value unknown_name(const Syntax& syntax);
  std::string shown(const Syntax& name, const Meaning& meaning) const;
  const Local* find_local(std::string_view name) const;
  Value unary(const Syntax& syntax, const Type& relevant);
  Value binary(const Syntax& syntax, const Type& relevant);
  Value set_operator(const Syntax& syntax, const Type& relevant);
  std::pair<Type, Type> operand_types(const Syntax& syntax, const Type& relevant);
  Value dot(const Syntax& syntax, const Type& relevant);
  Value join(const Syntax& syntax, Expr a, Expr b);
  Value arrow(const Syntax& syntax, const Type& relevant);
  Value compare(const Syntax& syntax);
  Value equality(const Syntax& syntax);
  Value conditional(const Syntax& syntax, const Type& relevant);
  Value quantified(const Syntax& syntax);
  Value sum(const Syntax& syntax, const std::vector<Decl>& decls, Formula constraint);
  Value comprehension(const Syntax& syntax);
  Value let(const Syntax& syntax, const Type& relevant);
  Value box(const Syntax& syntax, const Type& relevant);
  Value block(const Syntax& syntax);
  Value prime(const Syntax& syntax, const Type& relevant);
  Value apply_built_in(const Syntax& syntax, const Spine& spine);
  Value built_in(const std::string& name, const Spine& spine, base::Span span);
  Value extremum(const Syntax& set, bool is_max);
  Value arithmetic(std::string_view name, IntExpr a, IntExpr b);
  std::optional<Formula> disjoint(const std::vector<const Syntax*>& sets);
  static bool is_built_in(std::string_view name);
  static std::string_view plain_name(std::string_view name);
  bool is_null(const Syntax& syntax) const;
  void warn_if_disjoint(const Syntax& syntax, const Type& a, const Type& b);
  void warn_if_empty(const Syntax& syntax, const Type& a, const Type& b, const Type& both);

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
  TypeRules rules_;
  std::vector<Local> locals_;
  std::size_t hidden_ = 0;  // locals before this are not visible in the body of a callable
  bool is_primed_ = false;
  std::vector<const CallableSyntax*> active_;  // being replaced by their bodies
  // Results of calls by callable, state and arguments.
  std::map<std::tuple<const CallableSyntax*, bool, std::vector<Value>>, Value> calls_;
  // What was found out; an expression always stands among variables of the same types.
  std::unordered_map<const Syntax*, Type> types_;
  std::map<std::pair<const Syntax*, bool>, std::vector<Meaning>> meanings_;  // by state
  std::map<const CallableSyntax*, Signature> signatures_;
};

}  // namespace rel
