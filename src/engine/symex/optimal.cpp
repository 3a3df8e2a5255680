#include "engine/symex/optimal.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace symex {

using por::Clock;
using por::NameId;

namespace {

// An execution with more events than this lets other inputs pass: one that does not end
// would keep the search from those that fail at once.
constexpr std::uint32_t kLong = 1'000;

// The bound on steps is on those that an event depends on. Where threads start threads without
// end, that bounds none of their executions: one with this many times the steps is too long.
constexpr std::uint64_t kOutgrown = 64;

}  // namespace

// A long execution must not be released by recursion.
OptimalSearch::Node::~Node() {
  while (parent && parent.use_count() == 1) parent = std::move(parent->parent);
}

void OptimalSearch::interleave(State state, const Script& script) {
  prefix_ = state.thread(0).steps;
  Item item{nullptr, std::move(state), {}, nullptr, terms_.mark(), script.done};
  for (const Script::Order& o : script.orders) {
    item.schedule.push_back(
        {names_.find(o.thread), o.outcome, o.is_free, o.is_known, o.is_decision});
  }
  for (const Script::Reversal& r : script.reversals) {
    item.reversals = std::make_shared<const por::Reversal>(
        por::Reversal{r.position, names_.find(r.thread), r.index, names_.find(r.reverser),
                      std::move(item.reversals)});
  }
  items_.push_back(std::move(item));
}

// Inputs with long executions wait until there are no others.
std::optional<OptimalSearch::Item> OptimalSearch::next_item() {
  std::vector<Item>& from = items_.empty() && !has_other_inputs() ? later_ : items_;
  if (from.empty()) return std::nullopt;
  Item item = std::move(from.back());
  from.pop_back();
  keeps_terms_ = !later_.empty();
  return item;
}

bool OptimalSearch::run_next() {
  std::optional<Item> item = next_item();
  if (!item) return false;
  bool has_many = terms_.mark().terms - item->mark.terms > options_.rollback_terms;
  if (has_many && !keeps_terms_) oracle_.rollback(item->mark);
  run::Statistics before = run_.stats;
  std::optional<Item> copy;
  if (keeps_work()) copy = item;
  std::size_t others = items_.size();
  try {
    execute(std::move(*item));
  } catch (const Stopped& stopped) {
    stop(stopped.reason);
    interrupt();
  }
  if (is_interrupted() && copy) {
    // It is taken back, so that the checkpoint has it.
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(others), items_.end());
    items_.push_back(std::move(*copy));
    run_.stats = before;
  }
  run_.stats.live_states = std::max<std::uint64_t>(run_.stats.live_states, items_.size());
  return true;
}

// With two or more: what is given away is run by somebody else.
bool OptimalSearch::give_oldest(Script& script) {
  if (items_.size() < 2) return false;
  script = script_of(items_.front());
  items_.erase(items_.begin());
  return true;
}

void OptimalSearch::list(std::vector<Script>& scripts) const {
  for (const auto* items : {&later_, &items_}) {
    for (const Item& item : *items) scripts.push_back(script_of(item));
  }
}

Script OptimalSearch::script_of(const Item& item) const {
  Script result;
  result.choices = *item.state.choices;
  result.is_spread = true;
  for (const Node* n = item.last.get(); n; n = n->parent.get()) {
    result.orders.push_back({names_.text(n->thread), n->outcome, n->is_free, true, n->decides});
  }
  std::reverse(result.orders.begin(), result.orders.end());
  result.done = static_cast<std::uint32_t>(result.orders.size() + item.replayed);
  for (const Order& o : item.schedule) {
    result.orders.push_back(
        {names_.text(o.thread), o.outcome, o.is_free, o.is_known, o.is_decision});
  }
  for (const por::Reversal* r = item.reversals.get(); r; r = r->previous.get()) {
    result.reversals.push_back(
        {r->position, names_.text(r->thread), r->index, names_.text(r->reverser)});
  }
  std::reverse(result.reversals.begin(), result.reversals.end());
  return result;
}

void OptimalSearch::restore_path(const NodeRef& last) {
  NodeRef old = std::exchange(last_, last);  // what `path_` has must not go yet
  path_.resize(last ? last->position + 1 : 0);
  for (const Node* n = last.get(); n && path_[n->position] != n; n = n->parent.get()) {
    path_[n->position] = n;
  }
}

void OptimalSearch::execute(Item item) {
  restore_path(item.last);
  reversals_ = std::move(item.reversals);
  State state = std::move(item.state);
  for (std::size_t i = 0; i < item.schedule.size(); ++i) {
    if (must_stop()) return interrupt();
    is_replaying_ = i < item.replayed;
    const Order& order = item.schedule[i];
    std::uint32_t thread = 0;
    while (thread < state.threads.size() && state.thread(thread).name != order.thread) ++thread;
    CHECK(thread < state.threads.size() && can_move(state, thread), "a schedule cannot be kept");
    Schedule rest(item.schedule.begin() + static_cast<std::ptrdiff_t>(i) + 1, item.schedule.end());
    std::uint32_t events = state.thread(thread).events;
    if (!place(state, thread, order, rest)) return;
    // A decision that the schedule does not know may come first. If others can notice
    // it, it is what the schedule is about: without the reversed event, the thread has to
    // decide something itself.
    bool has_come = state.thread(thread).events != events &&
                    (last_->decides == order.is_decision || !last_->is_decision);
    if (!has_come) --i;
  }
  is_replaying_ = false;
  for (std::uint32_t events = 0;; ++events) {
    if (must_stop()) return interrupt();
    if (is_paused()) {
      items_.push_back({last_, std::move(state), {}, std::move(reversals_), terms_.mark()});
      return;
    }
    if (events > kLong && has_other_inputs()) {
      items_.push_back({last_, std::move(state), {}, std::move(reversals_), terms_.mark()});
      return let_others_pass();
    }
    auto thread = state.is_over ? std::nullopt : choose(state);
    if (!thread) return finish(state);
    if (state.depth / kOutgrown >= options_.depth) {
      if (!options_.may_restart) return end_cut("depth");
      is_outgrown_ = true;
      return interrupt();
    }
    NameId name = state.thread(*thread).name;
    if (!place(state, *thread, {name, Order::kAny, true, false, false}, {})) return;
  }
}

void OptimalSearch::let_others_pass() {
  std::move(items_.begin(), items_.end(), std::back_inserter(later_));
  items_.clear();
  keeps_terms_ = true;
}

// Decisions that nobody else can notice come at once. Then the event that was reversed
// last, so that its place is the same in all executions that reverse it.
std::optional<std::uint32_t> OptimalSearch::choose(const State& state) const {
  std::optional<std::uint32_t> first;
  std::optional<std::uint32_t> reversed;
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    const Thread& thread = state.thread(t);
    if (thread.standing == Standing::Deciding && thread.footprint.empty()) return t;
    if (!can_move(state, t)) continue;
    if (reversals_ && thread.name == reversals_->thread && thread.events == reversals_->index) {
      reversed = t;
    }
    if (!first || names_.less(thread.name, state.thread(*first).name)) first = t;
  }
  return reversed ? reversed : first;
}

bool OptimalSearch::place(State& state, std::uint32_t thread, const Order& order,
                          const Schedule& rest) {
  if (state.thread(thread).standing == Standing::Deciding || order.is_decision) {
    return place_decision(state, thread, order, rest);
  }
  return place_step(state, thread, order, rest);
}

OptimalSearch::NodeRef OptimalSearch::make_node(const State& before, std::uint32_t thread,
                                                const Order& order, Clock clock) {
  const Thread& self = before.thread(thread);
  auto node = std::make_shared<Node>(before);
  node->position = static_cast<std::uint32_t>(path_.size());
  node->thread = self.name;
  node->index = self.events;
  node->outcome = order.outcome == Order::kAny ? 0 : order.outcome;
  node->is_free = order.is_free;
  node->footprint = self.footprint;
  node->clock = std::move(clock);
  node->clock.set(self.name, self.events + 1);
  node->parent = last_;
  if (options_.semantics.races) {
    node->synchronised = synchronised_past(before, thread);
    node->synchronised.set(self.name, self.events + 1);
  }
  node->condition_begin = before.condition.size();
  return node;
}

void OptimalSearch::append(State& state, std::uint32_t thread, const NodeRef& node,
                           std::size_t first_child) {
  Thread& self = state.edit_thread(thread);
  self.last = node.get();
  ++self.events;
  node->steps = self.steps;
  for (std::size_t t = first_child; t < state.threads.size(); ++t) {
    state.edit_thread(static_cast<std::uint32_t>(t)).last = node.get();
  }
  node->condition_end = state.condition.size();
  path_.push_back(node.get());
  last_ = node;
}

void OptimalSearch::put_aside(const State& state, Order order, const Schedule& rest) {
  Schedule schedule{order};
  schedule.insert(schedule.end(), rest.begin(), rest.end());
  items_.push_back({last_, state, std::move(schedule), reversals_, terms_.mark()});
}

bool OptimalSearch::place_decision(State& state, std::uint32_t thread, const Order& order,
                                   const Schedule& rest) {
  Look look = decision(state, thread);
  state.edit_thread(thread).footprint = look.footprint;
  Clock clock = find_races(state, thread, !order.is_known);
  NodeRef node = make_node(state, thread, order, std::move(clock));
  node->decides = true;
  node->is_decision = look.footprint.empty();
  node->alternatives = look.conditions;
  std::size_t first = 0;
  if (order.outcome != Order::kAny) {
    decide(state, thread, look, order.outcome);
  } else {
    // The first alternative that can be goes on, the others are put aside.
    std::size_t count = count_alternatives(state, look);
    State now = state;
    while (first < count && !is_possible(state, look, first)) ++first;
    if (first == count) return cut_thread(state, thread, look) && order.is_free;
    decide(state, thread, look, first);
    Schedule after = rest;
    bool is_unexpected = !order.is_free && !order.is_decision && node->is_decision;
    if (is_unexpected) after.insert(after.begin(), order);
    for (std::size_t i = count; i-- > first + 1;) {
      if (must_stop()) {
        interrupt();
        return false;
      }
      if (!is_possible(now, look, i)) continue;
      put_aside(now, {order.thread, static_cast<std::uint32_t>(i), order.is_free, true, true},
                after);
    }
    node->outcome = static_cast<std::uint32_t>(first);
  }
  std::size_t before = state.threads.size();
  por::Footprint touched;
  Outcome outcome = settle(state, thread, touched);
  node->footprint.add(touched);
  append(state, thread, node, before);
  if (outcome.kind != Outcome::Kind::Violated) return true;
  ++run_.stats.paths;
  report(state, std::move(*outcome.violation));
  return false;
}

bool OptimalSearch::place_step(State& state, std::uint32_t thread, const Order& order,
                               const Schedule& rest) {
  refresh(state, thread);
  Ways ways = ways_of(state, thread);
  CHECK(!ways.empty(), "a thread that is ready cannot move");
  std::size_t mark = items_.size();
  Clock clock = find_races(state, thread, !order.is_known);
  if (is_done()) return false;
  if (is_too_deep(state, thread, clock)) {
    // With fewer events before it, it may not be: its races have been reversed.
    cut("depth");
    if (!order.is_free) ++run_.stats.pruned;
    state.edit_thread(thread).standing = Standing::Cut;
    return order.is_free;
  }
  NodeRef node = make_node(state, thread, order, std::move(clock));
  std::size_t before = state.threads.size();
  por::Footprint touched;
  if (!step(state, thread, ways[node->outcome], touched)) {
    // A decision comes first, and the races after it.
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(mark), items_.end());
    return true;
  }
  if (is_done()) return false;
  if (order.outcome == Order::kAny) {
    for (std::size_t i = ways.size(); i-- > 1;) {
      put_aside(node->before,
                {order.thread, static_cast<std::uint32_t>(i), order.is_free, true, false}, rest);
    }
  }
  node->footprint.add(touched);
  append(state, thread, node, before);
  return true;
}

// The bound is on the steps that an event depends on, so that it does not matter in
// which order the others come.
bool OptimalSearch::is_too_deep(const State& state, std::uint32_t thread, const Clock& past) const {
  if (state.depth < options_.depth) return false;
  std::uint64_t total = state.thread(thread).steps;
  std::vector<bool> seen(past.size());
  for (std::size_t i = path_.size(); i-- > 0;) {
    const auto* e = static_cast<const Node*>(path_[i]);
    if (e->thread == state.thread(thread).name || !e->is_before(past)) continue;
    if (seen[e->thread.index()]) continue;
    seen[e->thread.index()] = true;
    total += e->steps;
  }
  bool has_prefix = thread == 0 || (past.size() > 0 && seen[names_.root().index()]);
  if (!has_prefix) total += prefix_;
  return total >= options_.depth;
}

// ---------------------------------------------------------------- races

Clock OptimalSearch::find_races(const State& state, std::uint32_t thread, bool reversing) {
  const Thread& self = state.thread(thread);
  const por::Footprint& footprint = self.footprint;
  const Clock nothing{};
  const Clock& past = self.last ? self.last->clock : nothing;
  Clock full = past;  // with everything that it conflicts with
  if (footprint.empty()) return full;
  Clock ordered = past;  // with what has to come before it whatever happens
  NameId name = self.name;
  Wait wait = self.wait;
  bool can_be_next = !state.is_over && can_move(state, thread);
  if (options_.semantics.races && reversing && can_be_next && has_data_race(state, thread)) {
    report_race(state, thread);
    return full;
  }
  por::Race race(names_, path_, reversals_, name, past, footprint);
  for (std::size_t i = path_.size(); i-- > 0;) {
    const auto& e = static_cast<const Node&>(*path_[i]);
    if (e.thread == name || e.is_before(ordered)) continue;
    if (!por::conflict(footprint, e.footprint)) continue;
    bool reversible = stepper_.is_free(e.before, thread, wait);
    if (reversible && reversing && race.is_granted(e.position)) {
      reverse(state, race, e.position, thread);
    }
    if (reversible || wait.kind == Wait::Kind::Join) ordered.join(e.clock);
    full.join(e.clock);
  }
  return full;
}

Clock OptimalSearch::synchronised_past(const State& state, std::uint32_t thread) const {
  const Thread& self = state.thread(thread);
  Clock result;
  if (self.last) result = static_cast<const Node*>(self.last)->synchronised;
  bool takes = self.wait.is_for_lock();
  auto gives = [&](const por::Footprint& footprint) {
    return std::any_of(footprint.begin(), footprint.end(), [&](por::Access a) {
      if (takes) {
        return a == por::Access::release_of(static_cast<std::uint32_t>(self.wait.object.index()));
      }
      if (a.place() != interp::PlaceKind::Thread || a.kind() != interp::AccessKind::Write)
        return false;
      return std::any_of(self.footprint.begin(), self.footprint.end(),
                         [&](por::Access own) { return own.same_place(a); });
    });
  };
  if (self.wait.kind == Wait::Kind::Nothing) return result;
  for (const por::Event* e : path_) {
    if (e->thread != self.name && gives(e->footprint)) {
      result.join(static_cast<const Node*>(e)->synchronised);
    }
  }
  return result;
}

bool OptimalSearch::has_data_race(const State& state, std::uint32_t thread) const {
  const Thread& self = state.thread(thread);
  Clock past = synchronised_past(state, thread);
  return std::any_of(path_.begin(), path_.end(), [&](const por::Event* e) {
    return e->thread != self.name && !e->is_before(past) &&
           por::conflict_on_data(self.footprint, e->footprint);
  });
}

// The step is taken, too, so that the replay sees both accesses.
void OptimalSearch::report_race(const State& state, std::uint32_t thread) {
  solve::Answer answer = oracle_.check(state, terms_.boolean(true));
  if (answer == solve::Answer::Unknown) stepper_.note_unknown();
  if (answer != solve::Answer::Sat) return;
  State next = state;
  Ways ways = ways_of(next, thread);
  const Frame& frame = state.thread(thread).frames.top();
  base::Span span = model_.proc(frame.proc).transitions[ways[0].transition.index()].span;
  next.note_step(thread, 0);
  ++run_.stats.paths;
  report(next, {verdict::ViolationKind::Race, "a data race", span, thread + 1, {}});
}

void OptimalSearch::reverse(const State& state, const por::Race& race, std::uint32_t position,
                            std::uint32_t thread) {
  if (!took_first_alternatives(state, position, race)) return;
  const auto& reversed = static_cast<const Node&>(*path_[position]);
  Schedule schedule;
  for (std::uint32_t i : race.needed()) {
    const auto& e = static_cast<const Node&>(*path_[i]);
    schedule.push_back({e.thread, e.outcome, false, true, e.decides});
  }
  const Thread& reverser = state.thread(thread);
  schedule.push_back(
      {reverser.name, Order::kAny, false, false, reverser.standing == Standing::Deciding});
  por::Reversals earlier = reversals_;
  while (earlier && earlier->position > position) earlier = earlier->previous;
  auto reversal = std::make_shared<const por::Reversal>(
      por::Reversal{position, reversed.thread, reversed.index, reverser.name, std::move(earlier)});
  items_.push_back(
      {reversed.parent, reversed.before, std::move(schedule), std::move(reversal), terms_.mark()});
}

// The events that the reversal leaves out must have gone the way that comes first when
// only what stays is known: other executions differ in them alone, and ask for the same.
bool OptimalSearch::took_first_alternatives(const State& state, std::uint32_t position,
                                            const por::Race& race) {
  auto node = [&](std::uint32_t i) { return static_cast<const Node*>(path_[i]); };
  auto is_first = [&](std::uint32_t i) { return node(i)->outcome == 0; };
  if (is_first(position) && std::all_of(race.others().begin(), race.others().end(), is_first)) {
    return true;
  }
  const std::vector<term::Term>& all = state.condition;
  auto add = [&](const Node* n) {
    conditions_.insert(conditions_.end(),
                       all.begin() + static_cast<std::ptrdiff_t>(n->condition_begin),
                       all.begin() + static_cast<std::ptrdiff_t>(n->condition_end));
  };
  conditions_.assign(all.begin(),
                     all.begin() + static_cast<std::ptrdiff_t>(node(position)->condition_begin));
  for (std::uint32_t i : race.needed()) add(node(i));
  std::vector<std::uint32_t> left_out{position};
  left_out.insert(left_out.end(), race.others().begin(), race.others().end());
  for (std::uint32_t i : left_out) {
    const Node* n = node(i);
    for (std::uint32_t k = 0; k < n->outcome; ++k) {
      if (k >= n->alternatives.size()) return false;  // it was open which one
      if (oracle_.check(conditions_, n->alternatives[k]) == solve::Answer::Sat) return false;
    }
    add(n);
  }
  return true;
}

// A thread that is blocked may have been the one to come first, and after an exception
// that ended everything the others may have moved before it.
void OptimalSearch::finish(State& state) {
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    Standing standing = state.thread(t).standing;
    refresh(state, t);
    bool may_move = standing == Standing::Ready || standing == Standing::Deciding;
    if (may_move) find_races(state, t, true);
    if (is_done()) return;
  }
  end(state);
}

}  // namespace symex
