#include "engine/symex/interleavings.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace symex {

Interleavings::Node::~Node() {
  while (parent && parent.use_count() == 1) parent = std::move(parent->parent);
}

void Interleavings::add(State state, const WorkItem&) {
  pruning_->reset();
  push({std::move(state), nullptr, {}, {}, {}});
}

bool Interleavings::explore_next(bool) {
  if (frontier_.empty()) return false;
  Item item = std::move(frontier_.back());
  frontier_.pop_back();
  executor_.drop_terms(item.mark);
  expand(item);
  return true;
}

void Interleavings::push(Item item) {
  item.mark = executor_.terms().mark();
  frontier_.push_back(std::move(item));
}

void Interleavings::restore_path(const NodeRef& last) {
  NodeRef old = std::exchange(last_, last);  // what `path_` has must not go yet
  path_.resize(last ? last->position + 1 : 0);
  for (const Node* n = last.get(); n && path_[n->position] != n; n = n->parent.get()) {
    path_[n->position] = n;
  }
}

void Interleavings::expand(Item& item) {
  State& state = item.state;
  executor_.equality().begin(state);
  auto [enabled, deciding] = executor_.enabled_threads(state, true);
  if (deciding) return decide_all(item, *deciding);
  if (enabled.empty()) return executor_.end(state);
  executor_.end_where_deadlocked(state, enabled);
  if (progress_.is_done()) return;
  if (state.depth >= options_.depth) return executor_.end_cut(state, "depth");
  std::sort(enabled.begin(), enabled.end(), [&](std::uint32_t a, std::uint32_t b) {
    return executor_.names().less(state.thread(a).name, state.thread(b).name);
  });
  restore_path(item.last);
  std::size_t before = frontier_.size();
  SleepSet sleep_set = item.sleep_set;
  for (std::uint32_t t : enabled) {
    const Thread& thread = state.thread(t);
    bool sleeps = std::any_of(sleep_set.begin(), sleep_set.end(),
                              [&](const Sleeping& s) { return s.thread == thread.name; });
    if (sleeps) continue;
    try_thread(item, t, sleep_set);
    if (progress_.is_done()) return;
    if (pruning_->traits().has_sleep_sets) sleep_set.push_back({thread.name, thread.footprint});
  }
  if (frontier_.size() == before && !progress_.is_done()) ++stats_.pruned;
  // The first thread is tried first.
  std::reverse(frontier_.begin() + static_cast<std::ptrdiff_t>(before), frontier_.end());
}

// No other thread can observe the decision: it is not interleaved.
void Interleavings::decide_all(Item& item, std::uint32_t thread) {
  Decision decision = executor_.next_decision(item.state, thread);
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < executor_.count_alternatives(item.state, decision); ++i) {
    if (executor_.is_possible(item.state, decision, i)) possible.push_back(i);
  }
  if (possible.empty() && executor_.cut_thread(item.state, thread, decision)) {
    return push(std::move(item));
  }
  restore_path(item.last);
  for (std::size_t i = possible.size(); i-- > 0;) {
    NodeRef node = make_node(item, thread, static_cast<std::uint32_t>(possible[i]));
    node->is_invisible = true;
    if (!try_alternative(item, thread, decision, possible[i], node)) return;
  }
}

void Interleavings::try_thread(const Item& item, std::uint32_t thread, const SleepSet& sleep_set) {
  NodeRef first;
  if (pruning_->traits().selects_events) {
    first = make_node(item, thread, 0);
    if (!pruning_->allows(executor_.names(), path_, *first)) return;
  }
  if (item.state.thread(thread).status == ThreadStatus::Ready) {
    std::optional<Item> fresh(item);
    for (const Transition& transition : executor_.transitions_of(fresh->state, thread)) {
      if (!fresh) fresh = item;
      Item next = std::move(*fresh);
      fresh.reset();
      try_transition(std::move(next), thread, transition, sleep_set, std::exchange(first, nullptr));
      if (progress_.is_done()) return;
    }
    return;
  }
  State state = item.state;
  Decision decision = executor_.next_decision(state, thread);
  for (std::size_t i = 0; i < executor_.count_alternatives(state, decision); ++i) {
    Item next = item;
    next.sleep_set.clear();
    NodeRef node = make_node(item, thread, static_cast<std::uint32_t>(i));
    node->footprint = decision.footprint;
    if (!try_alternative(std::move(next), thread, decision, i, node)) return;
  }
}

bool Interleavings::try_alternative(Item next, std::uint32_t thread, const Decision& decision,
                                    std::size_t alternative, const NodeRef& node) {
  std::size_t first_child = next.state.threads.size();
  if (!executor_.decide_and_run(next.state, thread, decision, alternative, node->footprint)) {
    return false;
  }
  append(next, thread, node, first_child);
  push(std::move(next));
  return true;
}

void Interleavings::try_transition(Item next, std::uint32_t thread, const Transition& transition,
                                   const SleepSet& sleep_set, NodeRef node) {
  bool waited = next.state.thread(thread).wait.kind == Wait::Kind::Condition;
  auto outcome = waited ? static_cast<std::uint32_t>(transition.id.index()) : transition.choice;
  if (!node || outcome != 0) node = make_node(next, thread, outcome);
  std::size_t first_child = next.state.threads.size();
  por::Footprint touched;
  if (!executor_.step(next.state, thread, transition, touched)) {
    return push(std::move(next));  // it has to decide
  }
  if (progress_.is_done()) return;
  node->footprint.add(touched);
  append(next, thread, node, first_child);
  next.sleep_set = sleep_set;
  std::erase_if(next.sleep_set, [&](const Sleeping& s) {
    return !pruning_->commute(s.footprint, node->footprint, executor_.equality());
  });
  if (pruning_->was_explored(next.trace)) {
    ++stats_.pruned;
    return;
  }
  push(std::move(next));
}

Interleavings::NodeRef Interleavings::make_node(const Item& item, std::uint32_t thread,
                                                std::uint32_t outcome) {
  const Thread& self = item.state.thread(thread);
  auto node = std::make_shared<Node>();
  node->position = static_cast<std::uint32_t>(path_.size());
  node->thread = self.name;
  node->index = self.events;
  node->outcome = outcome;
  node->footprint = self.footprint;
  node->parent = item.last;
  if (self.last) node->clock = self.last->clock;
  if (!pruning_->traits().needs_past) return node;
  por::Hash past;  // of the latest events that it depends on
  if (self.last) past.add(static_cast<const Node*>(self.last)->hash);
  for (std::size_t i = path_.size(); i-- > 0;) {
    const auto& e = static_cast<const Node&>(*path_[i]);
    if (e.thread == self.name || e.is_before(node->clock)) continue;
    if (!por::conflict(node->footprint, e.footprint, &executor_.equality())) continue;
    node->clock.join(e.clock);
    past.add(e.hash);
  }
  node->clock.set(self.name, self.events + 1);
  if (!pruning_->traits().needs_hash) return node;
  for (std::uint32_t number : executor_.names().text(self.name)) node->hash.mix(number);
  node->hash.mix(self.events);
  node->hash.mix(outcome);
  node->hash.mix(past);
  return node;
}

void Interleavings::append(Item& item, std::uint32_t thread, const NodeRef& node,
                           std::size_t first_child) {
  Thread& self = item.state.edit_thread(thread);
  self.last = node.get();
  ++self.events;
  for (std::size_t t = first_child; t < item.state.threads.size(); ++t) {
    item.state.edit_thread(static_cast<std::uint32_t>(t)).last = node.get();
  }
  item.last = node;
  item.trace.add(node->hash);
}

}  // namespace symex
