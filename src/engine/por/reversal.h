// Optimal dynamic partial order reduction by reversing races.
//
// One execution is run to its end. For each pair of conflicting events f, a that
// nothing else orders, another execution has to be tried in which a comes first: the
// prefix before f, then what a needs (the events between them that a depends on), then
// a. Everything after that is left to the scheduler, and the races of the new
// execution are reversed in turn.
//
// Many executions can have the same race. A parsimonious reversal is that of one of them, which
// is told by looking at the execution alone:
// 1. f is swappable: the scheduler chose it. What is part of a schedule is not moved again.
// 2. So is every event after f that a does not depend on, and each of them took the
//    first of its alternatives that is possible in the new execution.
// 3. Where f has been reversed before on this path and has come back, a could not
//    have been the one to reverse it there, or its thread comes later in the order.
// So each trace is explored once, nothing is explored in vain, and all that is kept is
// the executions on the way from the first one to the current one, and their races.
//
// This is the parsimonious line of work (Abdulla, Atig, Das, Jonsson, Sagonas:
// Parsimonious Optimal DPOR, CAV 2024; Kokologiannakis, Marmanis, Gladstein, Vafeiadis:
// Truly Stateless, Optimal DPOR, POPL 2022), with conditions of our own. `Swappable` is the word of
// Abdulla, Atig, Jonsson, Ngo: Optimal Stateless Model Checking under the Release-Acquire
// Semantics, OOPSLA 2018.
#pragma once

#include <memory>
#include <vector>

#include "engine/por/event.h"

namespace por {

// The reversals that led to an execution, the latest first.
struct Reversal {
  std::uint32_t position = 0;  // where the reversed event stood
  NameId thread;               // the reversed event
  std::uint32_t index = 0;
  NameId reverser;
  std::shared_ptr<const Reversal> previous;
};
using Reversals = std::shared_ptr<const Reversal>;

// What a path and a candidate event look like to the rules.
class Race {
 public:
  using Path = std::vector<const Event*>;

  // `past` is the clock of what the thread of the candidate has done so far.
  Race(const Names& names, const Path& path, const Reversals& reversals, NameId thread,
       const Clock& past, const Footprint& footprint, Equality* equality = nullptr)
      : names_(names),
        path_(path),
        reversals_(reversals),
        thread_(thread),
        past_(past),
        footprint_(footprint),
        equality_(equality) {}

  // Answers whether it is up to this execution to reverse the race with the event at this
  // position. If so, `needed()` are the positions after it that the candidate depends on,
  // `others()` those that it does not. Rule 2's second half is left to the caller.
  bool is_parsimonious(std::uint32_t position);
  const std::vector<std::uint32_t>& needed() const { return needed_; }
  const std::vector<std::uint32_t>& others() const { return others_; }

 private:
  Clock past_without(std::uint32_t position) const;

  const Names& names_;
  const Path& path_;
  const Reversals& reversals_;
  NameId thread_;
  const Clock& past_;
  const Footprint& footprint_;
  Equality* equality_;  // null: nothing is known of terms
  std::vector<std::uint32_t> needed_;
  std::vector<std::uint32_t> others_;
};

}  // namespace por
