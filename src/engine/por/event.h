// Executions as partial orders. An execution is a sequence of events; two events are
// ordered if they are of one thread, if they conflict, or by a chain of such pairs.
// Executions with the same order are one trace (Mazurkiewicz), and one of them stands
// for all.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/small_vector.h"
#include "engine/por/footprint.h"
#include "engine/por/names.h"

namespace por {

// How many events of each thread lie in the past; by name.
class Clock {
 public:
  std::uint32_t operator[](NameId thread) const {
    return thread.index() < counts_.size() ? counts_[thread.index()] : 0;
  }
  void set(NameId thread, std::uint32_t count) {
    if (thread.index() >= counts_.size()) counts_.resize(thread.index() + 1);
    counts_[thread.index()] = count;
  }
  void join(const Clock& other) {
    if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
    std::uint32_t* mine = counts_.data();
    const std::uint32_t* theirs = other.counts_.data();
    for (std::uint32_t i = 0, n = other.counts_.size(); i < n; ++i) {
      mine[i] = std::max(mine[i], theirs[i]);
    }
  }
  std::uint32_t size() const { return counts_.size(); }

 private:
  base::SmallVector<std::uint32_t, 18> counts_;
};

// A visible step of a thread with the invisible ones after it, or a decision about inputs.
struct Event {
  std::uint32_t position = 0;  // in the execution, from 0
  NameId thread;
  std::uint32_t index = 0;    // among the events of the thread
  std::uint32_t outcome = 0;  // which of the alternatives, if there are several
  // The scheduler chose it: it is not part of a schedule that brings about a reversal.
  bool is_swappable = true;
  bool is_invisible = false;  // a decision that no other thread can observe
  Footprint footprint;
  Clock clock;  // its past, itself included

  bool is_before(const Clock& other) const { return index < other[thread]; }
};

}  // namespace por
