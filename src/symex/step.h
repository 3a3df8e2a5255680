// Steps of symbolic states: which transitions a thread may take, and taking one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "symex/eval.h"
#include "symex/oracle.h"
#include "verdict/verdict.h"

namespace symex {

// A transition that a thread may take if the guard can hold.
struct Way {
  std::uint32_t thread = 0;
  ir::TransId transition;
  term::Term guard;
  bool is_blocked = false;  // its first action waits for something
  bool is_invisible = false;
  std::uint32_t choice = 0;  // which of the waiting threads a `notify` wakes up
};

// What a step led to.
struct Outcome {
  enum class Kind : std::uint8_t {
    Goes,       // the path goes on
    Ended,      // the execution is over and right
    Repeats,    // it goes on for ever without anything new
    Discarded,  // an assumption cannot hold
    Violated,   // `violation`, for the values of Oracle::model()
    Cut,        // by the bound named `bound`
  };
  Kind kind = Kind::Goes;
  std::optional<verdict::Violation> violation;
  const char* bound = nullptr;
};

class Stepper {
 public:
  Stepper(const Model& model, const Options& options, term::Terms& terms, Oracle& oracle);

  // Where every execution starts. To be called once.
  State initial();
  // The arguments of the entry, as at the start.
  const std::vector<Value>& inputs() const { return inputs_; }

  // The ways of a thread whose guard is not plainly false. May throw NeedsSplit.
  std::vector<Way> ways(State& state, std::uint32_t thread) const;
  // Takes the way; its guard must be in the path condition. Throws NeedsSplit, with
  // the state as it was, if something has to be decided first.
  Outcome take(State& state, const Way& way);
  // What the split means for a state: one state per alternative that can be.
  std::vector<State> apply(const State& state, const Split& split);

  // Questions to the solver that it could not answer: why, for the first of them.
  const std::string& unknown() const { return unknown_; }
  void note_unknown() {
    if (unknown_.empty()) unknown_ = oracle_.reason();
  }
  // A split left larger arrays out.
  bool cut_sizes() const { return cut_sizes_; }

 private:
  struct Actor;  // actions.cpp

  Outcome perform(State& state, const Way& way, const ir::Transition& transition);
  Outcome act(State& state, const Way& way, const ir::Transition& transition,
              const ir::Action& action);
  Outcome require(State& state, term::Term condition, verdict::ViolationKind kind,
                  std::uint32_t thread, base::Span span, std::string message);
  Outcome check_clauses(State& state, Frame& frame, ir::ContractKind kind, std::uint32_t thread,
                        bool assume);
  Outcome arrive(State& state, std::uint32_t thread, ir::TransId by);
  Outcome uncaught(State& state, std::uint32_t thread);
  std::size_t choices(State& state, Frame& frame, const ir::Transition& t) const;
  bool is_blocked(State& state, std::uint32_t thread, const ir::Transition& t) const;
  void test(State& state, Frame& frame, const ir::Action& read, std::uint32_t thread) const;
  const Lock* held(State& state, Frame& frame, const ir::LockPlace& place) const;
  Lock& lock(State& state, Frame& frame, const ir::LockPlace& place) const;
  Outcome push_frame(State& state, std::uint32_t thread, ir::ProcId proc, std::vector<Value> args,
                     ir::TransId call);
  ir::ProcId resolve(State& state, const ir::Callee& callee, const std::vector<Value>& args) const;
  Outcome count_iteration(State& state, Frame& frame, ir::TransId by);

  const Model& model_;
  const Options& options_;
  term::Terms& terms_;
  Oracle& oracle_;
  Heap heap_;
  Evaluator eval_;
  std::vector<std::vector<Value>> defaults_;  // locals of a new frame, by procedure
  std::vector<Value> inputs_;
  std::string unknown_;
  bool cut_sizes_ = false;
};

}  // namespace symex
