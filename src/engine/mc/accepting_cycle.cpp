#include "engine/mc/accepting_cycle.h"

#include <algorithm>
#include <deque>

#include "base/check.h"

namespace mc {

namespace {

using Edge = CycleGraph::Edge;

// A node under work, with its edges and the one that comes next.
struct Frame {
  std::uint32_t node = 0;
  std::uint32_t next = 0;
  bool all_red = true;
  std::vector<Edge> edges;
};

std::vector<CycleStep> steps_of(const std::vector<Frame>& frames) {
  std::vector<CycleStep> result;
  for (const Frame& frame : frames) result.push_back({frame.node, frame.next - 1});
  return result;
}

// The steps of the first search up to the node, and from it on.
Lasso split(std::vector<CycleStep> path, std::uint32_t node) {
  auto at = std::find_if(path.begin(), path.end(),
                         [&](const CycleStep& step) { return step.node == node; });
  CHECK(at != path.end(), "the beginning of a loop is not on the stack");
  Lasso result;
  result.stem.assign(path.begin(), at);
  result.loop.assign(at, path.end());
  return result;
}

// The shortest way, of one step at least, through nodes that have been searched.
std::vector<CycleStep> shortest_way(CycleGraph& graph, std::uint32_t from, std::uint32_t to) {
  struct Reached {
    std::uint32_t node;
    std::size_t parent;
    std::uint32_t edge;  // of the parent
  };
  std::vector<Reached> queue{{from, 0, 0}};
  std::vector<bool> seen;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    edges.clear();
    graph.successors(queue[i].node, nullptr, edges);
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      std::uint32_t target = edges[e].target;
      if (target == to) {
        std::vector<CycleStep> back{{queue[i].node, e}};
        for (std::size_t k = i; k != 0; k = queue[k].parent) {
          back.push_back({queue[queue[k].parent].node, queue[k].edge});
        }
        return {back.rbegin(), back.rend()};
      }
      if (!graph.is_expanded(target)) continue;
      if (target >= seen.size()) seen.resize(target + 1, false);
      if (seen[target]) continue;
      seen[target] = true;
      queue.push_back({target, i, e});
    }
  }
  UNREACHABLE("a way that was found by depth-first search is gone");
}

// The same accepting node, reached and left on shorter ways.
Lasso shortened(CycleGraph& graph, const Lasso& lasso) {
  std::vector<Edge> edges;
  for (const CycleStep& step : lasso.loop) {
    edges.clear();
    graph.successors(step.node, nullptr, edges);
    if (edges[step.edge].marks != graph.all_marks()) continue;
    Lasso result;
    if (step.node != 0) result.stem = shortest_way(graph, 0, step.node);
    result.loop = shortest_way(graph, step.node, step.node);
    return result;
  }
  UNREACHABLE("a loop that is not accepting");
}

class NestedSearch {
 public:
  explicit NestedSearch(CycleGraph& graph) : graph_(graph) {}

  std::optional<Lasso> run() {
    push(0);
    while (!stack_.empty()) {
      if (graph_.must_stop()) return std::nullopt;
      Frame& frame = stack_.back();
      if (frame.next < frame.edges.size()) {
        Edge edge = frame.edges[frame.next++];
        Colour colour = colour_of(edge.target);
        if (colour == Colour::Cyan && (edge.marks != 0 || is_accepting(edge.target))) {
          return split(steps_of(stack_), edge.target);
        }
        if (colour == Colour::White) {
          push(edge.target);
        } else if (colour != Colour::Red) {
          frame.all_red = false;
        }
        continue;
      }
      if (auto found = pop()) return found;
    }
    return std::nullopt;
  }

 private:
  enum class Colour : std::uint8_t { White, Cyan, Blue, Red };

  Colour colour_of(std::uint32_t node) const {
    return node < colours_.size() ? colours_[node] : Colour::White;
  }
  bool is_accepting(std::uint32_t node) const {
    return node < accepting_.size() && accepting_[node];
  }
  void set(std::uint32_t node, Colour colour) {
    if (node >= colours_.size()) {
      colours_.resize(node + 1, Colour::White);
      accepting_.resize(node + 1, false);
      on_stack_.resize(node + 1, false);
    }
    colours_[node] = colour;
    on_stack_[node] = colour == Colour::Cyan;
  }

  void push(std::uint32_t node) {
    set(node, Colour::Cyan);
    Frame& frame = stack_.emplace_back();
    frame.node = node;
    graph_.successors(node, &on_stack_, frame.edges);
    accepting_[node] = !frame.edges.empty() && frame.edges[0].marks != 0;
  }

  // The topmost node is done with: an accepting one starts the second search.
  std::optional<Lasso> pop() {
    Frame& frame = stack_.back();
    std::uint32_t node = frame.node;
    bool becomes_red = frame.all_red;
    if (!becomes_red && accepting_[node]) {
      if (auto found = second_search(node)) return found;
      becomes_red = true;
    }
    set(node, becomes_red ? Colour::Red : Colour::Blue);
    stack_.pop_back();
    if (!stack_.empty() && !becomes_red) stack_.back().all_red = false;
    return std::nullopt;
  }

  // From the accepting node through blue nodes to the stack of the first search.
  std::optional<Lasso> second_search(std::uint32_t seed) {
    std::vector<Frame> red;
    auto enter = [&](std::uint32_t node) {
      Frame& frame = red.emplace_back();
      frame.node = node;
      graph_.successors(node, nullptr, frame.edges);
    };
    enter(seed);
    while (!red.empty()) {
      if (graph_.must_stop()) return std::nullopt;
      Frame& frame = red.back();
      if (frame.next == frame.edges.size()) {
        red.pop_back();
        continue;
      }
      std::uint32_t target = frame.edges[frame.next++].target;
      if (colour_of(target) == Colour::Cyan) {
        // The loop: from the target along the first stack to the seed, then on.
        stack_.pop_back();  // the seed is the first node of the second search
        std::vector<CycleStep> path = steps_of(stack_);
        std::vector<CycleStep> rest = steps_of(red);
        path.insert(path.end(), rest.begin(), rest.end());
        return split(std::move(path), target);
      }
      if (colour_of(target) == Colour::Blue) {
        set(target, Colour::Red);
        enter(target);
      }
    }
    return std::nullopt;
  }

  CycleGraph& graph_;
  std::vector<Frame> stack_;
  std::vector<Colour> colours_;  // by node
  std::vector<bool> accepting_;  // by node that was visited
  std::vector<bool> on_stack_;   // by node
};

class ComponentSearch {
 public:
  explicit ComponentSearch(CycleGraph& graph) : graph_(graph) {}

  std::optional<Lasso> run() {
    push(0, 0);
    while (!stack_.empty()) {
      if (graph_.must_stop()) return std::nullopt;
      Frame& frame = stack_.back();
      if (frame.next == frame.edges.size()) {
        pop();
        continue;
      }
      Edge edge = frame.edges[frame.next++];
      if (order_of(edge.target) == 0) {
        push(edge.target, edge.marks);
      } else if (!done_[edge.target] && closes(edge)) {
        return lasso();
      }
    }
    return std::nullopt;
  }

 private:
  // The beginning of a component in `open_`, the marks on edges inside of it so far, and
  // those of the edge that led to it.
  struct Root {
    std::size_t first = 0;
    std::uint64_t inside = 0;
    std::uint64_t before = 0;
  };

  std::uint32_t order_of(std::uint32_t node) const {
    return node < order_.size() ? order_[node] : 0;
  }

  void push(std::uint32_t node, std::uint64_t marks) {
    if (node >= order_.size()) {
      order_.resize(node + 1, 0);
      done_.resize(node + 1, false);
    }
    open_.push_back(node);
    order_[node] = static_cast<std::uint32_t>(open_.size());  // position, from 1
    roots_.push_back({open_.size() - 1, 0, marks});
    Frame& frame = stack_.emplace_back();
    frame.node = node;
    graph_.successors(node, nullptr, frame.edges);
  }

  void pop() {
    std::uint32_t node = stack_.back().node;
    stack_.pop_back();
    if (open_[roots_.back().first] != node) return;
    for (std::size_t i = roots_.back().first; i < open_.size(); ++i) done_[open_[i]] = true;
    open_.resize(roots_.back().first);
    roots_.pop_back();
  }

  // The edge leads back: everything from its target on is one component. True if that has
  // all marks.
  bool closes(const Edge& edge) {
    std::uint64_t marks = edge.marks;
    while (order_[edge.target] <= roots_.back().first) {
      marks |= roots_.back().inside | roots_.back().before;
      roots_.pop_back();
    }
    roots_.back().inside |= marks;
    return roots_.back().inside == graph_.all_marks();
  }

  // The way to the component's root, and from there through all marks and back.
  Lasso lasso() {
    std::size_t first = roots_.back().first;
    std::uint32_t root = open_[first];
    Lasso result;
    if (root != 0) result.stem = shortest_way(graph_, 0, root);
    std::vector<bool> inside(order_.size(), false);
    for (std::size_t i = first; i < open_.size(); ++i) inside[open_[i]] = true;
    std::uint32_t at = root;
    std::uint64_t missing = graph_.all_marks();
    while (missing != 0) {
      at = walk(at, inside, result.loop, missing,
                [&](const Edge& edge) { return (edge.marks & missing) != 0; });
    }
    if (at != root || result.loop.empty()) {
      walk(at, inside, result.loop, missing, [&](const Edge& edge) { return edge.target == root; });
    }
    return result;
  }

  // The shortest way inside of the component that ends with such an edge; the marks of all
  // its edges are no longer missing. Returns where it ends.
  template <class Test>
  std::uint32_t walk(std::uint32_t from, const std::vector<bool>& inside,
                     std::vector<CycleStep>& into, std::uint64_t& missing, Test test) {
    struct Reached {
      std::uint32_t node;
      std::size_t parent;
      std::uint32_t edge;  // of the parent
      std::uint64_t marks;
    };
    std::vector<Reached> queue{{from, 0, 0, 0}};
    std::vector<bool> seen(inside.size(), false);
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      edges.clear();
      graph_.successors(queue[i].node, nullptr, edges);
      for (std::uint32_t e = 0; e < edges.size(); ++e) {
        std::uint32_t target = edges[e].target;
        if (target >= inside.size() || !inside[target]) continue;
        if (test(edges[e])) {
          std::vector<CycleStep> back{{queue[i].node, e}};
          std::uint64_t marks = edges[e].marks;
          for (std::size_t k = i; k != 0; k = queue[k].parent) {
            back.push_back({queue[queue[k].parent].node, queue[k].edge});
            marks |= queue[k].marks;
          }
          into.insert(into.end(), back.rbegin(), back.rend());
          missing &= ~marks;
          return target;
        }
        if (seen[target]) continue;
        seen[target] = true;
        queue.push_back({target, i, e, edges[e].marks});
      }
    }
    UNREACHABLE("a component without the edge that it is known to have");
  }

  CycleGraph& graph_;
  std::vector<Frame> stack_;
  std::vector<std::uint32_t> open_;  // nodes of components that are not complete
  std::vector<Root> roots_;
  std::vector<std::uint32_t> order_;  // by node: position in open_, from 1; 0: not met
  std::vector<bool> done_;            // by node: its component is complete
};

}  // namespace

std::optional<Lasso> nested_search(CycleGraph& graph) {
  auto found = NestedSearch(graph).run();
  return found ? std::optional(shortened(graph, *found)) : std::nullopt;
}

std::optional<Lasso> component_search(CycleGraph& graph) { return ComponentSearch(graph).run(); }

}  // namespace mc
