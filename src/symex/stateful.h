// A search that remembers states: what comes after a state is explored once. Threads
// that loop for ever over finitely many states get a complete answer.
//
// States are visited in the order of their distance from the start, so that a bound on
// the depth is exact and the execution that shows an error is among the shortest. Steps
// that nobody can notice are not interleaved; otherwise no interleaving is left out, so
// that no execution can be ignored for ever.
#pragma once

#include <queue>
#include <unordered_map>
#include <vector>

#include "por/hash.h"
#include "symex/search.h"

namespace symex {

class StatefulSearch : public Search {
 public:
  using Search::Search;

 private:
  struct Item {
    State state;
    por::Hash hash;
    std::uint64_t order = 0;  // of two states at the same distance, the older one
    bool operator<(const Item& other) const {
      return state.depth != other.state.depth ? state.depth > other.state.depth
                                              : order > other.order;
    }
  };

  void interleave(State state, const Script& script) override;
  bool run_next() override;
  void expand(State& state);
  void visit(State state);
  void decide_all(State& state, std::uint32_t thread);

  std::vector<Item> items_;  // a heap: the closest comes first
  std::unordered_map<por::Hash, std::uint64_t, por::HashOfHash> seen_;  // with the distance
  std::uint64_t count_ = 0;
};

}  // namespace symex
