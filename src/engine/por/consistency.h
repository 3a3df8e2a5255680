// Whether reads can get their values from the writes that they are to get them from, under
// sequential consistency: whether there is an order of events in which the last write before each
// read is the one that was chosen.
//
// The question is NP-complete (Gibbons, Korach: Testing Shared Memories, SIAM J. Comput. 1997).
// What follows of the choice is derived first: if a write w' of the place comes before the reader,
// it comes before the write that is read, and if it comes after the write that is read, it comes
// after the reader (Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas: Optimal Stateless Model Checking
// for Reads-From Equivalence under Sequential Consistency, OOPSLA 2019). A contradiction answers
// most questions. Then an order is looked for event by event, with steps taken back, in this order
// of events. A write waits until nobody is left who has to read what it overwrites, so that what
// can come next depends on the set of events that have come, and no set is tried twice.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/small_vector.h"

namespace por {

// An event, which happens at once: it reads all that it reads before it writes.
struct HistoryEvent {
  static constexpr std::uint32_t kInitial = ~0U;  // what a place held before all events

  struct Read {
    std::uint64_t place = 0;
    // One of these writes, all earlier in the vector of events; they write equal values.
    base::SmallVector<std::uint32_t, 2> sources;
  };

  std::vector<std::uint32_t> before;  // have to come first; earlier in the vector of events
  std::vector<Read> reads;
  std::vector<std::uint64_t> writes;  // places
};

enum class Consistency : std::uint8_t { Consistent, Inconsistent, Unknown };

struct Linearization {
  Consistency answer = Consistency::Unknown;
  std::vector<std::uint32_t> order;  // if consistent: all events
  std::uint64_t tried = 0;           // events that were placed, also those that were taken back
};

struct LinearizationLimits {
  std::uint64_t tries = 100'000;
  std::function<bool()> must_stop;  // asked now and then; may be empty
  // For tests: leaves out what is derived.
  bool saturates = true;
};

// The answer is unknown if a limit is hit, and only then.
Linearization linearize(const std::vector<HistoryEvent>& events,
                        const LinearizationLimits& limits = {});

}  // namespace por
