#include "logic/solve/difference_graph.h"

#include <algorithm>

#include "base/check.h"

namespace solve {

DifferenceGraph::Node DifferenceGraph::add_node(std::optional<std::int64_t> least,
                                                std::optional<std::int64_t> greatest) {
  CHECK(least.value_or(0) <= 0 && greatest.value_or(0) >= 0, "bounds that exclude 0");
  auto node = static_cast<Node>(values_.size());
  values_.push_back(node == kZero ? 0 : values_[kZero]);
  edges_.emplace_back();
  change_.push_back(0);
  is_done_.push_back(0);
  auto last = [&](Constraint bound) {
    lasting_.push_back(bound);
    insert_edge(bound);
  };
  if (greatest) last({node, kZero, *greatest});
  if (least) last({kZero, node, -*least});
  return node;
}

void DifferenceGraph::remove_nodes(std::size_t count) {
  CHECK(count >= 1, "the number 0 stays");
  std::erase_if(lasting_, [&](const Constraint& k) { return std::max(k.u, k.v) >= count; });
  for (const Constraint& k : trail_) {
    CHECK(std::max(k.u, k.v) < count, "a removed number is in use");
  }
  if (count >= values_.size()) return;
  values_.resize(count);
  edges_.resize(count);
  change_.resize(count);
  is_done_.resize(count);
  for (auto& edges : edges_) {
    std::erase_if(edges, [&](const Edge& edge) { return edge.to >= count; });
  }
}

void DifferenceGraph::insert_edge(const Constraint& k) { edges_[k.v].push_back({k.u, k.c}); }

void DifferenceGraph::pop() {
  Level level = levels_.back();
  levels_.pop_back();
  // A lasting bound may have been added after the constraint, so it need not be last.
  for (; trail_.size() > level.trail; trail_.pop_back()) {
    const Constraint& k = trail_.back();
    auto& edges = edges_[k.v];
    auto is_it = [&](const Edge& edge) { return edge.to == k.u && edge.c == k.c; };
    auto it = std::find_if(edges.rbegin(), edges.rend(), is_it);
    edges.erase(std::next(it).base());
  }
  has_conflict_ = level.has_conflict;
}

bool DifferenceGraph::add(const Constraint& constraint) {
  DCHECK(constraint.c <= kMaxConstant && constraint.c >= -kMaxConstant, "a great constant");
  if (has_conflict_) return false;
  if (constraint.u == constraint.v) {
    has_conflict_ = constraint.c < 0;
    return !has_conflict_;
  }
  if (!holds(constraint) && !restore(constraint)) {
    has_conflict_ = true;
    return false;
  }
  insert_edge(constraint);
  trail_.push_back(constraint);
  if (values_[constraint.u] < kDeepest) restart();
  return true;
}

// Lowers values until `constraint` and all others hold; false if that cannot be.
bool DifferenceGraph::restore(const Constraint& constraint) {
  auto lower = [&](Node node, std::int64_t change) {
    if (change >= change_[node]) return;
    change_[node] = change;
    touched_.push_back(node);
    queue_.push_back({change, node});
    std::push_heap(queue_.begin(), queue_.end());
  };
  lower(constraint.u, values_[constraint.v] + constraint.c - values_[constraint.u]);
  bool is_feasible = true;
  while (is_feasible && !queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end());
    Queued next = queue_.back();
    queue_.pop_back();
    if (is_done_[next.node] != 0 || next.change != change_[next.node]) continue;  // outdated
    is_done_[next.node] = 1;
    old_values_.emplace_back(next.node, values_[next.node]);
    values_[next.node] += next.change;
    for (const Edge& edge : edges_[next.node]) {
      if (is_done_[edge.to] != 0) continue;
      std::int64_t change = values_[next.node] + edge.c - values_[edge.to];
      if (edge.to == constraint.v && change < 0) is_feasible = false;
      lower(edge.to, change);
    }
  }
  if (!is_feasible) {
    for (const auto& [node, value] : old_values_) values_[node] = value;
  }
  for (Node node : touched_) {
    change_[node] = 0;
    is_done_[node] = 0;
  }
  touched_.clear();
  old_values_.clear();
  queue_.clear();
  return is_feasible;
}

void DifferenceGraph::restart() {
  std::vector<Constraint> all = lasting_;
  all.insert(all.end(), trail_.begin(), trail_.end());
  for (auto& edges : edges_) edges.clear();
  std::fill(values_.begin(), values_.end(), 0);
  for (const Constraint& k : all) {
    CHECK(holds(k) || restore(k), "satisfiable constraints became unsatisfiable");
    insert_edge(k);
  }
}

}  // namespace solve
