// A search that remembers states: what comes after a state is explored once. Threads
// that loop for ever over finitely many states get a complete answer.
//
// States are visited in the order of their distance from the start, so that a bound on
// the depth is exact and the execution that shows an error is among the shortest. Invisible
// steps are not interleaved, and steps that are tied to others (ir::Tie) are taken with them;
// otherwise no interleaving is left out, so that no execution can be ignored for ever.
//
// Data races are two steps that are both next, touch the same variable, and one writes it. If an
// execution has two accesses in no order, then some execution comes to such a state: up to the
// first race it can be reordered, for what the second access depends on happens before it (Boehm,
// Adve: Foundations of the C++ Concurrency Memory Model, PLDI 2008). This does not hold for
// programs with accesses or monitors that order less, or ask for the locks of others
// (pass::AccessModes::is_weak).
#pragma once

#include <queue>
#include <unordered_map>
#include <vector>

#include "engine/interp/state_graph.h"
#include "engine/por/hash.h"
#include "engine/symex/strategy.h"

namespace symex {

class StateMatching : public Strategy {
 public:
  using Strategy::Strategy;

  void add(State state, const WorkItem& work) override;
  bool explore_next(bool has_other_inputs) override;

 private:
  struct Item {
    State state;
    por::Hash hash;
    std::uint32_t number = 0;
    std::uint64_t order = 0;  // of two states at the same distance, the older one
    bool operator<(const Item& other) const {
      return state.depth != other.state.depth ? state.depth > other.state.depth
                                              : order > other.order;
    }
  };

  void expand(State& state);
  // Two of the threads race with their next steps: it is told.
  void find_race(const State& state, const std::vector<std::uint32_t>& enabled);
  // If the second thread can move after the step of the first one.
  void take_race(const State& state, std::uint32_t first, std::uint32_t second);
  // After a step of a thread: takes those that are tied to it, and comes to a state.
  void go_on(State state, std::uint32_t thread, ir::Tie last);
  void visit(State state);
  void decide_all(State& state, std::uint32_t thread);
  // The state at hand is left for ever: an execution ends here, or its rest is unknown.
  void note_end() { graph_.add_end(current_); }
  void find_endless();

  std::vector<Item> frontier_;  // a heap: the closest comes first
  struct Seen {
    std::uint64_t distance = 0;
    std::uint32_t number = 0;
  };
  std::unordered_map<por::Hash, Seen, por::HashOfHash> seen_;
  std::uint64_t count_ = 0;
  static constexpr std::uint32_t kNobody = ~0U;
  std::uint32_t current_ = kNobody;  // the number of the state that is expanded
  interp::StateGraph graph_;
  std::vector<base::Span> places_;  // by number: what a thread is about to do there
};

}  // namespace symex
