// Explores all interleavings, depth first, but for those that a pruning leaves out.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/por/hash.h"
#include "engine/por/reversal.h"
#include "engine/symex/strategy.h"

namespace symex {

// Which interleavings are left out. By itself it leaves out none; a reduction overrides what it
// needs.
class Pruning {
 public:
  struct Traits {
    bool needs_past = false;      // events have clocks,
    bool needs_hash = false;      // and traces have hashes: `was_explored` is asked
    bool selects_events = false;  // `allows` is asked
    bool has_sleep_sets = false;  // `commute` is asked
  };

  Pruning() = default;
  explicit Pruning(Traits traits) : traits_(traits) {}
  Pruning(const Pruning&) = delete;
  Pruning& operator=(const Pruning&) = delete;
  virtual ~Pruning() = default;

  const Traits& traits() const { return traits_; }

  // New inputs: what was explored before does not count.
  virtual void reset() {}
  // Before a step: whether the event may come next. Asked for each enabled thread.
  virtual bool allows(const por::Names&, const por::Race::Path&, const por::Event&) const {
    return true;
  }
  // After a step: whether an execution of this trace was explored before. Remembers the trace.
  virtual bool was_explored(const por::Hash&) { return false; }
  // A thread that was tried sleeps until a step comes that its own does not commute with
  // (Godefroid).
  virtual bool commute(const por::Footprint& a, const por::Footprint& b,
                       por::Equality& equality) const {
    return !por::conflict(a, b, &equality);
  }

 private:
  Traits traits_;
};

class Interleavings : public Strategy {
 public:
  Interleavings(Executor& executor, std::unique_ptr<Pruning> pruning)
      : Strategy(executor), pruning_(std::move(pruning)) {}

  void add(State state, const WorkItem& work) override;
  bool explore_next(bool has_other_inputs) override;
  bool drop() override {
    frontier_.clear();
    return true;
  }

 private:
  struct Node : por::Event {
    std::shared_ptr<Node> parent;
    por::Hash hash;  // of the event and its past

    Node() = default;
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node();
  };
  using NodeRef = std::shared_ptr<Node>;

  // A thread whose next step has been tried from a state before, and commutes with
  // what has happened since.
  struct Sleeping {
    por::NameId thread;
    por::Footprint footprint;
  };
  using SleepSet = std::vector<Sleeping>;

  struct Item {
    State state;
    NodeRef last;
    por::Hash trace;
    SleepSet sleep_set;
    term::Terms::Mark mark;
  };

  void expand(Item& item);
  void decide_all(Item& item, std::uint32_t thread);
  // Adds to the frontier what comes of the thread's next step.
  void try_thread(const Item& item, std::uint32_t thread, const SleepSet& sleep_set);
  // `node`, if there is one, is the event of the thread's first outcome.
  void try_transition(Item next, std::uint32_t thread, const Transition& transition,
                      const SleepSet& sleep_set, NodeRef node);
  // One alternative of the decision. False: there was a violation.
  bool try_alternative(Item next, std::uint32_t thread, const Decision& decision,
                       std::size_t alternative, const NodeRef& node);
  void push(Item item);
  // The event that the thread's next step would be.
  NodeRef make_node(const Item& item, std::uint32_t thread, std::uint32_t outcome);
  void append(Item& item, std::uint32_t thread, const NodeRef& node, std::size_t first_child);
  void restore_path(const NodeRef& last);

  std::unique_ptr<Pruning> pruning_;
  std::vector<Item> frontier_;
  // The execution at hand.
  por::Race::Path path_;
  NodeRef last_;
};

}  // namespace symex
