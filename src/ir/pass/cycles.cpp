#include "ir/pass/cycles.h"

#include <algorithm>

namespace pass {

Cycles::Cycles(const ir::Procedure& proc)
    : proc_(proc), out_(ir::outgoing(proc)), state_(proc.locations.size()) {
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (state_[i].number == 0) search(i);
  }
}

void Cycles::open(std::size_t at, std::vector<Visit>& visits) {
  state_[at] = {.number = ++count_, .low = count_, .on_stack = true};
  stack_.push_back(at);
  visits.push_back({at, 0});
}

void Cycles::search(std::size_t root) {
  std::vector<Visit> visits;
  open(root, visits);
  while (!visits.empty()) {
    Visit& visit = visits.back();
    std::size_t at = visit.at;
    if (visit.next < out_[at].size()) {
      std::size_t to = proc_.transitions[out_[at][visit.next++].index()].target.index();
      if (to == at) state_[at].on_cycle = true;
      if (state_[to].number == 0) {
        open(to, visits);
      } else if (state_[to].on_stack) {
        state_[at].low = std::min(state_[at].low, state_[to].number);
      }
      continue;
    }
    visits.pop_back();
    if (!visits.empty()) {
      Node& caller = state_[visits.back().at];
      caller.low = std::min(caller.low, state_[at].low);
    }
    if (state_[at].low == state_[at].number) close(at);
  }
}

void Cycles::close(std::size_t root) {
  bool alone = stack_.back() == root;
  std::size_t member = 0;
  do {
    member = stack_.back();
    stack_.pop_back();
    state_[member].on_stack = false;
    state_[member].component = root;
    if (!alone) state_[member].on_cycle = true;
  } while (member != root);
}

}  // namespace pass
