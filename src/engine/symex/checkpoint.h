// Work items, which can go to another worker or to a file, and checkpoints made of them. A work
// item says how to reach a state again, not what the state is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/run/statistics.h"
#include "base/source.h"
#include "engine/por/names.h"

namespace symex {

struct WorkItem {
  // While there was one thread: which alternatives were chosen.
  std::vector<std::uint32_t> choices;
  bool has_threads = false;  // a second thread has started
  // Then: the events of the execution so far, and those that have to come next.
  struct Event {
    por::Names::Text thread;
    std::uint32_t outcome = 0;
    bool is_swappable = false;
    bool races_reversed = false;
    bool is_decision = false;
    std::uint64_t point = 0;  // where in its thread a decision is made (Executor::point_of)
  };
  std::vector<Event> events;
  std::uint32_t done = 0;  // so many of them have happened
  struct Reversal {
    std::uint32_t position = 0;
    por::Names::Text thread;
    std::uint32_t index = 0;
    por::Names::Text reverser;
  };
  std::vector<Reversal> reversals;  // the earliest first
};

// What is left of a search, and what it has found so far.
struct Checkpoint {
  std::string subject;  // names the program and the options
  run::Statistics stats;
  std::vector<std::string> bounds_hit;
  bool own_unlocks_only = true;
  std::optional<base::Span> never_ends;  // verdict::Result::never_ends
  std::vector<WorkItem> frontier;
};

std::string to_text(const Checkpoint& checkpoint);
// The error says what is wrong with the text.
tl::expected<Checkpoint, std::string> checkpoint_from(std::string_view text);

}  // namespace symex
