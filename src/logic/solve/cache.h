// Remembered answers for sets of constraints. The exact cache knows the very same set;
// the subset cache also concludes that a superset of an unsatisfiable set is
// unsatisfiable and that a subset of a satisfiable set has its model (as KLEE's
// counterexample cache does; Cadar, Dunbar, Engler, OSDI 2008).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/solve/smt.h"
#include "logic/term/terms.h"

namespace solve {

using ConstraintSet = std::vector<term::Term>;  // sorted, without duplicates

struct CachedAnswer {
  bool is_sat = false;
  PartialModel model;  // of the variables of the set, if sat
};

class Cache {
 public:
  // Valid until the next call of add.
  const CachedAnswer* find_exact(const ConstraintSet& set) const;
  const CachedAnswer* find_by_subset(const ConstraintSet& set) const;
  // Models of satisfiable sets that share constraints with `set`, the most recent
  // first: each may satisfy `set` too.
  std::vector<const PartialModel*> likely_models(const ConstraintSet& set) const;
  void add(ConstraintSet set, CachedAnswer answer);

  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  struct Entry {
    ConstraintSet set;
    CachedAnswer answer;
  };
  static std::uint64_t hash_of(const ConstraintSet& set);
  void index(std::uint32_t entry);
  const Entry* find_entry(const ConstraintSet& set) const;

  std::vector<Entry> entries_;
  std::size_t cells_ = 0;  // constraints and values in entries_ since they were cleared
  std::unordered_multimap<std::uint64_t, std::uint32_t> exact_;  // by hash of the set
  // Unsatisfiable sets by their greatest constraint; recent satisfiable sets by each.
  std::unordered_map<term::Term, std::vector<std::uint32_t>> unsat_;
  std::unordered_map<term::Term, std::vector<std::uint32_t>> sat_;
};

}  // namespace solve
