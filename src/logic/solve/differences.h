// A decision procedure for the constraints that most paths of sorting and indexing
// programs consist of: x - y <= c, x <= c, x >= c and equalities over Int, together with
// signed comparisons and equalities of words (difference_words.cpp), equalities of references,
// comparisons of characters, and truth values, all of which are read as bounded integers. Boolean
// structure (disequalities, disjunctions, ites) is decided by splitting into cases, guided by the
// present solution and with a budget.
//
// It says Unsat if the constraints that it understands have no solution; anything else
// it takes as a free number or leaves out, so Unsat is right for the whole. It says Sat
// only if it understood everything.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/solve/cache.h"
#include "logic/solve/difference_graph.h"
#include "logic/term/terms.h"

namespace solve {

class Differences {
 public:
  explicit Differences(term::Terms& terms);

  void push() { graph_.push(); }
  void pop() { graph_.pop(); }
  // Asserts what must hold in every case of `t`.
  void add(term::Term t);

  // Whether the constraints `relevant`, which were all added and share no variables
  // with the others that were added, have a solution; nullopt: cannot tell.
  std::optional<bool> decide(std::span<const term::Term> relevant);
  // After decide() was true: values for the variables of `relevant`.
  const PartialModel& model() const { return model_; }

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  using FormulaId = std::uint32_t;
  // A constraint in negation normal form over difference constraints.
  struct Formula {
    enum class Kind : std::uint8_t {
      Atom,    // all of `constraints`; none: true
      All,     // all children
      Any,     // some child; none: false
      Opaque,  // something else
    };
    Kind kind = Kind::Opaque;
    bool is_exact = false;  // says all that the term says
    std::vector<DifferenceGraph::Constraint> constraints;
    std::vector<FormulaId> children;
  };
  // a - b <= c, where a and b are nodes.
  struct Sum {
    DifferenceGraph::Node plus = DifferenceGraph::kZero;
    DifferenceGraph::Node minus = DifferenceGraph::kZero;
    std::int64_t constant = 0;  // plus - minus + constant
    bool is_exact = true;
  };

  // One operand of a comparison of words: an atom, a constant, or the sum of both.
  struct WordSide {
    term::Term atom;  // invalid: none
    std::int64_t constant = 0;
  };
  // What it is under some conditions: the number of a node plus a constant.
  struct WordCase {
    DifferenceGraph::Node node = DifferenceGraph::kZero;
    std::int64_t constant = 0;
    std::vector<DifferenceGraph::Constraint> conditions;
    bool is_exact = true;
    bool is_open = false;  // nothing is known but the conditions
  };

  // comparisons of words (difference_words.cpp)
  FormulaId compile_word_le(term::Term a, term::Term b, bool is_positive);
  FormulaId compile_word_eq(term::Term a, term::Term b, bool is_positive);
  std::optional<WordSide> word_side(term::Term t);
  std::vector<WordCase> word_cases(const WordSide& side);
  std::optional<std::int64_t> word_value(term::Term t) const;  // a constant that is not too large

  // compiling terms (difference_formula.cpp)
  FormulaId compiled(term::Term t);
  FormulaId compile(term::Term t, bool is_positive, int depth);
  FormulaId compile_cases(term::Term condition, term::Term then, term::Term otherwise,
                          bool is_positive, int depth);
  std::optional<FormulaId> compile_ite_inside(term::Term t, bool is_positive, int depth);
  FormulaId compile_atom(term::Term t, bool is_positive);
  FormulaId comparison(const Sum& sum, bool is_equality, bool is_positive);
  FormulaId truth(bool value);
  FormulaId compound(Formula::Kind kind, std::vector<FormulaId> children);
  FormulaId made(Formula formula);
  FormulaId opaque();
  std::optional<Sum> sum_of(term::Term a, term::Term b);
  bool add_side(term::Term t, bool is_plus, Sum& sum);
  bool add_monomial(term::Term t, bool is_plus, Sum& sum);
  DifferenceGraph::Node node_of(term::Term atom);

  // deciding (differences.cpp)
  bool assert_formula(FormulaId id, std::vector<FormulaId>* splits);
  bool holds(FormulaId id) const;
  std::optional<bool> search(std::vector<FormulaId>& splits);
  bool read_model(std::span<const term::Term> relevant);

  term::Terms& terms_;
  DifferenceGraph graph_;
  std::unordered_map<term::Term, DifferenceGraph::Node> nodes_;
  std::vector<term::Term> node_terms_;  // by node
  std::vector<Formula> formulas_;
  std::unordered_map<term::Term, FormulaId> by_term_;
  std::size_t compile_limit_ = 0;  // formulas_ may grow to this size
  int budget_ = 0;                 // cases that decide() may still try
  PartialModel model_;
};

}  // namespace solve
