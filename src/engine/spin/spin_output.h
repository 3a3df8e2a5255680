// Reads what SPIN's verifier `pan` prints: how a search ended, and the steps of a trail
// that it replays, which the model prints itself (promela.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/verdict/claim.h"

namespace spin {

struct SpinSearch {
  enum class Error : std::uint8_t { None, Assertion, Deadlock, Cycle, Other };
  Error error = Error::None;
  std::string message;        // of the error
  double errors = 0;          // that pan counted
  bool has_finished = false;  // pan told what it did; else it was killed or never ran
  bool is_complete = false;   // all states were seen
  bool is_too_deep = false;   // an execution was cut because of its length
  bool lacks_memory = false;
  double states = 0;       // stored
  double transitions = 0;  // stored and met again
  double depth = 0;
  double bytes_per_state = 0;
  bool has_checked = false;       // an assertion was evaluated; told only if there may be cuts
  std::vector<std::string> cuts;  // bounds of the model that were left, sorted
};
SpinSearch read_spin_search(std::string_view output);

struct SpinTrail {
  verdict::Steps steps;
  std::optional<std::size_t> loop;  // the first step of the part that repeats for ever
  // Some step chose an object. Its position among the alternatives depends on the state, so
  // that `steps` does not tell it.
  bool lacks_choices = false;
  std::vector<std::vector<std::uint32_t>> values;  // by step: the choices of values alone
};
// Nothing if a line makes no sense.
std::optional<SpinTrail> read_spin_trail(std::string_view output);

}  // namespace spin
