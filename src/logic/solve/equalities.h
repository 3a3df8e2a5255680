// Implied equalities: when the path condition says x = c (or b, or !b, or x = y + c), x
// is replaced by what it equals in every later constraint and question. Questions get
// smaller, fall into smaller slices and are more often decided by simplification.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "logic/term/terms.h"

namespace solve {

class Equalities {
 public:
  explicit Equalities(term::Terms& terms) : terms_(terms) {}

  void push() { levels_.push_back(trail_.size()); }
  void pop();

  // `t` under the equalities known so far. `variables` are those of `t`.
  term::Term reduce(term::Term t, std::span<const term::Variable> variables);
  // Learns what `t`, a reduced constraint with these variables, says about one of them.
  void learn(term::Term t, std::span<const term::Variable> variables);

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  bool is_bound(term::Variable v) const {
    return v.index() < bound_.size() && bound_[v.index()].is_valid();
  }
  void bind(term::Term variable, term::Term value);
  void learn_equality(term::Term a, term::Term b);
  void learn_sum(term::Term sum, term::Term constant);
  term::Term one_of(term::Sort sort);

  term::Terms& terms_;
  term::Substitution bound_;
  std::vector<term::Variable> trail_;  // in the order of binding
  std::vector<std::size_t> levels_;
};

}  // namespace solve
