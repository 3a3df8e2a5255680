#include "ir/pass/bounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/pass/cycles.h"
#include "ir/typing.h"

namespace pass {

namespace {

// Counts beyond this are not told apart.
constexpr std::int64_t kMany = std::int64_t{1} << 40;

std::int64_t times(std::int64_t a, std::int64_t b) {
  return a != 0 && b > kMany / a ? kMany : std::min(a * b, kMany);
}
std::int64_t plus(std::int64_t a, std::int64_t b) { return std::min(a + b, kMany); }

// How often each thread may be started. Numbers grow from the entry along the forks;
// what still grows after a round for each thread goes round in a circle.
std::vector<std::int64_t> starts(const ir::Program& program, const std::vector<Cycles>& cycles) {
  std::vector<std::int64_t> count(program.procs.size(), 0);
  for (std::size_t round = 0; round <= program.procs.size() + 1; ++round) {
    std::vector<std::int64_t> next(program.procs.size(), 0);
    next[program.entry.index()] = 1;
    for (std::size_t i = 0; i < program.procs.size(); ++i) {
      for (const ir::Transition& t : program.procs[i].transitions) {
        std::int64_t each = cycles[i].contains(t.source) ? kMany : 1;
        for (const ir::Action& a : t.actions) {
          const auto* fork = std::get_if<ir::Fork>(&a);
          if (!fork) continue;
          std::int64_t& to = next[fork->callee.proc.index()];
          to = plus(to, times(count[i], each));
        }
      }
    }
    if (next == count) return count;
    bool is_late = round > program.procs.size();
    for (std::size_t i = 0; i < next.size(); ++i) {
      if (is_late && next[i] != count[i]) next[i] = kMany;
    }
    count = next;
  }
  return count;
}

std::int64_t allowed(const Inlining& shared, const AllocationSite& site) {
  std::int64_t bound = shared.bounds.instances;
  if (site.cls) {
    const auto& by_class = shared.bounds.class_instances;
    const std::string& name = shared.source.cls(site.cls).name;
    auto found = by_class.find(name);
    auto filled = shared.bounds.site_instances.find(name);
    if (found != by_class.end()) {
      bound = found->second;
    } else if (filled != shared.bounds.site_instances.end()) {
      bound = std::max(bound, filled->second);
    }
  }
  return times(bound, std::max<std::int64_t>(site.times, 1));
}

}  // namespace

std::int64_t threads_started(const ir::Program& program) {
  std::vector<Cycles> cycles;
  cycles.reserve(program.procs.size());
  for (const ir::Procedure& proc : program.procs) cycles.emplace_back(proc);
  std::int64_t threads = 0;
  for (std::int64_t n : starts(program, cycles)) threads = plus(threads, n);
  return threads;
}

void bound_allocations(Inlining& shared) {
  ir::Program& p = shared.model.program;
  std::vector<Cycles> cycles;
  cycles.reserve(p.procs.size());
  for (const ir::Procedure& proc : p.procs) cycles.emplace_back(proc);
  std::vector<std::int64_t> started = starts(p, cycles);
  std::int64_t threads = 0;
  for (std::int64_t n : started) threads = plus(threads, n);
  for (const AllocationSite& site : shared.sites) {
    std::int64_t runs =
        times(started[site.proc.index()], cycles[site.proc.index()].contains(site.at) ? kMany : 1);
    // A thread that nothing starts makes nothing; its collection still has a size.
    std::int64_t wanted = std::max<std::int64_t>(times(runs, site.times), 1);
    std::int64_t bound = allowed(shared, site);
    ir::Collection& collection = p.collections[site.collection.index()];
    collection.size = std::max<std::int64_t>(std::min(wanted, bound), 1);
    if (wanted <= bound) shared.roomy.push_back(site.collection);
    if (wanted > bound) {
      shared.model.notes.push_back({fmt::format("{}: at most {} {}", collection.name,
                                                collection.size, site.cls ? "objects" : "arrays"),
                                    site.span});
    }
  }
  if (threads <= shared.bounds.threads) return;
  shared.model.notes.push_back(
      {fmt::format("at most {} threads at a time", shared.bounds.threads), {}});
}

}  // namespace pass
