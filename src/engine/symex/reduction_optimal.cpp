#include "engine/symex/reduction_optimal.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace symex {

using por::Clock;
using por::NameId;

namespace {

// An execution with more events than this waits until other inputs are done: one that does not
// end would keep the search from those that fail at once.
constexpr std::uint32_t kLong = 1'000;

// The bound on steps is on those that an event depends on. Where threads start threads without
// end, that bounds none of their executions: one with this many times the steps is too long.
constexpr std::uint64_t kMostTimesDepth = 64;

}  // namespace

// A long execution must not be released by recursion.
OptimalReduction::Node::~Node() {
  while (parent && parent.use_count() == 1) parent = std::move(parent->parent);
}

void OptimalReduction::add(State state, const WorkItem& work) {
  prefix_ = state.thread(0).steps;
  Item item{nullptr, std::move(state), {}, nullptr, terms_.mark(), work.done};
  for (const WorkItem::Event& o : work.events) {
    item.schedule.push_back({names_.find(o.thread), o.outcome, o.is_swappable, o.races_reversed,
                             o.is_decision, o.point});
  }
  for (const WorkItem::Reversal& r : work.reversals) {
    item.reversals = std::make_shared<const por::Reversal>(
        por::Reversal{r.position, names_.find(r.thread), r.index, names_.find(r.reverser),
                      std::move(item.reversals)});
  }
  frontier_.push_back(std::move(item));
}

// Inputs with long executions wait until there are no others.
std::optional<OptimalReduction::Item> OptimalReduction::pop(bool has_other_inputs) {
  std::vector<Item>& from = frontier_.empty() && !has_other_inputs ? deferred_ : frontier_;
  if (from.empty()) return std::nullopt;
  if (&from == &deferred_) executor_.early_inputs().end();  // they are of other inputs
  Item item = std::move(from.back());
  from.pop_back();
  return item;
}

bool OptimalReduction::explore_next(bool has_other_inputs) {
  std::optional<Item> item = pop(has_other_inputs);
  if (!item) return false;
  if (!keeps_terms()) executor_.drop_terms(item->mark);
  progress_.explore(frontier_, std::move(*item),
                    [&](Item next) { execute(std::move(next), has_other_inputs); });
  stats_.live_states = std::max<std::uint64_t>(stats_.live_states, frontier_.size());
  return true;
}

// With two or more: what is given away is run by somebody else.
bool OptimalReduction::give_oldest(WorkItem& work) {
  if (frontier_.size() < 2) return false;
  work = work_item(frontier_.front());
  frontier_.erase(frontier_.begin());
  return true;
}

void OptimalReduction::list(std::vector<WorkItem>& frontier) const {
  for (const auto* items : {&deferred_, &frontier_}) {
    for (const Item& item : *items) frontier.push_back(work_item(item));
  }
}

WorkItem OptimalReduction::work_item(const Item& item) const {
  WorkItem result;
  result.choices = *item.state.choices;
  result.has_threads = true;
  for (const Node* n = item.last.get(); n; n = n->parent.get()) {
    result.events.push_back(
        {names_.text(n->thread), n->outcome, n->is_swappable, true, n->is_decision, n->point});
  }
  std::reverse(result.events.begin(), result.events.end());
  result.done = static_cast<std::uint32_t>(result.events.size() + item.replayed);
  for (const ScheduledEvent& o : item.schedule) {
    result.events.push_back({names_.text(o.thread), o.outcome, o.is_swappable, o.races_reversed,
                             o.is_decision, o.point});
  }
  for (const por::Reversal* r = item.reversals.get(); r; r = r->previous.get()) {
    result.reversals.push_back(
        {r->position, names_.text(r->thread), r->index, names_.text(r->reverser)});
  }
  std::reverse(result.reversals.begin(), result.reversals.end());
  return result;
}

void OptimalReduction::restore_path(const NodeRef& last) {
  NodeRef old = std::exchange(last_, last);  // what `path_` has must not go yet
  path_.resize(last ? last->position + 1 : 0);
  for (const Node* n = last.get(); n && path_[n->position] != n; n = n->parent.get()) {
    path_[n->position] = n;
  }
}

void OptimalReduction::execute(Item item, bool has_other_inputs) {
  restore_path(item.last);
  reversals_ = std::move(item.reversals);
  State state = std::move(item.state);
  equality_.begin(state);
  for (std::size_t i = 0; i < item.schedule.size(); ++i) {
    if (progress_.must_stop()) return progress_.interrupt();
    executor_.set_replaying(i < item.replayed);
    const ScheduledEvent& next = item.schedule[i];
    if (!update_conditions(state)) return;
    std::uint32_t thread = 0;
    while (thread < state.threads.size() && state.thread(thread).name != next.thread) ++thread;
    CHECK(thread < state.threads.size() && executor_.is_enabled(state, thread),
          "a schedule cannot be kept");
    Schedule rest(item.schedule.begin() + static_cast<std::ptrdiff_t>(i) + 1, item.schedule.end());
    std::uint32_t events = state.thread(thread).events;
    if (!place(state, thread, next, rest)) return;
    // A decision that the schedule does not know may come first. If it is visible,
    // it is what the schedule is about: without the reversed event, the thread has to
    // decide something itself.
    bool has_come =
        state.thread(thread).events != events &&
        (next.is_decided() ? last_->is_decision && last_->point == next.point
                           : last_->is_decision == next.is_decision || !last_->is_invisible);
    if (!has_come) --i;
  }
  executor_.set_replaying(false);
  for (std::uint32_t events = 0;; ++events) {
    if (progress_.must_stop()) return progress_.interrupt();
    if (progress_.is_paused()) {
      frontier_.push_back({last_, std::move(state), {}, std::move(reversals_), terms_.mark()});
      return;
    }
    if (events > kLong && has_other_inputs) {
      frontier_.push_back({last_, std::move(state), {}, std::move(reversals_), terms_.mark()});
      return defer_all();
    }
    if (!update_conditions(state)) return;
    auto thread = state.is_over ? std::nullopt : choose(state);
    if (!thread) return finish(state);
    if (state.depth / kMostTimesDepth >= options_.depth) {
      if (!options_.may_restart) return executor_.end_cut(state, "depth");
      progress_.note_exceeded_depth();
      return progress_.interrupt();
    }
    NameId name = state.thread(*thread).name;
    if (!place(state, *thread, {name, ScheduledEvent::kAny, true, false, false}, {})) return;
  }
}

void OptimalReduction::defer_all() {
  executor_.early_inputs().end();
  std::move(frontier_.begin(), frontier_.end(), std::back_inserter(deferred_));
  frontier_.clear();
}

// Invisible decisions come at once. Then the event that was reversed
// last, so that its place is the same in all executions that reverse it.
std::optional<std::uint32_t> OptimalReduction::choose(const State& state) const {
  std::optional<std::uint32_t> first;
  std::optional<std::uint32_t> reversed;
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    const Thread& thread = state.thread(t);
    if (thread.status == ThreadStatus::Deciding && thread.footprint.empty()) return t;
    if (thread.status != ThreadStatus::Ready && thread.status != ThreadStatus::Deciding) continue;
    bool was_reversed =
        reversals_ && thread.name == reversals_->thread && thread.events == reversals_->index;
    bool is_first = !first || names_.less(thread.name, state.thread(*first).name);
    if ((!was_reversed && !is_first) || !executor_.is_enabled(state, t)) continue;
    if (was_reversed) reversed = t;
    if (is_first) first = t;
  }
  return reversed ? reversed : first;
}

bool OptimalReduction::place(State& state, std::uint32_t thread, const ScheduledEvent& next,
                             const Schedule& rest) {
  if (state.thread(thread).status == ThreadStatus::Deciding || next.is_decision) {
    return place_decision(state, thread, next, rest);
  }
  return place_step(state, thread, next, rest);
}

OptimalReduction::NodeRef OptimalReduction::make_node(const State& before, std::uint32_t thread,
                                                      const ScheduledEvent& next, Clock clock) {
  const Thread& self = before.thread(thread);
  auto node = std::make_shared<Node>(before);
  node->position = static_cast<std::uint32_t>(path_.size());
  node->thread = self.name;
  node->index = self.events;
  node->outcome = next.outcome == ScheduledEvent::kAny ? 0 : next.outcome;
  node->is_swappable = next.is_swappable;
  node->footprint = self.footprint;
  node->clock = std::move(clock);
  node->clock.set(self.name, self.events + 1);
  node->parent = last_;
  node->condition_begin = before.condition.size();
  return node;
}

void OptimalReduction::append(State& state, std::uint32_t thread, const NodeRef& node,
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

void OptimalReduction::push(const State& state, ScheduledEvent next, const Schedule& rest) {
  Schedule schedule{next};
  schedule.insert(schedule.end(), rest.begin(), rest.end());
  frontier_.push_back({last_, state, std::move(schedule), reversals_, terms_.mark()});
}

bool OptimalReduction::place_decision(State& state, std::uint32_t thread,
                                      const ScheduledEvent& next, const Schedule& rest) {
  Decision decision = executor_.next_decision(state, thread);
  std::uint64_t point = Executor::point_of(state, thread, decision);
  bool is_past = next.is_decided() && (decision.is_made || point > next.point);
  if (is_past) return place_made(state, thread, next, decision);
  bool comes_first = next.is_decided() && point < next.point;
  state.edit_thread(thread).footprint = decision.footprint;
  Clock clock = find_races(state, thread, !next.races_reversed);
  NodeRef node = make_node(state, thread, next, std::move(clock));
  node->is_decision = true;
  node->is_invisible = decision.footprint.empty();
  node->alternatives = decision.conditions;
  node->point = point;
  std::size_t first = 0;
  if (next.outcome != ScheduledEvent::kAny && !comes_first) {
    executor_.decide(state, thread, decision, next.outcome);
  } else {
    // The first alternative that is possible goes on, the others go to the frontier.
    std::size_t count = executor_.count_alternatives(state, decision);
    State now = state;
    while (first < count && !executor_.is_possible(state, decision, first)) ++first;
    if (first == count) return executor_.cut_thread(state, thread, decision) && next.is_swappable;
    executor_.decide(state, thread, decision, first);
    Schedule after = rest;
    bool is_unexpected = !next.is_swappable && !next.is_decision && node->is_invisible;
    if (is_unexpected || comes_first) after.insert(after.begin(), next);
    for (std::size_t i = count; i-- > first + 1;) {
      if (progress_.must_stop()) {
        progress_.interrupt();
        return false;
      }
      if (!executor_.is_possible(now, decision, i)) continue;
      push(now, {next.thread, static_cast<std::uint32_t>(i), next.is_swappable, true, true, point},
           after);
    }
    node->outcome = static_cast<std::uint32_t>(first);
  }
  std::size_t before = state.threads.size();
  por::Footprint touched;
  Outcome outcome = executor_.run_invisible(state, thread, touched);
  node->footprint.add(touched);
  append(state, thread, node, before);
  if (outcome.kind != Outcome::Kind::Violated) return true;
  ++stats_.paths;
  executor_.report(state, std::move(*outcome.violation));
  return false;
}

// A decision that was one where the schedule was made. Here the terms are built in another way, and
// simplification has answered it already; or another thread has. It keeps its number and its
// alternative for the schedules that are made of this execution.
bool OptimalReduction::place_made(State& state, std::uint32_t thread, const ScheduledEvent& next,
                                  const Decision& found) {
  bool is_of_step = state.thread(thread).status != ThreadStatus::Deciding || !found.is_made;
  bool is_alone = is_of_step && Executor::is_about_terms(next.point);
  state.edit_thread(thread).footprint = is_alone ? por::Footprint() : found.footprint;
  NodeRef node = make_node(state, thread, next, find_races(state, thread, !next.races_reversed));
  node->is_decision = true;
  node->is_invisible = state.thread(thread).footprint.empty();
  node->alternatives.assign(next.outcome, terms_.boolean(false));
  node->alternatives.push_back(terms_.boolean(true));
  node->point = next.point;
  std::size_t before = state.threads.size();
  por::Footprint touched;
  Outcome outcome = executor_.run_invisible(state, thread, touched);
  node->footprint.add(touched);
  append(state, thread, node, before);
  if (outcome.kind != Outcome::Kind::Violated) return true;
  ++stats_.paths;
  executor_.report(state, std::move(*outcome.violation));
  return false;
}

bool OptimalReduction::place_step(State& state, std::uint32_t thread, const ScheduledEvent& next,
                                  const Schedule& rest) {
  executor_.update_next_step(state, thread);
  Transitions transitions = executor_.transitions_of(state, thread);
  CHECK(!transitions.empty(), "a thread that is ready cannot move");
  std::size_t mark = frontier_.size();
  Clock clock = find_races(state, thread, !next.races_reversed);
  if (progress_.is_done()) return false;
  if (is_too_deep(state, thread, clock)) {
    // With fewer events before it, it may not be: its races have been reversed.
    progress_.cut("depth");
    if (!next.is_swappable) ++stats_.pruned;
    state.edit_thread(thread).status = ThreadStatus::Cut;
    return next.is_swappable;
  }
  NodeRef node = make_node(state, thread, next, std::move(clock));
  std::size_t before = state.threads.size();
  por::Footprint touched;
  if (!executor_.step(state, thread, transitions[node->outcome], touched)) {
    // A decision comes first, and the races after it.
    frontier_.erase(frontier_.begin() + static_cast<std::ptrdiff_t>(mark), frontier_.end());
    return true;
  }
  if (progress_.is_done()) return false;
  if (next.outcome == ScheduledEvent::kAny) {
    for (std::size_t i = transitions.size(); i-- > 1;) {
      push(node->before,
           {next.thread, static_cast<std::uint32_t>(i), next.is_swappable, true, false}, rest);
    }
  }
  node->footprint.add(touched);
  append(state, thread, node, before);
  return true;
}

// The bound is on the steps that an event depends on, so that it does not matter in
// which order the others come.
bool OptimalReduction::is_too_deep(const State& state, std::uint32_t thread,
                                   const Clock& past) const {
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

bool OptimalReduction::update_conditions(State& state) {
  if (!executor_.tables().has_shared_guards()) return true;
  executor_.update_conditions(state);
  bool is_open = std::any_of(state.threads.begin(), state.threads.end(), [](const auto& thread) {
    return thread->status == ThreadStatus::Ready && thread->wait.kind == Wait::Kind::Condition &&
           thread->wait.is_open;
  });
  if (!is_open) return true;
  if (!options_.may_restart) throw Unsupported{"conditions to wait for that inputs decide"};
  progress_.note_open_guard();
  progress_.interrupt();
  return false;
}

// All writes of what the guards read are in one order, and so are this event and they. Thus those
// that depend on the event at the position are the last ones, and the first of them tells which
// values were there before.
bool OptimalReduction::could_come_before(const State& state, std::uint32_t thread,
                                         const por::Footprint& awaited,
                                         std::uint32_t position) const {
  auto node = [&](std::size_t i) { return static_cast<const Node*>(path_[i]); };
  const por::Event& left_out = *path_[position];
  std::size_t first = position;
  auto is_first_write = [&](const por::Event& e) {
    bool goes = e.position == position || left_out.is_before(e.clock);
    return goes && por::conflict(awaited, e.footprint, &equality_);
  };
  while (first < path_.size() && !is_first_write(*path_[first])) ++first;
  if (first == path_.size()) return executor_.is_enabled(state, thread);
  return stepper_.could_go_on(state, thread, [&](ObjectId object) -> const State& {
    for (std::size_t i = first; i < path_.size(); ++i) {
      // One that came into being later was written by nobody else before.
      bool exists = !object || object.index() < node(i)->before.heap->size();
      if (exists) return node(i)->before;
    }
    return state;
  });
}

Clock OptimalReduction::find_races(const State& state, std::uint32_t thread, bool reversing) {
  const Thread& self = state.thread(thread);
  const por::Footprint& footprint = self.footprint;
  const Clock& past = self.last ? self.last->clock : no_past_;
  Clock full = past;  // with everything that it conflicts with
  if (footprint.empty()) return full;
  Clock ordered = past;  // with what has to come before it whatever happens
  NameId name = self.name;
  const Wait& wait = self.wait;
  std::optional<por::Footprint> awaited;
  if (wait.kind == Wait::Kind::Condition) awaited = stepper_.awaited(state, thread);
  por::Race race(names_, path_, reversals_, name, past, footprint, &equality_);
  for (std::size_t i = path_.size(); i-- > 0;) {
    const auto& e = static_cast<const Node&>(*path_[i]);
    if ((footprint.mask() & e.footprint.mask()) == 0) continue;
    if (e.thread == name || e.is_before(ordered)) continue;
    if (!por::conflict(footprint, e.footprint, &equality_)) continue;
    bool reversible = awaited ? could_come_before(state, thread, *awaited, e.position)
                              : stepper_.is_enabled(e.before, thread, wait);
    if (reversible && reversing && race.is_parsimonious(e.position)) {
      reverse(state, race, e.position, thread);
    }
    bool waits_for_end = wait.kind == Wait::Kind::Join || wait.kind == Wait::Kind::Thread;
    if (reversible || waits_for_end) ordered.join(e.clock);
    full.join(e.clock);
  }
  return full;
}

void OptimalReduction::reverse(const State& state, const por::Race& race, std::uint32_t position,
                               std::uint32_t thread) {
  if (!took_first_alternatives(state, position, race)) return;
  const auto& reversed = static_cast<const Node&>(*path_[position]);
  Schedule schedule;
  for (std::uint32_t i : race.needed()) {
    const auto& e = static_cast<const Node&>(*path_[i]);
    schedule.push_back({e.thread, e.outcome, false, true, e.is_decision, e.point});
  }
  const Thread& reverser = state.thread(thread);
  schedule.push_back({reverser.name, ScheduledEvent::kAny, false, false,
                      reverser.status == ThreadStatus::Deciding});
  por::Reversals earlier = reversals_;
  while (earlier && earlier->position > position) earlier = earlier->previous;
  auto reversal = std::make_shared<const por::Reversal>(
      por::Reversal{position, reversed.thread, reversed.index, reverser.name, std::move(earlier)});
  frontier_.push_back(
      {reversed.parent, reversed.before, std::move(schedule), std::move(reversal), terms_.mark()});
}

// The events that the reversal leaves out must have taken the alternative that is the first
// possible one when only what stays is known: other executions differ in them alone, and ask for
// the same.
bool OptimalReduction::took_first_alternatives(const State& state, std::uint32_t position,
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
      if (solver_.check(conditions_, n->alternatives[k]) == solve::Answer::Sat) return false;
    }
    add(n);
  }
  return true;
}

// A thread that is blocked may have been the one to come first, and after an exception
// that ended everything the others may have moved before it.
void OptimalReduction::finish(State& state) {
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    ThreadStatus status = state.thread(t).status;
    executor_.update_next_step(state, t);
    bool may_move = status == ThreadStatus::Ready || status == ThreadStatus::Deciding;
    if (may_move) find_races(state, t, true);
    if (progress_.is_done()) return;
  }
  executor_.end(state);
}

std::unique_ptr<Strategy> make_optimal(Executor& executor) {
  return std::make_unique<OptimalReduction>(executor);
}

}  // namespace symex
