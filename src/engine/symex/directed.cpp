#include "engine/symex/directed.h"

#include <algorithm>
#include <optional>

#include "engine/symex/model.h"

namespace symex {

namespace {

// Of the inputs with which threads come about, so many are tried.
constexpr std::uint32_t kMostStarts = 4;
// Steps of one execution.
constexpr std::uint64_t kLongest = 5'000;

enum class Rule : std::uint8_t {
  TakeThenSwitch,  // who holds no lock comes first
  StopBeforeLock,  // who does not want a lock comes first
  NotifyEarly,     // so that nobody hears it
  WaitEarly,       // so that one notification is not enough
  InTurn,          // who has moved least comes first
};
constexpr std::uint32_t kRules = 5;

enum class Next : std::uint8_t { Other, Lock, Wait, Notify };

Next next_of(const Model& model, const Thread& thread) {
  if (thread.wait.is_for_lock()) return Next::Lock;
  if (thread.frames.empty()) return Next::Other;
  const Frame& frame = thread.frames.top();
  for (ir::TransId id : model.outgoing(frame.proc, frame.at)) {
    for (const ir::Action& action : model.proc(frame.proc).transitions[id.index()].actions) {
      if (std::holds_alternative<ir::Wait>(action)) return Next::Wait;
      if (std::holds_alternative<ir::Notify>(action)) return Next::Notify;
      if (std::holds_alternative<ir::NotifyAll>(action)) return Next::Notify;
    }
  }
  return Next::Other;
}

bool holds_lock(const State& state, std::uint32_t thread) {
  return std::any_of(state.locks->begin(), state.locks->end(),
                     [&](const Lock& l) { return !l.is_free() && l.owner == thread; });
}

}  // namespace

// Each rule is tried with the oldest of several threads first, and with the youngest.
void DirectedSearch::interleave(State state, const Script&) {
  if (starts_++ == kMostStarts) return stop("enough was tried");
  for (std::uint32_t rule = 2 * kRules; rule-- > 0;) items_.push_back({state, rule});
}

bool DirectedSearch::run_next() {
  if (items_.empty()) return false;
  Item item = std::move(items_.back());
  items_.pop_back();
  execute(std::move(item.state), item.rule);
  return true;
}

void DirectedSearch::execute(State state, std::uint32_t rule) {
  std::uint64_t last = std::min(state.depth + kLongest, options_.depth);
  while (!must_stop() && !is_paused() && state.depth < last) {
    std::vector<std::uint32_t> moving;
    std::optional<std::uint32_t> deciding;
    for (std::uint32_t t = 0; t < state.threads.size() && !state.is_over; ++t) {
      refresh(state, t);
      if (!can_move(state, t)) continue;
      moving.push_back(t);
      if (state.thread(t).standing == Standing::Deciding && !deciding) deciding = t;
    }
    if (moving.empty()) return end(state);
    if (deciding) {
      if (!decide_first(state, *deciding)) return;
      continue;
    }
    std::uint32_t thread = choose(state, moving, rule);
    Ways ways = ways_of(state, thread);
    if (ways.empty()) return;
    por::Footprint touched;
    step(state, thread, ways[0], touched);
  }
}

bool DirectedSearch::decide_first(State& state, std::uint32_t thread) {
  Look look = decision(state, thread);
  std::size_t count = count_alternatives(state, look);
  std::size_t first = 0;
  while (first < count && !is_possible(state, look, first)) ++first;
  if (first == count) return false;
  decide(state, thread, look, first);
  por::Footprint touched;
  Outcome outcome = settle(state, thread, touched);
  if (outcome.kind != Outcome::Kind::Violated) return true;
  report(state, std::move(*outcome.violation));
  return false;
}

std::uint32_t DirectedSearch::choose(const State& state, const std::vector<std::uint32_t>& moving,
                                     std::uint32_t rule) const {
  std::uint32_t best = moving.front();
  for (std::uint32_t t : moving) {
    std::uint64_t a = rank(state, t, rule / 2);
    std::uint64_t b = rank(state, best, rule / 2);
    bool is_younger_first = rule % 2 == 1;
    if (a < b || (a == b && is_younger_first)) best = t;
  }
  return best;
}

// The thread with the least one moves.
std::uint64_t DirectedSearch::rank(const State& state, std::uint32_t thread,
                                   std::uint32_t rule) const {
  const Thread& self = state.thread(thread);
  Next next = next_of(model_, self);
  switch (static_cast<Rule>(rule)) {
    case Rule::TakeThenSwitch: {
      std::uint64_t holds = holds_lock(state, thread) ? 2 : 0;
      return holds + (next == Next::Lock ? 1 : 0);
    }
    case Rule::StopBeforeLock:
      if (next != Next::Lock) return 0;
      return holds_lock(state, thread) ? 2 : 1;
    case Rule::NotifyEarly:
      return next == Next::Notify ? 0 : next == Next::Other ? 1 : next == Next::Lock ? 2 : 3;
    case Rule::WaitEarly:
      return next == Next::Wait ? 0 : next == Next::Lock ? 1 : next == Next::Other ? 2 : 3;
    case Rule::InTurn: return self.steps;
  }
  return 0;
}

}  // namespace symex
