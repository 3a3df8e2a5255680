// Relational logic: immutable, hash-consed expressions over relations, integers and truth
// values, in one arena. Equal structure has an equal id, so sharing replaces `let`. Building
// a node simplifies it locally; every simplification keeps the meaning in every instance.
//
// The logic is that of Alloy (Jackson, Software Abstractions) and Kodkod (Torlak and Jackson,
// Kodkod: A Relational Model Finder, TACAS 2007): everything is a relation, a set is unary, a
// scalar is a set with one element. `Univ` and `Iden` range over all atoms of the universe,
// integers included; a language in which only some atoms exist writes its own union.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/cons_store.h"
#include "base/ids.h"

namespace rel {

struct RelationTag;
struct VariableTag;
struct ExprTag;
struct IntExprTag;
struct FormulaTag;
using RelationId = base::Id<RelationTag>;  // a free relation, to be bounded by a problem
using VariableId = base::Id<VariableTag>;  // bound by a quantifier, comprehension or sum
// Handles of nodes: all three index the same arena.
using Expr = base::Id<ExprTag>;
using IntExpr = base::Id<IntExprTag>;
using Formula = base::Id<FormulaTag>;

enum class Op : std::uint8_t {
#define OPERATOR(name, sort, text) name,
#include "logic/rel/operators.def"
#undef OPERATOR
};
enum class Sort : std::uint8_t { Expr, IntExpr, Formula };

Sort sort_of(Op op);
std::string_view text_of(Op op);

// How many tuples a variable or a column may hold.
enum class Multiplicity : std::uint8_t { One, Lone, Some, Set };

std::string_view text_of(Multiplicity multiplicity);

// `variable: multiplicity domain`. With One the variable is one tuple of the domain; all else
// is quantification over relations, which only a top-level existential may do.
struct Decl {
  VariableId variable;
  Expr domain;
  Multiplicity multiplicity = Multiplicity::One;
};

struct Node {
  Op op{};
  std::uint8_t arity = 0;            // of relational expressions; else 0
  std::uint32_t first_child = 0;     // in Exprs::children_
  std::uint32_t child_count = 0;     // indices of nodes; see the accessors for declarations
  std::uint32_t free_variables = 0;  // a set in Exprs::variable_sets_
  // Relation, Variable: the id. Constant: the number. ForAll, Exists, Comprehension, SumOver:
  // the multiplicity of the declaration.
  std::int64_t value = 0;
};

// The store. Ids stay valid as long as it lives. Operands of a wrong arity are a bug of the
// caller: check arity() first where the text of a user is read.
class Exprs {
 public:
  Exprs();
  Exprs(const Exprs&) = delete;
  Exprs& operator=(const Exprs&) = delete;

  // --- names
  RelationId add_relation(std::string name, unsigned arity);
  VariableId add_variable(std::string name, unsigned arity = 1);
  const std::string& name(RelationId id) const { return relations_[id.index()].name; }
  const std::string& name(VariableId id) const { return variables_[id.index()].name; }
  unsigned arity(RelationId id) const { return relations_[id.index()].arity; }
  unsigned arity(VariableId id) const { return variables_[id.index()].arity; }
  std::size_t variable_count() const { return variables_.size(); }

  // --- relational expressions
  Expr relation(RelationId id);
  Expr variable(VariableId id);
  Expr univ();
  Expr iden();
  Expr none(unsigned arity = 1);
  Expr ints();  // all integers of the universe
  Expr make_union(Expr a, Expr b);
  Expr make_union(std::span<const Expr> operands, unsigned arity);
  Expr intersection(Expr a, Expr b);
  Expr difference(Expr a, Expr b);
  Expr join(Expr a, Expr b);
  Expr product(Expr a, Expr b);
  Expr override_with(Expr a, Expr b);  // a ++ b
  Expr transpose(Expr a);
  Expr closure(Expr a);
  Expr reflexive_closure(Expr a);
  Expr domain_restriction(Expr set, Expr a);  // set <: a
  Expr range_restriction(Expr a, Expr set);   // a :> set
  Expr comprehension(std::span<const Decl> decls, Formula body);
  Expr if_expr(Formula condition, Expr then, Expr otherwise);
  Expr int_set(IntExpr a);  // the integer as a set with one element

  // --- integers: mathematical; a number that the bitwidth cannot hold is an overflow
  IntExpr constant(std::int64_t value);
  IntExpr add(IntExpr a, IntExpr b);
  IntExpr subtract(IntExpr a, IntExpr b);
  IntExpr multiply(IntExpr a, IntExpr b);
  IntExpr divide(IntExpr a, IntExpr b);     // toward zero; by zero: an overflow
  IntExpr remainder(IntExpr a, IntExpr b);  // with the sign of a; by zero: an overflow
  IntExpr cardinality(Expr a);
  IntExpr sum_over(std::span<const Decl> decls, IntExpr body);
  IntExpr set_sum(Expr set);  // the sum of the integers in a set: the value of one integer
  IntExpr if_int(Formula condition, IntExpr then, IntExpr otherwise);

  // --- formulas
  Formula truth(bool value);
  Formula in(Expr a, Expr b);
  Formula equal(Expr a, Expr b);
  Formula no(Expr a);
  Formula some(Expr a);
  Formula lone(Expr a);
  Formula one(Expr a);
  Formula has(Multiplicity multiplicity, Expr a);  // Set: true
  Formula int_equal(IntExpr a, IntExpr b);
  Formula less(IntExpr a, IntExpr b);
  Formula less_equal(IntExpr a, IntExpr b);
  Formula negation(Formula a);
  Formula conjunction(std::span<const Formula> parts);
  Formula disjunction(std::span<const Formula> parts);
  Formula conjunction(std::initializer_list<Formula> parts);
  Formula disjunction(std::initializer_list<Formula> parts);
  Formula implies(Formula a, Formula b);
  Formula if_formula(Formula condition, Formula then, Formula otherwise);
  Formula iff(Formula a, Formula b);
  Formula for_all(std::span<const Decl> decls, Formula body);
  Formula exists(std::span<const Decl> decls, Formula body);
  Formula no_quantified(std::span<const Decl> decls, Formula body);
  // Of first-order declarations only.
  Formula lone_quantified(std::span<const Decl> decls, Formula body);
  Formula one_quantified(std::span<const Decl> decls, Formula body);

  // --- looking in
  const Node& node(Expr id) const { return nodes_[id.index()]; }
  const Node& node(IntExpr id) const { return nodes_[id.index()]; }
  const Node& node(Formula id) const { return nodes_[id.index()]; }
  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }
  unsigned arity(Expr id) const { return node(id).arity; }
  // The nodes below, operands in order. Of a binding node: the domains, then the body.
  std::span<const std::uint32_t> children(const Node& node) const {
    return {children_.data() + node.first_child, node.child_count};
  }
  // Of ForAll, Exists, SumOver (one each) and Comprehension: what it binds.
  std::vector<Decl> decls(const Node& node) const;
  std::uint32_t body(const Node& node) const;  // of a binding node
  static bool is_binder(Op op);
  RelationId relation_of(const Node& node) const { return RelationId(node.value); }
  VariableId variable_of(const Node& node) const { return VariableId(node.value); }

  // Free variables in order of their ids.
  std::span<const VariableId> free_variables(const Node& node) const {
    return variable_sets_[VariableSetId(node.free_variables)];
  }

  // The same with other relations and variables in place of free ones.
  struct Substitution {
    std::unordered_map<RelationId, Expr> relations;
    std::unordered_map<VariableId, Expr> variables;
  };
  Expr substitute(Expr a, const Substitution& by);
  IntExpr substitute(IntExpr a, const Substitution& by);
  Formula substitute(Formula a, const Substitution& by);

  // The operator of a node applied to other operands; not for binding nodes.
  std::uint32_t with_operands(std::uint32_t node, const std::vector<std::uint32_t>& operands);

  // The relations that occur, in order of their ids.
  std::vector<RelationId> relations_in(std::uint32_t node) const;
  std::vector<RelationId> relations_in(Formula a) const { return relations_in(a.index()); }
  std::vector<RelationId> relations_in(Expr a) const { return relations_in(a.index()); }

 private:
  friend class Rebuilder;
  struct VariableSetTag;
  using VariableSetId = base::Id<VariableSetTag>;
  struct HashSet {
    std::size_t operator()(const std::vector<VariableId>& set) const;
  };
  struct Name {
    std::string name;
    unsigned arity;
  };
  std::uint32_t make(Op op, unsigned arity, std::span<const std::uint32_t> children,
                     std::int64_t value = 0, std::span<const VariableId> bound = {});
  std::uint32_t make(Op op, unsigned arity, std::initializer_list<std::uint32_t> children,
                     std::int64_t value = 0);
  std::uint32_t add(Node node, std::span<const std::uint32_t> children,
                    std::span<const VariableId> bound);
  std::span<const VariableId> bound(std::uint32_t index) const;
  static std::uint64_t hash_of(const Node& node, std::span<const std::uint32_t> children,
                               std::span<const VariableId> bound);
  std::uint32_t free_set(std::span<const std::uint32_t> children, std::span<const VariableId> bound,
                         Op op, std::int64_t value);
  Formula junction(Op op, std::span<const Formula> parts);
  Formula quantified(Op op, std::span<const Decl> decls, Formula body);
  Formula compare(Op op, IntExpr a, IntExpr b);
  IntExpr arithmetic(Op op, IntExpr a, IntExpr b);
  bool is_constant(IntExpr a, std::int64_t value) const;
  bool is(Expr a, Op op) const { return node(a).op == op; }
  Expr operand(Expr a, unsigned i) const { return Expr(children(node(a))[i]); }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> children_;
  std::vector<VariableId> bound_;  // of binders, beside their children; see bound_at_
  std::unordered_map<std::uint32_t, std::uint32_t> bound_at_;  // binder to its first in bound_
  base::ConsTable interned_;
  base::ConsStore<VariableSetId, std::vector<VariableId>, HashSet> variable_sets_;
  std::vector<Name> relations_;
  std::vector<Name> variables_;
};

}  // namespace rel
