// What formulas of a proof file mean: substitution, updates, equality of formulas, first-order
// questions. Written for the checker alone, so that a slip of the prover is not repeated here.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/run/run.h"
#include "certify/proof/file.h"
#include "logic/dl/store.h"
#include "logic/solve/first_order.h"
#include "logic/solve/solver.h"
#include "logic/term/terms.h"

namespace proof {

// {σ}[Σ]Ψ, taken apart; an assumption may have a first-order guard: guard → {σ}[Σ]Ψ.
struct ProofBox {
  dl::ExprId guard;
  dl::SubstId state;
  dl::PoolId pool;
  dl::ExprId after;
};

class ProofLogic {
 public:
  ProofLogic(dl::Store& store, run::Run& run);
  ProofLogic(const ProofLogic&) = delete;
  ProofLogic& operator=(const ProofLogic&) = delete;

  dl::Store& store() { return store_; }

  // eσ, for e without modalities. Invalid if a quantifier would capture a variable.
  dl::ExprId substitute(dl::SubstId subst, dl::ExprId expr);
  // {σ}Ψ with updates in front of boxes only. Invalid if a variable would be captured.
  dl::ExprId pushed(dl::SubstId subst, dl::ExprId formula);
  // Holds exactly where the expression has a value.
  dl::ExprId has_value(dl::ExprId expr);

  // The same formula, up to identities of arithmetic and propositional logic that make equal
  // terms, in parts without quantifiers.
  bool is_same(dl::ExprId a, dl::ExprId b);
  bool is_trivial(dl::ExprId formula);  // the same as true
  // Of the assumptions, in any order.
  bool is_same_set(const std::vector<dl::ExprId>& a, const std::vector<dl::ExprId>& b);
  bool contains(const std::vector<dl::ExprId>& all, dl::ExprId formula);

  std::optional<ProofBox> as_box(dl::ExprId formula, bool may_be_guarded) const;

  // All variables that occur anywhere in the formula, its programs included.
  std::set<dl::VarId> variables(dl::ExprId formula) const;
  // Those whose values decide how executions of the pool go.
  std::set<dl::VarId> read_by(dl::PoolId pool) const;
  // Those on whose values the truth of the formula depends.
  std::set<dl::VarId> free_variables(dl::ExprId formula) const;

  // Do the first-order ones of `known` imply the disjunction of `claims`? On no, `why` says
  // whether the solver knows better or gave up.
  bool implies_one(const std::vector<dl::ExprId>& known, const std::vector<dl::ExprId>& claims,
                   std::string& why);
  // Do they imply each of `wanted`, which have no quantifiers?
  bool implies_all(const std::vector<dl::ExprId>& known, const std::vector<dl::ExprId>& wanted,
                   std::string& why);

 private:
  term::Term term(dl::ExprId expr);
  term::Term compute(const dl::Expr& expr);
  term::Term variable(dl::VarId var);
  solve::Formula formula(dl::ExprId expr);
  dl::ExprId compute_has_value(const dl::Expr& expr);
  bool is_unsat(const std::vector<term::Term>& constraints, std::string& why);
  bool is_same_state(dl::SubstId a, dl::SubstId b);
  dl::SubstId composed(dl::SubstId outer, dl::SubstId inner);
  dl::ExprId under_quantifier(dl::SubstId subst, const dl::Expr& expr, bool modal);
  void collect(dl::ExprId id, bool only_free, std::set<dl::VarId>& found) const;
  void collect_code(dl::CodeId id, bool only_reads, std::set<dl::VarId>& found) const;

  dl::Store& store_;
  run::Run& run_;
  solve::Options options_;
  term::Terms terms_;
  solve::Solver solver_;
  std::unordered_map<dl::ExprId, term::Term> terms_of_;
  std::unordered_map<dl::ExprId, dl::ExprId> has_value_of_;
};

}  // namespace proof
