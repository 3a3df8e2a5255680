// Executes symbolic states for the search and its strategy: single steps with their bookkeeping,
// decisions of threads, which threads are enabled, and how an execution ends.
#pragma once

#include <optional>
#include <vector>

#include "engine/por/names.h"
#include "engine/symex/early_inputs.h"
#include "engine/symex/path_equality.h"
#include "engine/symex/progress.h"
#include "engine/symex/step.h"

namespace symex {

// The threads that can take a step or make a decision.
struct Enabled {
  std::vector<std::uint32_t> threads;
  // A thread that has to make a decision which no other can observe: it comes first, alone.
  std::optional<std::uint32_t> deciding;
};

class Executor {
 public:
  Executor(run::Run& run, const ProgramTables& tables, const Options& options, const Pool& pool);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  Progress& progress() { return progress_; }
  const ProgramTables& tables() const { return tables_; }
  const Options& options() const { return options_; }
  run::Statistics& stats() { return run_.stats; }
  term::Terms& terms() { return terms_; }
  por::Names& names() { return names_; }
  PathSolver& solver() { return solver_; }
  PathEquality& equality() { return equality_; }
  Stepper& stepper() { return stepper_; }
  EarlyInputs& early_inputs() { return early_inputs_; }

  // Steps that were counted before are not counted again.
  void set_replaying(bool is_replaying) { is_replaying_ = is_replaying; }
  // All terms that were made since then belong to finished paths: drops them if they are many.
  void drop_terms(term::Terms::Mark mark) {
    if (terms_.mark().terms - mark.terms <= options_.rollback_terms) return;
    equality_.forget();
    solver_.rollback(mark);
  }

  // ---- steps
  // Takes the transition and counts it. What ends a single thread is noted in its status;
  // what ends the execution is returned. Throws NeedsSplit.
  Outcome take(State& state, const Transition& transition);
  // Lets the thread take its invisible steps, and adds what they touch.
  Outcome run_invisible(State& state, std::uint32_t thread, por::Footprint& touched);
  // A step of a thread that is ready, and the invisible steps after it, also of the threads
  // that it starts. False: the execution is over, or a decision has to come first.
  bool step(State& state, std::uint32_t thread, const Transition& transition,
            por::Footprint& touched);
  // The transitions of a thread that is ready; several if it wakes up one of many.
  Transitions transitions_of(State& state, std::uint32_t thread);

  // ---- decisions
  // Throws EarlyDecision if it is not to be made here.
  Decision next_decision(State& state, std::uint32_t thread);
  // Where in its thread a decision is made: which step it comes before, and what it is about.
  // Larger ones come later. The same in all executions in which the thread has the same past, even
  // if in one of them its terms are constants, and there is nothing to decide.
  static std::uint64_t point_of(const State& state, std::uint32_t thread, const Decision& decision);
  // Of such a point: a decision that there need not be in all of these executions.
  static bool is_about_terms(std::uint64_t point);
  std::size_t count_alternatives(const State& state, const Decision& decision);
  bool is_possible(const State& state, const Decision& decision, std::size_t alternative);
  // The first that is possible; nullopt: none is.
  std::optional<std::size_t> first_possible(const State& state, const Decision& decision);
  // Chooses an alternative that is possible.
  void decide(State& state, std::uint32_t thread, const Decision& decision,
              std::size_t alternative);
  // The same, and then the invisible steps. False: there was a violation.
  bool decide_and_run(State& state, std::uint32_t thread, const Decision& decision,
                      std::size_t alternative, por::Footprint& touched);
  // No alternative is possible. If that is because arrays would be too large, the thread stays
  // where it is, and others go on.
  bool cut_thread(State& state, std::uint32_t thread, const Decision& decision);

  // How the next step of a thread is tied to others (ir::Tie).
  ir::Tie tie(const State& state, std::uint32_t thread) const;

  // ---- enabled threads
  bool is_enabled(const State& state, std::uint32_t thread) const;
  // All of them, unless a decision comes first. `updates`: brings their footprints up to date.
  Enabled enabled_threads(State& state, bool updates);
  // Brings the footprint of the next step of a thread up to date, if that can change.
  void update_next_step(State& state, std::uint32_t thread);
  // The same for all threads that wait for conditions over shared variables.
  void update_conditions(State& state);

  // ---- ends
  // If all enabled threads wait for conditions, and for some inputs none of these holds, the
  // execution ends for those inputs.
  void end_where_deadlocked(const State& state, const std::vector<std::uint32_t>& enabled);
  // No thread is enabled, or the execution is over: counts it, and reports a deadlock.
  void end(State& state);
  // The execution ends here, by that bound.
  void end_cut(const State& state, const char* bound);
  // Adds the execution to those that are listed, if they are.
  void list(const State& state, std::string_view end);
  void report(const State& state, verdict::Violation violation);
  // The next step of a thread races with an earlier one, if there are such inputs.
  void report_race(const State& state, const Transition& transition);
  // What the transition of a thread that is ready touches.
  por::Footprint touched_by(const State& state, const Transition& transition) const;
  // What the thread is about to do.
  base::Span next_place(const State& state, std::uint32_t thread) const;

 private:
  bool is_next_fixed(const Thread& thread) const;
  Decision find_decision(State& state, std::uint32_t thread);
  // One step of `run_invisible`; whether the thread can go on. `outcome` is that of the step, if
  // there was one. `is_last`: no step is to be taken, whatever it is.
  bool step_invisible(State& state, std::uint32_t thread, bool is_last, por::Footprint& touched,
                      Outcome& outcome);
  // The thread has to decide first.
  void wait_for_decision(State& state, std::uint32_t thread, const Split& split);
  // The thread takes a transition whose guard is a condition over shared variables.
  void assume_guard(State& state, const Transition& transition);

  run::Run& run_;
  const ProgramTables& tables_;
  const Options& options_;
  term::Terms terms_;
  por::Names names_;
  PathSolver solver_;
  PathEquality equality_;
  Stepper stepper_;
  EarlyInputs early_inputs_;
  Progress progress_;
  bool is_replaying_ = false;
};

}  // namespace symex
