// Independent-constraint slicing: two constraints that share no variable, directly or
// through others, can be decided apart. A union-find over variables holds the groups.
// It follows push and pop: unions are by size, without path compression, and undone in
// reverse order; the members of a group form a ring that a union splices in constant
// time (and a second splice of the same two elements takes apart again).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/term/terms.h"

namespace solve {

class Slicer {
 public:
  explicit Slicer(const term::Terms& terms) : terms_(terms) {}

  void push() { levels_.push_back(trail_.size()); }
  void pop();
  // Constraint number `constraint`; it has at least one variable.
  void add(std::uint32_t constraint, term::Term t);

  // The numbers of all constraints in the group of `t`, which was added, increasing.
  std::vector<std::uint32_t> group(term::Term t);
  // The variables of a term, remembered.
  std::span<const term::Variable> variables(term::Term t);

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  struct Undo {
    bool is_union = false;
    std::uint32_t a = 0;  // the root that got the other / the variable of a constraint
    std::uint32_t b = 0;  // the root that was put below
  };
  void grow(std::uint32_t variable);
  std::uint32_t find(std::uint32_t variable) const;
  void unite(std::uint32_t a, std::uint32_t b);

  const term::Terms& terms_;
  std::vector<std::uint32_t> parent_;                    // by variable
  std::vector<std::uint32_t> size_;                      // of the tree, at roots
  std::vector<std::uint32_t> next_;                      // the ring of the group
  std::vector<std::vector<std::uint32_t>> constraints_;  // by their first variable
  std::vector<Undo> trail_;
  std::vector<std::size_t> levels_;
  std::unordered_map<term::Term, std::vector<term::Variable>> variables_;
};

}  // namespace solve
