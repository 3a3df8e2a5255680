// A piece of a search that can be taken elsewhere: to another worker, or to a file. It
// says how to get to a state again, not what the state is.
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

struct Script {
  // While there was one thread: which of several ways was taken.
  std::vector<std::uint32_t> choices;
  bool is_spread = false;  // that part is over
  // Then: the events of the execution so far, and those that have to come next.
  struct Order {
    por::Names::Text thread;
    std::uint32_t outcome = 0;
    bool is_free = false;
    bool is_known = false;
    bool is_decision = false;
  };
  std::vector<Order> orders;
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
  bool quiet_unlocks = true;
  std::optional<base::Span> never_ends;  // verdict::Result::never_ends
  std::vector<Script> scripts;
};

std::string to_text(const Checkpoint& checkpoint);
// The error says what is wrong with the text.
tl::expected<Checkpoint, std::string> checkpoint_from(std::string_view text);

}  // namespace symex
