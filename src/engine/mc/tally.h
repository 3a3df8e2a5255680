// What the executions of a search, or of a part of it, came to.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "engine/mc/system.h"

namespace mc {

struct Tally {
  std::uint64_t paths = 0;      // executions that ended, those that were cut included
  std::uint64_t cut = 0;        // those of them that a bound ended
  std::uint64_t discarded = 0;  // executions that an assumption ended
  std::uint64_t pruned = 0;     // steps to states that were known
  std::uint64_t steps = 0;
  std::uint64_t checks = 0;
  std::set<std::string> bounds;  // that cut
  std::string exhausted;         // the first thing that cannot be represented; empty: none

  // Counts the end of an execution by the machine's last step, which is neither Moved nor Violated.
  void note_end(const Machine& machine) {
    switch (machine.effect()) {
      case Effect::Moved:
      case Effect::Disabled:
      case Effect::Violated: break;
      case Effect::Finished: ++paths; break;
      case Effect::Discarded: ++discarded; break;
      case Effect::Cut:
        ++paths;
        ++cut;
        bounds.insert(machine.bound());
        break;
      case Effect::Exhausted:
        ++paths;
        if (exhausted.empty()) exhausted = machine.bound();
        break;
    }
  }

  // A bound on the depth ended an execution.
  void note_depth() {
    ++paths;
    ++cut;
    bounds.insert("depth");
  }

  // Adds what came later.
  void add(const Tally& later) {
    paths += later.paths;
    cut += later.cut;
    discarded += later.discarded;
    pruned += later.pruned;
    steps += later.steps;
    checks += later.checks;
    bounds.insert(later.bounds.begin(), later.bounds.end());
    if (exhausted.empty()) exhausted = later.exhausted;
  }
};

}  // namespace mc
