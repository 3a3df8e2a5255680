// One random program: the truth about it, and what every setting of symbolic execution
// makes of it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "symbolic.h"

namespace concurrent {

struct Failure {
  std::string kind;                // one word; shrinking keeps it
  std::string detail;              // both sides
  std::optional<Setting> setting;  // that disagrees
};

// The settings that a program meets.
struct Choice {
  // All, or the optimal reduction with both ways of coarsening and two more settings,
  // which differ by program.
  bool all = false;
  std::optional<symex::Reduction> reduction;  // all settings of this one
  std::optional<Setting> setting;             // this one alone
};

struct Report {
  std::optional<Failure> failure;
  std::string truth;  // "valid", "deadlock", "invalid assert"
  std::uint64_t final_states = 0;
  std::uint64_t traces = 0;               // 0: not counted
  std::uint64_t comparisons = 0;          // of settings with the truth
  std::uint64_t count_comparisons = 0;    // of numbers of executions
  std::uint64_t bound_comparisons = 0;    // the same, where there may be fewer
  std::map<std::string, int> remarks;     // what could not be compared, and why
  std::map<std::string, double> seconds;  // by setting
};

// What is known about a program before any setting is tried.
struct Known {
  Truth truth;
  Traces traces;  // of a program that is right and has neither inputs nor assumptions
};

struct Prepared {
  Generated generated;
  std::optional<Known> known;  // absent: it is no program
};
// A program for the seed whose states can all be visited.
Prepared prepare(std::uint64_t seed, bool is_pl, const Effort& effort);

// `seed` makes the choice if it is not all settings.
Report examine(const Subject& subject, const Choice& choice, std::uint64_t seed,
               const Effort& effort, std::optional<Known> known = std::nullopt);

}  // namespace concurrent
