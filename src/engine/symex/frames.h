// The call stack of a thread. Copies share everything below the top frame, so that
// a path with deep recursion splits at the price of one frame.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/symex/value.h"
#include "ir/ids.h"

namespace symex {

struct State;

// How often a loop has been taken since it was entered.
struct LoopCount {
  // Where an execution is that replaces the loop by its invariants (cut_loops.h).
  enum class Cut : std::uint8_t {
    No,         // it has not come to the invariants, or goes round as often as the bound allows
    Arbitrary,  // what a round changes has become arbitrary: the invariants are to be assumed
    InRound,    // back at the invariants, it ends
    Refused,    // they cannot replace the loop here
  };
  ir::LocId head;
  std::uint32_t iterations = 0;       // those between which something was decided
  std::uint64_t decisions = 0;        // of the thread when the head was last reached
  std::uint64_t rounds = 0;           // all of them
  std::shared_ptr<const State> seen;  // the state after some round
  Values locals;                      // with several threads: when the head was last reached
  Cut cut = Cut::No;
};

struct Frame {
  ir::ProcId proc;
  ir::LocId at;
  ir::TransId call;  // the caller's transition; invalid in a first frame
  Values locals;
  Value result;
  std::uint64_t decisions = 0;   // of the thread when the frame was pushed
  std::uint32_t recursion = 0;   // activations of the procedure below this one that count
  std::vector<Value> arguments;  // of procedures that ProgramTables::forks_recursively
  std::vector<LoopCount> loops;
};

// An activation in a thread that started this one, when it did.
struct Activation {
  ir::ProcId proc;
  std::uint32_t recursion = 0;
  std::uint64_t decisions = 0;  // of its thread, when it began
  std::vector<Value> arguments;
};

class Frames {
 public:
  Frames() = default;
  Frames(const Frames&) = default;
  Frames(Frames&& other) noexcept
      : top_(std::move(other.top_)),
        below_(std::move(other.below_)),
        size_(std::exchange(other.size_, 0)) {}
  Frames& operator=(Frames other) noexcept {
    std::swap(top_, other.top_);
    std::swap(below_, other.below_);
    std::swap(size_, other.size_);
    return *this;
  }
  // A long chain must not be released by recursion.
  ~Frames() {
    while (below_ && below_.use_count() == 1) below_ = std::move(below_->below);
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Frame& top() { return top_; }
  const Frame& top() const { return top_; }

  void push(Frame frame) {
    if (size_++ > 0) below_ = std::make_shared<Link>(Link{std::move(top_), std::move(below_)});
    top_ = std::move(frame);
  }
  Frame pop() {
    CHECK(size_ > 0, "no frame to pop");
    Frame result = std::move(top_);
    top_ = {};
    if (--size_ == 0) return result;
    auto link = std::move(below_);
    bool alone = link.use_count() == 1;
    top_ = alone ? std::move(link->frame) : link->frame;
    below_ = alone ? std::move(link->below) : link->below;
    return result;
  }

  // Whether the frames below the top are those of `other`; no means they may be.
  bool is_above_same(const Frames& other) const {
    return size_ == other.size_ && below_ == other.below_;
  }
  // The topmost frame of the procedure, or null.
  const Frame* find(ir::ProcId proc) const {
    if (size_ > 0 && top_.proc == proc) return &top_;
    const Link* link = below_.get();
    while (link && link->frame.proc != proc) link = link->below.get();
    return link ? &link->frame : nullptr;
  }
  // Whether the predicate holds for all frames, asked from the top down.
  template <class Predicate>
  bool all_of(Predicate holds) const {
    if (size_ == 0) return true;
    if (!holds(top_)) return false;
    for (const Link* link = below_.get(); link; link = link->below.get()) {
      if (!holds(link->frame)) return false;
    }
    return true;
  }
  // The frame that started the thread.
  const Frame& bottom() const {
    const Frame* result = &top_;
    for (const Link* link = below_.get(); link; link = link->below.get()) result = &link->frame;
    return *result;
  }

 private:
  struct Link {
    Frame frame;
    std::shared_ptr<Link> below;
  };
  Frame top_;
  std::shared_ptr<Link> below_;
  std::size_t size_ = 0;
};

}  // namespace symex
