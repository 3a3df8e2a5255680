// The loop of modular verification (Taghdiri, chapters 2 and 6): calls are replaced by
// specifications, first by the bounds of their summaries; the calls of an execution that violates
// the property are put right in order of execution; the first one without whose mistake nothing is
// violated teaches a consequence of the procedure's body, which is added to the
// specification of that call; until nothing violates the property, or an execution does with all
// calls put right.
//
// Procedures are deterministic, so that a transition of states is checked by evaluating the body
// in the state before. What is learnt is what the body does along the path taken there; it
// holds of all calls of the procedure. After some refinements of one procedure its calls are
// inlined and the question is asked anew; when that takes too long, all calls are.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/run/run.h"
#include "engine/modular/body.h"
#include "engine/modular/encode.h"
#include "engine/modular/property.h"
#include "engine/modular/summarize.h"
#include "engine/modular/to_rel.h"
#include "logic/rel/solver.h"

namespace modular {

enum class Start : std::uint8_t {
  Summaries,  // what summaries say
  Frames,     // only what the procedure cannot change stays
};

struct RefineOptions {
  std::uint32_t unwind = 3;
  bool inline_calls = false;  // no specifications at all
  Start start = Start::Summaries;
  std::uint32_t budget = 1;  // refinements of one procedure before its calls are inlined
  // Procedures without loops are inlined from the start if they have at most so many transitions.
  std::uint32_t inline_size = 20;
  // Nodes of a question that is large with all calls inlined: refinement then has more patience.
  std::size_t large_size = 3'000;
};

struct RefineStatistics {
  std::uint32_t calls = 0;        // that have specifications
  std::uint32_t refinements = 0;  // specifications strengthened
  std::uint32_t inlined = 0;      // procedures whose calls were inlined after refinements
  std::uint32_t rounds = 0;       // questions to the solver
  rel::SolverStatistics solver;
};

enum class Finding : std::uint8_t { Holds, Violated, Unknown };

// What was looked at to find that something holds.
enum class Coverage : std::uint8_t {
  Checked,  // executions on which it was checked, or would be if there were any to check
  AllCut,   // bounds left out all of them
  NoInput,  // within the bounds no input fulfils the assumptions; beyond them one may
  Vacuous,  // no execution fulfils the assumptions
};

// Checks one goal of one procedure.
class Refinement {
 public:
  // `formulas` are those of the program, read with this heap.
  Refinement(run::Run& run, const ir::Program& program, const EffectTable& effects, Heap& heap,
             Summarizer& summarizer, const Formulas& formulas, RefineOptions options);
  ~Refinement();

  // Nullptr as the property: the assertions and contracts of the procedure.
  Finding check(ir::ProcId proc, const Property* property);

  // In place of `check`, for a procedure that is given by specification only: whether it may be
  // called in a state in which nothing fulfils the specification. False also if that is not known.
  bool is_unfulfillable(ir::ProcId proc);

  const std::string& reason() const { return reason_; }  // why Unknown
  const RefineStatistics& statistics() const { return stats_; }
  // After Holds and Unknown: the bounds beyond which there are executions, or may be.
  const std::set<std::string, std::less<>>& cut() const { return cut_; }
  // After Holds: how much of the program stands behind it.
  Coverage coverage() const { return coverage_; }
  // The bounds that did it, after AllCut.
  const std::set<std::string, std::less<>>& exceeded() const { return exceeded_; }
  // One line for each thing that happened, for people who want to watch.
  const std::vector<std::string>& log() const { return log_; }
  // What the calls were taken to do, at the end.
  std::vector<std::string> specifications() const;

  // After Violated: the state before, and which assertion fails (none: the property).
  const rel::Instance& instance() const { return found_; }
  const std::vector<rel::RelationId>& state_before() const { return before_; }
  const std::vector<rel::RelationId>& arguments() const { return args_; }
  const std::optional<Obligation>& violated() const { return violated_; }
  // Calls of procedures that are given by specification only, in the order of execution; not all
  // of them take place.
  const std::vector<GivenCall>& given() const { return given_; }
  const Formulas& formulas() const { return stated_; }

 private:
  struct Site {
    CallSite call;
    std::set<rel::Expr> excluded;  // values that must not overflow

    std::pair<ir::ProcId, bool> body() const { return {call.callee, call.raised.is_valid()}; }
  };
  // A consequence of a body, over the relations of that body: where `path` holds, the slot (none:
  // the result) has this value afterwards. Without a value: `path` always holds.
  struct Lesson {
    bool is_about_raised = false;
    rel::Formula path;
    SlotId slot;
    rel::Expr value;
    std::string text;
    std::string mistake;  // of the call that taught it
  };

  struct Entry;

  Finding ask(ir::ProcId proc, const Property* property);
  bool is_large();
  bool encode(ir::ProcId proc, const Property* property);
  void declare_state(ir::ProcId proc, const Property* property);
  std::vector<bool> needed_slots(ir::ProcId proc, const Property* property) const;
  bool forbids_exceptions(ir::ProcId proc) const;
  bool is_specified(ir::ProcId proc);
  std::vector<EncodeOptions::Needed> needed_to_return(ir::ProcId proc, const State& before,
                                                      const std::vector<rel::Expr>& args);
  std::optional<rel::Expr> known_value(ir::ProcId proc, SlotId slot, const State& before,
                                       const std::vector<rel::Expr>& args);
  ValueTranslator translator(ir::ProcId proc, const Outcome& outcome, const State& before,
                             const std::vector<rel::Expr>& args);
  void specify(Site& site);
  void specify_outcome(Site& site, const Outcome& outcome, rel::Formula when, bool is_normal);
  std::optional<rel::LabelId> add(rel::Formula formula, const std::string& label);
  // --- what was looked at (refine_coverage.cpp)
  void judge_coverage(const Property* property);
  bool has_checks() const;
  bool has_inputs_in_scope(const Property* property) const;
  enum class Chance : std::uint8_t { No, Yes, Overflow };
  Chance can_happen(rel::Solver& solver, const std::vector<rel::LabelId>& facts, rel::Formula what);
  void find_exceeded(rel::Solver& solver, const std::vector<rel::LabelId>& facts);
  void find_cuts(rel::Solver& solver, const std::vector<rel::LabelId>& facts,
                 const Property* property, bool has_solver);
  rel::Formula is_functional(SlotId slot, rel::Expr value);

  void count(const rel::SolverStatistics& now);

  // A call that cannot have happened has been refined; false: `found_` is an execution in which
  // all calls are real.
  bool refine_calls();
  std::unique_ptr<Entry> enter(Site& site, rel::Evaluator& caller, bool excludes);
  std::vector<SlotId> mistakes(const Site& site, rel::Evaluator& caller, Entry& entry);
  bool is_real(const Site& site, rel::Evaluator& caller, Entry& entry);
  std::optional<rel::Instance> put_right(const Site& site, Entry& entry);
  std::vector<Lesson> lessons_of(const Site& site, rel::Evaluator& caller, Entry& entry);
  void refine(const Site& site, std::vector<Lesson> lessons);
  void learn(const Site& site, std::vector<Lesson> lessons);
  std::string start_text() const;
  std::string call_text(const Site& site, const Entry& entry) const;
  std::string mistake_text(const Site& site, SlotId slot, rel::Evaluator& caller,
                           Entry& entry) const;
  void exclude_overflow(Site& site, rel::Expr value);
  const Body& body_of(const Site& site);
  rel::Exprs::Substitution actuals(const Site& site, const Body& body) const;
  rel::Formula when(const Site& site, bool raised);
  void apply(const Site& site, const Lesson& lesson);

  run::Run& run_;
  const ir::Program& program_;
  const EffectTable& effects_;
  Heap& heap_;
  rel::Exprs& exprs_;
  const Slots& slots_;
  Summarizer& summarizer_;
  const Formulas& stated_;
  RefineOptions options_;
  std::unique_ptr<rel::Solver> solver_;
  std::vector<rel::RelationId> before_;  // by slot
  std::vector<rel::RelationId> args_;
  State state_;
  std::vector<Site> sites_;
  std::vector<Obligation> obligations_;
  std::optional<Obligation> violated_;
  std::vector<GivenCall> given_;
  std::vector<std::pair<rel::Formula, std::string>> formulas_;  // until there is a solver
  ir::ProcId proc_;                                             // whose question it is
  std::optional<bool> is_large_;
  std::size_t fact_count_ = 0;  // of formulas_, those that do not say what is looked for
  rel::Formula returns_;        // the procedure ends normally
  rel::Formula raises_;         // an exception leaves it
  std::vector<Cut> cuts_;
  std::vector<rel::Formula> checked_;
  std::vector<rel::Formula> learnt_;  // while the present question was being answered
  rel::Formula violation_;            // what is looked for
  rel::Instance found_;               // the last execution, with calls put right
  // By procedure, and whether it matters how exceptions leave it.
  std::map<std::pair<ir::ProcId, bool>, Body> bodies_;
  std::map<std::pair<ir::ProcId, bool>, std::vector<Lesson>> lessons_;
  std::map<ir::ProcId, std::uint32_t> refinements_;
  std::set<ir::ProcId> inlined_;  // these calls have no specification any more
  bool is_outdated_ = false;      // such a call was specified in the present question
  RefineStatistics stats_;
  rel::SolverStatistics earlier_;  // of the questions before the present one
  std::string reason_;
  std::vector<std::string> log_;
  bool has_cut_body_ = false;  // what was learnt may rest on bodies that were cut
  bool has_numbers_ = false;   // inputs may have greater numbers
  bool overflowed_ = false;    // greater numbers are computed
  std::set<std::string, std::less<>> cut_, exceeded_;
  Coverage coverage_ = Coverage::Checked;
};

}  // namespace modular
