// Procedures, compiled into flat tables: what a step asks about the location where its thread
// stands and about the transitions that leave it is found out once, before anything runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/pass/watched.h"
#include "ir/program.h"

namespace symex {

// What must be restored if the last action of a transition turns out to need a split.
// Whatever an action may add to the inputs or to the path condition may stay.
enum class Undo : std::uint8_t {
  Nothing,  // there is one action: it asks before it changes anything
  Frame,    // the others change locals only
  State,
};

struct TransitionRow {
  enum class Guard : std::uint8_t {
    True,
    Condition,
    Otherwise,  // holds where that of the row before does not
    IsNull,     // of the local `tested`
    IsNotNull,
  };
  const ir::Transition* code = nullptr;
  ir::TransId id;
  Guard guard{};
  ir::LocalId tested;
  Undo undo{};
  bool repeats_reads = false;  // it makes one test of a lock, as the row before does
  bool may_block = false;      // by its first action
  bool assumes = false;
  bool notifies = false;
  bool calls = false;       // its last action
  bool leaves = false;      // the procedure ends
  bool goes_on = false;     // it arrives where there is nothing to do: at no end and no loop
  bool is_watched = false;  // pass::Watched
  bool closes_loop = false;
};

struct LocationRow {
  std::uint32_t begin = 0;  // of its transitions
  std::uint32_t end = 0;
  bool is_loop_head = false;      // the target of an edge that closes a loop
  bool has_shared_guard = false;  // whether a thread goes on depends on what others may change
  bool tries_monitor = false;     // it goes another way if a monitor is not free
  bool has_reads = false;         // guards read more than locals
};

class StepTable {
 public:
  StepTable(const ir::Program& program, ir::ProcId id, const pass::Watched& watched);

  const LocationRow& at(ir::LocId location) const { return locations_[location.index()]; }
  // Those that leave the location, in the order of the program.
  std::span<const TransitionRow> leaving(ir::LocId location) const {
    const LocationRow& row = at(location);
    return {transitions_.data() + row.begin, transitions_.data() + row.end};
  }
  const TransitionRow& transition(ir::TransId id) const {
    return transitions_[places_[id.index()]];
  }

 private:
  void mark_loops(const ir::Procedure& proc);

  std::vector<LocationRow> locations_;
  std::vector<TransitionRow> transitions_;  // by location
  std::vector<std::uint32_t> places_;       // by TransId: where in `transitions_`
};

}  // namespace symex
