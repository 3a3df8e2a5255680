// Why circles are sound under these conditions. Suppose that the first sequent of an accepted
// proof does not hold: some values break it. Each rule is sound, so they (or others that follow
// from them) break a premise, and so on. Leaves hold, so this goes on for ever and ends up in
// one strongly connected component. There every sequent has a claim {σ}[Σ]Ψ, and if values
// break it, a finite execution of Σ ends with Ψ broken or fails. A step of `schedule` makes that
// execution shorter by one; `merge`, `link` and `invariant` keep it. As every circle has a step
// of `schedule`, the execution would become shorter for ever, which it cannot.
#include "certify/proof/graph.h"

#include <algorithm>

namespace proof {

namespace {

// Tarjan's algorithm without recursion: the component of each node.
class Components {
 public:
  explicit Components(const std::vector<ProofNode>& nodes)
      : nodes_(nodes),
        order_(nodes.size(), 0),
        low_(nodes.size(), 0),
        component(nodes.size(), SIZE_MAX) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (order_[i] == 0) visit(i);
    }
  }

 private:
  const std::vector<ProofNode>& nodes_;
  std::vector<std::size_t> order_;  // when a node was met, from 1 on
  std::vector<std::size_t> low_;
  std::vector<std::size_t> stack_;
  std::size_t next_ = 0;

 public:
  std::vector<std::size_t> component;

 private:
  void visit(std::size_t root) {
    struct Frame {
      std::size_t node;
      std::size_t premise;
    };
    std::vector<Frame> frames;
    auto enter = [&](std::size_t node) {
      order_[node] = low_[node] = ++next_;
      stack_.push_back(node);
      frames.push_back({node, 0});
    };
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      std::size_t node = frame.node;
      if (frame.premise < nodes_[node].premises.size()) {
        std::size_t next = nodes_[node].premises[frame.premise++];
        if (order_[next] == 0) {
          enter(next);
        } else if (component[next] == SIZE_MAX) {
          low_[node] = std::min(low_[node], order_[next]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        std::size_t parent = frames.back().node;
        low_[parent] = std::min(low_[parent], low_[node]);
      }
      if (low_[node] == order_[node]) close(node);
    }
  }

  void close(std::size_t node) {
    std::size_t member = SIZE_MAX;
    do {
      member = stack_.back();
      stack_.pop_back();
      component[member] = node;
    } while (member != node);
  }
};

bool may_be_in_circle(const std::string& rule) {
  return rule == "schedule" || rule == "merge" || rule == "link" || rule == "invariant";
}

}  // namespace

std::optional<std::pair<std::size_t, std::string>> bad_cycle(const Proof& file) {
  Components all(file.nodes);
  auto is_inside = [&](std::size_t from, std::size_t to) {
    return all.component[from] == all.component[to];
  };
  // How many premises of the same component, reached without a step, are not yet known to be
  // free of circles.
  std::vector<std::size_t> waiting(file.nodes.size(), 0);
  std::vector<std::vector<std::size_t>> users(file.nodes.size());
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < file.nodes.size(); ++i) {
    const ProofNode& node = file.nodes[i];
    for (std::size_t premise : node.premises) {
      if (!is_inside(i, premise)) continue;
      if (!may_be_in_circle(node.rule)) {
        return std::pair(i, "a circle leads through the rule `" + node.rule + "`");
      }
      if (node.rule == "schedule") continue;
      ++waiting[i];
      users[premise].push_back(i);
    }
    if (waiting[i] == 0) ready.push_back(i);
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    std::size_t node = ready.back();
    ready.pop_back();
    ++done;
    for (std::size_t user : users[node]) {
      if (--waiting[user] == 0) ready.push_back(user);
    }
  }
  if (done == file.nodes.size()) return std::nullopt;
  std::size_t stuck = 0;
  while (waiting[stuck] == 0) ++stuck;
  return std::pair(stuck, std::string("a circle makes no step of an execution"));
}

}  // namespace proof
