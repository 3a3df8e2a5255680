// The relational solver: bounds and formulas become one SAT problem, which is then asked many
// times. Formulas have labels and selectors, relations can be pinned to values for one question;
// both are assumptions, so nothing is translated again and an unsatisfiable question is blamed
// on labels and pins.
//
// Integers are mathematical. A number that the universe has no atom for is an overflow where
// it is used as an atom. An instance never rests on an overflow. If there is no instance,
// is_cut_by_overflow() tells whether there might be one with more integers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "base/source.h"
#include "logic/rel/expr.h"
#include "logic/rel/problem.h"

namespace rel {

struct LabelTag;
using LabelId = base::Id<LabelTag>;

struct Options {
  // Literals that each symmetry breaking constraint compares; 0: no symmetry breaking.
  unsigned symmetry = 40;
  // Top-level existential quantifiers become relations. Without it, quantifiers over relations
  // are refused.
  bool skolemise = true;
  // Share the gates of equal subformulas under other bindings of variables.
  bool cache = true;
  // Formulas are for good: cores do not name them, no question leaves them out. The SAT solver
  // may then simplify them away. Those that an overflow can reach keep their selector.
  bool is_final = false;
  // Conflicts that minimising one core may take in all.
  std::uint64_t core_conflicts = 20'000;
};

enum class Answer : std::uint8_t {
  Sat,      // instance() has a value for every relation
  Unsat,    // core() says why
  Unknown,  // reason() says why
};

// One relation fixed to one value in one question.
struct Pin {
  RelationId relation;
  TupleSet value;
};

struct Query {
  std::optional<std::vector<LabelId>> only;  // the formulas that must hold; absent: all
  std::vector<Pin> pins;                     // symmetry breaking is off in a question with pins
  std::optional<std::uint64_t> conflicts;    // after so many the answer is Unknown
};

// What an unsatisfiable question rests on, each in order. The bounds count as given.
struct Core {
  std::vector<LabelId> labels;
  std::vector<RelationId> pins;
  bool is_minimal = false;  // leaving out any one of them makes it satisfiable
};

struct SolverStatistics {
  std::uint64_t variables = 0;          // of the SAT problem
  std::uint64_t primary_variables = 0;  // of them: tuples that may be in a relation or not
  std::uint64_t clauses = 0;
  std::uint64_t gates = 0;        // of the circuit, whether they became clauses or not
  std::uint64_t solve_calls = 0;  // questions to the SAT solver, those of cores included
  std::uint64_t conflicts = 0;
  double translate_seconds = 0;  // processor time
  double solve_seconds = 0;      // the same
};

// Why a formula cannot be translated: it quantifies over relations where that cannot be
// skolemised, or its matrices get too large.
struct TranslationError {
  std::string text;
  VariableId variable;  // the quantified one, if it is to blame
};

class Solver {
 public:
  // All must outlive the solver. Skolemising adds relations to `exprs`.
  Solver(Exprs& exprs, Problem problem, Options options, run::Run& run);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  const Problem& problem() const;

  // Adds a formula; it holds in every later question that does not leave it out. Nullopt, and
  // error() says why, if it cannot be translated.
  std::optional<LabelId> add(Formula formula, std::string label, base::Span span = {});
  const TranslationError& error() const;
  // Another relation, for formulas that follow.
  void bound(RelationId relation, TupleSet lower, TupleSet upper, bool is_functional = false);

  const std::string& label(LabelId id) const;
  base::Span span(LabelId id) const;
  Formula formula(LabelId id) const;
  std::size_t label_count() const;

  Answer solve(const Query& query = {});
  // After Sat. It has been evaluated: every formula of the question holds in it.
  const Instance& instance() const;
  // After Sat: excludes the present values of all relations of the problem (or of those in
  // `relations`) from every later question.
  void block();
  void block(const std::vector<RelationId>& relations);
  // After Unsat: what the SAT solver used; minimised by deletion within the budget.
  Core core();
  Core minimal_core();
  // After Unsat: might there be an instance if the universe had more integers?
  bool is_cut_by_overflow();
  // After Unknown.
  const std::string& reason() const;

  // Relations that skolemised quantifiers became, with the variable's name after a `$`.
  const std::vector<RelationId>& skolems() const;
  SolverStatistics statistics() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rel
