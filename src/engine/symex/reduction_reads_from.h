// One execution of each reads-from class. The rules are those of engine/por/reads_from.h, the
// states are symbolic.
//
// What touches one place is told by footprints, so the places have to be known. Where they are
// not, or where what a step reads is more than the values of places, the search starts again with
// one execution of each trace (Progress::note_traces_needed): elements whose indices may be equal
// for some inputs; guards over shared variables; decisions of threads about what inputs are, or
// about what is read in the same step; clauses about exceptions that read variables.
//
// An exception that nobody catches ends the execution, and may come when others have not come far.
// But what they can do before it is seen where it comes as late as possible, and what it comes
// to itself is the same at any time. So it comes last.
#pragma once

#include <memory>
#include <vector>

#include "engine/por/reads_from.h"
#include "engine/symex/strategy.h"

namespace symex {

class ReadsFromReduction : public Strategy, private por::ReadsFrom::Host {
 public:
  explicit ReadsFromReduction(Executor& executor)
      : Strategy(executor),
        names_(executor.names()),
        equality_(executor.equality()),
        stepper_(executor.stepper()),
        rules_(*this, executor.equality()) {}

  void add(State state, const WorkItem& work) override;
  bool explore_next(bool has_other_inputs) override;
  bool drop() override {
    frontier_.clear();
    return true;
  }

 private:
  // An event of an execution, with the state before it. Executions that begin alike share the nodes
  // of the beginning.
  struct Node : por::Event {
    std::shared_ptr<Node> parent;
    State before;
    por::GraphEvent graph;

    explicit Node(const State& state) : before(state) {}
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node();
  };
  using NodeRef = std::shared_ptr<Node>;
  using PlanRef = std::shared_ptr<const por::Plan>;

  // An execution that is still to be run, from `state` on.
  struct Item {
    NodeRef last;  // the event before; null: none
    State state;
    PlanRef plan;           // null: there is none
    std::size_t begin = 0;  // so many of its steps have been taken
    // The outcome of the next one, whatever the plan says of it.
    std::uint32_t outcome = por::GraphEvent::kAnyOutcome;
    term::Terms::Mark mark;
  };
  // An event of the plan that comes next, if there is one.
  struct Next {
    const Item* item = nullptr;
    std::size_t step = 0;
    std::uint32_t outcome = por::GraphEvent::kAnyOutcome;
  };

  bool has_plain_clauses() const;
  void execute(const Item& item);
  void restore_path(const NodeRef& last);
  bool follow(State& state, const Item& item);
  void go_on(State& state);
  void take_graph(const por::Plan& plan);
  std::optional<std::uint32_t> choose(const State& state) const;
  // Place the next event of the thread. False: the execution ends here, or the search.
  bool place(State& state, std::uint32_t thread, const Next& next);
  bool place_decision(State& state, std::uint32_t thread, const Next& next);
  bool place_step(State& state, std::uint32_t thread, const Next& next);
  void push_alternative(const Node& node, const Next& next, std::uint32_t outcome,
                        const por::JunctionRef& junction);
  NodeRef make_node(const State& before, std::uint32_t thread);
  void append(State& state, std::uint32_t thread, const NodeRef& node, std::size_t first_child);
  void finish(State& state);

  // What the next event of the thread reads and writes, as far as it is known before it happens.
  por::GraphEvent describe(const State& state, std::uint32_t thread);
  void add_access(const State& state, std::uint32_t thread, por::Access access,
                  por::GraphEvent& out);
  void add_lock(const State& state, std::uint32_t thread, por::Access access, por::GraphEvent& out);
  void add_touched(const por::Footprint& touched, por::GraphEvent& out);
  bool are_places_known(const por::Footprint& footprint) const;
  // Another search has to be used.
  void give_up(const std::string& why);
  bool has_given_up();

  // por::ReadsFrom::Host
  bool could_take(const por::GraphEvent& event, std::uint32_t source) override;
  bool must_stop() override { return progress_.must_stop(); }
  void run(por::Plan plan) override;

  por::Names& names_;
  PathEquality& equality_;
  Stepper& stepper_;
  por::ReadsFrom rules_;
  std::vector<Item> frontier_;
  // The execution that is running.
  std::vector<Node*> path_;
  NodeRef last_;
  por::Graph graph_;
  const State* now_ = nullptr;  // after the last event
};

}  // namespace symex
