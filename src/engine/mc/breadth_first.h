// Breadth-first search by several threads: a counterexample has as few steps as possible, and what
// comes out does not depend on how many threads there are.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "engine/mc/search.h"
#include "engine/mc/shared_store.h"
#include "engine/mc/team.h"

namespace mc {

class BreadthFirst final : public Search {
 public:
  BreadthFirst(run::Run& run, const Model& model);
  ~BreadthFirst() override;

 private:
  // A state that is met for the first time while its level is made.
  struct Fresh {
    std::uint64_t key = 0;  // its note once the level is complete
    SharedStore::Id id = 0;
    std::uint32_t words = 0;  // see Worker::kept
    std::uint32_t owner = 0;  // the worker that found it
  };
  // A state of the level that is expanded.
  struct Pending {
    SharedStore::Id id = 0;
    std::uint32_t words = 0;
    std::uint32_t owner = 0;
  };
  // What is wrong with a step of the level, or with a state in which nothing moves.
  struct Wrong {
    std::uint32_t position = 0;                  // of the state in the level
    std::optional<verdict::ViolationKind> kind;  // of the step
  };
  struct Worker;
  class Replay;

  void explore() override;
  bool finds_cycle() override;
  std::uint64_t pending_bytes() const override;
  Stored stored() const override;
  void limit_store(std::uint64_t bytes) override { store_.set_limit(bytes); }
  Tally tally() const override;

  void begin();
  void expand_level();
  void work(Worker& worker);
  bool is_over(const Worker& worker, std::uint32_t position);
  void load(Worker& worker, std::uint32_t position);
  void expand(Worker& worker, std::uint32_t position);
  bool is_beyond_depth(Worker& worker);
  bool meet(Worker& worker, std::uint32_t position, std::uint64_t step);
  void note_wrong(Worker& worker, Wrong wrong);
  std::uint32_t first_thread(Machine& machine) const;
  void conclude_level();
  std::uint64_t count_behind(std::uint32_t position) const;
  void report(const Wrong& wrong);
  void next_level();
  void sort(Worker& worker);
  void place(const Fresh& fresh, std::size_t position);
  void merge(std::uint32_t part, std::uint32_t parts);
  std::vector<Step> path_to(const Wrong& wrong);
  bool replay_violation(verdict::ViolationKind kind);

  SharedStore store_;
  Team team_;
  std::vector<std::unique_ptr<Machine>> machines_;  // of the other workers than the first
  std::vector<std::unique_ptr<Worker>> workers_;

  std::vector<Pending> level_;  // the states that are expanded, in the order of their keys
  std::vector<Pending> next_;
  std::uint64_t first_number_ = 0;           // of the level's states, among all
  std::uint64_t depth_ = 0;                  // of the level
  std::uint32_t chunk_ = 1;                  // states that a worker takes at a time
  std::vector<Tally> tallies_;               // by chunk
  std::atomic<std::uint32_t> taken_{0};      // chunks
  std::atomic<std::uint32_t> wrong_{kNone};  // position of the first state with something wrong
  std::atomic<bool> must_end_{false};        // a limit, or an exception
  bool is_working_ = false;                  // workers are at work
  std::optional<std::uint64_t> counted_;     // of a search that found something: the states before
};

}  // namespace mc
