#include "engine/mc/depth_first.h"

#include <algorithm>

#include "base/check.h"

namespace mc {

namespace {

constexpr std::uint8_t kOnStack = 1;
constexpr std::uint64_t kLeastStore = 8 << 20;  // a chunk of each arena, and tables

}  // namespace

std::uint64_t DepthFirst::pending_bytes() const {
  return growth_of(frames_) + machine_.pending_bytes();
}

DepthFirst::DepthFirst(run::Run& run, const Model& model)
    : Search(run, model),
      store_(model.options.hash_compact, store_limit(run, kLeastStore)),
      random_(run.seed() * 2 + 1) {}

Tally DepthFirst::tally() const {
  Tally result = tally_;
  result.steps = machine_.steps_taken();
  result.checks = machine_.checks();
  return result;
}

Stored DepthFirst::stored() const {
  return {store_.size(), store_.bytes(), store_.used_bytes(), store_.fill(), store_.odds()};
}

// For a state in which no thread can move.
void DepthFirst::finish() {
  ++tally_.paths;
  if (!machine_.is_deadlock()) return;
  report_violation({.kind = verdict::ViolationKind::Deadlock, .what = "deadlock"}, machine_.path());
}

std::uint32_t DepthFirst::first_thread() {
  if (!model_.options.random_order) return 0;
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return static_cast<std::uint32_t>(random_ >> 33);
}

void DepthFirst::explore() {
  auto first = store_.insert(machine_.encode());
  if (store_.is_full()) return stop_full();
  store_.set_flags(first.id, kOnStack);
  if (model_.options.depth) depths_[first.id] = 0;
  Frame root;
  root.id = first.id;
  frames_.push_back(root);
  enter();
  while (!frames_.empty() && !must_stop()) {
    Frame& frame = frames_.back();
    machine_.undo(frame.mark);
    machine_.path().resize(frame.path);
    if (machine_.advance(frame.expansion)) {
      if (goes_on()) meet(frame);
    } else {
      if (frame.expansion.moved == 0) finish();
      leave();
    }
  }
}

// The new topmost frame: its id is set, the machine is in its state.
void DepthFirst::enter() {
  Frame& frame = frames_.back();
  frame.mark = machine_.mark();
  frame.path = static_cast<std::uint32_t>(machine_.path().size());
  max_depth_ = std::max<std::uint64_t>(max_depth_, frame.path);
  // Local steps that a thread took along with others do not count.
  if (model_.options.depth && frames_.size() > *model_.options.depth) {
    // Whether anything is cut shows when a step is possible.
    Expansion probe = machine_.expand(0, true);
    if (!machine_.advance(probe)) {
      finish();
    } else {
      tally_.note_depth();
    }
    if (is_stopped_) return;
    machine_.undo(frame.mark);
    machine_.path().resize(frame.path);
    frame.expansion.is_over = true;
    frame.expansion.moved = 1;
    return;
  }
  frame.expansion = machine_.expand(first_thread());
  frame.expansion.needs_progress = true;
}

void DepthFirst::leave() {
  store_.set_flags(frames_.back().id, 0);
  frames_.pop_back();
}

// The machine is in a successor of the frame's state.
void DepthFirst::meet(Frame& frame) {
  auto found = store_.insert(machine_.encode());
  if (store_.is_full()) return stop_full();
  if (!found.is_new) {
    ++tally_.pruned;
    bool on_stack = (store_.flags(found.id) & kOnStack) != 0;
    if (!on_stack) frame.expansion.progresses();
    has_cycle_ = has_cycle_ || on_stack;
    if (on_stack || !model_.options.depth) return;
    std::uint64_t& least = depths_[found.id];
    if (least <= frames_.size()) return;
  }
  frame.expansion.progresses();
  if (model_.options.depth) depths_[found.id] = frames_.size();
  store_.set_flags(found.id, kOnStack);
  Frame next;
  next.id = found.id;
  frames_.push_back(next);
  enter();
}

}  // namespace mc
