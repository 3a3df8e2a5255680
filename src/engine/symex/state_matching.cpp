#include "engine/symex/state_matching.h"

#include <algorithm>

#include "engine/symex/fingerprint.h"

namespace symex {

namespace {

// The execution may end here, or a thread takes no further step, so that its rest is unknown.
bool may_end(const State& state) {
  if (state.is_over) return false;
  const auto& all = state.threads;
  return std::any_of(all.begin(), all.end(), [](const auto& t) { return has_stopped(*t); }) ||
         std::all_of(all.begin(), all.end(),
                     [](const auto& t) { return t->has_ended() || t->is_daemon; });
}

}  // namespace

void StateMatching::add(State state, const WorkItem&) {
  seen_.clear();  // terms may have got the numbers of old ones
  graph_.clear();
  places_.clear();
  current_ = kNobody;
  visit(std::move(state));
}

bool StateMatching::explore_next(bool) {
  if (frontier_.empty()) {
    find_endless();
    return false;
  }
  std::pop_heap(frontier_.begin(), frontier_.end());
  Item item = std::move(frontier_.back());
  frontier_.pop_back();
  current_ = item.number;
  // Unless a shorter path to it was found.
  if (seen_[item.hash].distance >= item.state.depth) expand(item.state);
  return true;
}

// All states of these inputs have been visited.
void StateMatching::find_endless() {
  auto trap = graph_.find_trap();
  if (trap) progress_.note_endless(places_[*trap]);
  graph_.clear();
}

void StateMatching::visit(State state) {
  por::Hash hash = fingerprint(executor_.tables(), options_, state);
  auto [entry, is_new] =
      seen_.try_emplace(hash, Seen{state.depth, static_cast<std::uint32_t>(seen_.size())});
  Seen& seen = entry->second;
  if (current_ != kNobody) graph_.add_step(current_, seen.number);
  if (!is_new) {
    if (seen.distance <= state.depth) {
      ++stats_.pruned;
      return;
    }
    seen.distance = state.depth;
  }
  if (is_new) {
    ++stats_.states;
    places_.emplace_back();
  }
  frontier_.push_back({std::move(state), hash, seen.number, count_++});
  std::push_heap(frontier_.begin(), frontier_.end());
  stats_.live_states = std::max<std::uint64_t>(stats_.live_states, frontier_.size());
}

void StateMatching::expand(State& state) {
  auto [enabled, deciding] = executor_.enabled_threads(state, options_.semantics.races);
  if (may_end(state)) note_end();
  if (deciding) return decide_all(state, *deciding);
  if (enabled.empty()) {
    note_end();
    return executor_.end(state);
  }
  places_[current_] = executor_.next_place(state, enabled.front());
  executor_.end_where_deadlocked(state, enabled);
  if (progress_.is_done()) return;
  if (state.depth >= options_.depth) {
    note_end();
    return executor_.end_cut(state, "depth");
  }
  if (options_.semantics.races) find_race(state, enabled);
  if (progress_.is_done()) return;
  for (std::uint32_t t : enabled) {
    if (state.thread(t).status == ThreadStatus::Deciding) {
      State copy = state;
      decide_all(copy, t);
      continue;
    }
    State here = state;
    ir::Tie tie = executor_.tie(state, t);
    for (const Transition& transition : executor_.transitions_of(here, t)) {
      State next = state;
      por::Footprint touched;
      // If a decision has to come first, that is where the thread stands.
      executor_.step(next, t, transition, touched);
      if (progress_.is_done()) return;
      go_on(std::move(next), t, tie);
      if (progress_.is_done()) return;
    }
  }
}

// What waits is not tied: others have to come in between. Races of a step that is never next in a
// state that is expanded are looked for here.
void StateMatching::go_on(State state, std::uint32_t thread, ir::Tie last) {
  bool is_tied = last == ir::Tie::ToNext || executor_.tie(state, thread) == ir::Tie::ToLast;
  if (!is_tied || state.is_over || state.depth >= options_.depth) return visit(std::move(state));
  auto [enabled, deciding] = executor_.enabled_threads(state, options_.semantics.races);
  bool is_ready = state.thread(thread).status == ThreadStatus::Ready;
  bool is_enabled = std::find(enabled.begin(), enabled.end(), thread) != enabled.end();
  if (deciding || !is_ready || !is_enabled) return visit(std::move(state));
  if (options_.semantics.races) find_race(state, enabled);
  ir::Tie tie = executor_.tie(state, thread);
  State here = state;
  for (const Transition& transition : executor_.transitions_of(here, thread)) {
    if (progress_.is_done()) return;
    State next = state;
    por::Footprint touched;
    executor_.step(next, thread, transition, touched);
    if (!progress_.is_done()) go_on(std::move(next), thread, tie);
  }
}

void StateMatching::find_race(const State& state, const std::vector<std::uint32_t>& enabled) {
  auto is_ready = [&](std::uint32_t t) { return state.thread(t).status == ThreadStatus::Ready; };
  auto waits = [&](std::uint32_t t) {
    return state.thread(t).wait.kind == Wait::Kind::Condition && is_ready(t);
  };
  auto races = [&](std::uint32_t first, std::uint32_t second) {
    if (!is_ready(first) || !is_ready(second)) return false;
    return por::conflict_on_data(state.thread(first).footprint, state.thread(second).footprint);
  };
  for (std::uint32_t first : enabled) {
    for (std::uint32_t second : enabled) {
      bool is_told = first >= second || waits(first) || waits(second);
      if (!is_told && races(first, second)) take_race(state, first, second);
      if (progress_.is_done()) return;
    }
    // The one step may be what lets the other thread go on, or what stops it.
    for (std::uint32_t second = 0; second < state.threads.size(); ++second) {
      if (first == second || !(waits(first) || waits(second))) continue;
      if (races(first, second)) take_race(state, first, second);
      if (progress_.is_done()) return;
    }
  }
}

void StateMatching::take_race(const State& state, std::uint32_t first, std::uint32_t second) {
  State here = state;
  for (const Transition& transition : executor_.transitions_of(here, first)) {
    State next = here;
    por::Footprint more;
    por::Footprint touched = executor_.touched_by(here, transition);
    if (!executor_.step(next, first, transition, more) || next.is_over) continue;
    if (progress_.is_done()) return;
    executor_.update_next_step(next, second);
    if (!executor_.is_enabled(next, second)) continue;
    State now = next;
    for (const Transition& other : executor_.transitions_of(now, second)) {
      bool is_race = por::conflict_on_data(touched, executor_.touched_by(next, other));
      if (is_race) executor_.report_race(next, other);
      if (progress_.is_done()) return;
    }
  }
}

void StateMatching::decide_all(State& state, std::uint32_t thread) {
  Decision decision = executor_.next_decision(state, thread);
  places_[current_] = executor_.next_place(state, thread);
  bool is_stuck = true;
  for (std::size_t i = 0; i < executor_.count_alternatives(state, decision); ++i) {
    if (!executor_.is_possible(state, decision, i)) continue;
    is_stuck = false;
    State next = state;
    por::Footprint touched;
    if (!executor_.decide_and_run(next, thread, decision, i, touched)) return;
    visit(std::move(next));
  }
  if (!is_stuck) return;
  note_end();
  if (executor_.cut_thread(state, thread, decision)) visit(std::move(state));
}

}  // namespace symex
