#include "ir/pass/thread_counts.h"

#include <algorithm>

namespace pass {

namespace {

// The most forks of Q that one execution of P makes is a longest path in the graph of
// P's locations; where a fork lies on a cycle the length grows until it reaches the bound
// on the number of threads, which ends the iteration. Between procedures it is the same
// once more: the number of P's times the forks in each.

using Counts = std::vector<std::int64_t>;  // by procedure

Counts forks_in(const ir::Program& program, const ir::Procedure& proc, std::int64_t most) {
  Counts result(program.procs.size(), 0);
  for (std::size_t callee = 0; callee < result.size(); ++callee) {
    std::vector<std::int64_t> longest(proc.locations.size(), -1);
    longest[proc.entry.index()] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const ir::Transition& t : proc.transitions) {
        std::int64_t before = longest[t.source.index()];
        if (before < 0) continue;
        std::int64_t forks = before;
        for (const ir::Action& action : t.actions) {
          const auto* fork = std::get_if<ir::Fork>(&action);
          if (fork && fork->callee.proc.index() == callee) ++forks;
        }
        forks = std::min(forks, most);
        result[callee] = std::max(result[callee], forks);
        if (forks <= longest[t.target.index()]) continue;
        longest[t.target.index()] = forks;
        changed = true;
      }
    }
  }
  return result;
}

}  // namespace

std::vector<std::int64_t> thread_counts(const ir::Program& program, std::int64_t most) {
  std::vector<Counts> forks;
  for (const ir::Procedure& proc : program.procs) forks.push_back(forks_in(program, proc, most));
  Counts counts(program.procs.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t callee = 0; callee < counts.size(); ++callee) {
      std::int64_t total = callee == program.entry.index() ? 1 : 0;
      for (std::size_t p = 0; p < counts.size(); ++p) total += counts[p] * forks[p][callee];
      total = std::min(total, most);
      changed = changed || total != counts[callee];
      counts[callee] = total;
    }
  }
  return counts;
}

}  // namespace pass
