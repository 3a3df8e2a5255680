// Modular verification of properties of heaps: the engine's front.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/run/run.h"
#include "base/source.h"
#include "engine/modular/refine.h"
#include "engine/modular/summarize.h"
#include "result/verdict/claim.h"

namespace modular {

struct Options {
  Scope scope;
  RefineOptions refine;
  SummaryOptions summary;
  // This property or invariant alone; empty: all of the entry and of all classes, and its
  // assertions.
  std::string property;
};

// What was found about one property.
struct GoalReport {
  std::string name;  // of the property or invariant; empty: the assertions
  bool is_invariant = false;
  Finding finding{};
  RefineStatistics stats;
  double seconds = 0;  // processor time
  std::vector<std::string> log;
  std::vector<std::string> specifications;
};

struct Answer {
  verdict::Result result;
  // A violated assertion or contract; a violated property has been executed. The values are what
  // calls of methods that are given by specification only return.
  std::optional<verdict::Claim> claim;
  // Unknown because no input within the bounds fulfils `requires`: others may.
  bool has_no_input = false;
  std::vector<GoalReport> goals;
  std::string dot;  // the heaps before and after, of a violated property
  // The state before and after, of a violated property or of a program with specification
  // fields: `Node#1.next`, `Node#2`.
  std::vector<std::pair<std::string, std::string>> before, after;
};

// Properties are read from the sources; false after errors in them, which are in `sink`, as are
// warnings.
bool verify(run::Run& run, const ir::Program& program, const base::Sources& sources,
            const Options& options, diag::Sink& sink, Answer& answer);

}  // namespace modular
