#include "ir/pass/call_graph.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace pass {

namespace {

void sort_unique(std::vector<ir::ProcId>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void append(std::vector<ir::ProcId>& to, const std::vector<ir::ProcId>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Whether a callee of this kind has not been met: a body may call one method that has
// many versions in many places.
bool is_new(const ir::Callee& callee, std::set<std::pair<ir::ClassId, std::string>>& met) {
  return !callee.is_virtual() || met.emplace(callee.declared, callee.selector).second;
}

}  // namespace

CallGraph::CallGraph(const ir::Program& program, const Hierarchy& hierarchy)
    : calls_(program.procs.size()),
      forks_(program.procs.size()),
      forked_(program.procs.size(), false),
      component_(program.procs.size(), 0),
      recursive_(program.procs.size(), false) {
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    std::set<std::pair<ir::ClassId, std::string>> called;
    std::set<std::pair<ir::ClassId, std::string>> forked;
    for (const ir::Transition& t : program.procs[i].transitions) {
      for (const ir::Action& action : t.actions) {
        if (const auto* call = std::get_if<ir::Call>(&action)) {
          if (is_new(call->callee, called)) append(calls_[i], hierarchy.targets(call->callee));
        } else if (const auto* fork = std::get_if<ir::Fork>(&action)) {
          if (is_new(fork->callee, forked)) append(forks_[i], hierarchy.targets(fork->callee));
        }
      }
    }
    sort_unique(calls_[i]);
    sort_unique(forks_[i]);
    for (ir::ProcId id : forks_[i]) forked_[id.index()] = true;
  }
  find_components();
}

// Tarjan's algorithm over calls, with an explicit stack: call chains can be long.
void CallGraph::find_components() {
  constexpr std::uint32_t kNew = 0xffffffffU;
  std::size_t n = calls_.size();
  std::vector<std::uint32_t> order(n, kNew);
  std::vector<std::uint32_t> low(n, 0);
  std::vector<bool> open(n, false);
  std::vector<std::uint32_t> members;
  struct Frame {
    std::uint32_t proc;
    std::size_t next;
  };
  std::uint32_t clock = 0;
  std::uint32_t components = 0;
  std::vector<Frame> frames;
  auto enter = [&](std::uint32_t proc) {
    order[proc] = low[proc] = clock++;
    open[proc] = true;
    members.push_back(proc);
    frames.push_back({proc, 0});
  };
  for (std::uint32_t root = 0; root < n; ++root) {
    if (order[root] != kNew) continue;
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      std::uint32_t at = frame.proc;
      if (frame.next < calls_[at].size()) {
        std::uint32_t callee = calls_[at][frame.next++].index();
        if (callee == at) recursive_[at] = true;
        if (order[callee] == kNew) {
          enter(callee);
        } else if (open[callee]) {
          low[at] = std::min(low[at], order[callee]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        std::uint32_t parent = frames.back().proc;
        low[parent] = std::min(low[parent], low[at]);
      }
      if (low[at] != order[at]) continue;
      std::size_t first = members.size();
      while (members[--first] != at) {
      }
      for (std::size_t i = first; i < members.size(); ++i) {
        open[members[i]] = false;
        component_[members[i]] = components;
        if (members.size() - first > 1) recursive_[members[i]] = true;
      }
      members.resize(first);
      ++components;
    }
  }
}

std::vector<bool> CallGraph::reachable(ir::ProcId from) const {
  std::vector<bool> seen(calls_.size(), false);
  std::vector<ir::ProcId> work{from};
  seen[from.index()] = true;
  while (!work.empty()) {
    ir::ProcId at = work.back();
    work.pop_back();
    auto visit = [&](ir::ProcId id) {
      if (seen[id.index()]) return;
      seen[id.index()] = true;
      work.push_back(id);
    };
    for (ir::ProcId id : calls(at)) visit(id);
    for (ir::ProcId id : forks(at)) visit(id);
  }
  return seen;
}

}  // namespace pass
