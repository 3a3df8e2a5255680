// First-order questions about sequents, put to the solver. Formulas without quantifiers become
// terms; the solver's answer that something can hold comes with values that were evaluated.
// Formulas with quantifiers go to the solver as they are.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/run/run.h"
#include "engine/prove/proof.h"
#include "logic/dl/store.h"
#include "logic/solve/first_order.h"
#include "logic/solve/solver.h"
#include "logic/term/terms.h"

namespace prove {

// Values of constants, by variable.
using CounterModel = std::vector<std::pair<dl::VarId, base::Integer>>;

struct LeafAnswer {
  bool is_valid = false;
  // If not: whether values are known that break the sequent's first-order part.
  bool has_model = false;
  CounterModel model;  // a Bool is 0 or 1
  std::string reason;  // without a model: why the solver gave up
};

class Leaves {
 public:
  Leaves(const dl::Store& store, run::Run& run, const solve::Options& options);
  Leaves(const Leaves&) = delete;
  Leaves& operator=(const Leaves&) = delete;

  // Do the first-order assumptions and the path imply one of the first-order claims?
  LeafAnswer decide(const Sequent& sequent);
  // Do they imply all of these formulas, too? Formulas with quantifiers count only if they
  // are among the assumptions.
  bool implies(const Sequent& sequent, const std::vector<dl::ExprId>& formulas);

  // An expression or formula without quantifiers and modalities. Equal terms mean the same. A
  // product of very many factors becomes an unknown of its own.
  term::Term term(dl::ExprId expr);

 private:
  term::Term compute(const dl::Expr& expr);
  std::uint32_t degree(dl::ExprId expr);  // most factors of a product
  bool has_unknown(const std::vector<dl::ExprId>& parts);
  term::Term binary(const dl::Expr& expr);
  term::Term variable(dl::VarId var);
  solve::Formula formula(dl::ExprId expr);
  std::vector<dl::ExprId> first_order_assumptions(const Sequent& sequent) const;
  CounterModel model_of(const term::Assignment& assignment) const;

  const dl::Store& store_;
  run::Run& run_;
  solve::Options options_;
  term::Terms terms_;
  solve::Solver solver_;
  std::unordered_map<dl::ExprId, term::Term> known_;
  std::unordered_map<dl::ExprId, std::uint32_t> degrees_;
  std::unordered_map<dl::VarId, term::Term> variables_;
  std::vector<dl::VarId> order_;  // variables in the order of their first use
};

}  // namespace prove
