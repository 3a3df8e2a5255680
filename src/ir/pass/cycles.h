// The cycles of a procedure's control flow.
#pragma once

#include <vector>

#include "ir/program.h"

namespace pass {

// Which locations lie on a cycle: Tarjan's components with an explicit stack.
class Cycles {
 public:
  explicit Cycles(const ir::Procedure& proc);

  bool contains(ir::LocId at) const { return state_[at.index()].on_cycle; }
  // Locations of one number can reach each other.
  std::size_t component(ir::LocId at) const { return state_[at.index()].component; }

 private:
  struct Node {
    std::size_t number = 0;  // 0: not met yet
    std::size_t low = 0;
    std::size_t component = 0;
    bool on_stack = false;
    bool on_cycle = false;
  };
  struct Visit {
    std::size_t at;
    std::size_t next;
  };

  void open(std::size_t at, std::vector<Visit>& visits);
  void search(std::size_t root);
  void close(std::size_t root);

  const ir::Procedure& proc_;
  std::vector<std::vector<ir::TransId>> out_;
  std::vector<Node> state_;
  std::vector<std::size_t> stack_;
  std::size_t count_ = 0;
};

}  // namespace pass
