// What all searches have in common: the part of an execution before there is a second
// thread, single steps with their bookkeeping, and how an execution ends. What is done
// with several threads is up to the searches that derive from this one.
#pragma once

#include <string>
#include <vector>

#include "por/names.h"
#include "run/random.h"
#include "symex/engine.h"
#include "symex/oracle.h"
#include "symex/step.h"

namespace symex {

class Search {
 public:
  Search(run::Run& run, const Model& model, const Options& options);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  Answer run();

 protected:
  // Explores everything that can follow a state with more than one thread, all of which
  // stand where others may move.
  virtual void interleave(State state) = 0;

  bool is_done() const { return answer_.result.violation.has_value() || !stopped_.empty(); }
  // Looks at the limits; to be asked at every step.
  bool must_stop();
  void stop(std::string reason) {
    if (stopped_.empty()) stopped_ = std::move(reason);
  }
  void cut(const char* bound);

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
  std::size_t count_alternatives(const State& state, const Look& look);
  bool is_possible(const State& state, const Look& look, std::size_t outcome);
  // Makes a decision that is possible.
  void decide(State& state, std::uint32_t thread, const Look& look, std::size_t outcome);
  // The ways of a thread that is ready; several if it wakes up one of many.
  std::vector<Way> ways_of(State& state, std::uint32_t thread);

  // Looks again at what the next step of a thread touches, if that can change.
  void refresh(State& state, std::uint32_t thread);
  bool can_move(const State& state, std::uint32_t thread) const;
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
  void put(State state);
  State get();
  void follow(State& state);
  void split(const State& state, const Split& split);
  void fork(const State& state, const std::vector<Way>& ways);
  bool advance(State& state, const Way& way);
  void spread(State state);
  // The thread has to decide first.
  void await(State& state, std::uint32_t thread, const Split& split);
  std::vector<Way> feasible(const State& state, std::vector<Way> ways);
  Answer finish();

  run::Random random_;
  std::vector<Pending> pending_;
  Answer answer_;
  std::uint64_t queries_ = 0;  // Statistics::solver_queries at the last look at the limits
  std::string stopped_;        // why the search ended early
};

}  // namespace symex
