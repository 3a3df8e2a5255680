#include "engine/symex/interleave.h"

#include <algorithm>

#include "base/check.h"
#include "engine/por/monotonic.h"

namespace symex {

InterleavingSearch::Node::~Node() {
  while (parent && parent.use_count() == 1) parent = std::move(parent->parent);
}

void InterleavingSearch::interleave(State state, const Script&) {
  seen_.clear();
  push({std::move(state), nullptr, {}, {}, {}});
}

bool InterleavingSearch::run_next() {
  if (items_.empty()) return false;
  Item item = std::move(items_.back());
  items_.pop_back();
  if (terms_.mark().terms - item.mark.terms > options_.rollback_terms) oracle_.rollback(item.mark);
  expand(item);
  return true;
}

void InterleavingSearch::push(Item item) {
  item.mark = terms_.mark();
  items_.push_back(std::move(item));
}

void InterleavingSearch::restore_path(const NodeRef& last) {
  path_.resize(last ? last->position + 1 : 0);
  for (const Node* n = last.get(); n; n = n->parent.get()) path_[n->position] = n;
}

void InterleavingSearch::expand(Item& item) {
  State& state = item.state;
  refresh_conditions(state);
  std::vector<std::uint32_t> moving;
  for (std::uint32_t t = 0; t < state.threads.size() && !state.is_over; ++t) {
    const Thread& thread = state.thread(t);
    if (thread.standing == Standing::Deciding && thread.footprint.empty()) {
      return decide_all(item, t);
    }
    if (!can_move(state, t)) continue;
    refresh(state, t);
    moving.push_back(t);
  }
  if (moving.empty()) return end(state);
  end_where_stuck(state, moving);
  if (is_done()) return;
  if (state.depth >= options_.depth) return end_cut("depth");
  std::sort(moving.begin(), moving.end(), [&](std::uint32_t a, std::uint32_t b) {
    return names_.less(state.thread(a).name, state.thread(b).name);
  });
  restore_path(item.last);
  std::size_t before = items_.size();
  std::vector<Sleeper> asleep = item.asleep;
  for (std::uint32_t t : moving) {
    const Thread& thread = state.thread(t);
    bool sleeps = std::any_of(asleep.begin(), asleep.end(),
                              [&](const Sleeper& s) { return s.thread == thread.name; });
    if (sleeps) continue;
    try_thread(item, t, asleep);
    if (is_done()) return;
    bool remembers =
        options_.reduction == Reduction::Simple || options_.reduction == Reduction::Guarded;
    if (remembers) asleep.push_back({thread.name, thread.footprint});
  }
  if (items_.size() == before && !is_done()) ++run_.stats.pruned;
  // The first thread is tried first.
  std::reverse(items_.begin() + static_cast<std::ptrdiff_t>(before), items_.end());
}

// Nobody else can notice the decision: it is not interleaved.
void InterleavingSearch::decide_all(Item& item, std::uint32_t thread) {
  Look look = decision(item.state, thread);
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < count_alternatives(item.state, look); ++i) {
    if (is_possible(item.state, look, i)) possible.push_back(i);
  }
  if (possible.empty() && cut_thread(item.state, thread, look)) return push(std::move(item));
  restore_path(item.last);
  for (std::size_t i = possible.size(); i-- > 0;) {
    Item next = item;
    NodeRef node = make_node(item, thread, static_cast<std::uint32_t>(possible[i]));
    node->is_decision = true;
    decide(next.state, thread, look, possible[i]);
    std::size_t first_child = next.state.threads.size();
    Outcome outcome = settle(next.state, thread, node->footprint);
    if (outcome.kind == Outcome::Kind::Violated) {
      ++run_.stats.paths;
      return report(next.state, std::move(*outcome.violation));
    }
    append(next, thread, node, first_child);
    push(std::move(next));
  }
}

void InterleavingSearch::try_thread(const Item& item, std::uint32_t thread,
                                    const std::vector<Sleeper>& asleep) {
  State state = item.state;
  if (options_.reduction == Reduction::Mpor) {
    NodeRef node = make_node(item, thread, 0);
    if (!por::is_monotonic(names_, path_, node->thread, node->clock)) return;
  }
  if (state.thread(thread).standing == Standing::Ready) {
    for (const Way& way : ways_of(state, thread)) {
      try_way(item, thread, way, asleep);
      if (is_done()) return;
    }
    return;
  }
  Look look = decision(state, thread);
  for (std::size_t i = 0; i < count_alternatives(state, look); ++i) {
    Item next = item;
    next.asleep.clear();
    NodeRef node = make_node(item, thread, static_cast<std::uint32_t>(i));
    node->footprint = look.footprint;
    decide(next.state, thread, look, i);
    std::size_t first_child = next.state.threads.size();
    Outcome outcome = settle(next.state, thread, node->footprint);
    if (outcome.kind == Outcome::Kind::Violated) {
      ++run_.stats.paths;
      return report(next.state, std::move(*outcome.violation));
    }
    append(next, thread, node, first_child);
    push(std::move(next));
  }
}

void InterleavingSearch::try_way(const Item& item, std::uint32_t thread, const Way& way,
                                 const std::vector<Sleeper>& asleep) {
  Item next = item;
  bool waited = item.state.thread(thread).wait.kind == Wait::Kind::Condition;
  auto outcome = waited ? static_cast<std::uint32_t>(way.transition.index()) : way.choice;
  NodeRef node = make_node(item, thread, outcome);
  std::size_t first_child = next.state.threads.size();
  por::Footprint touched;
  if (!step(next.state, thread, way, touched)) return push(std::move(next));  // it has to decide
  if (is_done()) return;
  node->footprint.add(touched);
  append(next, thread, node, first_child);
  next.asleep = asleep;
  std::erase_if(next.asleep,
                [&](const Sleeper& s) { return !commute(s.footprint, node->footprint); });
  if (options_.reduction == Reduction::Sympath && !seen_.insert(next.trace).second) {
    ++run_.stats.pruned;
    return;
  }
  push(std::move(next));
}

bool InterleavingSearch::commute(const por::Footprint& a, const por::Footprint& b) const {
  if (options_.reduction == Reduction::Simple) return a.empty() || b.empty();
  return !por::conflict(a, b);
}

InterleavingSearch::NodeRef InterleavingSearch::make_node(const Item& item, std::uint32_t thread,
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
  if (options_.reduction != Reduction::Mpor && options_.reduction != Reduction::Sympath) {
    return node;
  }
  por::Hash past;  // of the events that it directly depends on
  if (self.last) past.add(static_cast<const Node*>(self.last)->hash);
  for (std::size_t i = path_.size(); i-- > 0;) {
    const auto& e = static_cast<const Node&>(*path_[i]);
    if (e.thread == self.name || !por::conflict(node->footprint, e.footprint)) continue;
    node->clock.join(e.clock);
    past.add(e.hash);
  }
  node->clock.set(self.name, self.events + 1);
  for (std::uint32_t number : names_.text(self.name)) node->hash.mix(number);
  node->hash.mix(self.events);
  node->hash.mix(outcome);
  node->hash.mix(past);
  return node;
}

void InterleavingSearch::append(Item& item, std::uint32_t thread, const NodeRef& node,
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
