// Optimal dynamic partial order reduction: one execution per trace. The rules are those of
// engine/por/reversal.h, the states are symbolic.
#pragma once

#include <memory>
#include <vector>

#include "engine/por/reversal.h"
#include "engine/symex/strategy.h"

namespace symex {

class OptimalReduction : public Strategy {
 public:
  explicit OptimalReduction(Executor& executor)
      : Strategy(executor),
        terms_(executor.terms()),
        names_(executor.names()),
        solver_(executor.solver()),
        equality_(executor.equality()),
        stepper_(executor.stepper()) {}

  void add(State state, const WorkItem& work) override;
  bool explore_next(bool has_other_inputs) override;
  bool drop() override {
    frontier_.clear();
    return true;
  }
  bool keeps_terms() const override { return !deferred_.empty(); }
  bool give_oldest(WorkItem& work) override;
  void list(std::vector<WorkItem>& frontier) const override;

 private:
  // An event of an execution, with the state before it. Executions that begin alike
  // share the nodes of the beginning.
  struct Node : por::Event {
    std::shared_ptr<Node> parent;
    State before;
    // What it added to the path condition.
    std::size_t condition_begin = 0;
    std::size_t condition_end = 0;
    bool is_decision = false;              // a decision, not a step
    std::vector<term::Term> alternatives;  // of a decision about terms
    std::uint64_t point = 0;               // of a decision: Executor::point_of
    std::uint64_t steps = 0;               // of its thread, itself included

    explicit Node(const State& state) : before(state) {}
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node();
  };
  using NodeRef = std::shared_ptr<Node>;

  // An event that has to come next, as in a wakeup sequence.
  struct ScheduledEvent {
    static constexpr std::uint32_t kAny = ~0U;
    por::NameId thread;
    std::uint32_t outcome = kAny;
    bool is_swappable = false;
    bool races_reversed = false;  // in an earlier execution
    bool is_decision = false;     // a decision, not a step
    std::uint64_t point = 0;      // of a decision: Executor::point_of

    // Of these alternatives one has been chosen.
    bool is_decided() const { return is_decision && outcome != kAny; }
  };
  using Schedule = std::vector<ScheduledEvent>;

  // An execution that is still to be run, from `state` on.
  struct Item {
    NodeRef last;  // the event before; null: none
    State state;
    Schedule schedule;
    por::Reversals reversals;
    term::Terms::Mark mark;
    std::size_t replayed = 0;  // so many of the schedule have been counted before
  };

  WorkItem work_item(const Item& item) const;
  std::optional<Item> pop(bool has_other_inputs);
  void defer_all();
  void execute(Item item, bool has_other_inputs);
  void restore_path(const NodeRef& last);
  // The thread that the scheduler picks; nullopt: none is enabled.
  std::optional<std::uint32_t> choose(const State& state) const;
  // Places the next event of the thread. False: the execution ends here.
  bool place(State& state, std::uint32_t thread, const ScheduledEvent& next, const Schedule& rest);
  bool place_decision(State& state, std::uint32_t thread, const ScheduledEvent& next,
                      const Schedule& rest);
  bool place_made(State& state, std::uint32_t thread, const ScheduledEvent& next,
                  const Decision& found);
  bool place_step(State& state, std::uint32_t thread, const ScheduledEvent& next,
                  const Schedule& rest);
  NodeRef make_node(const State& before, std::uint32_t thread, const ScheduledEvent& next,
                    por::Clock clock);
  void append(State& state, std::uint32_t thread, const NodeRef& node, std::size_t first_child);
  void push(const State& state, ScheduledEvent next, const Schedule& rest);
  bool is_too_deep(const State& state, std::uint32_t thread, const por::Clock& past) const;

  // Whether the search can go on: the guards that threads wait for are decided.
  bool update_conditions(State& state);
  // Whether the thread could go on with its next event if the event at this position, and what
  // depends on it, had not happened yet.
  bool could_come_before(const State& state, std::uint32_t thread, const por::Footprint& awaited,
                         std::uint32_t position) const;
  // The past of the thread's next event; reverses its races on the way if asked to.
  por::Clock find_races(const State& state, std::uint32_t thread, bool reversing);
  void reverse(const State& state, const por::Race& race, std::uint32_t position,
               std::uint32_t thread);
  bool took_first_alternatives(const State& state, std::uint32_t position, const por::Race& race);
  void finish(State& state);

  term::Terms& terms_;
  por::Names& names_;
  PathSolver& solver_;
  PathEquality& equality_;
  Stepper& stepper_;
  std::vector<Item> frontier_;
  std::vector<Item> deferred_;  // of inputs that wait for others
  std::uint64_t prefix_ = 0;    // steps before there was a second thread
  // The execution that is running.
  por::Race::Path path_;
  NodeRef last_;
  por::Reversals reversals_;
  const por::Clock no_past_;            // of a thread without events
  std::vector<term::Term> conditions_;  // scratch
};

}  // namespace symex
