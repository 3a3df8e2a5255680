#include "engine/symex/search.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace symex {

Search::Search(run::Run& run, const ProgramTables& tables, const Options& options, Pool& pool,
               std::uint32_t worker, StrategyMaker* make_strategy)
    : tables_(tables),
      options_(options),
      stats_(run.stats),
      pool_(pool),
      worker_(worker),
      executor_(run, tables, options, pool),
      progress_(executor_.progress()),
      terms_(executor_.terms()),
      solver_(executor_.solver()),
      strategy_(make_strategy(executor_)),
      early_(executor_.early_inputs()),
      random_(run.seed()),
      drops_(options.early_inputs && strategy_->drop()) {}

void Search::work() { work_until(~std::uint64_t{0}); }

bool Search::work_until(std::uint64_t transitions) {
  progress_.pause_at(transitions);
  for (;;) {
    std::optional<WorkItem> work;
    if (!is_halfway_ && !(work = pool_.take(worker_, checkpoint()))) return true;
    is_halfway_ = false;
    try {
      if (!work || begin(*work)) explore();
    } catch (const Unsupported& e) {
      progress_.stop("symbolic execution does not support " + e.what);
    }
    if (is_halfway_) return false;
    if (progress_.is_done() || progress_.must_restart()) pool_.stop();
  }
}

// Whether there is anything to do.
bool Search::begin(const WorkItem& work) {
  work_ = work;
  choices_ = 0;
  if (options_.on_piece) options_.on_piece(work);
  if (!has_receiver()) {
    ++stats_.discarded;
    return false;
  }
  if (!first_) first_ = executor_.stepper().initial();
  executor_.set_replaying(!work_.choices.empty() || work_.has_threads);
  push(*first_);
  return true;
}

// All interleavings of some inputs come before other inputs.
void Search::explore() {
  while (!progress_.must_stop()) {
    if (progress_.is_paused()) {
      is_halfway_ = true;
      return;
    }
    share_work();
    try {
      bool goes_on = strategy_->explore_next(!frontier_.empty());
      if (!goes_on || early_.is_settled(stats_)) early_.end();
      if (goes_on) continue;
    } catch (const EarlyDecision& early) {
      decide_early(early);
      continue;
    } catch (const Stopped& stopped) {
      progress_.stop(stopped.reason);
      return;
    }
    if (frontier_.empty()) return;
    progress_.explore(frontier_, pop(), [&](Item item) { follow(item.state); });
  }
}

// Between two items: gives one to a worker that is idle, and takes part in checkpoints.
void Search::share_work() {
  if (pool_.wants_work()) {
    WorkItem work;
    if (frontier_.size() > 1) {
      work.choices = *frontier_.front().state.choices;
      frontier_.erase(frontier_.begin());
      pool_.give(std::move(work));
    } else if (!early_.has_begun() && strategy_->give_oldest(work)) {
      pool_.give(std::move(work));
    }
  }
  bool looks = ++rounds_ % 64 == 0 || pool_.is_open();
  if (looks && pool_.is_checkpoint_due()) {
    pool_.join_checkpoint(worker_, checkpoint());
  }
}

// What was found, and what there is to do.
Checkpoint Search::checkpoint() const {
  Checkpoint result = progress_.checkpoint();
  if (!progress_.keeps_work()) return result;
  // While the work item is replayed, its state is the only one.
  bool is_replaying = choices_ < work_.choices.size() || work_.has_threads;
  if (is_replaying) {
    CHECK(frontier_.size() == 1, "{} states in the replay of one work item", frontier_.size());
    result.frontier.push_back(work_);
    return result;
  }
  for (const Item& item : frontier_) result.frontier.emplace_back().choices = *item.state.choices;
  if (early_.has_begun() && !strategy_->keeps_terms()) {
    result.stats = early_.before();
    result.frontier.emplace_back().choices = *early_.root().choices;
  } else {
    strategy_->list(result.frontier);
  }
  return result;
}

// ---------------------------------------------------------------- one thread

// Whether objects exist on which the entry could be called.
bool Search::has_receiver() const {
  const ir::Program& program = tables_.program();
  const ir::Procedure& entry = program.proc(program.entry);
  if (!entry.has_this) return true;
  const ir::Type& type = program.type(entry.local(entry.params[0]).type);
  return type.kind == ir::TypeKind::Array || !tables_.inputs(type.cls).empty();
}

void Search::push(State state) {
  frontier_.push_back({std::move(state), terms_.mark()});
  stats_.live_states = std::max<std::uint64_t>(stats_.live_states, frontier_.size());
}

// When the search comes back to a state, all terms made since then belong to finished paths and
// can be dropped: memory is that of live states.
Search::Item Search::pop() {
  if (options_.order == SearchOrder::Random) {
    std::swap(frontier_[random_.below(frontier_.size())], frontier_.back());
  }
  Item next = std::move(frontier_.back());
  frontier_.pop_back();
  bool is_ordered = options_.order == SearchOrder::DepthFirst && !strategy_->keeps_terms();
  if (is_ordered) executor_.drop_terms(next.mark);
  return next;
}

// Follows one path until it ends or branches; the branches go to the frontier.
void Search::follow(State& state) {
  for (;;) {
    if (progress_.must_stop()) return progress_.interrupt();
    if (state.threads.size() > 1) return begin_interleaving(std::move(state));
    bool was_chosen = state.thread(0).chosen.is_valid();
    const Frame& top = state.thread(0).frames.top();
    bool waits = tables_.steps(top.proc).at(top.at).has_shared_guard;
    Transitions transitions;
    try {
      transitions = executor_.transitions_of(state, 0);
      if (waits && !was_chosen) end_where_stuck(state, transitions);
      if (progress_.is_done()) return;
      transitions = feasible(state, std::move(transitions));
      if (transitions.empty() && waits) return;
      if (transitions.empty()) {
        // Guards leave nothing out, so only a path that cannot be gets here.
        if (solver_.check(state, terms_.boolean(true)) == solve::Answer::Unsat) return;
        throw Unsupported{"a location that no transition leaves"};
      }
      if (transitions.size() == 1) {
        bool is_new = !was_chosen && !terms_.is_true(transitions[0].guard);
        if (is_new) state.condition.push_back(transitions[0].guard);
        if (!advance(state, transitions[0])) return;
        continue;
      }
    } catch (const NeedsSplit& needed) {
      split(state, needed.split);
      return;
    }
    fork(state, transitions);
    return;
  }
}

// There is nobody who could change what the thread waits for.
void Search::end_where_stuck(const State& state, const Transitions& transitions) {
  bool is_replaying = choices_ < work_.choices.size() || work_.has_threads;
  if (is_replaying) return;
  std::vector<term::Term> guards;
  for (const Transition& t : transitions) guards.push_back(t.guard);
  term::Term none_holds = terms_.negate(terms_.disjunction(guards));
  if (solver_.check(state, none_holds) == solve::Answer::Unsat) return;
  State stuck = state;
  if (!terms_.is_true(none_holds)) stuck.condition.push_back(none_holds);
  stuck.edit_thread(0).status = ThreadStatus::Ready;
  executor_.end(stuck);
}

void Search::split(const State& state, const Split& split) {
  std::vector<State> next = executor_.stepper().apply(state, split);
  if (next.empty() && Stepper::is_about_size(split)) executor_.end_cut(state, "array-size");
  auto forced = next.size() > 1 ? next_choice() : std::nullopt;
  for (auto i = static_cast<std::uint32_t>(next.size()); i-- > 0;) {
    if (forced && i != *forced) continue;
    if (next.size() > 1) {
      ++next[i].edit_thread(0).decisions;
      next[i].choices.edit().push_back(i);
    }
    push(std::move(next[i]));
  }
  note_progress();
}

// Which alternative the work item chooses here; nullopt: all of them are open.
std::optional<std::uint32_t> Search::next_choice() {
  if (choices_ == work_.choices.size()) return std::nullopt;
  return work_.choices[choices_++];
}

// Counts again when the state of the work item is reached.
void Search::note_progress() {
  if (choices_ == work_.choices.size() && !work_.has_threads) executor_.set_replaying(false);
}

// For each transition a state that has taken it, or will take it when something else is decided.
void Search::fork(const State& state, const Transitions& transitions) {
  auto forced = next_choice();
  for (auto i = static_cast<std::uint32_t>(transitions.size()); i-- > 0;) {
    if (forced && i != *forced) continue;
    State next = state;
    ++next.edit_thread(0).decisions;
    next.choices.edit().push_back(i);
    if (!terms_.is_true(transitions[i].guard)) next.condition.push_back(transitions[i].guard);
    try {
      if (!advance(next, transitions[i])) continue;
    } catch (const NeedsSplit& needed) {
      next.edit_thread(0).chosen = transitions[i].id;
      split(next, needed.split);
      continue;
    }
    push(std::move(next));
    if (progress_.is_done()) return;
  }
  note_progress();
}

// One step while there is one thread. Whether the path goes on.
bool Search::advance(State& state, const Transition& transition) {
  if (transition.is_blocked) {
    state.edit_thread(0).status = ThreadStatus::Ready;
    executor_.end(state);
    return false;
  }
  if (state.depth >= options_.depth) {
    executor_.end_cut(state, "depth");
    return false;
  }
  const ir::Procedure& proc = tables_.proc(state.thread(0).frames.top().proc);
  const auto& actions = proc.transitions[transition.id.index()].actions;
  auto is_fork = [](const ir::Action& a) { return std::holds_alternative<ir::Fork>(a); };
  if (std::any_of(actions.begin(), actions.end(), is_fork)) decide_fork_arguments(state);
  Outcome outcome = executor_.take(state, transition);
  switch (outcome.kind) {
    case Outcome::Kind::Continues: return true;
    case Outcome::Kind::Discarded:
      ++stats_.discarded;
      executor_.list(state, "discarded by an assumption");
      return false;
    case Outcome::Kind::Cut: executor_.end_cut(state, outcome.bound); return false;
    case Outcome::Kind::Violated: executor_.report(state, std::move(*outcome.violation)); break;
    case Outcome::Kind::Halted:
    case Outcome::Kind::Ended:
      executor_.list(state, "ended");
      if (options_.on_final) options_.on_final(terms_, state);
      break;
    case Outcome::Kind::Repeats:
      progress_.note_endless(
          executor_.stepper().shown_span(state, 0, proc.transitions[transition.id.index()].span));
      executor_.list(state, "never ends");
      break;
  }
  ++stats_.paths;
  return false;
}

// Before the first fork, so that threads have nothing to decide about the inputs that they get:
// such decisions do not commute, and each order of them would be an execution.
void Search::decide_fork_arguments(const State& state) const {
  const Frame& frame = state.thread(0).frames.top();
  for (ir::LocalId local : tables_.fork_arguments(frame.proc)) {
    Value value = Heap::known(state, frame.locals[local.index()]);
    if (!value.is_symbol()) continue;
    if (state.symbol(value.symbol()).status != Symbol::Status::NotNull) continue;
    throw NeedsSplit{{.kind = Split::Kind::Identity, .symbol = value.symbol()}};
  }
}

// The transitions whose guards the solver does not refute. A guard that is true because all
// others are refuted does not go into the path condition.
Transitions Search::feasible(const State& state, Transitions transitions) {
  if (transitions.size() == 1 && terms_.is_true(transitions[0].guard)) return transitions;
  std::vector<term::Term> refuted;
  transitions.erase_if([&](const Transition& t) {
    if (terms_.is_true(t.guard)) return false;
    if (solver_.check(state, t.guard) != solve::Answer::Unsat) return false;
    refuted.push_back(t.guard);
    return true;
  });
  if (transitions.size() == 1 && !refuted.empty() &&
      terms_.negate(transitions[0].guard) == terms_.disjunction(refuted)) {
    transitions[0].guard = terms_.boolean(true);
  }
  return transitions;
}

// ---------------------------------------------------------------- several threads

// The first fork has happened.
void Search::begin_interleaving(State state) {
  if (choices_ < work_.choices.size()) {
    if (!early_.replay(state, work_.choices, choices_)) {
      throw Unsupported{"a checkpoint of another program"};
    }
    note_progress();
  }
  std::optional<State> root;
  run::Statistics before = stats_;
  if (drops_ && !work_.has_threads && !state.symbols->empty()) root = state;
  por::Footprint touched;
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    Outcome outcome = executor_.run_invisible(state, t, touched);
    if (outcome.kind == Outcome::Kind::Violated) {
      ++stats_.paths;
      return executor_.report(state, std::move(*outcome.violation));
    }
  }
  state.condition_at_fork = state.condition.size();
  has_threads_ = true;
  if (root) early_.begin(std::move(*root), before);
  explored_ = progress_.explored();
  strategy_->add(std::move(state), std::exchange(work_, {}));
  choices_ = 0;
}

// Each alternative is a state with several threads, which begins like any other.
void Search::decide_early(const EarlyDecision& early) {
  strategy_->drop();
  progress_.forget_explored(explored_);
  State root = early_.root();
  std::vector<State> next = early_.decide(early, stats_);
  if (next.empty() && Stepper::is_about_size(early.split)) executor_.end_cut(root, "array-size");
  for (std::size_t i = next.size(); i-- > 0;) push(std::move(next[i]));
}

}  // namespace symex
