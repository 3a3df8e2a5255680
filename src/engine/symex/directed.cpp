#include "engine/symex/directed.h"

#include <algorithm>
#include <optional>

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

Next next_of(const ProgramTables& tables, const Thread& thread) {
  if (thread.wait.is_for_lock()) return Next::Lock;
  if (thread.frames.empty()) return Next::Other;
  const Frame& frame = thread.frames.top();
  for (ir::TransId id : tables.outgoing(frame.proc, frame.at)) {
    for (const ir::Action& action : tables.proc(frame.proc).transitions[id.index()].actions) {
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
void DirectedStrategy::add(State state, const WorkItem&) {
  if (starts_++ == kMostStarts) return progress_.stop("enough was tried");
  for (std::uint32_t rule = 2 * kRules; rule-- > 0;) frontier_.push_back({state, rule});
}

bool DirectedStrategy::explore_next(bool) {
  if (frontier_.empty()) return false;
  Item item = std::move(frontier_.back());
  frontier_.pop_back();
  execute(std::move(item.state), item.rule);
  return true;
}

void DirectedStrategy::execute(State state, std::uint32_t rule) {
  std::uint64_t last = std::min(state.depth + kLongest, options_.depth);
  while (!progress_.must_stop() && !progress_.is_paused() && state.depth < last) {
    std::vector<std::uint32_t> enabled;
    std::optional<std::uint32_t> deciding;
    for (std::uint32_t t = 0; t < state.threads.size() && !state.is_over; ++t) {
      executor_.update_next_step(state, t);
      if (!executor_.is_enabled(state, t)) continue;
      enabled.push_back(t);
      if (state.thread(t).status == ThreadStatus::Deciding && !deciding) deciding = t;
    }
    if (enabled.empty()) return executor_.end(state);
    if (deciding) {
      if (!decide_first(state, *deciding)) return;
      continue;
    }
    std::uint32_t thread = choose(state, enabled, rule);
    Transitions transitions = executor_.transitions_of(state, thread);
    if (transitions.empty()) return;
    por::Footprint touched;
    executor_.step(state, thread, transitions[0], touched);
  }
}

bool DirectedStrategy::decide_first(State& state, std::uint32_t thread) {
  Decision decision = executor_.next_decision(state, thread);
  auto first = executor_.first_possible(state, decision);
  if (!first) return false;
  executor_.decide(state, thread, decision, *first);
  por::Footprint touched;
  Outcome outcome = executor_.run_invisible(state, thread, touched);
  if (outcome.kind != Outcome::Kind::Violated) return true;
  executor_.report(state, std::move(*outcome.violation));
  return false;
}

std::uint32_t DirectedStrategy::choose(const State& state,
                                       const std::vector<std::uint32_t>& enabled,
                                       std::uint32_t rule) const {
  std::uint32_t best = enabled.front();
  for (std::uint32_t t : enabled) {
    std::uint64_t a = rank(state, t, rule / 2);
    std::uint64_t b = rank(state, best, rule / 2);
    bool is_younger_first = rule % 2 == 1;
    if (a < b || (a == b && is_younger_first)) best = t;
  }
  return best;
}

// The thread with the least one moves.
std::uint64_t DirectedStrategy::rank(const State& state, std::uint32_t thread,
                                     std::uint32_t rule) const {
  const Thread& self = state.thread(thread);
  Next next = next_of(executor_.tables(), self);
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
