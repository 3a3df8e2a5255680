// Conjunctions of difference constraints u - v <= c over integers, decided incrementally
// (Cotton and Maler, Fast and Flexible Difference Constraint Propagation for DPLL(T),
// SAT 2006). The graph always carries a solution of all its constraints. A new
// constraint that the solution violates lowers u and whatever depends on it, in the
// order of Dijkstra's algorithm; if that would lower v, the constraints contain a
// negative cycle. Taking constraints back keeps the solution, so pop is cheap.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace solve {

class DifferenceGraph {
 public:
  using Node = std::uint32_t;
  static constexpr Node kZero = 0;  // the number 0
  // Greater constants are refused, so that sums of many fit 64 bits.
  static constexpr std::int64_t kMaxConstant = std::int64_t{1} << 40;
  // Solutions only sink; when one has sunk this deep, it is computed anew from 0.
  static constexpr std::int64_t kDeepest = -(std::int64_t{1} << 56);

  struct Constraint {  // u - v <= c
    Node u = 0;
    Node v = 0;
    std::int64_t c = 0;
  };

  DifferenceGraph() { add_node(std::nullopt, std::nullopt); }

  // A new number with lasting bounds; the least bound must not be positive, so that a
  // new node needs no search, and the greatest not negative.
  Node add_node(std::optional<std::int64_t> least, std::optional<std::int64_t> greatest);
  std::size_t node_count() const { return values_.size(); }
  // Removes the nodes from `count` on; no constraint may use them.
  void remove_nodes(std::size_t count);

  void push() { levels_.push_back({trail_.size(), has_conflict_}); }
  void pop();
  // False: no solution any more, until the level is popped. Constraints that follow a
  // conflict are ignored.
  bool add(const Constraint& constraint);
  bool has_conflict() const { return has_conflict_; }
  std::size_t level_count() const { return levels_.size(); }

  // The value of a node in the present solution.
  std::int64_t value(Node node) const { return values_[node] - values_[kZero]; }
  // How deep the solution has sunk: where it has the number 0.
  std::int64_t depth() const { return values_[kZero]; }
  bool holds(const Constraint& k) const { return values_[k.u] - values_[k.v] <= k.c; }

 private:
  struct Edge {  // from v in the direction of u
    Node to;
    std::int64_t c;
  };
  struct Level {
    std::size_t trail;
    bool has_conflict;
  };
  struct Queued {
    std::int64_t change;  // negative
    Node node;
    bool operator<(const Queued& other) const {  // the greatest decrease is the top
      return change != other.change ? change > other.change : node > other.node;
    }
  };

  void insert_edge(const Constraint& constraint);
  bool restore(const Constraint& constraint);
  void restart();

  std::vector<std::int64_t> values_;
  std::vector<std::vector<Edge>> edges_;  // by v
  std::vector<Constraint> trail_;         // what is in force, without lasting bounds
  std::vector<Constraint> lasting_;
  std::vector<Level> levels_;
  bool has_conflict_ = false;

  // Scratch of restore().
  std::vector<std::int64_t> change_;   // by node; 0: none
  std::vector<std::uint8_t> is_done_;  // by node
  std::vector<std::pair<Node, std::int64_t>> old_values_;
  std::vector<Node> touched_;
  std::vector<Queued> queue_;
};

}  // namespace solve
