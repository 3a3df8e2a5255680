#include "engine/modular/flow.h"

#include <algorithm>
#include <functional>

namespace modular {

namespace {

// Bourdoncle's algorithm. The depth of the recursion is that of the graph; procedures are
// small, and the stack of the process is large.
class Order {
 public:
  Order(const ir::Procedure& proc, const Flow& flow)
      : proc_(proc), flow_(flow), number_(proc.locations.size()) {}

  std::vector<FlowPart> run() {
    std::vector<FlowPart> parts;
    visit(proc_.entry, parts);
    std::reverse(parts.begin(), parts.end());
    return parts;
  }

 private:
  static constexpr std::size_t kDone = static_cast<std::size_t>(-1);

  template <class Visit>
  void for_each_successor(ir::LocId at, const Visit& visit) const {
    for (ir::TransId id : flow_.outgoing[at.index()]) {
      const ir::Transition& t = proc_.transitions[id.index()];
      visit(t.target);
      if (t.except) visit(t.except);
    }
  }

  // Parts are appended in reverse.
  std::size_t visit(ir::LocId at, std::vector<FlowPart>& parts) {
    stack_.push_back(at);
    std::size_t head = number_[at.index()] = ++count_;
    bool is_loop = false;
    for_each_successor(at, [&](ir::LocId next) {
      std::size_t low = number_[next.index()];
      if (low == 0) low = visit(next, parts);
      if (low <= head) {
        head = low;
        is_loop = true;
      }
    });
    if (head != number_[at.index()]) return head;
    number_[at.index()] = kDone;
    ir::LocId last = stack_.back();
    stack_.pop_back();
    if (!is_loop) {
      parts.push_back({.location = at});
      return head;
    }
    for (; last != at; last = stack_.back(), stack_.pop_back()) number_[last.index()] = 0;
    parts.push_back(component(at));
    return head;
  }

  FlowPart component(ir::LocId head) {
    FlowPart loop{.location = head, .is_loop = true};
    for_each_successor(head, [&](ir::LocId next) {
      if (number_[next.index()] == 0) visit(next, loop.body);
    });
    std::reverse(loop.body.begin(), loop.body.end());
    return loop;
  }

  const ir::Procedure& proc_;
  const Flow& flow_;
  std::vector<std::size_t> number_;
  std::vector<ir::LocId> stack_;
  std::size_t count_ = 0;
};

std::vector<bool> reaching(const ir::Procedure& proc, ir::LocId goal) {
  std::vector<bool> reaches(proc.locations.size());
  reaches[goal.index()] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Transition& t : proc.transitions) {
      bool now = reaches[t.target.index()] || (t.except && reaches[t.except.index()]);
      if (!now || reaches[t.source.index()]) continue;
      reaches[t.source.index()] = true;
      changed = true;
    }
  }
  return reaches;
}

}  // namespace

Flow make_flow(const ir::Procedure& proc) {
  Flow flow;
  flow.outgoing = ir::outgoing(proc);
  flow.parts = Order(proc, flow).run();
  flow.can_return = reaching(proc, proc.exit);
  flow.can_raise = reaching(proc, proc.except);
  return flow;
}

std::vector<ir::LocId> locations_of(const FlowPart& part) {
  std::vector<ir::LocId> all = {part.location};
  for (const FlowPart& inner : part.body) {
    auto more = locations_of(inner);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace modular
