// The loop of modular verification (Taghdiri, chapters 2 and 6): calls are replaced by
// specifications, first by the bounds of their summaries; an execution that violates the
// property is checked call by call, in order of execution; the first call that its procedure
// does not allow teaches a consequence of the procedure's body, which is added to the
// specification of that call; until nothing violates the property, or every call is real.
//
// Procedures are deterministic, so that a transition of states is checked by evaluating the body
// in the state before. What is learnt is what the body does along the path taken there. After
// some refinements of one call its whole body becomes the specification.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "modular/body.h"
#include "modular/encode.h"
#include "modular/property.h"
#include "modular/summarize.h"
#include "modular/to_rel.h"
#include "rel/solver.h"
#include "run/run.h"

namespace modular {

enum class Start : std::uint8_t {
  Summaries,  // what summaries say
  Frames,     // only what the procedure cannot change stays
};

struct RefineOptions {
  std::uint32_t unwind = 3;
  bool inline_calls = false;  // no specifications at all
  Start start = Start::Summaries;
  std::uint32_t budget = 3;  // refinements of one call before its body is put in its place
};

struct RefineStatistics {
  std::uint32_t calls = 0;        // that have specifications
  std::uint32_t refinements = 0;  // specifications strengthened
  std::uint32_t inlined = 0;      // calls whose body became their specification
  std::uint32_t rounds = 0;       // questions to the solver
  rel::SolverStatistics solver;
};

enum class Finding : std::uint8_t { Holds, Violated, Unknown };

// Checks one goal of one procedure.
class Refinement {
 public:
  Refinement(run::Run& run, const ir::Program& program, const EffectTable& effects, Heap& heap,
             Summarizer& summarizer, RefineOptions options);
  ~Refinement();

  // Nullptr as the property: the assertions and contracts of the procedure.
  Finding check(ir::ProcId proc, const Property* property);

  const std::string& reason() const { return reason_; }  // why Unknown
  const RefineStatistics& statistics() const { return stats_; }
  bool is_cut() const { return is_cut_; }          // executions went on beyond the unrolling
  bool overflowed() const { return overflowed_; }  // or beyond the numbers
  // One line for each thing that happened, for people who want to watch.
  const std::vector<std::string>& log() const { return log_; }
  // What the calls were taken to do, at the end.
  std::vector<std::string> specifications() const;

  // After Violated: the state before, and which assertion fails (none: the property).
  const rel::Instance& instance() const { return solver_->instance(); }
  const std::vector<rel::RelationId>& state_before() const { return before_; }
  const std::vector<rel::RelationId>& arguments() const { return args_; }
  const std::optional<Obligation>& violated() const { return violated_; }

 private:
  struct Site {
    CallSite call;
    std::uint32_t refinements = 0;
    std::vector<std::string> learnt;
    std::set<rel::Expr> excluded;      // values that must not overflow
    std::vector<rel::LabelId> labels;  // of what was learnt
  };

  bool encode(ir::ProcId proc, const Property* property);
  void declare_state(ir::ProcId proc, const Property* property);
  std::vector<bool> needed_slots(ir::ProcId proc, const Property* property) const;
  bool forbids_exceptions(ir::ProcId proc) const;
  bool is_specified(ir::ProcId proc);
  std::optional<rel::Expr> known_value(ir::ProcId proc, SlotId slot, const State& before,
                                       const std::vector<rel::Expr>& args);
  ValueTranslator translator(ir::ProcId proc, const Outcome& outcome, const State& before,
                             const std::vector<rel::Expr>& args);
  void specify(Site& site);
  void specify_outcome(Site& site, const Outcome& outcome, rel::Formula when, bool is_normal);
  std::optional<rel::LabelId> add(rel::Formula formula, const std::string& label);

  // The first call that cannot have happened has been refined; false: all calls are real.
  bool refine_first_invalid();
  bool validate(Site& site, rel::Evaluator& caller);
  bool exclude_overflow(Site& site, rel::Expr value);
  void put_body(Site& site, const Body& body);
  const Body& body_of(ir::ProcId proc, bool needs_raised);
  rel::Exprs::Substitution actuals(const Site& site, const Body& body) const;
  rel::Formula when(const Site& site, bool raised);
  void learn(Site& site, rel::Formula consequence, const std::string& about);

  run::Run& run_;
  const ir::Program& program_;
  const EffectTable& effects_;
  Heap& heap_;
  rel::Exprs& exprs_;
  const Slots& slots_;
  Summarizer& summarizer_;
  RefineOptions options_;
  std::unique_ptr<rel::Solver> solver_;
  std::vector<rel::RelationId> before_;  // by slot
  std::vector<rel::RelationId> args_;
  State state_;
  std::vector<Site> sites_;
  std::vector<Obligation> obligations_;
  std::optional<Obligation> violated_;
  std::vector<std::pair<rel::Formula, std::string>> formulas_;  // until there is a solver
  std::map<std::pair<ir::ProcId, bool>, Body> bodies_;
  RefineStatistics stats_;
  std::string reason_;
  std::vector<std::string> log_;
  bool is_cut_ = false;
  bool overflowed_ = false;
};

}  // namespace modular
