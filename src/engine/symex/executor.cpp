#include "engine/symex/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/symex/witness.h"

namespace symex {

namespace {

// After so many invisible steps of one thread, others get a chance.
constexpr std::uint32_t kMostInvisible = 10'000;

// What a decision before a step is about, in the order in which they come up.
enum : std::uint64_t { kBranchRank, kAssumptionRank, kTermRank, kHeapRank, kMadeRank, kRanks };

}  // namespace

Executor::Executor(run::Run& run, const ProgramTables& tables, const Options& options,
                   const Pool& pool)
    : run_(run),
      tables_(tables),
      options_(options),
      solver_(terms_, run, options.solver),
      equality_(terms_, solver_, options),
      stepper_(tables, options, terms_, solver_, names_),
      early_inputs_(tables, stepper_),
      progress_(run, tables, options, pool, stepper_) {}

// ---------------------------------------------------------------- steps

Outcome Executor::take(State& state, const Transition& transition) {
  bool is_alone = state.threads.size() == 1;
  std::uint64_t checks = stepper_.checks();
  ir::ProcId proc = state.thread(transition.thread).frames.top().proc;
  Outcome outcome = stepper_.take(state, transition);
  progress_.note_taken(proc, transition.id);
  if (!is_replaying_) run_.stats.checks += stepper_.checks() - checks;
  bool is_listed = options_.listed > 0 && outcome.is_taken;
  if (is_listed) {
    state.list_step(transition.thread, tables_.proc(proc).transitions[transition.id.index()].span);
  }
  Thread& self = state.edit_thread(transition.thread);
  self.chosen = {};
  self.next = {};
  if (!outcome.is_taken) {
    if (is_alone) return outcome;
    progress_.cut(outcome.bound);
    self.status = ThreadStatus::Cut;
    return {};
  }
  if (outcome.kind == Outcome::Kind::Discarded && !is_alone) {
    self.status = ThreadStatus::Discarded;
    return {};
  }
  if (outcome.kind == Outcome::Kind::Halted && !is_alone) {
    self.status = ThreadStatus::Halted;
    return {};
  }
  ++self.steps;
  ++state.depth;
  if (!is_replaying_) ++run_.stats.transitions;
  run_.stats.max_depth = std::max(run_.stats.max_depth, state.depth);
  if (is_alone) return outcome;
  state.trail.add(transition.thread, transition.choice);
  if (outcome.kind == Outcome::Kind::Cut) {
    progress_.cut(outcome.bound);
    self.status = ThreadStatus::Cut;
    return {};
  }
  if (self.has_ended()) self.status = ThreadStatus::Ended;
  if (outcome.kind == Outcome::Kind::Ended) {
    state.is_over = true;
    return {};
  }
  return outcome;
}

// Threads may start threads, which may start threads: those that are not done yet are kept on a
// stack of its own, since there may be very many.
Outcome Executor::run_invisible(State& state, std::uint32_t thread, por::Footprint& touched) {
  struct Settling {
    std::uint32_t thread;
    std::uint32_t steps;
  };
  base::SmallVector<Settling, 4> settling{{thread, 0}};
  while (!settling.empty()) {
    progress_.stop_here();
    Settling& top = settling.back();
    std::size_t before = state.threads.size();
    Outcome outcome;
    bool goes_on =
        step_invisible(state, top.thread, top.steps++ == kMostInvisible, touched, outcome);
    if (outcome.kind != Outcome::Kind::Continues || state.is_over) return outcome;
    if (!goes_on) settling.resize(settling.size() - 1);
    for (std::size_t t = state.threads.size(); t-- > before;) {
      settling.push_back({static_cast<std::uint32_t>(t), 0});
    }
  }
  return {};
}

bool Executor::step_invisible(State& state, std::uint32_t thread, bool is_last,
                              por::Footprint& touched, Outcome& outcome) {
  Thread& self = state.edit_thread(thread);
  if (self.has_ended()) {
    self.status = ThreadStatus::Ended;
    return false;
  }
  if (has_stopped(self)) return false;
  NextStep step = stepper_.next_step(state, thread);
  self.footprint = step.footprint;
  self.wait = step.wait;
  self.next = step.kind == NextStep::Kind::Visible && is_next_fixed(self) ? step.transitions[0].id
                                                                          : ir::TransId();
  if (step.kind == NextStep::Kind::Infeasible) {
    if (solver_.check(state, terms_.boolean(true)) != solve::Answer::Unsat) {
      throw Unsupported{"a location that no transition leaves"};
    }
    self.status = ThreadStatus::Discarded;
    return false;
  }
  self.status =
      step.kind == NextStep::Kind::Decision ? ThreadStatus::Deciding : ThreadStatus::Ready;
  if (step.kind != NextStep::Kind::Invisible || is_last) return false;
  if (!stepper_.is_enabled(state, thread, step.wait)) return false;
  if (state.depth >= options_.depth) return false;  // threads may start threads without end
  if (!terms_.is_true(step.transitions[0].guard))
    state.condition.push_back(step.transitions[0].guard);
  try {
    outcome = take(state, step.transitions[0]);
    touched.add(step.footprint);
  } catch (const NeedsSplit& needed) {
    wait_for_decision(state, thread, needed.split);
    return false;
  }
  return true;
}

bool Executor::step(State& state, std::uint32_t thread, const Transition& transition,
                    por::Footprint& touched) {
  std::size_t before = state.threads.size();
  bool waited = state.thread(thread).wait.kind == Wait::Kind::Condition;
  if (waited) assume_guard(state, transition);
  Outcome outcome;
  try {
    outcome = take(state, transition);
  } catch (const NeedsSplit& needed) {
    if (waited) throw Unsupported{"decisions about inputs in a step that waits for a condition"};
    wait_for_decision(state, thread, needed.split);
    return false;
  }
  if (outcome.kind == Outcome::Kind::Continues && !state.is_over)
    outcome = run_invisible(state, thread, touched);
  for (auto t = static_cast<std::uint32_t>(before);
       t < state.threads.size() && outcome.kind == Outcome::Kind::Continues && !state.is_over;
       ++t) {
    if (state.thread(t).status == ThreadStatus::NotReady)
      outcome = run_invisible(state, t, touched);
  }
  if (outcome.kind == Outcome::Kind::Violated) {
    ++run_.stats.paths;
    report(state, std::move(*outcome.violation));
  }
  return true;
}

void Executor::assume_guard(State& state, const Transition& transition) {
  if (solver_.check(state, terms_.negate(transition.guard)) == solve::Answer::Unsat) return;
  state.condition.push_back(transition.guard);
  ++state.edit_thread(transition.thread).decisions;
}

void Executor::wait_for_decision(State& state, std::uint32_t thread, const Split& split) {
  Thread& self = state.edit_thread(thread);
  self.status = ThreadStatus::Deciding;
  self.footprint = stepper_.decision_about(split).footprint;
}

Transitions Executor::transitions_of(State& state, std::uint32_t thread) {
  if (ir::TransId next = state.thread(thread).next) {
    Transitions result;
    result.push_back({thread, next, terms_.boolean(true), false, 0});
    return result;
  }
  Transitions transitions = stepper_.transitions(state, thread);
  ir::TransId chosen = state.thread(thread).chosen;
  if (chosen) transitions.erase_if([&](const Transition& t) { return t.id != chosen; });
  if (state.thread(thread).wait.kind == Wait::Kind::Condition) {
    transitions.erase_if([&](const Transition& t) {
      return !terms_.is_true(t.guard) && solver_.check(state, t.guard) == solve::Answer::Unsat;
    });
  }
  return transitions;
}

// ---------------------------------------------------------------- decisions

// Only taking the step may show what has to be decided. Another thread may have decided
// it in the meantime: then there is one alternative, which changes nothing.
Decision Executor::next_decision(State& state, std::uint32_t thread) {
  Decision decision = find_decision(state, thread);
  if (decision.split) early_inputs_.look_at(state, thread, *decision.split);
  if (decision.split) stepper_.note_cut(state, *decision.split);
  return decision;
}

Decision Executor::find_decision(State& state, std::uint32_t thread) {
  NextStep next = stepper_.next_step(state, thread);
  if (next.kind != NextStep::Kind::Invisible && next.kind != NextStep::Kind::Visible) {
    Decision decision = std::move(next.decision).value_or(Decision());
    decision.footprint = next.footprint;
    return decision;
  }
  State copy = state;
  try {
    stepper_.take(copy, next.transitions[0]);
  } catch (const NeedsSplit& needed) {
    state = std::move(copy);  // it may have made the input that the split is about
    return stepper_.decision_about(needed.split);
  }
  Decision made;
  made.footprint = state.thread(thread).footprint;
  made.conditions = {terms_.boolean(true)};
  made.is_made = true;
  return made;
}

std::uint64_t Executor::point_of(const State& state, std::uint32_t thread,
                                 const Decision& decision) {
  std::uint64_t rank = kMadeRank;
  if (decision.split) {
    rank = decision.conditions.empty() ? kHeapRank : kTermRank;
  } else if (!decision.is_made) {
    rank = decision.is_assumption ? kAssumptionRank : kBranchRank;
  }
  return state.thread(thread).steps * kRanks + rank;
}

bool Executor::is_about_terms(std::uint64_t point) { return point % kRanks < kHeapRank; }

std::size_t Executor::count_alternatives(const State& state, const Decision& decision) {
  if (!decision.conditions.empty()) return decision.conditions.size();
  return stepper_.count(state, *decision.split);
}

bool Executor::cut_thread(State& state, std::uint32_t thread, const Decision& decision) {
  if (!decision.split || !Stepper::is_about_size(*decision.split)) return false;
  progress_.cut("array-size");
  state.edit_thread(thread).status = ThreadStatus::Cut;
  return true;
}

bool Executor::is_possible(const State& state, const Decision& decision, std::size_t alternative) {
  if (decision.conditions.empty()) return true;
  term::Term condition = decision.conditions[alternative];
  return !terms_.is_false(condition) && solver_.check(state, condition) != solve::Answer::Unsat;
}

std::optional<std::size_t> Executor::first_possible(const State& state, const Decision& decision) {
  std::size_t count = count_alternatives(state, decision);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_possible(state, decision, i)) return i;
  }
  return std::nullopt;
}

void Executor::decide(State& state, std::uint32_t thread, const Decision& decision,
                      std::size_t alternative) {
  if (decision.conditions.empty()) {
    state = stepper_.choose(state, *decision.split, alternative);
  } else if (!terms_.is_true(decision.conditions[alternative])) {
    state.condition.push_back(decision.conditions[alternative]);
  }
  Thread& self = state.edit_thread(thread);
  if (decision.conditions.size() != 1) ++self.decisions;
  if (!decision.transitions.empty()) self.chosen = decision.transitions[alternative];
  if (decision.is_assumption && alternative == 1) self.status = ThreadStatus::Discarded;
}

bool Executor::decide_and_run(State& state, std::uint32_t thread, const Decision& decision,
                              std::size_t alternative, por::Footprint& touched) {
  decide(state, thread, decision, alternative);
  Outcome outcome = run_invisible(state, thread, touched);
  if (outcome.kind != Outcome::Kind::Violated) return true;
  ++run_.stats.paths;
  report(state, std::move(*outcome.violation));
  return false;
}

// ---------------------------------------------------------------- enabled threads

// The next step of the thread is the same whatever others do before it.
bool Executor::is_next_fixed(const Thread& thread) const {
  const Frame& frame = thread.frames.top();
  return !tables_.steps(frame.proc).at(frame.at).has_reads;
}

// Whom a `join` waits for and what an `unlock` does depend on what others have done
// since the thread came there.
void Executor::update_next_step(State& state, std::uint32_t thread) {
  const Thread& self = state.thread(thread);
  if (self.status != ThreadStatus::Ready) return;
  bool has_more = self.wait.kind == Wait::Kind::Join && self.wait.thread != state.threads.size();
  if (self.next && !has_more) return;
  NextStep next = stepper_.next_step(state, thread);
  bool has_to_decide = next.kind == NextStep::Kind::Decision;
  if (has_to_decide && state.thread(thread).wait.kind == Wait::Kind::Condition) {
    throw Unsupported{"guards about references that inputs decide"};
  }
  Thread& changed = state.edit_thread(thread);
  changed.footprint = next.footprint;
  changed.wait = next.wait;
}

void Executor::update_conditions(State& state) {
  if (!tables_.has_shared_guards()) return;
  for (std::uint32_t t = 0; t < state.threads.size(); ++t) {
    if (state.thread(t).wait.kind == Wait::Kind::Condition) update_next_step(state, t);
  }
}

bool Executor::is_enabled(const State& state, std::uint32_t thread) const {
  const Thread& t = state.thread(thread);
  if (t.status == ThreadStatus::Deciding) return true;
  return t.status == ThreadStatus::Ready && stepper_.is_enabled(state, thread, t.wait);
}

ir::Tie Executor::tie(const State& state, std::uint32_t thread) const {
  const Thread& t = state.thread(thread);
  if (t.status != ThreadStatus::Ready || t.frames.empty()) return ir::Tie::None;
  return tables_.proc(t.frames.top().proc).tie;
}

Enabled Executor::enabled_threads(State& state, bool updates) {
  update_conditions(state);
  Enabled result;
  for (std::uint32_t t = 0; t < state.threads.size() && !state.is_over; ++t) {
    const Thread& thread = state.thread(t);
    if (thread.status == ThreadStatus::Deciding && thread.footprint.empty()) {
      result.deciding = t;
      return result;
    }
    if (!is_enabled(state, t)) continue;
    if (updates) update_next_step(state, t);
    result.threads.push_back(t);
  }
  return result;
}

// ---------------------------------------------------------------- ends

base::Span Executor::next_place(const State& state, std::uint32_t thread) const {
  const Frame& frame = state.thread(thread).frames.top();
  ir::TransId at = tables_.outgoing(frame.proc, frame.at).front();
  return stepper_.shown_span(state, thread, tables_.proc(frame.proc).transitions[at.index()].span);
}

void Executor::end_where_deadlocked(const State& state, const std::vector<std::uint32_t>& enabled) {
  std::vector<term::Term> conditions;
  for (std::uint32_t t : enabled) {
    const Thread& thread = state.thread(t);
    bool waits = thread.status == ThreadStatus::Ready && thread.wait.kind == Wait::Kind::Condition;
    if (!waits || terms_.is_true(thread.wait.condition)) return;
    conditions.push_back(thread.wait.condition);
  }
  term::Term nobody_moves = terms_.negate(terms_.disjunction(conditions));
  if (solver_.check(state, nobody_moves) == solve::Answer::Unsat) return;
  State stuck = state;
  stuck.condition.push_back(nobody_moves);
  end(stuck);
}

void Executor::end(State& state) {
  bool is_discarded = false;
  bool is_cut = false;
  bool is_halted = false;
  bool has_ended = true;  // but for daemons
  std::uint32_t blocked = 0;
  bool is_blocked = false;
  for (auto t = static_cast<std::uint32_t>(state.threads.size()); t-- > 0;) {
    ThreadStatus status = state.thread(t).status;
    is_discarded = is_discarded || status == ThreadStatus::Discarded;
    is_cut = is_cut || status == ThreadStatus::Cut;
    is_halted = is_halted || status == ThreadStatus::Halted;
    has_ended = has_ended && (state.thread(t).is_daemon || status == ThreadStatus::Ended);
    if (status != ThreadStatus::Ready) continue;
    is_blocked = true;
    blocked = t;
  }
  // An exception that ends everything may come before the assumption fails.
  if (is_discarded && !is_halted && !state.is_over) {
    ++run_.stats.discarded;
    return list(state, "discarded by an assumption");
  }
  ++run_.stats.paths;
  if (is_cut) {
    ++run_.stats.cut;
    return list(state, "cut by a bound");
  }
  bool is_tolerated = options_.semantics.deadlock == ir::DeadlockMode::Main && state.entry_returned;
  bool counts = !is_tolerated && !is_halted && !has_ended;
  if (!state.is_over && is_blocked && counts) {
    // For which inputs it comes about.
    solve::Answer answer = solver_.check(state, terms_.boolean(true));
    if (answer == solve::Answer::Unknown) stepper_.note_unknown();
    if (answer != solve::Answer::Sat) return;
    base::Span span = next_place(state, blocked);
    return report(state,
                  {verdict::ViolationKind::Deadlock, "no thread can move", span, blocked + 1, {}});
  }
  list(state, "ended");
  if (options_.on_final) options_.on_final(terms_, state);
}

void Executor::end_cut(const State& state, const char* bound) {
  progress_.end_cut(bound);
  list(state, fmt::format("cut by {}", bound));
}

void Executor::list(const State& state, std::string_view end) {
  if (options_.listed == 0) return;
  progress_.note_explored([&] {
    return verdict::Explored{state.listed_steps(), std::string(end)};
  });
}

// The step is taken, too, so that the replay sees both accesses.
void Executor::report_race(const State& state, const Transition& transition) {
  std::uint32_t thread = transition.thread;
  bool waited = state.thread(thread).wait.kind == Wait::Kind::Condition;
  solve::Answer answer = solver_.check(state, waited ? transition.guard : terms_.boolean(true));
  if (answer == solve::Answer::Unknown) stepper_.note_unknown();
  if (answer != solve::Answer::Sat) return;
  State next = state;
  const Frame& frame = state.thread(thread).frames.top();
  base::Span span = tables_.proc(frame.proc).transitions[transition.id.index()].span;
  next.trail.add(thread, 0);
  ++stats().paths;
  report(next, {verdict::ViolationKind::Race, "a data race", span, thread + 1, {}});
}

// One that waits for a condition has the footprint of all that it might do.
por::Footprint Executor::touched_by(const State& state, const Transition& transition) const {
  const Thread& self = state.thread(transition.thread);
  if (self.wait.kind != Wait::Kind::Condition) return self.footprint;
  return stepper_.touched_by(state, transition);
}

void Executor::report(const State& state, verdict::Violation violation) {
  list(state, verdict::keyword(violation.kind));
  verdict::Claim claim;
  claim.kind = violation.kind;
  claim.place = violation.span;
  claim.inputs = inputs_of(tables_, terms_, state, stepper_.inputs(), solver_.model());
  claim.told = verdict::Told::Threads;
  claim.steps = state.trail.schedule();
  claim.values = stepper_.decisions(state, solver_.model());
  progress_.note_violation(std::move(violation), std::move(claim), state.latest_cut);
}

}  // namespace symex
