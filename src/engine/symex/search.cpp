#include "engine/symex/search.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/symex/witness.h"

namespace symex {

namespace {

// After so many steps that nobody can notice, others get a chance.
constexpr std::uint32_t kLocalRun = 10'000;

}  // namespace

Search::Search(run::Run& run, const Model& model, const Options& options, Pool& pool,
               std::uint32_t worker)
    : run_(run),
      model_(model),
      options_(options),
      oracle_(terms_, run, options.solver),
      stepper_(model, options, terms_, oracle_, names_),
      pool_(pool),
      worker_(worker),
      random_(run.seed()) {
  if (!options.coverage) return;
  for (const ir::Procedure& proc : model.program().procs) {
    answer_.taken.emplace_back(proc.transitions.size(), false);
  }
}

void Search::work() { work_until(~std::uint64_t{0}); }

bool Search::work_until(std::uint64_t transitions) {
  pause_at_ = transitions;
  for (;;) {
    std::optional<Script> script;
    if (!is_halfway_ && !(script = pool_.take(worker_, own()))) return true;
    is_halfway_ = false;
    try {
      if (!script || begin(*script)) go_on();
    } catch (const Unsupported& e) {
      stop("symbolic execution does not support " + e.what);
    }
    if (is_halfway_) return false;
    if (is_done() || has_failed()) pool_.stop();
  }
}

// Whether there is anything to do.
bool Search::begin(const Script& script) {
  script_ = script;
  choices_ = 0;
  if (!has_receiver()) {
    ++run_.stats.discarded;
    return false;
  }
  if (!first_) first_ = stepper_.initial();
  is_replaying_ = !script_.choices.empty() || script_.is_spread;
  put(*first_);
  return true;
}

void Search::go_on() {
  while (!must_stop()) {
    if (is_paused()) {
      is_halfway_ = true;
      return;
    }
    rest();
    interrupted_ = false;
    try {
      if (run_next()) continue;
    } catch (const Stopped& stopped) {
      stop(stopped.reason);
      return;
    }
    if (pending_.empty()) return;
    run::Statistics before = run_.stats;
    State state = get();
    std::optional<State> copy;
    if (keeps_work()) copy = state;
    std::size_t others = pending_.size();
    try {
      follow(state);
    } catch (const Stopped& stopped) {
      stop(stopped.reason);
      interrupt();
    }
    if (!interrupted_ || !copy) continue;
    // The piece is taken back, so that the checkpoint has it.
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(others), pending_.end());
    put(std::move(*copy));
    run_.stats = before;
  }
}

// Between two pieces: helps others out, and writes down what is left.
void Search::rest() {
  if (pool_.wants_work()) {
    Script script;
    if (pending_.size() > 1) {
      script.choices = *pending_.front().state.choices;
      pending_.erase(pending_.begin());
      pool_.give(std::move(script));
    } else if (give_oldest(script)) {
      pool_.give(std::move(script));
    }
  }
  if (++rests_ % 64 == 0 && pool_.wants_rest()) pool_.rest(worker_, own());
}

// What was found, and what there is to do.
Checkpoint Search::own() const {
  Checkpoint result;
  result.stats = run_.stats;
  result.bounds_hit = answer_.result.bounds_hit();
  result.never_ends = answer_.result.never_ends;
  if (stepper_.cut_sizes()) result.bounds_hit.emplace_back("array-size");
  if (stepper_.cut_forks()) result.bounds_hit.emplace_back("unwind");
  if (stepper_.cut_domain()) result.bounds_hit.emplace_back("inputs");
  if (!keeps_work()) return result;
  // Before the script has been followed to its end, the one state there is is on its way.
  bool is_on_its_way = choices_ < script_.choices.size() || script_.is_spread;
  if (is_on_its_way) {
    CHECK(pending_.size() == 1, "{} states on the way of one script", pending_.size());
    result.scripts.push_back(script_);
    return result;
  }
  for (const Pending& p : pending_) result.scripts.emplace_back().choices = *p.state.choices;
  list(result.scripts);
  return result;
}

Answer Search::answer() {
  answer_.is_misled = stepper_.is_misled() && !answer_.result.violation;
  answer_.is_outgrown = is_outgrown_ && !answer_.result.violation;
  return std::move(answer_);
}

bool Search::must_stop() {
  if (is_done() || has_failed() || pool_.is_stopped()) return true;
  // A question to the solver may have taken long.
  bool was_slow = run_.stats.solver_queries != queries_;
  queries_ = run_.stats.solver_queries;
  if (auto reason = was_slow ? run_.stop_reason_now() : run_.stop_reason()) stop(*reason);
  return is_done();
}

void Search::cut(const char* bound) { answer_.result.cut(bound); }

void Search::note_endless(base::Span place) { keep_first(answer_.result.never_ends, place); }

base::Span Search::next_place(const State& state, std::uint32_t thread) const {
  const Frame& frame = state.thread(thread).frames.top();
  ir::TransId at = model_.outgoing(frame.proc, frame.at).front();
  return model_.proc(frame.proc).transitions[at.index()].span;
}

void Search::end_cut(const char* bound) {
  cut(bound);
  ++run_.stats.paths;
  ++run_.stats.cut;
}

// ---------------------------------------------------------------- one thread

// Whether objects exist on which the entry could be called.
bool Search::has_receiver() const {
  const ir::Program& program = model_.program();
  const ir::Procedure& entry = program.proc(program.entry);
  if (!entry.has_this) return true;
  const ir::Type& type = program.type(entry.local(entry.params[0]).type);
  return type.kind == ir::TypeKind::Array || !model_.instances(type.cls).empty();
}

void Search::put(State state) {
  pending_.push_back({std::move(state), terms_.mark()});
  run_.stats.live_states = std::max<std::uint64_t>(run_.stats.live_states, pending_.size());
}

// When the search comes back to a state, everything made since then belongs to finished
// paths, so the terms made since can be dropped: memory is that of live states.
State Search::get() {
  if (options_.order == SearchOrder::Random) {
    std::swap(pending_[random_.below(pending_.size())], pending_.back());
  }
  Pending next = std::move(pending_.back());
  pending_.pop_back();
  bool is_ordered = options_.order == SearchOrder::DepthFirst && !keeps_terms_;
  if (is_ordered && terms_.mark().terms - next.mark.terms > options_.rollback_terms) {
    oracle_.rollback(next.mark);
  }
  return std::move(next.state);
}

// Follows one path until it ends or forks; what it forks into is put aside.
void Search::follow(State& state) {
  for (;;) {
    if (must_stop()) return interrupt();
    if (state.threads.size() > 1) return spread(std::move(state));
    bool was_chosen = state.thread(0).chosen.is_valid();
    const Frame& top = state.thread(0).frames.top();
    if (model_.has_shared_guard(top.proc, top.at)) {
      throw Unsupported{"waiting for a condition before there is a second thread"};
    }
    Ways ways;
    try {
      ways = feasible(state, ways_of(state, 0));
      if (ways.empty()) {
        // Guards leave nothing out, so only a path that cannot be gets here.
        if (oracle_.check(state, terms_.boolean(true)) == solve::Answer::Unsat) return;
        throw Unsupported{"a location that no transition leaves"};
      }
      if (ways.size() == 1) {
        bool is_new = !was_chosen && !terms_.is_true(ways[0].guard);
        if (is_new) state.condition.push_back(ways[0].guard);
        if (!advance(state, ways[0])) return;
        continue;
      }
    } catch (const NeedsSplit& needed) {
      split(state, needed.split);
      return;
    }
    fork(state, ways);
    return;
  }
}

void Search::split(const State& state, const Split& split) {
  std::vector<State> next = stepper_.apply(state, split);
  if (next.empty() && Stepper::is_about_size(split)) end_cut("array-size");
  auto forced = next.size() > 1 ? next_choice() : std::nullopt;
  for (auto i = static_cast<std::uint32_t>(next.size()); i-- > 0;) {
    if (forced && i != *forced) continue;
    if (next.size() > 1) {
      ++next[i].edit_thread(0).decisions;
      next[i].choices.edit().push_back(i);
    }
    put(std::move(next[i]));
  }
  note_progress();
}

// Which way the script goes here; nullopt: all of them are open.
std::optional<std::uint32_t> Search::next_choice() {
  if (choices_ == script_.choices.size()) return std::nullopt;
  return script_.choices[choices_++];
}

// Counts again when the state is reached that the script is about.
void Search::note_progress() {
  if (choices_ == script_.choices.size() && !script_.is_spread) is_replaying_ = false;
}

// Each way becomes a state of its own, which has taken it, or sticks to it while
// something else is decided.
void Search::fork(const State& state, const Ways& ways) {
  auto forced = next_choice();
  for (auto i = static_cast<std::uint32_t>(ways.size()); i-- > 0;) {
    if (forced && i != *forced) continue;
    State next = state;
    ++next.edit_thread(0).decisions;
    next.choices.edit().push_back(i);
    if (!terms_.is_true(ways[i].guard)) next.condition.push_back(ways[i].guard);
    try {
      if (!advance(next, ways[i])) continue;
    } catch (const NeedsSplit& needed) {
      next.edit_thread(0).chosen = ways[i].transition;
      split(next, needed.split);
      continue;
    }
    put(std::move(next));
    if (is_done()) return;
  }
  note_progress();
}

// One step while there is one thread. Whether the path goes on.
bool Search::advance(State& state, const Way& way) {
  if (way.is_blocked) {
    state.edit_thread(0).standing = Standing::Ready;
    end(state);
    return false;
  }
  if (state.depth >= options_.depth) {
    end_cut("depth");
    return false;
  }
  const ir::Procedure& proc = model_.proc(state.thread(0).frames.top().proc);
  const auto& actions = proc.transitions[way.transition.index()].actions;
  auto is_fork = [](const ir::Action& a) { return std::holds_alternative<ir::Fork>(a); };
  if (std::any_of(actions.begin(), actions.end(), is_fork)) decide_handed_on(state);
  Outcome outcome = take(state, way);
  switch (outcome.kind) {
    case Outcome::Kind::Goes: return true;
    case Outcome::Kind::Discarded: ++run_.stats.discarded; return false;
    case Outcome::Kind::Cut: end_cut(outcome.bound); return false;
    case Outcome::Kind::Violated: report(state, std::move(*outcome.violation)); break;
    case Outcome::Kind::Ended:
      if (options_.on_final) options_.on_final(terms_, state);
      break;
    case Outcome::Kind::Repeats: note_endless(proc.transitions[way.transition.index()].span); break;
  }
  ++run_.stats.paths;
  return false;
}

// Before the first fork, so that threads which look through the inputs that they get have nothing
// to decide: such decisions do not commute, and each order of them would be an execution.
void Search::decide_handed_on(const State& state) const {
  const Frame& frame = state.thread(0).frames.top();
  for (ir::LocalId local : model_.handed_on(frame.proc)) {
    Value value = Heap::known(state, frame.locals[local.index()]);
    if (!value.is_symbol()) continue;
    if (state.symbol(value.symbol()).status != Symbol::Status::NotNull) continue;
    throw NeedsSplit{{.kind = Split::Kind::Identity, .symbol = value.symbol()}};
  }
}

// Those of the ways whose guards the solver does not refute. A guard that is true
// because all others are refuted need not be remembered.
Ways Search::feasible(const State& state, Ways ways) {
  if (ways.size() == 1 && terms_.is_true(ways[0].guard)) return ways;
  std::vector<term::Term> refuted;
  ways.erase_if([&](const Way& w) {
    if (terms_.is_true(w.guard)) return false;
    if (oracle_.check(state, w.guard) != solve::Answer::Unsat) return false;
    refuted.push_back(w.guard);
    return true;
  });
  if (ways.size() == 1 && !refuted.empty() &&
      terms_.negate(ways[0].guard) == terms_.disjunction(refuted)) {
    ways[0].guard = terms_.boolean(true);
  }
  return ways;
}

// ---------------------------------------------------------------- several threads

// The first fork has happened.
void Search::spread(State state) {
  por::Footprint touched;
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    Outcome outcome = settle(state, t, touched);
    if (outcome.kind == Outcome::Kind::Violated) {
      ++run_.stats.paths;
      return report(state, std::move(*outcome.violation));
    }
  }
  has_threads_ = true;
  interleave(std::move(state), std::exchange(script_, {}));
  choices_ = 0;
}

Outcome Search::take(State& state, const Way& way) {
  bool is_alone = state.threads.size() == 1;
  std::uint64_t checks = stepper_.checks();
  ir::ProcId proc = state.thread(way.thread).frames.top().proc;
  Outcome outcome = stepper_.take(state, way);
  if (options_.coverage) answer_.taken[proc.index()][way.transition.index()] = true;
  if (!is_replaying_) run_.stats.checks += stepper_.checks() - checks;
  Thread& self = state.edit_thread(way.thread);
  self.chosen = {};
  self.next = {};
  if (outcome.kind == Outcome::Kind::Discarded && !is_alone) {
    self.standing = Standing::Barred;
    return {};
  }
  ++self.steps;
  ++state.depth;
  if (!is_replaying_) ++run_.stats.transitions;
  run_.stats.max_depth = std::max(run_.stats.max_depth, state.depth);
  if (is_alone) return outcome;
  state.note_step(way.thread, way.choice);
  if (outcome.kind == Outcome::Kind::Cut) {
    cut(outcome.bound);
    self.standing = Standing::Cut;
    return {};
  }
  if (self.has_ended()) self.standing = Standing::Ended;
  if (outcome.kind == Outcome::Kind::Ended) {
    state.is_over = true;
    return {};
  }
  return outcome;
}

// Threads may start threads, which may start threads: those that are not done yet are kept on a
// stack of its own, since there may be very many.
Outcome Search::settle(State& state, std::uint32_t thread, por::Footprint& touched) {
  struct Settling {
    std::uint32_t thread;
    std::uint32_t steps;
  };
  std::vector<Settling> settling{{thread, 0}};
  while (!settling.empty()) {
    stop_here();
    Settling& top = settling.back();
    std::size_t before = state.threads.size();
    Outcome outcome;
    bool goes_on = settle_once(state, top.thread, top.steps++ == kLocalRun, touched, outcome);
    if (outcome.kind != Outcome::Kind::Goes || state.is_over) return outcome;
    if (!goes_on) settling.pop_back();
    for (std::size_t t = state.threads.size(); t-- > before;) {
      settling.push_back({static_cast<std::uint32_t>(t), 0});
    }
  }
  return {};
}

bool Search::settle_once(State& state, std::uint32_t thread, bool is_last, por::Footprint& touched,
                         Outcome& outcome) {
  Thread& self = state.edit_thread(thread);
  if (self.has_ended()) {
    self.standing = Standing::Ended;
    return false;
  }
  if (self.standing == Standing::Barred || self.standing == Standing::Cut) return false;
  Look look = stepper_.look(state, thread);
  self.footprint = look.footprint;
  self.wait = look.wait;
  self.next =
      look.kind == Look::Kind::Shared && is_fixed(self) ? look.ways[0].transition : ir::TransId();
  if (look.kind == Look::Kind::Nowhere) {
    if (oracle_.check(state, terms_.boolean(true)) != solve::Answer::Unsat) {
      throw Unsupported{"a location that no transition leaves"};
    }
    self.standing = Standing::Barred;
    return false;
  }
  self.standing = look.kind == Look::Kind::Decide ? Standing::Deciding : Standing::Ready;
  if (look.kind != Look::Kind::Local || is_last) return false;
  if (!stepper_.is_free(state, thread, look.wait)) return false;
  if (state.depth >= options_.depth) return false;  // threads may start threads without end
  if (!terms_.is_true(look.ways[0].guard)) state.condition.push_back(look.ways[0].guard);
  try {
    outcome = take(state, look.ways[0]);
    touched.add(look.footprint);
  } catch (const NeedsSplit& needed) {
    await(state, thread, needed.split);
    return false;
  }
  return true;
}

bool Search::step(State& state, std::uint32_t thread, const Way& way, por::Footprint& touched) {
  std::size_t before = state.threads.size();
  bool waited = state.thread(thread).wait.kind == Wait::Kind::Condition;
  if (waited) rely_on_guard(state, way);
  Outcome outcome;
  try {
    outcome = take(state, way);
  } catch (const NeedsSplit& needed) {
    if (waited) throw Unsupported{"decisions about inputs in a step that waits for a condition"};
    await(state, thread, needed.split);
    return false;
  }
  if (outcome.kind == Outcome::Kind::Goes && !state.is_over)
    outcome = settle(state, thread, touched);
  for (auto t = static_cast<std::uint32_t>(before);
       t < state.threads.size() && outcome.kind == Outcome::Kind::Goes && !state.is_over; ++t) {
    if (state.thread(t).standing == Standing::Behind) outcome = settle(state, t, touched);
  }
  if (outcome.kind == Outcome::Kind::Violated) {
    ++run_.stats.paths;
    report(state, std::move(*outcome.violation));
  }
  return true;
}

void Search::rely_on_guard(State& state, const Way& way) {
  if (oracle_.check(state, terms_.negate(way.guard)) == solve::Answer::Unsat) return;
  state.condition.push_back(way.guard);
  ++state.edit_thread(way.thread).decisions;
}

void Search::await(State& state, std::uint32_t thread, const Split& split) {
  Thread& self = state.edit_thread(thread);
  self.standing = Standing::Deciding;
  self.footprint = stepper_.decide_by(split).footprint;
}

// Only taking the step may show what has to be decided. Another thread may have decided
// it in the meantime: then there is one alternative, which changes nothing.
Look Search::decision(State& state, std::uint32_t thread) {
  Look look = open_decision(state, thread);
  if (look.split) stepper_.note_cut(state, *look.split);
  return look;
}

Look Search::open_decision(State& state, std::uint32_t thread) {
  Look look = stepper_.look(state, thread);
  if (look.kind != Look::Kind::Local && look.kind != Look::Kind::Shared) return look;
  State copy = state;
  try {
    stepper_.take(copy, look.ways[0]);
  } catch (const NeedsSplit& needed) {
    state = std::move(copy);  // it may have made the input that the split is about
    return stepper_.decide_by(needed.split);
  }
  Look done{.kind = Look::Kind::Decide};
  done.footprint = state.thread(thread).footprint;
  done.conditions = {terms_.boolean(true)};
  return done;
}

std::size_t Search::count_alternatives(const State& state, const Look& look) {
  if (!look.conditions.empty()) return look.conditions.size();
  return stepper_.count(state, *look.split);
}

bool Search::cut_thread(State& state, std::uint32_t thread, const Look& look) {
  if (!look.split || !Stepper::is_about_size(*look.split)) return false;
  cut("array-size");
  state.edit_thread(thread).standing = Standing::Cut;
  return true;
}

bool Search::is_possible(const State& state, const Look& look, std::size_t outcome) {
  return look.conditions.empty() ||
         oracle_.check(state, look.conditions[outcome]) != solve::Answer::Unsat;
}

void Search::decide(State& state, std::uint32_t thread, const Look& look, std::size_t outcome) {
  if (look.conditions.empty()) {
    state = stepper_.choose(state, *look.split, outcome);
  } else if (!terms_.is_true(look.conditions[outcome])) {
    state.condition.push_back(look.conditions[outcome]);
  }
  Thread& self = state.edit_thread(thread);
  if (look.conditions.size() != 1) ++self.decisions;
  if (!look.transitions.empty()) self.chosen = look.transitions[outcome];
  if (look.is_assumption && outcome == 1) self.standing = Standing::Barred;
}

Ways Search::ways_of(State& state, std::uint32_t thread) {
  if (ir::TransId next = state.thread(thread).next) {
    Ways result;
    result.push_back({thread, next, terms_.boolean(true), false, false, 0});
    return result;
  }
  Ways ways = stepper_.ways(state, thread);
  ir::TransId chosen = state.thread(thread).chosen;
  if (chosen) ways.erase_if([&](const Way& w) { return w.transition != chosen; });
  if (state.thread(thread).wait.kind == Wait::Kind::Condition) {
    ways.erase_if([&](const Way& w) {
      return !terms_.is_true(w.guard) && oracle_.check(state, w.guard) == solve::Answer::Unsat;
    });
  }
  return ways;
}

bool Search::is_fixed(const Thread& thread) const {
  const Frame& frame = thread.frames.top();
  const auto& transitions = model_.proc(frame.proc).transitions;
  const auto& outgoing = model_.outgoing(frame.proc, frame.at);
  return thread.wait.kind != Wait::Kind::Join &&
         std::all_of(outgoing.begin(), outgoing.end(),
                     [&](ir::TransId id) { return transitions[id.index()].reads.empty(); });
}

// Whom a `join` waits for and what an `unlock` does depend on what others have done
// since the thread came there.
void Search::refresh(State& state, std::uint32_t thread) {
  const Thread& self = state.thread(thread);
  if (self.standing != Standing::Ready || self.next) return;
  Look look = stepper_.look(state, thread);
  Thread& changed = state.edit_thread(thread);
  changed.footprint = look.footprint;
  changed.wait = look.wait;
}

void Search::refresh_conditions(State& state) {
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    if (state.thread(t).wait.kind == Wait::Kind::Condition) refresh(state, t);
  }
}

bool Search::can_move(const State& state, std::uint32_t thread) const {
  const Thread& t = state.thread(thread);
  if (t.standing == Standing::Deciding) return true;
  return t.standing == Standing::Ready && stepper_.is_free(state, thread, t.wait);
}

void Search::end_where_stuck(const State& state, const std::vector<std::uint32_t>& moving) {
  std::vector<term::Term> conditions;
  for (std::uint32_t t : moving) {
    const Thread& thread = state.thread(t);
    bool waits = thread.standing == Standing::Ready && thread.wait.kind == Wait::Kind::Condition;
    if (!waits || terms_.is_true(thread.wait.condition)) return;
    conditions.push_back(thread.wait.condition);
  }
  term::Term nobody_moves = terms_.negate(terms_.disjunction(conditions));
  if (oracle_.check(state, nobody_moves) == solve::Answer::Unsat) return;
  State stuck = state;
  stuck.condition.push_back(nobody_moves);
  end(stuck);
}

void Search::end(State& state) {
  bool is_barred = false;
  bool is_cut = false;
  std::uint32_t blocked = 0;
  bool is_blocked = false;
  for (auto t = static_cast<std::uint32_t>(state.threads.size()); t-- > 0;) {
    Standing standing = state.thread(t).standing;
    is_barred = is_barred || standing == Standing::Barred;
    is_cut = is_cut || standing == Standing::Cut;
    if (standing != Standing::Ready) continue;
    is_blocked = true;
    blocked = t;
  }
  // An exception that ends everything may come before the assumption fails.
  if (is_barred && !state.is_over) {
    ++run_.stats.discarded;
    return;
  }
  ++run_.stats.paths;
  if (is_cut) {
    ++run_.stats.cut;
    return;
  }
  bool counts = options_.semantics.deadlock == ir::DeadlockMode::Any || !state.entry_returned;
  if (!state.is_over && is_blocked && counts) {
    // For which inputs it comes about.
    solve::Answer answer = oracle_.check(state, terms_.boolean(true));
    if (answer == solve::Answer::Unknown) stepper_.note_unknown();
    if (answer != solve::Answer::Sat) return;
    base::Span span = next_place(state, blocked);
    return report(state,
                  {verdict::ViolationKind::Deadlock, "no thread can move", span, blocked + 1, {}});
  }
  if (options_.on_final) options_.on_final(terms_, state);
}

// ---------------------------------------------------------------- results

void Search::report(const State& state, verdict::Violation violation) {
  verdict::Counterexample example;
  describe_inputs(model_, terms_, state, stepper_.inputs(), oracle_.model(), example);
  example.decisions = stepper_.decisions(state, oracle_.model());
  answer_.result.violation = std::move(violation);
  answer_.result.counterexample = std::move(example);
  answer_.schedule = state.schedule();
}

}  // namespace symex
