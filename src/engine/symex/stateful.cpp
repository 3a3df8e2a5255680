#include "engine/symex/stateful.h"

#include <algorithm>

#include "engine/symex/fingerprint.h"

namespace symex {

void StatefulSearch::interleave(State state, const Script&) {
  seen_.clear();  // terms may have got the numbers of old ones
  graph_.clear();
  places_.clear();
  current_ = kNobody;
  visit(std::move(state));
}

bool StatefulSearch::run_next() {
  if (items_.empty()) {
    find_endless();
    return false;
  }
  std::pop_heap(items_.begin(), items_.end());
  Item item = std::move(items_.back());
  items_.pop_back();
  current_ = item.number;
  // Unless a shorter way here was found.
  if (seen_[item.hash].distance >= item.state.depth) expand(item.state);
  return true;
}

// All states of these inputs have been visited.
void StatefulSearch::find_endless() {
  auto trap = graph_.find_trap();
  if (trap && places_[*trap].is_valid()) note_endless(places_[*trap]);
  graph_.clear();
}

void StatefulSearch::visit(State state) {
  por::Hash hash = fingerprint(model_, options_, state);
  auto [entry, is_new] =
      seen_.try_emplace(hash, Seen{state.depth, static_cast<std::uint32_t>(seen_.size())});
  Seen& seen = entry->second;
  if (current_ != kNobody) graph_.add_step(current_, seen.number);
  if (!is_new) {
    if (seen.distance <= state.depth) {
      ++run_.stats.pruned;
      return;
    }
    seen.distance = state.depth;
  }
  if (is_new) {
    ++run_.stats.states;
    places_.emplace_back();
  }
  items_.push_back({std::move(state), hash, seen.number, count_++});
  std::push_heap(items_.begin(), items_.end());
  run_.stats.live_states = std::max<std::uint64_t>(run_.stats.live_states, items_.size());
}

void StatefulSearch::expand(State& state) {
  refresh_conditions(state);
  std::vector<std::uint32_t> moving;
  for (std::uint32_t t = 0; t < state.threads.size() && !state.is_over; ++t) {
    const Thread& thread = state.thread(t);
    if (thread.standing == Standing::Cut || thread.standing == Standing::Barred) note_end();
    if (thread.standing == Standing::Deciding && thread.footprint.empty()) {
      return decide_all(state, t);
    }
    if (can_move(state, t)) moving.push_back(t);
  }
  if (moving.empty()) {
    note_end();
    return end(state);
  }
  places_[current_] = next_place(state, moving.front());
  end_where_stuck(state, moving);
  if (is_done()) return;
  if (state.depth >= options_.depth) {
    note_end();
    return end_cut("depth");
  }
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
  places_[current_] = next_place(state, thread);
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
  if (!is_stuck) return;
  note_end();
  if (cut_thread(state, thread, look)) visit(std::move(state));
}

}  // namespace symex
