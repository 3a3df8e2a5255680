// The states that a search has met, by number, and the steps between them, to tell whether an
// execution can get where it will never end.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace interp {

class StateGraph {
 public:
  // A step leads from one state to the other.
  void add_step(std::uint32_t from, std::uint32_t to) { steps_.emplace_back(from, to); }
  // An execution ends there, or it is not known how it goes on.
  void add_end(std::uint32_t state) { ends_.push_back(state); }
  void clear() {
    steps_.clear();
    ends_.clear();
  }

  // A state that comes back to itself and from which no end can be reached, whoever moves. To be
  // asked when all steps from all states are known.
  std::optional<std::uint32_t> find_trap() const;

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> steps_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace interp
