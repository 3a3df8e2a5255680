// Formulas of linear temporal logic over numbered propositions, in negation normal form:
// negation stands at propositions only. Formulas are hash-consed in a store, so that equal
// ones have equal ids, and the functions that build them simplify.
//
// The rules are those of Etessami and Holzmann, "Optimizing Büchi Automata" (CONCUR 2000),
// and Somenzi and Bloem, "Efficient Büchi Automata from LTL Formulae" (CAV 2000).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace ltl {

using FormulaId = base::Id<struct FormulaTag>;

enum class Op : std::uint8_t {
  True,
  False,
  Prop,     // proposition, or its negation
  And,      // two or more operands, sorted
  Or,       // two or more operands, sorted
  Next,     // X a
  Until,    // a U b
  Release,  // a R b: b up to and including the first a, or for ever
};

struct Formula {
  Op op = Op::True;
  std::uint32_t prop = 0;  // Prop
  bool negated = false;    // Prop
  std::vector<FormulaId> args;

  friend bool operator==(const Formula&, const Formula&) = default;
};

class Formulas {
 public:
  Formulas();
  Formulas(const Formulas&) = delete;
  Formulas& operator=(const Formulas&) = delete;

  const Formula& operator[](FormulaId id) const { return all_[id.index()]; }
  std::size_t size() const { return all_.size(); }

  FormulaId true_() const { return FormulaId(0); }
  FormulaId false_() const { return FormulaId(1); }
  FormulaId prop(std::uint32_t index, bool negated = false);
  FormulaId and_(FormulaId a, FormulaId b) { return both({a, b}, Op::And); }
  FormulaId or_(FormulaId a, FormulaId b) { return both({a, b}, Op::Or); }
  FormulaId next(FormulaId a);
  FormulaId until(FormulaId a, FormulaId b) { return until_or_release(Op::Until, a, b); }
  FormulaId release(FormulaId a, FormulaId b) { return until_or_release(Op::Release, a, b); }
  FormulaId not_(FormulaId a);

  FormulaId implies(FormulaId a, FormulaId b) { return or_(not_(a), b); }
  FormulaId iff(FormulaId a, FormulaId b);
  FormulaId finally(FormulaId a) { return until(true_(), a); }
  FormulaId globally(FormulaId a) { return release(false_(), a); }
  FormulaId weak_until(FormulaId a, FormulaId b) { return release(b, or_(a, b)); }

  // True if a state that satisfies `a` always satisfies `b`, as far as their forms tell.
  bool implies_by_form(FormulaId a, FormulaId b);
  // Without X: stutter-invariant by its form.
  bool is_next_free(FormulaId a) const;

  // With the names of the propositions: `[] (p -> <> q)` prints as `[](!p || <>q)`.
  std::string text(FormulaId a, const std::function<std::string(std::uint32_t)>& name_of) const;

 private:
  FormulaId make(Formula formula);
  FormulaId both(const std::vector<FormulaId>& args, Op op);
  void merge_operands(std::vector<FormulaId>& args, Op op);
  FormulaId merged(FormulaId a, FormulaId b, Op op);
  FormulaId until_or_release(Op op, FormulaId a, FormulaId b);
  bool is_eventual(FormulaId a);
  bool is_universal(FormulaId a);
  // Is eventual (Until) or universal (Release).
  bool is_pure(FormulaId a, Op op) { return op == Op::Until ? is_eventual(a) : is_universal(a); }
  bool decide_implies(FormulaId a, FormulaId b);
  void print(FormulaId a, const std::function<std::string(std::uint32_t)>& name_of, bool inner,
             std::string& out) const;

  struct Less {
    bool operator()(const Formula& a, const Formula& b) const {
      return std::tie(a.op, a.prop, a.negated, a.args) < std::tie(b.op, b.prop, b.negated, b.args);
    }
  };
  std::vector<Formula> all_;
  std::map<Formula, FormulaId, Less> ids_;
  std::map<FormulaId, FormulaId> negations_;
  std::map<std::pair<FormulaId, FormulaId>, bool> implications_;
};

}  // namespace ltl
