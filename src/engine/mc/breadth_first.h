// Breadth-first search: a counterexample has as few steps as possible.
#pragma once

#include <deque>

#include "engine/mc/search.h"

namespace mc {

class BreadthFirst final : public Search {
 public:
  using Search::Search;

 private:
  void explore() override;
  bool finds_cycle() override;
  std::uint64_t pending_bytes() const override;
  void expand(std::uint32_t number);
  void load(std::uint32_t number);
  void add(Store::Id id, std::uint32_t parent);
  std::vector<Step> path_to(std::uint32_t number, const Step* last);
  bool replay_towards(Store::Id id);

  std::vector<Store::Id> ids_;          // of the states in the order in which they were met
  std::vector<std::uint32_t> parents_;  // by number: the state from which it was met first
  std::uint64_t level_end_ = 0;         // number of the first state of the next level
  // Without states in the store: those that are still to be expanded.
  std::deque<std::vector<std::uint32_t>> waiting_;
};

}  // namespace mc
