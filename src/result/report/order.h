// What orders the steps of different threads: starts and ends of threads, locks that go from one
// to another, notifications. With the order within each thread, this is the happens-before order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "result/verdict/verdict.h"

namespace report {

enum class OrderKind : std::uint8_t {
  Start,     // to the first step of a new thread
  Join,      // from the last step of a thread to who has seen its end
  HandOver,  // of a lock: who gives it free, who takes it next
  Notify,    // to the step that wakes up
};

struct OrderEdge {
  std::size_t from = 0;  // steps, counted from 0
  std::size_t to = 0;
  OrderKind kind{};
  std::string lock;  // of a hand-over
};

// Two accesses to one place by different threads, at least one a write.
struct Conflict {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string place;  // "Account#1.balance"
};

using Steps = std::vector<std::size_t>;

// All steps, if there are at most `most`. Else a quarter of so many from the beginning and from the
// end, those that another thread can notice, since they touch what is shared, locks or threads, and
// each thread's first and last step. Of a program whose lines are shown as a whole, steps that
// neither do anything to see nor order anything are left out in any case. If `full`, none is.
Steps chosen_steps(const std::vector<verdict::TraceStep>& trace, std::size_t most, bool full);

// The order between the chosen steps, sorted by `to`.
std::vector<OrderEdge> order_of(const std::vector<verdict::TraceStep>& trace, const Steps& chosen);

// The conflicts between accesses that follow each other, so that all others follow from them.
std::vector<Conflict> conflicts_of(const std::vector<verdict::TraceStep>& trace,
                                   const Steps& chosen);

}  // namespace report
