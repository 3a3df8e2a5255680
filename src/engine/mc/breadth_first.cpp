// States are expanded in the order in which they were met, by decoding them from the
// store. Decoding gives objects new places, so that a counterexample is found a second
// time: from the initial state, step by step, along the encodings that led to it.
//
// More is expanded until one of the successors is new: a cycle of reduced
// expansions has a state that was met last, all successors of which were known (Bosnacki
// and Holzmann, "Improving Spin's partial-order reduction for breadth-first search").
#include "engine/mc/breadth_first.h"

#include "base/check.h"
#include "engine/mc/depth_first.h"

namespace mc {

std::uint64_t BreadthFirst::pending_bytes() const { return growth_of(ids_) + growth_of(parents_); }

void BreadthFirst::add(Store::Id id, std::uint32_t parent) {
  ids_.push_back(id);
  parents_.push_back(parent);
  if (model_.options.hash_compact) {
    auto words = machine_.encode();
    waiting_.emplace_back(words.begin(), words.end());
  }
}

void BreadthFirst::load(std::uint32_t number) {
  if (model_.options.hash_compact) {
    machine_.decode(waiting_.front());
    waiting_.pop_front();
  } else {
    machine_.decode(store_.load(ids_[number]));
  }
  machine_.path().clear();
}

// Breadth-first search does not see cycles: the other search is asked. It finds nothing else.
bool BreadthFirst::finds_cycle() {
  if (run_.stats.pruned == 0) return false;
  run::Run again(run_.limits(), run_.seed(), &run_);
  DepthFirst search(again, model_);
  search.run();
  return search.has_cycle();
}

void BreadthFirst::explore() {
  auto first = store_.insert(machine_.encode());
  if (store_.is_full()) return stop_full();
  add(first.id, kNone);
  level_end_ = 1;
  std::uint64_t level = 0;
  for (std::uint32_t number = 0; number < ids_.size() && !must_stop(); ++number) {
    if (number == level_end_) {
      level_end_ = ids_.size();
      max_depth_ = ++level;
    }
    load(number);
    if (model_.options.depth && level >= *model_.options.depth) {
      Expansion probe = machine_.expand(0, true);
      if (!machine_.advance(probe)) {
        if (!finish())
          report_violation({.kind = verdict::ViolationKind::Deadlock}, path_to(number, nullptr));
      } else {
        depth_cut_ = true;
        ++run_.stats.paths;
        ++run_.stats.cut;
      }
      continue;
    }
    expand(number);
  }
}

void BreadthFirst::expand(std::uint32_t number) {
  Expansion expansion = machine_.expand(first_thread());
  Machine::Mark here = machine_.mark();
  expansion.needs_progress = true;
  for (;;) {
    machine_.undo(here);
    machine_.path().clear();
    if (!machine_.advance(expansion)) break;
    if (!goes_on()) {
      if (!is_stopped_) continue;
      std::vector<Step> steps = machine_.path();
      return report_violation(machine_.failure(), path_to(number, steps.data()));
    }
    auto found = store_.insert(machine_.encode());
    if (store_.is_full() || ids_.size() >= kNone) return stop_full();
    if (!found.is_new) {
      ++run_.stats.pruned;
      continue;
    }
    expansion.progresses();
    add(found.id, number);
  }
  if (expansion.moved == 0 && !finish()) {
    report_violation({.kind = verdict::ViolationKind::Deadlock}, path_to(number, nullptr));
  }
}

// Takes a step of the machine's state whose successor is the state with this id.
bool BreadthFirst::replay_towards(Store::Id id) {
  Expansion expansion = machine_.expand(0, true);
  Machine::Mark here = machine_.mark();
  std::size_t length = machine_.path().size();
  while (machine_.advance(expansion)) {
    if (machine_.effect() == Effect::Moved && store_.find(machine_.encode()) == id) return true;
    machine_.undo(here);
    machine_.path().resize(length);
  }
  return false;
}

// The steps to the state, and, with `last`, one more that ends in a violation.
std::vector<Step> BreadthFirst::path_to(std::uint32_t number, const Step* last) {
  std::vector<Store::Id> ids;
  for (std::uint32_t n = number; n != kNone; n = parents_[n]) ids.push_back(ids_[n]);
  verdict::ViolationKind kind = machine_.failure().kind;
  Failure failure = machine_.failure();
  machine_.reset();
  for (std::size_t i = ids.size() - 1; i-- > 0;) {
    CHECK(replay_towards(ids[i]), "a state of a counterexample is not met again");
  }
  if (last) {
    Expansion expansion = machine_.expand(0, true);
    Machine::Mark here = machine_.mark();
    std::size_t length = machine_.path().size();
    bool found = false;
    while (!found && machine_.advance(expansion)) {
      found = machine_.effect() == Effect::Violated && machine_.failure().kind == kind;
      if (found) break;
      machine_.undo(here);
      machine_.path().resize(length);
    }
    CHECK(found, "the violation of a counterexample is not met again");
  }
  return machine_.path();
}

}  // namespace mc
