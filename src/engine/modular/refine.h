// The loop of modular verification (Taghdiri, chapters 2 and 6): calls are replaced by
// specifications, first by the bounds of their summaries; the calls of an execution that violates
// the property are corrected in order of execution; the first one after whose correction nothing
// is violated is to blame, and a consequence of its procedure's body is added to the
// specification of that procedure; until nothing violates the property, or an execution does with
// all calls corrected.
//
// Procedures are deterministic, so that a transition of states is checked by evaluating the body
// in the state before. What is learnt is what the body does along the path taken there; it
// holds of all calls of the procedure. After some refinements of one procedure its calls are
// inlined and the question is asked anew; when that takes too long, all calls are.
//
// One stage hands its data to the next: InitialState, Question, the solver's instance, Judgement,
// Consequence, and in the end CoverageReport or Witness. What outlives a question are the
// specifications and the calls to be inlined.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/modular/coverage.h"
#include "engine/modular/question.h"
#include "engine/modular/task.h"
#include "logic/rel/solver.h"

namespace modular {

struct RefineStatistics {
  std::uint32_t calls = 0;        // that have specifications
  std::uint32_t refinements = 0;  // specifications strengthened
  std::uint32_t inlined = 0;      // procedures whose calls were inlined after refinements
  std::uint32_t rounds = 0;       // questions to the solver
  rel::SolverStatistics solver;
};

enum class Finding : std::uint8_t { Holds, Violated, Unknown };

// An execution that violates the goal, as the solver found it.
struct Witness {
  rel::Instance instance;
  InitialState initial;
  // Calls of procedures that are given by specification only, in the order of execution; not all
  // of them take place.
  std::vector<SpecOnlyCall> spec_only_calls;
  std::optional<Obligation> violated;  // none: the property
};

struct RefineResult {
  Finding finding = Finding::Unknown;
  std::string reason;              // why Unknown
  CoverageReport coverage;         // if it Holds
  std::optional<Witness> witness;  // if Violated
  RefineStatistics stats;
  std::vector<std::string> log;             // a line for each thing that happened
  std::vector<std::string> specifications;  // what the calls were taken to do, at the end
};

RefineResult refine(const Task& task);

}  // namespace modular
