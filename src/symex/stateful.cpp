#include "symex/stateful.h"

#include <algorithm>

#include "symex/fingerprint.h"

namespace symex {

void StatefulSearch::interleave(State state, const Script&) {
  seen_.clear();  // terms may have got the numbers of old ones
  visit(std::move(state));
}

bool StatefulSearch::run_next() {
  if (items_.empty()) return false;
  std::pop_heap(items_.begin(), items_.end());
  Item item = std::move(items_.back());
  items_.pop_back();
  // Unless a shorter way here was found.
  if (seen_[item.hash] >= item.state.depth) expand(item.state);
  return true;
}

void StatefulSearch::visit(State state) {
  por::Hash hash = fingerprint(model_, options_, state);
  auto [entry, is_new] = seen_.try_emplace(hash, state.depth);
  if (!is_new) {
    if (entry->second <= state.depth) {
      ++run_.stats.pruned;
      return;
    }
    entry->second = state.depth;
  }
  if (is_new) ++run_.stats.states;
  items_.push_back({std::move(state), hash, count_++});
  std::push_heap(items_.begin(), items_.end());
  run_.stats.live_states = std::max<std::uint64_t>(run_.stats.live_states, items_.size());
}

void StatefulSearch::expand(State& state) {
  refresh_conditions(state);
  std::vector<std::uint32_t> moving;
  for (std::uint32_t t = 0; t < state.threads.size() && !state.is_over; ++t) {
    const Thread& thread = state.thread(t);
    if (thread.standing == Standing::Deciding && thread.footprint.empty()) {
      return decide_all(state, t);
    }
    if (can_move(state, t)) moving.push_back(t);
  }
  if (moving.empty()) return end(state);
  end_where_stuck(state, moving);
  if (is_done()) return;
  if (state.depth >= options_.depth) return end_cut("depth");
  for (std::uint32_t t : moving) {
    if (state.thread(t).standing == Standing::Deciding) {
      State copy = state;
      decide_all(copy, t);
      continue;
    }
    State here = state;
    for (const Way& way : ways_of(here, t)) {
      State next = state;
      por::Footprint touched;
      step(next, t, way, touched);  // if it has to decide, it stands at the decision
      if (is_done()) return;
      visit(std::move(next));
    }
  }
}

void StatefulSearch::decide_all(State& state, std::uint32_t thread) {
  Look look = decision(state, thread);
  bool is_stuck = true;
  for (std::size_t i = 0; i < count_alternatives(state, look); ++i) {
    if (!is_possible(state, look, i)) continue;
    is_stuck = false;
    State next = state;
    decide(next, thread, look, i);
    por::Footprint touched;
    Outcome outcome = settle(next, thread, touched);
    if (outcome.kind == Outcome::Kind::Violated) {
      ++run_.stats.paths;
      return report(next, std::move(*outcome.violation));
    }
    visit(std::move(next));
  }
  if (is_stuck && cut_thread(state, thread, look)) visit(std::move(state));
}

}  // namespace symex
