// Searches for accepting cycles of graphs that are made while they are searched.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace mc {

// A graph whose nodes get their numbers as they are met. Marks say what an edge is good
// for; a run is accepting if each mark of `all_marks` occurs on infinitely many edges.
class CycleGraph {
 public:
  struct Edge {
    std::uint32_t target = 0;
    std::uint64_t marks = 0;
  };

  CycleGraph() = default;
  CycleGraph(const CycleGraph&) = delete;
  CycleGraph& operator=(const CycleGraph&) = delete;
  virtual ~CycleGraph() = default;

  virtual std::uint64_t all_marks() const = 0;
  // The edges of the node, always the same in the same order. `on_stack` tells which nodes
  // lie on the stack of the first visit (the cycle proviso of partial-order reduction
  // needs it); on later visits it is empty.
  virtual void successors(std::uint32_t node, const std::vector<bool>* on_stack,
                          std::vector<Edge>& out) = 0;
  // The edges of the node have been asked for.
  virtual bool is_expanded(std::uint32_t node) const = 0;
  // The search is to end without an answer.
  virtual bool must_stop() = 0;
};

// Which edges to take: a node and the position among its edges.
struct CycleStep {
  std::uint32_t node = 0;
  std::uint32_t edge = 0;
};

struct Lasso {
  std::vector<CycleStep> stem;  // from node 0
  std::vector<CycleStep> loop;  // never empty
};

// Both answers are shortened: depth-first search takes long ways, and the shortest ones
// through what has been searched are as good.

// Nested depth-first search, for a graph with one mark that all edges of a node have or
// have not: Schwoon and Esparza, "A Note on On-the-Fly Verification Algorithms" (TACAS
// 2005), with three colours on the way and cycles found by the first search where it can.
std::optional<Lasso> nested_search(CycleGraph& graph);

// By strongly connected components, for any marks: Couvreur, "On-the-fly Verification of
// Linear Temporal Logic" (FM 1999). Roots of components carry the marks seen in them.
std::optional<Lasso> component_search(CycleGraph& graph);

}  // namespace mc
