// What all searches have in common: the part of an execution before there is a second
// thread, single steps with their bookkeeping, and how an execution ends. What is done
// with several threads is up to the searches that derive from this one.
#pragma once

#include <string>
#include <vector>

#include "base/run/random.h"
#include "engine/por/names.h"
#include "engine/symex/engine.h"
#include "engine/symex/oracle.h"
#include "engine/symex/pool.h"
#include "engine/symex/step.h"

namespace symex {

// A worker of a search: takes pieces of work from the pool until there are none.
class Search {
 public:
  Search(run::Run& run, const Model& model, const Options& options, Pool& pool,
         std::uint32_t worker);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  void work();
  // For searches that take turns: works until it has taken so many steps in all. False: it
  // has more to do.
  bool work_until(std::uint64_t transitions);
  // It has met a state with more than one thread.
  bool has_threads() const { return has_threads_; }
  // When it is done: what it has found, without a verdict unless it is a violation.
  Answer answer();
  // Why it ended early; empty: it did not.
  const std::string& stopped() const { return stopped_; }
  // A question that the solver could not answer; empty: none.
  const std::string& unknown() const { return stepper_.unknown(); }

 protected:
  // Puts aside a state with more than one thread, all of which stand where others may
  // move. The script says what comes first.
  virtual void interleave(State state, const Script& script) = 0;
  // Runs one piece of what was put aside so; false: there is none.
  virtual bool run_next() = 0;
  // The oldest piece leaves; false: there is none.
  virtual bool give_oldest(Script&) { return false; }
  virtual void list(std::vector<Script>&) const {}

  bool is_done() const { return answer_.result.violation.has_value() || !stopped_.empty(); }
  // Looks at the limits; to be asked at every step.
  bool must_stop();
  // The same in the midst of a step, for what can go on for long there.
  void stop_here() {
    if (must_stop()) throw Stopped{stopped_};
  }
  // The piece at hand was not finished.
  void interrupt() { interrupted_ = true; }
  bool is_interrupted() const { return interrupted_; }
  // It is the turn of another search.
  bool is_paused() const { return run_.stats.transitions >= pause_at_; }
  bool keeps_work() const { return !options_.checkpoint.empty(); }
  // Other inputs are still to be tried.
  bool has_other_inputs() const { return !pending_.empty(); }
  void stop(std::string reason) {
    if (stopped_.empty()) stopped_ = std::move(reason);
  }
  void cut(const char* bound);
  // The execution ends here, by that bound.
  void end_cut(const char* bound);
  // An execution goes on for ever, and comes back to this place.
  void note_endless(base::Span place);
  // What the thread is about to do.
  base::Span next_place(const State& state, std::uint32_t thread) const;

  // This kind of search does not do: it has to start again in another way.
  bool has_failed() const { return stepper_.is_misled() || is_outgrown_; }

  // Executions have become much longer than the bound on steps.
  bool is_outgrown_ = false;
  // What was put aside is taken up again in any order: terms stay.
  bool keeps_terms_ = false;
  // Steps that another worker has counted are not counted again.
  bool is_replaying_ = false;

  // Takes the step and counts it. What ends a single thread is noted in its standing;
  // what ends the execution is returned. Throws NeedsSplit.
  Outcome take(State& state, const Way& way);
  // Lets the thread do what nobody else can notice, and adds what that touches.
  Outcome settle(State& state, std::uint32_t thread, por::Footprint& touched);
  // A step of a thread that is ready, and what follows unnoticed, also of the threads
  // that it starts. False: the execution is over, or a decision has to come first.
  bool step(State& state, std::uint32_t thread, const Way& way, por::Footprint& touched);
  // What the thread has to decide.
  Look decision(State& state, std::uint32_t thread);
  // No alternative is possible. If that is because arrays would be too large, the thread stays
  // where it is, and others go on.
  bool cut_thread(State& state, std::uint32_t thread, const Look& look);
  std::size_t count_alternatives(const State& state, const Look& look);
  bool is_possible(const State& state, const Look& look, std::size_t outcome);
  // Makes a decision that is possible.
  void decide(State& state, std::uint32_t thread, const Look& look, std::size_t outcome);
  // The ways of a thread that is ready; several if it wakes up one of many.
  Ways ways_of(State& state, std::uint32_t thread);

  // The next step of the thread is the same whatever others do before it.
  bool is_fixed(const Thread& thread) const;
  // Looks again at what the next step of a thread touches, if that can change.
  void refresh(State& state, std::uint32_t thread);
  // The same for all threads that wait for conditions over shared variables: to be called
  // before asking which threads can move.
  void refresh_conditions(State& state);
  bool can_move(const State& state, std::uint32_t thread) const;
  // If all threads that can move wait for conditions, and for some inputs none of these
  // holds, the execution ends for those inputs.
  void end_where_stuck(const State& state, const std::vector<std::uint32_t>& moving);
  // No thread can move, or the execution is over: counts it, and reports a deadlock.
  void end(State& state);
  void report(const State& state, verdict::Violation violation);

  run::Run& run_;
  const Model& model_;
  const Options& options_;
  term::Terms terms_;
  por::Names names_;
  Oracle oracle_;
  Stepper stepper_;

 private:
  struct Pending {
    State state;
    term::Terms::Mark mark;
  };

  bool has_receiver() const;
  bool begin(const Script& script);
  void go_on();
  void rest();
  Checkpoint own() const;
  void put(State state);
  State get();
  void follow(State& state);
  void split(const State& state, const Split& split);
  void decide_handed_on(const State& state) const;  // may throw NeedsSplit
  std::optional<std::uint32_t> next_choice();
  void note_progress();
  void fork(const State& state, const Ways& ways);
  bool advance(State& state, const Way& way);
  void spread(State state);
  Look open_decision(State& state, std::uint32_t thread);
  // One step of `settle`; whether the thread can go on. `outcome` is that of the step, if there
  // was one. `is_last`: no step is to be taken, whatever it is.
  bool settle_once(State& state, std::uint32_t thread, bool is_last, por::Footprint& touched,
                   Outcome& outcome);
  // The thread has to decide first.
  void await(State& state, std::uint32_t thread, const Split& split);
  Ways feasible(const State& state, Ways ways);
  // The thread goes a way for which it had to wait until the guard holds.
  void rely_on_guard(State& state, const Way& way);

  Pool& pool_;
  std::uint32_t worker_;
  std::uint64_t pause_at_ = ~std::uint64_t{0};  // Statistics::transitions
  bool is_halfway_ = false;                     // it was paused
  bool has_threads_ = false;
  run::Random random_;
  std::optional<State> first_;  // where all executions start
  Script script_;               // the piece at hand
  std::size_t choices_ = 0;     // how many of its choices have been taken
  std::vector<Pending> pending_;
  Answer answer_;
  std::uint64_t queries_ = 0;  // Statistics::solver_queries at the last look at the limits
  std::uint32_t rests_ = 0;
  bool interrupted_ = false;
  std::string stopped_;  // why the search ended early
};

}  // namespace symex
