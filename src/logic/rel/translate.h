// From relational logic to circuits: quantifiers are expanded over the atoms of their domains,
// operators become operators on matrices. The variant is Kodkod's (Torlak, A Constraint Solver
// for Software Engineering, 2009, chapter 4), with two additions.
//
// Overflow: a formula becomes two literals, one that says it is true whatever the overflowing
// parts are, and one that says it may be true (Kleene's logic). They differ only where a number
// may have no atom. Alloy's way, to take such a comparison as true or false by its polarity,
// was rejected: it hides what the bound has cut.
//
// Functions: a matrix knows if it is a partial function, so the value of an integer field is
// a choice among constants and needs no adder.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/run/run.h"
#include "logic/rel/circuit.h"
#include "logic/rel/expr.h"
#include "logic/rel/matrix.h"
#include "logic/rel/numbers.h"
#include "logic/rel/problem.h"

namespace rel {

// Two readings of a formula; equal if no overflow can touch it.
struct Judgement {
  Lit surely = kTrue;
  Lit maybe = kTrue;
};

// Thrown inside this folder.
struct TranslationFailure {
  std::string text;
  VariableId variable;
};

class Translator {
 public:
  Translator(const Exprs& exprs, const Problem& problem, Circuit& circuit, bool use_cache,
             run::Run& run);
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;

  // Throws TranslationFailure and Matrices::TooLarge.
  Judgement translate(Formula formula);
  // The matrix of a relation: its lower bound is true, the rest are inputs.
  const Matrix& relation(RelationId id);

 private:
  // What a variable stands for: a tuple, or no tuple.
  struct Binding {
    VariableId variable;
    std::uint64_t index = 0;
    bool is_empty = false;
  };
  // Results by node. A node all of whose enclosing variables are free in it is worth keeping
  // only while they are bound so; one that skips some is kept with the values of those it has.
  template <class T>
  struct Cache {
    std::vector<std::unordered_map<std::uint32_t, T>> scoped = {{}};  // by depth of bindings
    std::unordered_map<std::uint64_t, std::vector<std::pair<std::vector<std::uint64_t>, T>>> keyed;
  };
  // How a node is cached under the present bindings.
  struct Place {
    bool is_scoped = true;
    std::size_t depth = 0;
    std::vector<std::uint64_t> key;
    std::uint64_t hash = 0;
  };
  using NumberPtr = std::shared_ptr<const Number>;

  Place place_of(std::uint32_t node) const;
  template <class T>
  const T* find(Cache<T>& cache, const Place& place, std::uint32_t node) const;
  template <class T>
  void keep(Cache<T>& cache, Place& place, std::uint32_t node, T value);
  void push_binding(Binding binding);
  void pop_binding();
  void forget_scope();

  MatrixPtr matrix(std::uint32_t node);
  NumberPtr number(std::uint32_t node);
  Judgement judgement(std::uint32_t node);

  Matrix make_matrix(std::uint32_t node);
  Matrix variable_matrix(VariableId variable);
  Matrix comprehension(const Node& node);
  void comprehend(const Node& node, const std::vector<Decl>& decls, std::size_t at, Lit condition,
                  std::uint64_t prefix, Matrix& result);
  Matrix int_set(const Node& node);
  Number make_number(std::uint32_t node);
  Number set_sum(const Matrix& set);
  Number sum_over(const Node& node);
  Number cardinality(const Matrix& set);
  Judgement make_judgement(std::uint32_t node);
  Judgement junction(const Node& node);
  Judgement quantifier(const Node& node);
  Judgement multiplicity(const Node& node);
  Judgement comparison(const Node& node);
  std::optional<Lit> counted(Op op, std::uint32_t left, std::uint32_t right, Lit& overflow);
  Judgement with_overflow(Lit value, Lit overflow);
  static Judgement negated(Judgement a) { return {-a.maybe, -a.surely}; }
  // Calls `visit` with the literal of each value that a declared variable can have.
  void for_each_value(const Decl& decl, const Matrix& domain,
                      const std::function<bool(Lit)>& visit);
  void poll();

  const Exprs& exprs_;
  const Problem& problem_;
  Circuit& circuit_;
  Matrices matrices_;
  Numbers numbers_;
  bool use_cache_;
  run::Run& run_;
  std::vector<Binding> bindings_;  // the innermost last
  std::vector<std::optional<Matrix>> relations_;
  Cache<MatrixPtr> matrix_cache_;
  Cache<NumberPtr> number_cache_;
  Cache<Judgement> judgement_cache_;
};

}  // namespace rel
