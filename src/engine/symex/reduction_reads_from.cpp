#include "engine/symex/reduction_reads_from.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"

namespace symex {

using interp::AccessKind;
using interp::PlaceKind;
using por::GraphEvent;

namespace {

// What is asked about an execution grows faster than it.
constexpr std::size_t kMostEvents = 2'000;
constexpr const char* kConditions = "threads wait for conditions over shared variables";

bool waits_for_condition(const State& state) {
  return std::any_of(state.threads.begin(), state.threads.end(), [](const auto& thread) {
    return thread->status == ThreadStatus::Ready && thread->wait.kind == Wait::Kind::Condition;
  });
}

std::uint64_t key_of(por::Access access) { return access.bits() >> 2; }

std::uint64_t lock_of(const Wait& wait) {
  return key_of(
      {AccessKind::Write, PlaceKind::Lock, static_cast<std::uint32_t>(wait.object.index())});
}

// The step may end the execution by an exception that nobody catches.
bool may_end(const por::Footprint& footprint) {
  return std::any_of(footprint.begin(), footprint.end(),
                     [](por::Access a) { return a.place() == PlaceKind::Everything; });
}

bool waits_for_lock(const Wait& wait) { return wait.is_for_lock() && !wait.has_other_way; }

}  // namespace

// A long execution must not be released by recursion.
ReadsFromReduction::Node::~Node() {
  while (parent && parent.use_count() == 1) parent = std::move(parent->parent);
}

void ReadsFromReduction::add(State state, const WorkItem&) {
  frontier_.push_back(
      {nullptr, std::move(state), nullptr, 0, GraphEvent::kAnyOutcome, executor_.terms().mark()});
}

bool ReadsFromReduction::explore_next(bool) {
  if (frontier_.empty()) return false;
  Item item = std::move(frontier_.back());
  frontier_.pop_back();
  executor_.drop_terms(item.mark);
  progress_.explore(frontier_, std::move(item), [&](const Item& next) { execute(next); });
  stats_.live_states = std::max<std::uint64_t>(stats_.live_states, frontier_.size());
  return true;
}

void ReadsFromReduction::give_up(const std::string& why) {
  progress_.note_traces_needed(why);
  progress_.interrupt();
}

bool ReadsFromReduction::has_given_up() {
  if (progress_.must_stop()) {
    progress_.interrupt();
    return true;
  }
  if (rules_.why_not().empty()) return false;
  give_up(rules_.why_not());
  return true;
}

// ---------------------------------------------------------------- executions

// Whether an exception that nobody catches is as good or bad at any time: the clauses of the entry
// about it say so outright.
bool ReadsFromReduction::has_plain_clauses() const {
  const ir::Program& program = executor_.tables().program();
  const auto& contract = program.proc(program.entry).contract;
  return std::all_of(contract.begin(), contract.end(), [&](const ir::Clause& clause) {
    return clause.kind != ir::ContractKind::Exceptional ||
           program.expr(clause.condition).kind == ir::ExprKind::Constant;
  });
}

void ReadsFromReduction::restore_path(const NodeRef& last) {
  last_ = last;
  path_.assign(last ? last->position + 1 : 0, nullptr);
  for (Node* n = last.get(); n; n = n->parent.get()) path_[n->position] = n;
  rules_.resize(0);
  for (const Node* n : path_) rules_.push(&n->graph);
}

void ReadsFromReduction::execute(const Item& item) {
  restore_path(item.last);
  graph_.clear();
  State state = item.state;
  now_ = &state;
  equality_.begin(state);
  executor_.set_replaying(false);
  if (follow(state, item)) go_on(state);
  now_ = nullptr;
}

// Takes the steps of the plan. False: the execution is over.
bool ReadsFromReduction::follow(State& state, const Item& item) {
  if (!item.plan) return true;
  const por::Plan& plan = *item.plan;
  bool is_exact = item.outcome == GraphEvent::kAnyOutcome;
  for (std::size_t i = item.begin; i < plan.order.size(); ++i) {
    if (progress_.must_stop()) {
      progress_.interrupt();
      return false;
    }
    const por::Plan::Step& step = plan.order[i];
    std::uint32_t thread = 0;
    while (thread < state.threads.size() && state.thread(thread).name != step.thread) ++thread;
    CHECK(thread < state.threads.size() && state.thread(thread).events == step.index &&
              executor_.is_enabled(state, thread),
          "a plan cannot be kept");
    if (step.is_decision != (state.thread(thread).status == ThreadStatus::Deciding)) {
      give_up("a step decides about what it has read");
      return false;
    }
    bool is_other = i == item.begin && item.outcome != GraphEvent::kAnyOutcome;
    if (!place(state, thread, {&item, i, is_other ? item.outcome : step.outcome})) return false;
    // Of an event with several outcomes, the plan may have left open which.
    is_exact = is_exact && path_.back()->graph.outcome == step.outcome;
    CHECK(state.thread(thread).events == step.index + 1 &&
              (!is_exact || path_.back()->graph.hash == step.hash),
          "a plan cannot be kept");
  }
  take_graph(plan);
  if (!plan.changed) return true;
  const por::Plan::Step& changed = plan.order[*plan.changed];
  for (const por::Slot& slot : graph_) {
    const GraphEvent& event = rules_.at(slot.event);
    bool is_it = event.thread == changed.thread && event.index == changed.index;
    if (is_it) rules_.try_as_source(por::Graph(graph_), slot.event);
  }
  return !has_given_up();
}

void ReadsFromReduction::take_graph(const por::Plan& plan) {
  std::map<std::pair<por::NameId, std::uint32_t>, std::uint32_t> positions;
  for (const Node* n : path_) positions[{n->thread, n->index}] = n->position;
  graph_.clear();
  for (const por::Plan::Added& added : plan.graph) {
    graph_.push_back({positions.at({added.thread, added.index}), added.junction});
  }
  CHECK(graph_.size() == path_.size(), "a plan that is not the graph");
}

void ReadsFromReduction::go_on(State& state) {
  for (;;) {
    if (has_given_up()) return;
    if (waits_for_condition(state)) return give_up(kConditions);
    auto thread = state.is_over ? std::nullopt : choose(state);
    if (!thread) return finish(state);
    if (path_.size() >= kMostEvents) return give_up("executions are long");
    if (!place(state, *thread, {})) return;
  }
}

// Decisions that no other thread can observe come at once, and what ends the execution comes last:
// whatever the others may do before, they have done. What it comes to does not depend on them.
std::optional<std::uint32_t> ReadsFromReduction::choose(const State& state) const {
  std::optional<std::uint32_t> first;
  std::optional<std::uint32_t> ending;
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    const Thread& thread = state.thread(t);
    if (thread.status == ThreadStatus::Deciding && thread.footprint.empty()) return t;
    if (!executor_.is_enabled(state, t)) continue;
    std::optional<std::uint32_t>& best = may_end(thread.footprint) ? ending : first;
    if (!best || names_.less(thread.name, state.thread(*best).name)) best = t;
  }
  return first ? first : ending;
}

bool ReadsFromReduction::place(State& state, std::uint32_t thread, const Next& next) {
  if (state.depth >= options_.depth) {
    give_up("executions are longer than the bound on steps");
    return false;
  }
  if (state.thread(thread).status == ThreadStatus::Deciding) {
    return place_decision(state, thread, next);
  }
  return place_step(state, thread, next);
}

ReadsFromReduction::NodeRef ReadsFromReduction::make_node(const State& before,
                                                          std::uint32_t thread) {
  const Thread& self = before.thread(thread);
  auto node = std::make_shared<Node>(before);
  node->position = static_cast<std::uint32_t>(path_.size());
  node->thread = self.name;
  node->index = self.events;
  node->footprint = self.footprint;
  node->parent = last_;
  node->graph = describe(before, thread);
  rules_.read_latest(node->graph);
  return node;
}

void ReadsFromReduction::append(State& state, std::uint32_t thread, const NodeRef& node,
                                std::size_t first_child) {
  Thread& self = state.edit_thread(thread);
  self.last = node.get();
  ++self.events;
  for (std::size_t t = first_child; t < state.threads.size(); ++t) {
    state.edit_thread(static_cast<std::uint32_t>(t)).last = node.get();
  }
  path_.push_back(node.get());
  rules_.push(&node->graph);
  last_ = node;
}

// Another outcome of the event at the node, which is the last one.
void ReadsFromReduction::push_alternative(const Node& node, const Next& next, std::uint32_t outcome,
                                          const por::JunctionRef& junction) {
  Item item{node.parent, node.before, nullptr, 0, outcome, executor_.terms().mark()};
  if (next.item) {
    item.plan = next.item->plan;
    item.begin = next.step;
  } else {
    auto plan = std::make_shared<por::Plan>();
    for (const por::Slot& slot : graph_) {
      const GraphEvent& event = rules_.at(slot.event);
      plan->graph.push_back({event.thread, event.index, slot.junction});
    }
    plan->graph.push_back({node.thread, node.index, junction});
    plan->order.push_back(
        {GraphEvent::kNone, node.thread, node.index, outcome, node.graph.is_decision, {}});
    plan->changed = 0;
    item.plan = std::move(plan);
  }
  frontier_.push_back(std::move(item));
}

bool ReadsFromReduction::place_decision(State& state, std::uint32_t thread, const Next& next) {
  Decision decision = executor_.next_decision(state, thread);
  state.edit_thread(thread).footprint = decision.footprint;
  for (por::Access access : decision.footprint) {
    bool is_plain = access.place() == PlaceKind::Instances && access.kind() == AccessKind::Read;
    if (is_plain) continue;
    give_up("threads decide about inputs, or assume something about shared variables");
    return false;
  }
  NodeRef node = make_node(state, thread);
  node->graph.is_decision = true;
  std::uint32_t chosen = next.outcome;
  std::vector<std::uint32_t> others;
  if (chosen == GraphEvent::kAnyOutcome) {
    auto count = static_cast<std::uint32_t>(executor_.count_alternatives(state, decision));
    for (std::uint32_t i = 0; i < count; ++i) {
      if (has_given_up()) return false;
      if (executor_.is_possible(state, decision, i)) others.push_back(i);
    }
    if (others.empty()) return executor_.cut_thread(state, thread, decision);
    chosen = others.front();
    others.erase(others.begin());
  }
  for (std::size_t i = others.size(); i-- > 0;) push_alternative(*node, next, others[i], nullptr);
  node->graph.outcome = node->outcome = chosen;
  rules_.complete(node->graph);
  executor_.decide(state, thread, decision, chosen);
  std::size_t before = state.threads.size();
  por::Footprint touched;
  Outcome outcome = executor_.run_invisible(state, thread, touched);
  add_touched(touched, node->graph);
  node->footprint.add(touched);
  append(state, thread, node, before);
  if (!next.item) graph_.push_back({node->position, nullptr});
  if (has_given_up()) return false;
  if (outcome.kind != Outcome::Kind::Violated) {
    if (!next.item) rules_.try_as_source(por::Graph(graph_), node->position);
    return !has_given_up();
  }
  ++stats_.paths;
  executor_.report(state, std::move(*outcome.violation));
  return false;
}

bool ReadsFromReduction::place_step(State& state, std::uint32_t thread, const Next& next) {
  executor_.update_next_step(state, thread);
  Transitions transitions = executor_.transitions_of(state, thread);
  CHECK(!transitions.empty(), "a thread that is ready cannot move");
  NodeRef node = make_node(state, thread);
  if (has_given_up()) return false;
  bool ends = may_end(node->footprint);
  if (ends && (!node->graph.reads.empty() || next.item || !has_plain_clauses())) {
    give_up("what an exception comes to that ends executions depends on other threads");
    return false;
  }
  bool has_outcomes = transitions.size() > 1;
  std::uint32_t outcome = next.outcome == GraphEvent::kAnyOutcome ? 0 : next.outcome;
  por::JunctionRef junction;
  if (!next.item && !node->graph.reads.empty()) {
    junction = std::make_shared<por::Junction>();
    node->graph.outcome = GraphEvent::kAnyOutcome;
    rules_.complete(node->graph);
    junction->tried.insert(node->graph.hash);
  }
  node->outcome = outcome;
  node->graph.outcome = has_outcomes ? outcome : GraphEvent::kAnyOutcome;
  rules_.complete(node->graph);
  std::size_t before = state.threads.size();
  por::Footprint touched;
  if (!executor_.step(state, thread, transitions[outcome], touched)) {
    if (node->graph.reads.empty() && !next.item) return true;  // a decision comes first
    give_up("a step decides about what it has read");
    return false;
  }
  if (progress_.is_done()) return false;
  if (ends && !state.is_over) {
    give_up("a step itself reads which object it accesses");
    return false;
  }
  if (has_outcomes && next.outcome == GraphEvent::kAnyOutcome) {
    for (auto i = static_cast<std::uint32_t>(transitions.size()); i-- > 1;) {
      push_alternative(*node, next, i, junction);
    }
  }
  add_touched(touched, node->graph);
  node->footprint.add(touched);
  if (!are_places_known(node->footprint)) {
    give_up("indices of elements may be equal");
  }
  append(state, thread, node, before);
  if (next.item || has_given_up()) return !has_given_up();
  graph_.push_back({node->position, junction});
  if (junction) rules_.try_other_sources(por::Graph(graph_));
  rules_.try_as_source(por::Graph(graph_), node->position);
  return !has_given_up();
}

// A thread that is blocked may have been the one to come first.
void ReadsFromReduction::finish(State& state) {
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    executor_.update_next_step(state, t);
    const Thread& self = state.thread(t);
    if (self.status != ThreadStatus::Ready || !waits_for_lock(self.wait)) continue;
    rules_.try_blocked(por::Graph(graph_), describe(state, t));
    if (has_given_up()) return;
  }
  executor_.end(state);
}

// ---------------------------------------------------------------- what events touch

GraphEvent ReadsFromReduction::describe(const State& state, std::uint32_t thread) {
  const Thread& self = state.thread(thread);
  GraphEvent event;
  event.thread = self.name;
  event.index = self.events;
  event.outcome = GraphEvent::kAnyOutcome;
  if (self.last) event.previous = self.last->position;
  for (por::Access access : self.footprint) add_access(state, thread, access, event);
  event.known_writes = event.writes.size();
  return event;
}

void ReadsFromReduction::add_access(const State& state, std::uint32_t thread, por::Access access,
                                    GraphEvent& out) {
  const Wait& wait = state.thread(thread).wait;
  auto read = [&](bool is_fixed) {
    std::uint64_t place = key_of(access);
    bool is_known = std::any_of(out.reads.begin(), out.reads.end(),
                                [&](const GraphEvent::Read& r) { return r.place == place; });
    if (!is_known) out.reads.push_back({place, {}, is_fixed});
  };
  bool is_read = access.kind() == AccessKind::Read;
  switch (access.place()) {
    case PlaceKind::Everything: return;  // place_step looks at it
    case PlaceKind::Awaited: return give_up(kConditions);
    case PlaceKind::Instances:
      if (!is_read) give_up("threads decide about inputs");
      return;
    case PlaceKind::Lock: return add_lock(state, thread, access, out);
    case PlaceKind::Thread:
      if (!is_read) break;
      if (access.object() == thread) return;  // nobody else ends it
      return read(wait.kind == Wait::Kind::Join || wait.kind == Wait::Kind::Thread);
    default:
      if (access.kind() == AccessKind::Add) return give_up("a step adds to a set");
      if (is_read) return read(false);
  }
  out.writes.push_back({key_of(access), access});
}

// Who holds a lock is told by the last one that changed it, so that a change reads, too. While a
// thread holds it, others cannot change it, unless threads unlock what they do not hold.
void ReadsFromReduction::add_lock(const State& state, std::uint32_t thread, por::Access access,
                                  GraphEvent& out) {
  const Wait& wait = state.thread(thread).wait;
  const Lock* lock = state.find_lock(ObjectId(access.object()));
  std::uint64_t place = key_of(access);
  bool is_taken = waits_for_lock(wait) && lock_of(wait) == place;
  bool is_own = lock && !lock->is_free() && lock->owner == thread && options_.own_unlocks_only &&
                (!is_taken || wait.kind == Wait::Kind::Monitor);
  if (!is_own) {
    bool is_known = std::any_of(out.reads.begin(), out.reads.end(),
                                [&](const GraphEvent::Read& r) { return r.place == place; });
    if (!is_known) out.reads.push_back({place, {}, false});
    if (is_taken) out.lock = place;
  }
  if (access.kind() != AccessKind::Read) out.writes.push_back({place, access});
}

// The invisible steps after it give up locks and end threads.
void ReadsFromReduction::add_touched(const por::Footprint& touched, GraphEvent& out) {
  for (por::Access access : touched) {
    bool is_left_mover = access.place() == PlaceKind::Lock || access.place() == PlaceKind::Thread;
    if (is_left_mover) {
      if (access.kind() != AccessKind::Read) out.writes.push_back({key_of(access), access});
    } else if (access.place() != PlaceKind::Instances || access.kind() != AccessKind::Read) {
      give_up("others observe invisible steps");
    }
  }
}

// Whether other elements that the execution has touched are the same, or others, in any case.
bool ReadsFromReduction::are_places_known(const por::Footprint& footprint) const {
  for (por::Access a : footprint) {
    if (a.place() != PlaceKind::Element) continue;
    for (const Node* n : path_) {
      if ((a.mask() & n->footprint.mask()) == 0) continue;
      for (por::Access b : n->footprint) {
        bool is_read = a.kind() == AccessKind::Read && b.kind() == AccessKind::Read;
        if (!is_read && !a.same_place(b) && a.may_be_same_element(b, &equality_)) return false;
      }
    }
  }
  return true;
}

// ---------------------------------------------------------------- the host of the rules

bool ReadsFromReduction::could_take(const GraphEvent& event, std::uint32_t source) {
  const State* then = now_;
  std::size_t first = source == GraphEvent::kNone ? 0 : source + 1;
  for (std::size_t i = first; i < path_.size() && then == now_; ++i) {
    if (path_[i]->graph.writes_to(*event.lock)) then = &path_[i]->before;
  }
  // The thread may have moved on since: what it waited for then.
  const State* asking = now_;
  for (const Node* n : path_) {
    if (n->thread == event.thread && n->index == event.index) asking = &n->before;
  }
  std::uint32_t thread = 0;
  while (asking->thread(thread).name != event.thread) ++thread;
  return stepper_.is_enabled(*then, thread, asking->thread(thread).wait);
}

void ReadsFromReduction::run(por::Plan plan) {
  std::size_t same = 0;
  while (same < plan.order.size() && plan.order[same].position == same) ++same;
  bool is_all = same == path_.size();
  Item item{same == 0 ? nullptr : NodeRef(),
            is_all ? *now_ : path_[same]->before,
            nullptr,
            same,
            GraphEvent::kAnyOutcome,
            executor_.terms().mark()};
  if (same > 0) item.last = is_all ? last_ : path_[same]->parent;
  item.plan = std::make_shared<const por::Plan>(std::move(plan));
  frontier_.push_back(std::move(item));
}

std::unique_ptr<Strategy> make_reads_from(Executor& executor) {
  return std::make_unique<ReadsFromReduction>(executor);
}

}  // namespace symex
