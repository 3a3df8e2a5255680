#include "engine/mc/depth_first.h"

#include <algorithm>

#include "base/check.h"

namespace mc {

namespace {

constexpr std::uint8_t kOnStack = 1;

}  // namespace

std::uint64_t DepthFirst::pending_bytes() const {
  return growth_of(frames_) + machine_.pending_bytes();
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
      depth_cut_ = true;
      ++run_.stats.paths;
      ++run_.stats.cut;
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
    ++run_.stats.pruned;
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
