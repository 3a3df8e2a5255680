// A few executions that are likely to get stuck, before an exhaustive search gets there: of N
// philosophers that take their left forks first, the deadlock is one of 2^N traces. What it
// finds is an execution like any other; what it does not find means nothing.
//
// Each rule says which thread moves, by what its next step is and whether it holds locks.
// Threads that hold one and want another are kept waiting while the others take theirs. The idea
// is that of directed model checking (Edelkamp, Leue, Lluch Lafuente); here only the next step
// is looked at, so that an execution costs no more than any other.
#pragma once

#include <vector>

#include "engine/symex/strategy.h"

namespace symex {

class DirectedStrategy : public Strategy {
 public:
  using Strategy::Strategy;

  void add(State state, const WorkItem& work) override;
  bool explore_next(bool has_other_inputs) override;

 private:
  struct Item {
    State state;
    std::uint32_t rule = 0;
  };

  void execute(State state, std::uint32_t rule);
  std::uint32_t choose(const State& state, const std::vector<std::uint32_t>& enabled,
                       std::uint32_t rule) const;
  std::uint64_t rank(const State& state, std::uint32_t thread, std::uint32_t rule) const;
  // Takes the first alternative that can be. False: the execution ends here.
  bool decide_first(State& state, std::uint32_t thread);

  std::vector<Item> frontier_;
  std::uint32_t starts_ = 0;  // states with threads so far
};

}  // namespace symex
