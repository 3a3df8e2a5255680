#include "ir/tidy.h"

#include <algorithm>

namespace ir {

namespace {

bool is_skip(const Transition& t) { return !t.guard && t.reads.empty() && t.actions.empty(); }

// Where control really goes from each location: through transitions that do
// nothing. A loop of such transitions shrinks to its first location.
std::vector<LocId> thread_jumps(const Procedure& proc) {
  auto out = outgoing(proc);
  auto next = [&](LocId at) {
    const auto& ways = out[at.index()];
    bool skips = ways.size() == 1 && is_skip(proc.transitions[ways[0].index()]);
    return skips ? proc.transitions[ways[0].index()].target : LocId();
  };
  std::vector<LocId> goal(proc.locations.size());
  for (std::size_t i = 0; i < goal.size(); ++i) {
    std::vector<LocId> path{LocId(i)};
    for (;;) {
      LocId to = next(path.back());
      if (!to) break;
      auto loop = std::find(path.begin(), path.end(), to);
      if (loop != path.end()) {
        path.push_back(*std::min_element(loop, path.end()));
        break;
      }
      path.push_back(goal[to.index()] ? goal[to.index()] : to);
      if (goal[to.index()]) break;
    }
    goal[i] = path.back();
  }
  return goal;
}

}  // namespace

void tidy(Procedure& proc) {
  std::vector<LocId> goal = thread_jumps(proc);
  proc.entry = goal[proc.entry.index()];
  for (Transition& t : proc.transitions) {
    t.target = goal[t.target.index()];
    if (t.except) t.except = goal[t.except.index()];
  }
  auto out = outgoing(proc);
  std::vector<bool> reached(proc.locations.size(), false);
  std::vector<LocId> work{proc.entry};
  auto reach = [&](LocId id) {
    if (!id || reached[id.index()]) return;
    reached[id.index()] = true;
    work.push_back(id);
  };
  reached[proc.entry.index()] = true;
  while (!work.empty()) {
    LocId at = work.back();
    work.pop_back();
    for (TransId id : out[at.index()]) {
      reach(proc.transitions[id.index()].target);
      reach(proc.transitions[id.index()].except);
    }
  }
  reached[proc.exit.index()] = true;
  reached[proc.except.index()] = true;

  std::vector<LocId> renamed(proc.locations.size());
  std::vector<Location> kept;
  auto keep = [&](LocId id, std::string name) {
    renamed[id.index()] = LocId(kept.size());
    kept.push_back({.name = std::move(name), .live = {}});
  };
  for (std::size_t i = 0; i < reached.size(); ++i) {
    LocId id(i);
    if (!reached[i] || id == proc.exit || id == proc.except) continue;
    keep(id, "s" + std::to_string(kept.size()));
  }
  keep(proc.exit, "done");
  keep(proc.except, "raised");

  std::erase_if(proc.transitions, [&](const Transition& t) { return !reached[t.source.index()]; });
  for (Transition& t : proc.transitions) {
    t.source = renamed[t.source.index()];
    t.target = renamed[t.target.index()];
    if (t.except) t.except = renamed[t.except.index()];
  }
  std::stable_sort(proc.transitions.begin(), proc.transitions.end(),
                   [](const auto& a, const auto& b) { return a.source < b.source; });
  proc.entry = renamed[proc.entry.index()];
  proc.exit = renamed[proc.exit.index()];
  proc.except = renamed[proc.except.index()];
  proc.locations = std::move(kept);
}

}  // namespace ir
