// What can still matter of the order of an execution, so that two states with different
// pasts but the same future are told to be equal (encode.h).
//
// The times of a thread are compared with each other only: a past access races with the
// next one of another thread if its time is beyond what that thread's clock says. A time
// that every other running thread has behind it is settled: threads that start later
// inherit a running thread's clock, and clocks never go back. All settled times are alike,
// and of the others only their order counts, since merging clocks takes maxima and a
// thread's own time, which grows, is the largest of its times. So times are replaced by
// their ranks, of which there are finitely many, however long the execution is.
#pragma once

#include <functional>
#include <vector>

#include "engine/interp/state.h"

namespace interp {

class RelevantTimes {
 public:
  // `is_known` says which places the program can still name; others do not count.
  RelevantTimes(const State& state, const std::function<bool(const Place&)>& is_known);

  // 0 if the time is settled; else its place among the unsettled times of the thread.
  std::uint32_t rank(ThreadId thread, std::uint32_t time) const;
  // True if some part of the clock is not settled.
  bool matters(const Clock& clock) const;
  // The accesses that are not settled.
  std::vector<PastAccess> open(const History& history) const;

 private:
  void collect(const Clock& clock);
  void collect(const PastAccess& access);

  std::vector<std::uint32_t> settled_;              // by thread: up to this time
  std::vector<std::vector<std::uint32_t>> beyond_;  // by thread: its other times, ascending
};

}  // namespace interp
