// Searches that go through all interleavings and leave some out: the reductions of the
// papers, and none at all.
#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "engine/por/hash.h"
#include "engine/por/reversal.h"
#include "engine/symex/search.h"

namespace symex {

class InterleavingSearch : public Search {
 public:
  using Search::Search;

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
  struct Sleeper {
    por::NameId thread;
    por::Footprint footprint;
  };

  struct Item {
    State state;
    NodeRef last;
    por::Hash trace;
    std::vector<Sleeper> asleep;
    term::Terms::Mark mark;
  };

  void interleave(State state, const Script& script) override;
  bool run_next() override;
  void expand(Item& item);
  void decide_all(Item& item, std::uint32_t thread);
  // Puts what comes of the thread's next step on the stack.
  void try_thread(const Item& item, std::uint32_t thread, const std::vector<Sleeper>& asleep);
  void try_way(const Item& item, std::uint32_t thread, const Way& way,
               const std::vector<Sleeper>& asleep);
  void push(Item item);
  // The event that the thread's next step would be.
  NodeRef make_node(const Item& item, std::uint32_t thread, std::uint32_t outcome);
  void append(Item& item, std::uint32_t thread, const NodeRef& node, std::size_t first_child);
  void restore_path(const NodeRef& last);
  bool commute(const por::Footprint& a, const por::Footprint& b) const;

  std::vector<Item> items_;
  por::Race::Path path_;
  std::unordered_set<por::Hash, por::HashOfHash> seen_;
};

}  // namespace symex
