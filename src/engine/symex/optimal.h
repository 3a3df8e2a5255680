// One execution per trace: engine/por/reversal.h with symbolic states.
#pragma once

#include <memory>
#include <vector>

#include "engine/por/reversal.h"
#include "engine/symex/search.h"

namespace symex {

class OptimalSearch : public Search {
 public:
  using Search::Search;

 private:
  // An event of an execution, with the state before it. Executions that begin alike
  // share the nodes of the beginning.
  struct Node : por::Event {
    std::shared_ptr<Node> parent;
    State before;
    // What it added to the path condition.
    std::size_t condition_begin = 0;
    std::size_t condition_end = 0;
    bool decides = false;                  // a decision, not a step
    std::vector<term::Term> alternatives;  // of a decision about terms
    std::uint64_t steps = 0;               // of its thread, itself included
    por::Clock synchronised;               // looking for races: what is surely before it

    explicit Node(const State& state) : before(state) {}
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node();
  };
  using NodeRef = std::shared_ptr<Node>;

  // An event that has to come next.
  struct Order {
    static constexpr std::uint32_t kAny = ~0U;
    por::NameId thread;
    std::uint32_t outcome = kAny;
    bool is_free = false;
    bool is_known = false;     // its races have been reversed before
    bool is_decision = false;  // a decision, not a step
  };
  using Schedule = std::vector<Order>;

  // An execution that is still to be run, from `state` on.
  struct Item {
    NodeRef last;  // the event before; null: none
    State state;
    Schedule schedule;
    por::Reversals reversals;
    term::Terms::Mark mark;
    std::size_t replayed = 0;  // so many of the schedule have been counted before
  };

  void interleave(State state, const Script& script) override;
  bool run_next() override;
  bool give_oldest(Script& script) override;
  void list(std::vector<Script>& scripts) const override;
  Script script_of(const Item& item) const;
  std::optional<Item> next_item();
  void let_others_pass();
  void execute(Item item);
  void restore_path(const NodeRef& last);
  // The thread that moves of its own accord; nullopt: none can.
  std::optional<std::uint32_t> choose(const State& state) const;
  // Places the next event of the thread. False: the execution ends here.
  bool place(State& state, std::uint32_t thread, const Order& order, const Schedule& rest);
  bool place_decision(State& state, std::uint32_t thread, const Order& order, const Schedule& rest);
  bool place_step(State& state, std::uint32_t thread, const Order& order, const Schedule& rest);
  NodeRef make_node(const State& before, std::uint32_t thread, const Order& order,
                    por::Clock clock);
  void append(State& state, std::uint32_t thread, const NodeRef& node, std::size_t first_child);
  void put_aside(const State& state, Order order, const Schedule& rest);
  bool is_too_deep(const State& state, std::uint32_t thread, const por::Clock& past) const;

  // The past of the thread's next event; reverses its races on the way if asked to.
  por::Clock find_races(const State& state, std::uint32_t thread, bool reversing);
  // What is before the thread's next event by forks, joins and locks alone.
  por::Clock synchronised_past(const State& state, std::uint32_t thread) const;
  bool has_data_race(const State& state, std::uint32_t thread) const;
  void report_race(const State& state, std::uint32_t thread);
  void reverse(const State& state, const por::Race& race, std::uint32_t position,
               std::uint32_t thread);
  bool took_first_alternatives(const State& state, std::uint32_t position, const por::Race& race);
  void finish(State& state);

  std::vector<Item> items_;
  std::vector<Item> later_;   // of inputs that let others pass
  std::uint64_t prefix_ = 0;  // steps before there was a second thread
  // The execution that is running.
  por::Race::Path path_;
  NodeRef last_;
  por::Reversals reversals_;
  std::vector<term::Term> conditions_;  // scratch
};

}  // namespace symex
