// Steps of symbolic states: which transitions a thread may take, and taking one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/symex/eval.h"
#include "engine/symex/path_solver.h"
#include "result/verdict/verdict.h"

namespace symex {

// A transition of a thread, which is enabled if the guard can hold and nothing blocks it.
struct Transition {
  std::uint32_t thread = 0;
  ir::TransId id;
  term::Term guard;
  bool is_blocked = false;   // its first action waits for something
  std::uint32_t choice = 0;  // which of the waiting threads a `notify` wakes up
};

using Transitions = base::SmallVector<Transition, 2>;

// What a step led to.
struct Outcome {
  enum class Kind : std::uint8_t {
    Continues,  // the path goes on
    Ended,      // the execution is over and right
    Repeats,    // it goes on for ever without anything new
    Discarded,  // an assumption cannot hold
    Halted,     // the execution is over and right, whatever threads there are
    Violated,   // `violation`, for the values of PathSolver::model()
    Cut,        // by the bound named `bound`
  };
  Kind kind = Kind::Continues;
  std::unique_ptr<verdict::Violation> violation;
  const char* bound = nullptr;
  bool is_taken = true;  // Cut: the step is part of the execution
};

// The bound of an Outcome that came to what has no model.
inline constexpr const char* kUnsupported = "unsupported";

// What a thread has to decide before its next step. Either the alternatives are conditions, or
// they are those of a split of the heap.
struct Decision {
  por::Footprint footprint;
  std::vector<term::Term> conditions;
  std::vector<ir::TransId> transitions;  // of a branch: by alternative
  std::optional<Split> split;
  bool is_assumption = false;  // with the second alternative the execution is discarded
  bool is_made = false;        // what was to be decided is known by now: one alternative
};

// The next step of a thread, when there are others.
struct NextStep {
  enum class Kind : std::uint8_t {
    Invisible,   // no other thread can observe it
    Visible,     // it touches what is shared
    Decision,    // `decision` has to come first
    Infeasible,  // the path condition contradicts itself
  };
  explicit NextStep(Kind k = Kind::Invisible) : kind(k) {}
  Kind kind;
  Transitions transitions;  // Invisible and Visible: of one transition of the program
  por::Footprint footprint;
  Wait wait;
  std::optional<Decision> decision;
};

class Stepper {
 public:
  Stepper(const ProgramTables& tables, const Options& options, term::Terms& terms,
          PathSolver& solver, por::Names& names);

  // Where every execution starts. To be called once.
  State initial();
  // The arguments of the entry, as at the start.
  const std::vector<Value>& inputs() const { return inputs_; }

  const Heap& heap() const { return heap_; }

  // The transitions of a thread whose guard is not plainly false. May throw NeedsSplit.
  Transitions transitions(State& state, std::uint32_t thread) const {
    Transitions result;
    add_transitions(state, thread, result);
    return result;
  }
  // With several threads: the next step of one of them.
  NextStep next_step(State& state, std::uint32_t thread) const;
  Decision decision_about(const Split& split) const;
  // Whether the next step of a thread that is ready is enabled.
  bool is_enabled(const State& state, std::uint32_t thread, const Wait& wait) const;
  // What the guards read where the thread stands, if it waits for a condition.
  por::Footprint awaited(const State& state, std::uint32_t thread) const;
  // What one of the thread's transitions touches, without those that it does not take.
  por::Footprint touched_by(const State& state, const Transition& transition) const;
  // Whether one of these guards would hold if what they read had its earlier values: those of the
  // state that `past` tells for an object, and for globals if none is given.
  using Past = std::function<const State&(ObjectId)>;
  bool could_go_on(const State& state, std::uint32_t thread, const Past& past) const;
  // Takes the transition; its guard must be in the path condition. Throws NeedsSplit, with
  // the state as it was, if something has to be decided first.
  Outcome take(State& state, const Transition& transition);
  // The alternatives of a split of a term.
  std::vector<term::Term> conditions(const Split& split) const;
  // What the split means for a state: one state per alternative that can be.
  std::vector<State> apply(const State& state, const Split& split);
  // With several threads: how many alternatives there are, and one of them.
  std::size_t count(const State& state, const Split& split);
  State choose(const State& state, const Split& split, std::size_t alternative);
  // A split leaves arrays out that are larger than the bound, if there can be any.
  void note_cut(const State& state, const Split& split);
  static bool is_about_size(const Split& split);

  // Questions to the solver that it could not answer: why, for the first of them.
  const std::string& unknown() const { return unknown_; }
  void note_unknown() {
    if (unknown_.empty()) unknown_ = solver_.reason();
  }
  // An execution came to what has no model: the first of them is what the verdict tells.
  void note_unsupported(const std::string& what) {
    if (unknown_.empty()) unknown_ = what;
  }
  // A thread came to unlock what it does not hold, although `own_unlocks_only` assumes
  // that this never happens.
  bool has_foreign_unlock() const { return own_unlocks_only_ && foreign_unlock_; }
  // Assertions and clauses of contracts that were evaluated, in this and in other states.
  std::uint64_t checks() const { return checks_; }
  // A thread was not run, for too many of its kind had led to it.
  bool cut_forks() const { return cut_forks_; }
  // A split left larger arrays out.
  bool cut_sizes() const { return cut_sizes_; }
  // Inputs were left out: arrays where the root class is declared.
  bool cut_domain() const { return cut_domain_; }
  // Loops that were replaced by their invariants, and those that could not be where they came up.
  const std::set<const CutLoop*>& made_cuts() const { return made_cuts_; }
  const std::set<const CutLoop*>& refused_cuts() const { return refused_cuts_; }
  // The decisions of the interpreter by which it draws the same arbitrary values.
  run::Decisions decisions(const State& state, const term::Assignment& values) const;

  // Where a step of the thread is shown: in procedures of a library, at the call that led there.
  base::Span shown_span(const State& state, std::uint32_t thread, base::Span span) const;

 private:
  struct ActionVisitor;     // actions.cpp
  struct FootprintBuilder;  // next_step.cpp

  Outcome execute(State& state, const Transition& transition, const TransitionRow& row);
  // The same; if something has to be decided first, the state is as it was.
  Outcome execute_or_undo(State& state, const Transition& transition, const TransitionRow& row);
  Outcome execute(State& state, const Transition& transition, const ir::Transition& code,
                  const ir::Action& action);
  Outcome require(State& state, term::Term condition, verdict::ViolationKind kind,
                  std::uint32_t thread, base::Span span, std::string message);
  Outcome check_clauses(State& state, Frame& frame, ir::ContractKind kind, std::uint32_t thread,
                        bool is_assumed);
  Value any_value(State& state, std::uint32_t thread, ir::TypeId type);
  // A variable for the next arbitrary value of the thread.
  term::Term arbitrary_term(const State& state, std::uint32_t thread, term::Sort sort) const;
  term::Term arbitrary_number(const State& state, std::uint32_t thread) const;
  static void note_arbitrary(State& state, std::uint32_t thread, const Arbitrary& drawn);
  bool may_give_up(const ir::Unwait& action) const {
    return action.may_give_up || options_.semantics.spurious;
  }
  // The thread that the expression tells; throws Unsupported if it is none.
  std::uint32_t thread_of(State& state, Frame& frame, ir::ExprId id) const;
  // Elements of this array have to be told apart by splits: they are no terms.
  bool holds_references(const State& state, ObjectId array) const;
  Outcome arrive(State& state, std::uint32_t thread, ir::TransId by);
  Outcome uncaught(State& state, std::uint32_t thread);
  void find_next_step(State& state, std::uint32_t thread, NextStep& out) const;
  void find_next_step_at_condition(State& state, std::uint32_t thread, NextStep& out) const;
  void add_reads(State& state, std::uint32_t thread, NextStep& out) const;
  void add_touched(State& state, std::uint32_t thread, const ir::Transition& t,
                   NextStep& out) const;
  std::optional<term::Term> assumption(State& state, Frame& frame, const ir::Transition& t) const;
  bool find_accesses(State& state, std::uint32_t thread, const TransitionRow& row,
                     NextStep& out) const;
  bool add_footprint(State& state, std::uint32_t thread, const TransitionRow& row,
                     NextStep& out) const;
  bool is_only_read(const State& state, std::uint32_t thread, const por::Footprint& touched) const;
  bool add_input_reads(const State& state, std::uint32_t thread, NextStep& out) const;
  // The index as a number if it is one.
  std::optional<std::size_t> constant_index(term::Term index) const;
  term::Term is_number(term::Term t, std::size_t n) const;
  // Which of 0, …, count - 1 the term is, by a split if that is open.
  std::size_t decide(const State& state, term::Term t, std::size_t count) const;
  // The same for the size of an array to be made.
  std::size_t decide_size(const State& state, term::Term t) const;
  std::optional<std::size_t> least_beyond(const State& state, term::Term t,
                                          std::size_t bound) const;
  std::vector<State> apply_size(const State& state, ObjectId array);
  State with_size(const State& state, ObjectId array, std::size_t size) const;
  // Adds what is assumed to the path condition; nullopt: the path goes on.
  std::optional<Outcome> assume(State& state, Frame& frame, ir::ExprId id);
  // Throws NeedsSplit if something was assumed of a length that is open.
  void decide_lengths(const State& state) const;
  // The index for an Access. It is decided by a split if it matters which one it is.
  std::uint32_t place_in(State& state, ObjectId array, term::Term index) const;
  bool joins(const State& state, std::uint32_t thread, std::uint32_t other) const;
  void add_transitions(State& state, std::uint32_t thread, Transitions& out) const;
  term::Term guard(State& state, Frame& frame, const TransitionRow& row, term::Term before) const;
  std::size_t choices(State& state, Frame& frame, const ir::Transition& t) const;
  bool is_blocked(State& state, std::uint32_t thread, const ir::Transition& t) const;
  void read(State& state, Frame& frame, const ir::Action& action, std::uint32_t thread) const;
  bool test(State& state, Frame& frame, const ir::TestLock& test, std::uint32_t thread) const;
  const Lock* held(State& state, Frame& frame, const ir::LockPlace& place) const;
  Lock& lock(State& state, Frame& frame, const ir::LockPlace& place) const;
  Outcome push_frame(State& state, std::uint32_t thread, ir::ProcId proc, std::vector<Value> args,
                     ir::TransId call);
  std::uint32_t count_recursion(const Thread& thread, ir::ProcId id,
                                const std::vector<Value>& args) const;
  std::vector<Activation> activations(const Thread& thread) const;
  ir::ProcId resolve(State& state, const ir::Callee& callee, const std::vector<Value>& args) const;
  Outcome count_iteration(State& state, std::uint32_t thread, ir::TransId by);
  // The step by which a loop is cut (cut.cpp).
  Outcome cut(State& state, const Transition& transition, const TransitionRow& row,
              const CutLoop& loop);
  bool can_be_arbitrary(const State& state, const Frame& frame, const CutLoop& loop) const;
  void decide_written(const State& state, const Frame& frame, const CutLoop& loop) const;
  void make_arbitrary(State& state, Frame& frame, const CutLoop& loop);
  Outcome perform(State& state, const Transition& transition, const TransitionRow& row);
  void note_touched(State& state, std::uint32_t thread, const ir::Action& action);
  // races.cpp
  interp::ModedAccess moded(const State& state, std::size_t touched) const;
  bool has_race(State& state, std::uint32_t thread);
  Outcome judge_races(State& state, const Transition& transition, base::Span span, Outcome outcome);
  Outcome find_repetition(State& state, LoopCount& loop);

  const ProgramTables& tables_;
  const Options& options_;
  term::Terms& terms_;
  PathSolver& solver_;
  por::Names& names_;
  Heap heap_;
  Evaluator eval_;
  std::vector<Values> defaults_;  // locals of a new frame, by procedure
  std::vector<Value> inputs_;
  std::string unknown_;
  std::uint64_t checks_ = 0;
  std::set<const CutLoop*> made_cuts_;
  std::set<const CutLoop*> refused_cuts_;
  bool cut_sizes_ = false;
  bool cut_forks_ = false;
  bool cut_domain_ = false;
  bool own_unlocks_only_;
  bool records_order_;                // for data races, unless states that are next tell them
  std::vector<por::Access> touched_;  // by the step at hand, since there are several threads
  mutable bool foreign_unlock_ = false;
};

}  // namespace symex
